/** A WebAssembly assembler: only the instructions that the explorer needs, written as bytes. */

const i32 = 0x7f;
export const i64 = 0x7e;

/** A jump target: the number of blocks that were open when this one was opened. */
export interface Label {
  readonly depth: number;
}

/** Instructions without immediate operands, by their names in the specification. */
const plain = {
  'i32.eqz': 0x45,
  'i32.eq': 0x46,
  'i32.ne': 0x47,
  'i32.lt_s': 0x48,
  'i32.lt_u': 0x49,
  'i32.gt_u': 0x4b,
  'i32.ge_u': 0x4f,
  'i32.add': 0x6a,
  'i32.sub': 0x6b,
  'i32.mul': 0x6c,
  'i32.div_u': 0x6e,
  'i32.and': 0x71,
  'i32.or': 0x72,
  'i32.xor': 0x73,
  'i32.shr_u': 0x76,
  'i64.gt_u': 0x56,
  'i64.add': 0x7c,
  'i64.mul': 0x7e,
  'i64.or': 0x84,
  'i64.xor': 0x85,
  'i64.shl': 0x86,
  'i64.shr_u': 0x88,
  'i32.wrap_i64': 0xa7,
  'i64.extend_i32_u': 0xad,
  select: 0x1b,
  return: 0x0f,
  drop: 0x1a,
} as const;

export type Operation = keyof typeof plain;

const pushUnsigned = (bytes: number[], value: number): void => {
  let rest = value >>> 0;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
};

const unsigned = (value: number): number[] => {
  const bytes: number[] = [];
  pushUnsigned(bytes, value);
  return bytes;
};

const pushSigned = (bytes: number[], value: number): void => {
  let rest = value | 0;
  for (; rest < -64 || rest > 63; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest & 0x7f);
};

const signed64 = (value: bigint): number[] => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest < -64n || rest > 63n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return [...bytes, Number(rest & 0x7fn)];
};

/** One function's code. Parameters are the first locals. */
export class Code {
  readonly bytes: number[] = [];
  private readonly locals: number[] = [];
  private readonly parameters: number;
  private depth = 0;

  constructor(parameters: number) {
    this.parameters = parameters;
  }

  local(type: number = i32): number {
    return this.parameters + this.locals.push(type) - 1;
  }

  do(...operations: Operation[]): this {
    for (const name of operations) this.bytes.push(plain[name]);
    return this;
  }

  const(value: number): this {
    this.bytes.push(0x41);
    pushSigned(this.bytes, value);
    return this;
  }

  const64(value: bigint): this {
    this.bytes.push(0x42, ...signed64(BigInt.asIntN(64, value)));
    return this;
  }

  get(local: number): this {
    this.bytes.push(0x20);
    pushUnsigned(this.bytes, local);
    return this;
  }

  set(local: number): this {
    this.bytes.push(0x21);
    pushUnsigned(this.bytes, local);
    return this;
  }

  tee(local: number): this {
    this.bytes.push(0x22);
    pushUnsigned(this.bytes, local);
    return this;
  }

  call(index: number): this {
    this.bytes.push(0x10, ...unsigned(index));
    return this;
  }

  /** Pops an address, adds `offset` bytes, pushes the i32 there. */
  load(offset = 0): this {
    this.bytes.push(0x28, 2);
    pushUnsigned(this.bytes, offset);
    return this;
  }

  store(offset = 0): this {
    this.bytes.push(0x36, 2);
    pushUnsigned(this.bytes, offset);
    return this;
  }

  load8(offset = 0): this {
    this.bytes.push(0x2d, 0, ...unsigned(offset));
    return this;
  }

  load64(offset = 0): this {
    this.bytes.push(0x29, 3, ...unsigned(offset));
    return this;
  }

  store64(offset = 0): this {
    this.bytes.push(0x37, 3, ...unsigned(offset));
    return this;
  }

  /** Pops destination, source and length, in bytes. */
  copyMemory(): this {
    this.bytes.push(0xfc, 0x0a, 0, 0);
    return this;
  }

