/** Two JSON values side by side, line by line, so that equal lines stand beside each other. */
import type { Json, JsonObject } from '../../oracles/values/types.ts';

/** A pair of lines. Undefined: nothing on that side. Each side, read alone, is valid JSON. */
export interface DiffLine {
  kind: 'same' | 'changed' | 'left' | 'right';
  left?: string;
  right?: string;
}

interface DiffSide {
  value: Json;
  /** Whether another element follows on this side. */
  comma: boolean;
}

const lineMax = 72;
// A deeper value is one line, however long: hostile answers may nest 5,000 deep, which would overflow the stack or the page.
const depthMax = 40;
const alignedMax = 500;

export function diffLines(left: Json, right: Json): DiffLine[] {
  const lines: DiffLine[] = [];
  both(lines, '', '', { value: left, comma: false }, { value: right, comma: false });
  return lines;
}

/** One value alone, laid out in the same way. */
export const jsonLines = (value: Json): string[] => diffLines(value, value).map((line) => line.left ?? '');

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function both(lines: DiffLine[], indent: string, name: string, left: DiffSide, right: DiffSide): void {
  const texts = [left, right].map((side) => JSON.stringify(side.value)) as [string, string];
  const fits = texts.every((text) => indent.length + name.length + text.length <= lineMax);
  const deep = indent.length >= 2 * depthMax;
  if (!deep && !fits && Array.isArray(left.value) && Array.isArray(right.value)) {
    bracketed(lines, indent, name, '[]', [left, right], () =>
      elements(lines, indent, left.value as Json[], right.value as Json[]),
    );
  } else if (!deep && !fits && isObject(left.value) && isObject(right.value)) {
    bracketed(lines, indent, name, '{}', [left, right], () =>
      members(lines, indent, left.value as JsonObject, right.value as JsonObject),
    );
  } else if (texts[0] === texts[1] || fits || (isLeaf(left.value) && isLeaf(right.value)) || deep) {
    const [l, r] = [left, right].map((side, at) => `${indent}${name}${texts[at]}${side.comma ? ',' : ''}`);
    lines.push({ kind: texts[0] === texts[1] ? 'same' : 'changed', left: l as string, right: r as string });
  } else {
    one(lines, 'left', indent, name, left);
    one(lines, 'right', indent, name, right);
  }
}

const isLeaf = (value: Json): boolean => typeof value !== 'object' || value === null;

function bracketed(
  lines: DiffLine[],
  indent: string,
  name: string,
  brackets: '[]' | '{}',
  sides: [DiffSide, DiffSide],
  inside: () => void,
): void {
  lines.push({ kind: 'same', left: `${indent}${name}${brackets[0]}`, right: `${indent}${name}${brackets[0]}` });
  inside();
  const [left, right] = sides.map((side) => `${indent}${brackets[1]}${side.comma ? ',' : ''}`);
  lines.push({ kind: 'same', left: left as string, right: right as string });
}

/** A value that exists on one side only. */
function one(lines: DiffLine[], kind: 'left' | 'right', indent: string, name: string, side: DiffSide): void {
  const alone: DiffLine[] = [];
  both(alone, indent, name, side, side);
  for (const line of alone) lines.push({ kind, [kind]: line[kind] ?? '' });
}

function members(lines: DiffLine[], indent: string, left: JsonObject, right: JsonObject): void {
  const [lefts, rights] = [Object.keys(left), Object.keys(right)];
  const inner = `${indent}  `;
  for (const name of [...lefts, ...rights.filter((key) => !Object.hasOwn(left, key))]) {
    const label = `${JSON.stringify(name)}: `;
    const l = { value: left[name] as Json, comma: name !== lefts.at(-1) };
    const r = { value: right[name] as Json, comma: followedRight(name, lefts, rights) };
    if (!Object.hasOwn(right, name)) one(lines, 'left', inner, label, l);
    else if (!Object.hasOwn(left, name)) one(lines, 'right', inner, label, r);
    else both(lines, inner, label, l, r);
  }
}

/** Whether another member of the right side follows. Common members come first, in the order of the left side. */
function followedRight(name: string, lefts: readonly string[], rights: readonly string[]): boolean {
  const has = new Set(rights);
  const known = new Set(lefts);
  const shown = [...lefts.filter((key) => has.has(key)), ...rights.filter((key) => !known.has(key))];
  return name !== shown.at(-1);
}

function elements(lines: DiffLine[], indent: string, left: readonly Json[], right: readonly Json[]): void {
  const inner = `${indent}  `;
  const l = (at: number): DiffSide => ({ value: left[at] as Json, comma: at < left.length - 1 });
  const r = (at: number): DiffSide => ({ value: right[at] as Json, comma: at < right.length - 1 });
  for (const [a, b] of aligned(left, right)) {
    if (b === undefined) one(lines, 'left', inner, '', l(a as number));
    else if (a === undefined) one(lines, 'right', inner, '', r(b));
    else both(lines, inner, '', l(a), r(b));
  }
}

type Pair = [left: number | undefined, right: number | undefined];

/**
 * Pairs the elements of two lists: first equal ones, by a longest common subsequence, so that one missing row does not shift all
 * later rows; the others between them in order.
 */
function aligned(left: readonly Json[], right: readonly Json[]): Pair[] {
  const [a, b] = [left, right].map((list) => list.map((value) => JSON.stringify(value))) as [string[], string[]];
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  const upTo = (toI: number, toJ: number): void => {
    while (i < toI && j < toJ) pairs.push([i++, j++]);
    while (i < toI) pairs.push([i++, undefined]);
    while (j < toJ) pairs.push([undefined, j++]);
  };
  for (const [x, y] of a.length > alignedMax || b.length > alignedMax ? [] : common(a, b)) {
    upTo(x, y);
    pairs.push([i++, j++]);
  }
  upTo(a.length, b.length);
  return pairs;
}

/** Longest common subsequence, as pairs of positions. */
function common(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

/** The numbers of characters that two lines share at their beginning and end. Surrogate pairs are not split. */
export function commonEnds(left: string, right: string): { before: number; after: number } {
  const [a, b] = [[...left], [...right]];
  const shorter = Math.min(a.length, b.length);
  let before = 0;
  while (before < shorter && a[before] === b[before]) before++;
  let after = 0;
  while (after < shorter - before && a.at(-1 - after) === b.at(-1 - after)) after++;
  const length = (characters: readonly string[]): number => characters.join('').length;
  return { before: length(a.slice(0, before)), after: length(a.slice(a.length - after)) };
}

/** In the style of `diff -u`, without a header: for one column. */
export const unifiedLines = (lines: readonly DiffLine[]): string[] => {
  const out: string[] = [];
  let actual: string[] = [];
  for (const line of [...lines, { kind: 'same' } as DiffLine]) {
    if (line.kind === 'same') {
      out.push(...actual);
      actual = [];
      if (line.left !== undefined) out.push(`  ${line.left}`);
    } else {
      if (line.left !== undefined) out.push(`- ${line.left}`);
      if (line.right !== undefined) actual.push(`+ ${line.right}`);
    }
  }
  return out;
};
