import type { Call, Case, Expect, TemplateObject } from '../case.ts';
import { from, n, s, table } from '../case.ts';
import { byOther, created, nameOf } from '../other-account.ts';
import { sources } from '../sources.ts';
import { put } from '../steps.ts';

const schema = table({ hash: ['pk', 'S'], range: ['sk', 'N'] });
const rows = { $name: 'rows' };
const read = (expect: Expect, more: TemplateObject = {}): Call => ({
  op: 'ExecuteStatement',
  input: {
    Statement: { $text: ['SELECT sk FROM "', nameOf('own'), "\" WHERE pk = 'p'"] },
    ...{ Limit: 1, ConsistentRead: true, ...more },
  },
  observe: ['Items'],
  expect,
});
const row = (sk: number) => ({ Items: [{ sk: n(sk) }] });
const next = { NextToken: from('first', 'NextToken') };

const foreignToken: Case = {
  id: 'tenancy-security/foreign-next-token',
  title: 'A token of a statement is of no use to another account, not even for the same statement',
  area: 'tenancy-security',
  findings: [],
  certainty: 'documented',
  because: 'NextToken is what the previous answer of this statement has returned, to the one who has asked for it.',
  sources: [sources.executeStatement],
  steps: [
    ...created('own', rows, schema),
    ...created('foreign', rows, schema).map(byOther),
    ...[1, 2, 3].flatMap((sk) => [
      put(nameOf('own'), { pk: s('p'), sk: n(sk) }),
      byOther(put(nameOf('foreign'), { pk: s('p'), sk: n(10 * sk) })),
    ]),
    { ...read({ ok: row(1) }), as: 'first' },
    byOther(read({ rejected: 'ValidationException' }, next)),
    read({ ok: row(2) }, next),
    byOther(read({ ok: row(10) })),
  ],
};

export const cases: readonly Case[] = [foreignToken];