  /** Pops start, value of a byte, and length in bytes. */
  fillMemory(): this {
    this.bytes.push(0xfc, 0x0b, 0);
    return this;
  }

  atomicLoad(offset = 0): this {
    this.bytes.push(0xfe, 0x10, 2, ...unsigned(offset));
    return this;
  }

  atomicStore(offset = 0): this {
    this.bytes.push(0xfe, 0x17, 2, ...unsigned(offset));
    return this;
  }

  /** Pushes the value before the addition. */
  atomicAdd(offset = 0): this {
    this.bytes.push(0xfe, 0x1e, 2, ...unsigned(offset));
    return this;
  }

  /** Compare and exchange. Pops address, expected and new value; pushes the value found. */
  atomicExchange(offset = 0): this {
    this.bytes.push(0xfe, 0x48, 2, ...unsigned(offset));
    return this;
  }

  block(inside: (end: Label) => void): this {
    return this.nested(0x02, inside);
  }

  /** A branch to its label starts the loop again. */
  loop(inside: (start: Label) => void): this {
    return this.nested(0x03, inside);
  }

  if(then: () => void, otherwise?: () => void): this {
    this.bytes.push(0x04, 0x40);
    this.depth++;
    then();
    if (otherwise !== undefined) {
      this.bytes.push(0x05);
      otherwise();
    }
    return this.end();
  }

  branch(to: Label): this {
    this.bytes.push(0x0c);
    pushUnsigned(this.bytes, this.depth - to.depth);
    return this;
  }

  branchIf(to: Label): this {
    this.bytes.push(0x0d, ...unsigned(this.depth - to.depth));
    return this;
  }

  /** Pops an index and jumps to the label with it, or to `otherwise`. */
  branchTable(labels: readonly Label[], otherwise: Label): this {
    const relative = [...labels, otherwise].flatMap((label) => unsigned(this.depth - label.depth));
    this.bytes.push(0x0e, ...unsigned(labels.length), ...relative);
    return this;
  }

  /** The function, encoded for the code section. */
  encoded(): Bytes {
    const locals = this.locals.flatMap((type) => [1, type]);
    return sized(concat([unsigned(this.locals.length), locals, this.bytes, [0x0b]]));
  }

  private nested(opcode: number, inside: (label: Label) => void): this {
    this.bytes.push(opcode, 0x40);
    this.depth++;
    inside({ depth: this.depth });
    return this.end();
  }

  private end(): this {
    this.depth--;
    this.bytes.push(0x0b);
    return this;
  }
}

export interface FunctionEntry {
  readonly parameters: number;
  /** Whether it returns one i32, or nothing. */
  readonly answers: boolean;
  readonly code: Code;
  readonly exported?: string;
}

type Bytes = readonly number[] | Uint8Array<ArrayBuffer>;

function concat(parts: readonly Bytes[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const sized = (bytes: Bytes): Bytes => concat([unsigned(bytes.length), bytes]);
const vector = (parts: readonly Bytes[]): Bytes => concat([unsigned(parts.length), ...parts]);
const section = (id: number, content: Bytes): Bytes => concat([[id], sized(content)]);
const text = (value: string): Bytes => sized(new TextEncoder().encode(value));

/** Encodes a module. Its memory is imported as `env.memory`. Functions are numbered in the order given. */
export function assemble(
  functions: readonly FunctionEntry[],
  pagesMax: number,
  shared: boolean,
): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters, answers }) => [
    0x60,
    ...vector(Array.from({ length: parameters }, () => [i32])),
    ...(answers ? [1, i32] : [0]),
  ]);
  const memory = [...text('env'), ...text('memory'), 2, shared ? 3 : 1, 1, ...unsigned(pagesMax)];
  const exports = functions.flatMap(({ exported }, index) =>
    exported === undefined ? [] : [[...text(exported), 0, ...unsigned(index)]],
  );
  return concat([
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, vector(types)),
    section(2, vector([memory])),
    section(3, vector(functions.map((_, index) => unsigned(index)))),
    section(7, vector(exports)),
    section(10, vector(functions.map(({ code }) => code.encoded()))),
  ]);
}
