/** Steps that the cases of PartiQL share. In a statement, `@t` stands for the table `t`, quoted. */
import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Call, Expect, Template, TemplateObject } from '../case.ts';
import { b, n, s, table } from '../case.ts';
import { exactly } from '../steps.ts';

export const ranged = table({ hash: ['pk', 'S'], range: ['sk', 'N'] });
export const plain = table({ hash: ['pk', 'S'] });

/** One attribute of each type. */
export const item: Item = {
  pk: s('a'),
  s: s('str'),
  age: n(30),
  m: { M: { sub: s('x'), sib: n(1) } },
  l: { L: [s('a'), s('b'), n(3)] },
  ss: { SS: ['a', 'b', 'c'] },
  ns: { NS: ['1', '2'] },
  nul: { NULL: true },
  flag: { BOOL: true },
  bin: b(1, 2),
};

export const sql = (text: string): TemplateObject => ({
  $text: text
    .split(/(@\w+)/)
    .flatMap((part): Template[] => (part.startsWith('@') ? ['"', { $table: part.slice(1) }, '"'] : [part])),
});

export const execute = (text: string, expect: Expect, more: TemplateObject = {}): Call => ({
  op: 'ExecuteStatement',
  input: { Statement: sql(text), ...more },
  observe: [],
  expect,
});

const parameters = (given: readonly AttributeValue[]): TemplateObject => ({ Parameters: given as unknown as Template });
export const withParameters = (
  text: string,
  given: readonly AttributeValue[],
  expect: Expect,
  more: TemplateObject = {},
): Call => execute(text, expect, { ...parameters(given), ...more });

/** A consistent read that gives exactly these rows, in this order. */
export const select = (text: string, rows: Template[], more: TemplateObject = {}): Call =>
  execute(text, { ok: exactly({ Items: rows }) }, { ConsistentRead: true, ...more });

/** The same, in any order. */
export const selectAny = (text: string, rows: Template[], more: TemplateObject = {}): Call =>
  execute(text, { ok: exactly({ Items: { $unordered: rows } }) }, { ConsistentRead: true, ...more });

/** A write without RETURNING has no rows. Whether it has an empty list of them is a case of its own. */
export const runs = (text: string, more: TemplateObject = {}): Call =>
  execute(text, { ok: exactly({ Items: { $oneOf: [[], { $absent: true }] } }) }, more);

export const invalid = (...texts: string[]): Expect => ({
  rejected: 'ValidationException',
  ...(texts.length > 0 && { texts }),
});
export const conditionFailed: Expect = { rejected: 'ConditionalCheckFailedException' };

/** One part of BatchExecuteStatement or ExecuteTransaction. */
export const part = (text: string, more: TemplateObject = {}): TemplateObject => ({ Statement: sql(text), ...more });

export const batch = (statements: Template[], expect: Expect, more: TemplateObject = {}): Call => ({
  op: 'BatchExecuteStatement',
  input: { Statements: statements, ...more },
  observe: [],
  expect,
});
export const transact = (statements: Template[], expect: Expect, more: TemplateObject = {}): Call => ({
  op: 'ExecuteTransaction',
  input: { TransactStatements: statements, ...more },
  observe: [],
  expect,
});

/** A consistent read of the whole item `a`, or another, past PartiQL. */
export const stored = (of: Template | 'absent', pk = 'a'): Call => ({
  op: 'GetItem',
  input: { TableName: { $table: 't' }, Key: { pk: s(pk) }, ConsistentRead: true },
  observe: ['Item'],
  expect: { ok: { Item: of === 'absent' ? { $absent: true } : exactly(of) } },
});

/** An item beside those that statements insert. */
export const one: Item = { pk: s('a'), v: n(1), w: s('x') };
export const inserting = (pk: string): TemplateObject => part(`INSERT INTO @t VALUE {'pk': '${pk}'}`);
export const answers = (...responses: Template[]): Expect => ({ ok: exactly({ Responses: responses }) });
