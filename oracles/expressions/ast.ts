import type { Comparator } from '../values/compare.ts';

/** A segment of a document path. `#name` is `{placeholder}` until the names of the request are known. */
export type PathPart = { name: string } | { placeholder: string } | { index: number };
export type Path = readonly PathPart[];

export type Operand =
  | { kind: 'path'; path: Path }
  | { kind: 'value'; placeholder: string }
  | { kind: 'call'; name: string; args: readonly Operand[] };

export type Condition =
  | { kind: 'compare'; op: Comparator; left: Operand; right: Operand }
  | { kind: 'between'; operand: Operand; low: Operand; high: Operand }
  | { kind: 'in'; operand: Operand; members: readonly Operand[] }
  | { kind: 'test'; call: Operand & { kind: 'call' } }
  | { kind: 'not'; of: Condition }
  | { kind: 'and' | 'or'; left: Condition; right: Condition };

export interface ParsedCondition {
  condition: Condition;
  redundantParentheses: boolean;
}

/** The right side of SET. */
export type SetValue = Operand | { kind: 'arithmetic'; op: '+' | '-'; left: Operand; right: Operand };

export const sections = ['SET', 'REMOVE', 'ADD', 'DELETE'] as const;
export type Section = (typeof sections)[number];

export type UpdateAction =
  | { section: 'SET'; path: Path; value: SetValue }
  | { section: 'REMOVE'; path: Path }
  | { section: 'ADD' | 'DELETE'; path: Path; placeholder: string };

export interface ParsedUpdate {
  actions: readonly UpdateAction[];
  repeatedSection: Section | undefined;
}
