import { describe, expect, test } from 'vitest';
import type { Json, Outcome } from '../../../oracles/values/types.ts';
import { ok, refused } from '../testing/outcomes.ts';
import { differences } from './difference.ts';

const rows = (...values: Json[]): Outcome => ok({ Items: values });
const classes = (expected: Outcome, actual: Outcome, observe?: string[]): string[] =>
  differences(expected, actual, observe).map(({ tier, class: kind, path }) => `${tier}/${kind}/${path}`);

describe('successes', () => {
  test.each<[string, Outcome, Outcome, string[]]>([
    ['equal answers', rows(1, 2), rows(1, 2), []],
    ['member order does not count', ok({ a: 1, b: 2 }), ok({ b: 2, a: 1 }), []],
    ['a row is lost', rows(1, 2, 3), rows(1, 3), ['outcome/rows-missing/Items']],
    ['a row too many', rows(1), rows(1, 2), ['outcome/rows-extra/Items']],
    ['a row twice', rows(1, 2), rows(1, 2, 2), ['outcome/rows-repeated/Items']],
    ['rows in another order', rows(1, 2), rows(2, 1), ['outcome/rows-order/Items']],
    [
      'one lost and one repeated',
      rows(1, 2, 3),
      rows(1, 1),
      ['outcome/rows-missing/Items', 'outcome/rows-repeated/Items'],
    ],
    ['a value changed in a row', rows({ n: { N: '1' } }), rows({ n: { N: '1.0' } }), ['outcome/value/Items[0].n.N']],
    ['a value of another type', rows({ n: { N: '1' } }), rows({ n: { S: '1' } }), ['outcome/value/Items[0].n']],
    [
      'two types at once',
      rows({ n: { N: '1' } }),
      rows({ n: { N: '1', S: '1' } }),
      ['outcome/member-extra/Items[0].n.S'],
    ],
    ['a member is lost', ok({ a: 1, b: 2 }), ok({ a: 1 }), ['outcome/member-missing/b']],
    ['a member too many', ok({ a: 1 }), ok({ a: 1, b: 2 }), ['outcome/member-extra/b']],
  ])('%s', (_, expected, actual, found) => {
    expect(classes(expected, actual)).toEqual(found);
  });

  test('a count is not a divergence beside the rows that it counts', () => {
    const counted = (...values: Json[]): Outcome => ok({ Items: values, Count: values.length });
    expect(classes(counted(1, 2), counted(1))).toEqual(['outcome/rows-missing/Items']);
    expect(classes(ok({ Items: [1], Count: 1 }), ok({ Items: [1], Count: 2 }))).toEqual(['outcome/value/Count']);
  });

  test('the text of a statement that failed in a batch is as free as that of a refusal', () => {
    const failed = (Message: string): Outcome => ok({ Responses: [{ Error: { Code: 'ValidationError', Message } }] });
    expect(classes(failed('Unexpected token at 1:13:24'), failed('Unexpected token at 1:13:23'))).toEqual([]);
    expect(classes(failed('Unexpected token at 1:13:24'), failed('Unsupported token at 1:13:24'))).toEqual([
      'outcome/value/Responses[0].Error.Message',
    ]);
  });

  test('only what is observed counts', () => {
    expect(classes(ok({ a: 1, b: 2 }), ok({ a: 1, b: 3 }), ['a'])).toEqual([]);
    expect(classes(ok({ a: 1 }), refused('ValidationException'), [])).toEqual(['outcome/refused/']);
  });
});

describe('refusals', () => {
  const constraint = (member: string): string =>
    `1 validation error detected: Value '' at '${member}' failed to satisfy constraint: Member must not be null`;

  test.each<[string, Outcome, Outcome, string[]]>([
    ['accepted instead', refused('ValidationException'), ok({}), ['outcome/accepted/']],
    ['another type', refused('BackupInUseException'), refused('ValidationException'), ['error-type/error-type/']],
    [
      'reasons in another order',
      refused('T', '', { CancellationReasons: [{ Code: 'None' }, { Code: 'X' }] }),
      refused('T', '', { CancellationReasons: [{ Code: 'X' }, { Code: 'None' }] }),
      ['member/error-member/CancellationReasons'],
    ],
    ['another text', refused('T', 'The item is too large'), refused('T', 'too big'), ['text/error-text/message']],
    [
      'the envelope is regional',
      refused('T', '1 validation error detected: Empty attribute name'),
      refused('T', 'Empty attribute name'),
      [],
    ],
    [
      'another member in one constraint',
      refused('T', constraint('key')),
      refused('T', constraint('tableName')),
      ['member/error-member/message'],
    ],
    ['the newer wording capitalises members', refused('T', constraint('key')), refused('T', constraint('Key')), []],
  ])('%s', (_, expected, actual, found) => {
    expect(classes(expected, actual)).toEqual(found);
  });
});
