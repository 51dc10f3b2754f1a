/**
 * Guarded commands, as rows: where the variables of the guard have these codes, the step may write those. A row is learned for one
 * footprint. Rows are joined as long as the joined row says exactly the same, so that what is exported can be read.
 */
import type { Variable } from '../../language/state/variable.ts';
import { isNumber } from './tests.ts';

/** Reads `variable`; or the whole effect is the constant `add`, where there is none. Codes, not values. */
export interface Term {
  readonly variable: Variable | null;
  readonly add: number;
}

/** In both languages. */
export function termText(
  { variable, add }: Term,
  constant: (code: number) => string,
  nameOf: (variable: Variable) => string,
): string {
  if (variable === null) return constant(add);
  return `${nameOf(variable)}${add === 0 ? '' : add > 0 ? ` + ${add}` : ` - ${-add}`}`;
}

export type Guard = ReadonlyMap<Variable, readonly number[]>;

export interface Row {
  /** Variables that are not here may have any code. */
  readonly guard: Guard;
  /** Terms that give the same code wherever the guard holds; the first is the simplest. */
  readonly writes: ReadonlyMap<Variable, readonly Term[]>;
  /** Ids of the properties that the step decides. */
  readonly marks: readonly number[];
  /** Tells apart the steps that one state offers under one label. Only rows of the same number are joined. */
  readonly nth: number;
}

interface Learned {
  readonly reads: ReadonlyMap<Variable, number>;
  readonly writes: ReadonlyMap<Variable, number>;
  readonly marks: readonly number[];
  readonly nth: number;
}

export function rowOf({ reads, writes, marks, nth }: Learned): Row {
  const guard = new Map([...reads].map(([variable, code]): [Variable, number[]] => [variable, [code]]));
  const termsOf = ([variable, code]: [Variable, number]): [Variable, Term[]] => [
    variable,
    [{ variable: null, add: code }, ...sourcesOf(variable, code, reads, writes)],
  ];
  return { guard, writes: new Map([...writes].map(termsOf)), marks, nth };
}

/** Effects are written one after the other, so a source must not be written by the same step, unless it is the target itself. */
function sourcesOf(
  target: Variable,
  code: number,
  reads: ReadonlyMap<Variable, number>,
  writes: ReadonlyMap<Variable, number>,
): Term[] {
  return [...reads].flatMap(([variable, known]): Term[] => {
    if (variable !== target && (writes.has(variable) || variable.domain.text !== target.domain.text)) return [];
    if (code !== known && !isNumber(target)) return [];
    return [{ variable, add: code - known }];
  });
}

/** Joins rows that differ in one variable of the guard, as long as there are some. */
export function joined(rows: readonly Row[]): readonly Row[] {
  const variables = [...new Set(rows.flatMap(({ guard }) => [...guard.keys()]))].sort((a, b) => b.id - a.id);
  let all = rows;
  for (let before = -1; before !== all.length; ) {
    before = all.length;
    for (const variable of variables) all = joinedBy(variable, all);
  }
  return all.map(plain);
}

function joinedBy(variable: Variable, rows: readonly Row[]): Row[] {
  const open = new Map<string, Row[]>();
  const others: Row[] = [];
  for (const row of rows) {
    if (!row.guard.has(variable)) {
      others.push(row);
      continue;
    }
    const key = keyWithout(variable, row);
    const alike = open.get(key) ?? [];
    open.set(key, alike);
    const at = alike.findIndex((one) => togetherOf(variable, one, row) !== null);
    if (at < 0) alike.push(row);
    else alike[at] = togetherOf(variable, alike[at]!, row)!;
  }
  return [...[...open.values()].flat().map((row) => withoutFull(variable, row)), ...others];
}

function keyWithout(variable: Variable, { guard, writes, marks, nth }: Row): string {
  const tests = [...guard].filter(([one]) => one !== variable).sort(([a], [b]) => a.id - b.id);
  return JSON.stringify([
    tests.map(([{ id }, codes]) => [id, codes]),
    [...writes.keys()].map(({ id }) => id),
    marks,
    nth,
  ]);
}

/** Both rows as one, or null when no term fits both. */
function togetherOf(variable: Variable, one: Row, other: Row): Row | null {
  const writes = new Map<Variable, readonly Term[]>();
  for (const [target, terms] of one.writes) {
    const theirs = other.writes.get(target)!;
    const shared = terms.filter((term) => theirs.some((their) => isSame(term, their)));
    if (shared.length === 0) return null;
    writes.set(target, shared);
  }
  const codes = [...one.guard.get(variable)!, ...other.guard.get(variable)!].sort((a, b) => a - b);
  return { ...one, guard: new Map(one.guard).set(variable, codes), writes };
}

const isSame = (one: Term, other: Term): boolean => one.variable === other.variable && one.add === other.add;

function withoutFull(variable: Variable, row: Row): Row {
  if (row.guard.get(variable)!.length < variable.domain.size) return row;
  const guard = new Map(row.guard);
  guard.delete(variable);
  return { ...row, guard };
}

/** Without the writes that change nothing. */
function plain(row: Row): Row {
  const changes = [...row.writes].filter(([target, terms]) => !terms.some((term) => keeps(row.guard, target, term)));
  return { ...row, writes: new Map(changes) };
}

const keeps = (guard: Guard, target: Variable, { variable, add }: Term): boolean =>
  variable === target ? add === 0 : variable === null && guard.get(target)?.join() === String(add);
