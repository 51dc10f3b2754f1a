/** How much an update may hold, to the byte: its clauses count beside their values. */
import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Case, Step } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { put, refused, update } from '../steps.ts';

const key = { pk: s('p') };
const list = (...elements: AttributeValue[]): AttributeValue => ({ L: elements });
const map = (members: Item): AttributeValue => ({ M: members });
const ten = s('x'.repeat(10));
const eleven = list(...Array.from({ length: 11 }, () => s('e')));

interface Counted {
  expression: string;
  values?: Item;
  before?: Item;
  /** Bytes beside the whole expression's first three, and those of `SET b = :b` without the value. */
  bytes: number;
}
const own = 3 + 19 + 1;

/** `SET b = :b` and another clause are accepted while they hold 409,600 bytes, and refused with one more. */
const bounded = ({ expression, values = {}, before, bytes }: Counted): Step[] => {
  const whole = expression.startsWith('SET ') ? `SET b = :b, ${expression.slice(4)}` : `SET b = :b ${expression}`;
  const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value]));
  const asked = (length: number) =>
    update('t', key, whole, { ExpressionAttributeValues: { ':b': s('x'.repeat(length)), ...given } });
  const room = 409_600 - own - bytes;
  return [
    put('t', { ...key, ...before }),
    refused(asked(room + 1), 'ValidationException', {
      texts: ['Item size to update has exceeded the maximum allowed size'],
    }),
    asked(room),
  ];
};

export const cases: readonly Case[] = family(
  {
    ...({ area: 'limits', name: 'update-cost', certainty: 'measured' } as const),
    because: 'An update has 409,600 bytes at most, and each clause, path, sign and function counts some of them.',
    sources: [sources.conformance],
    tables: { t: table({ hash: ['pk', 'S'] }) },
  },
  {
    copies: {
      title: 'A copied path counts its elements, and not what it holds',
      of: [
        { expression: 'SET c = abcdefghij', before: { abcdefghij: ten }, bytes: 20 + 25 },
        { expression: 'SET c = m.z', before: { m: map({ z: ten }) }, bytes: 20 + 31 },
        { expression: 'SET c = m.a.z', before: { m: map({ a: map({ z: ten }) }) }, bytes: 20 + 46 },
        { expression: 'SET c = l[10]', before: { l: eleven }, bytes: 20 + 32 },
      ],
    },
    sums: {
      title: 'A sum and a difference count their sign, and both operands',
      of: [
        { expression: 'SET n = n + :one', values: { one: n(1) }, before: { n: n(7) }, bytes: 20 + 34 + 16 + 2 },
        { expression: 'SET n = n - :one', values: { one: n(1) }, before: { n: n(7) }, bytes: 20 + 37 + 16 + 2 },
      ],
    },
    functions: {
      title: 'A function counts its name and its operands, whichever it gives',
      of: [
        {
          expression: 'SET l = list_append(l, :new)',
          values: { new: list(ten) },
          before: { l: list(s('e')) },
          bytes: 20 + 37 + 16 + 14,
        },
        {
          expression: 'SET l = list_append(:a, :c)',
          values: { a: list(s('e')), c: list(ten) },
          bytes: 20 + 37 + 5 + 14,
        },
        {
          expression: 'SET c = if_not_exists(c, :m)',
          values: { m: map({ a: s('x'.repeat(100)) }) },
          before: { c: s('c') },
          bytes: 20 + 39 + 16 + 105,
        },
        {
          expression: 'SET c = if_not_exists(c, :t), d = if_not_exists(d, :t)',
          values: { t: s('x'.repeat(100)) },
          bytes: 2 * (20 + 39 + 16 + 100),
        },
      ],
    },
    added: {
      title: 'ADD counts a number, and of a set the members that are new',
      of: [
        { expression: 'ADD abcdefghij :one', values: { one: n(1) }, before: { abcdefghij: n(1) }, bytes: 29 + 2 },
        {
          expression: 'ADD ss :new',
          values: { new: { SS: ['xxxxx', 's'.repeat(500)] } },
          before: { ss: { SS: ['xxxxx'] } },
          bytes: 21 + 500,
        },
        { expression: 'ADD ss :new', values: { new: { SS: ['xxxxx'] } }, bytes: 21 + 5 },
      ],
    },
    removed: {
      title: 'REMOVE counts its path, and DELETE its path and no member',
      of: [
        { expression: 'REMOVE abcdefghij', bytes: 11 },
        { expression: 'REMOVE m.yyyyyyyyyy', before: { m: map({ yyyyyyyyyy: s('r') }) }, bytes: 1 + 1 + 14 },
        { expression: 'REMOVE l[10]', before: { l: eleven }, bytes: 1 + 1 + 6 },
        { expression: 'DELETE ss :rm', values: { rm: { SS: ['q'] } }, before: { ss: { SS: ['p', 'q'] } }, bytes: 3 },
      ],
    },
  } satisfies { [slug: string]: { title: string; of: Counted[] } },
  ({ of }) => ({ steps: of.flatMap(bounded) }),
);
