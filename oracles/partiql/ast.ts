/** A position in a statement. Line and column start at 1. Error messages write it `line:column:length`. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

export type Step = { name: string } | { index: number };
export interface PathExpression {
  kind: 'path';
  root: string;
  steps: readonly Step[];
  at: Place;
}
export interface CallExpression {
  kind: 'call';
  /** In lower case, since function names are case-insensitive. */
  name: string;
  args: readonly Expression[];
  at: Place;
}

export const comparators = ['=', '<>', '<', '<=', '>', '>='] as const;
export type BinaryOperator = (typeof comparators)[number] | 'AND' | 'OR' | '+' | '-' | '*' | '/' | '%' | '||';

export type Expression =
  | PathExpression
  | CallExpression
  | { kind: 'text'; text: string }
  | { kind: 'number'; text: string }
  | { kind: 'flag'; value: boolean }
  | { kind: 'null' }
  | { kind: 'missing' }
  /** Zero-based number of the `?`. */
  | { kind: 'parameter'; index: number }
  | { kind: 'list' | 'bag'; elements: readonly Expression[] }
  | { kind: 'struct'; members: readonly (readonly [Expression, Expression])[] }
  | { kind: 'not' | 'negative'; of: Expression }
  | { kind: 'binary'; op: BinaryOperator; left: Expression; right: Expression }
  | { kind: 'between'; operand: Expression; low: Expression; high: Expression }
  | { kind: 'in'; operand: Expression; members: Expression }
  | { kind: 'like'; operand: Expression; pattern: Expression }
  | { kind: 'is'; operand: Expression; type: string };

/** `[table]` or `[table, index]`. */
export type FromSource = readonly string[];

export interface Select {
  kind: 'select';
  projection: '*' | readonly Expression[];
  source: FromSource;
  where?: Expression;
  order: readonly { by: Expression; descending: boolean }[];
}
export interface Returning {
  which: 'ALL' | 'MODIFIED';
  when: 'OLD' | 'NEW';
}
export type Change =
  | { kind: 'set'; path: PathExpression; value: Expression }
  | { kind: 'remove'; path: PathExpression };

export interface Insert {
  kind: 'insert';
  source: FromSource;
  value: Expression;
  /** Set by ON CONFLICT DO NOTHING. */
  doNothing: boolean;
}
export interface Update {
  kind: 'update';
  source: FromSource;
  changes: readonly Change[];
  where?: Expression;
  returning?: Returning;
}
export interface Delete {
  kind: 'delete';
  source: FromSource;
  where?: Expression;
  returning?: Returning;
}
export type Statement = Select | Insert | Update | Delete | { kind: 'exists'; of: Select };

export interface ParsedStatement {
  statement: Statement;
  /** Number of `?` in the statement. */
  parameters: number;
}
