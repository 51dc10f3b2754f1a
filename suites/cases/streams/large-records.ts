/** Records of which few fit into one answer. */
import type { Case, TemplateObject } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { put, update } from '../steps.ts';
import { described, iterator, reads, records } from './requests.ts';

const tables = { t: table({ hash: ['pk', 'S'], range: ['sk', 'N'], stream: 'NEW_AND_OLD_IMAGES' }) };
const row = (sk: number) => ({ pk: s('p'), sk: n(sk) });
const insert = (sk: number): TemplateObject => ({ eventName: 'INSERT', dynamodb: { Keys: row(sk) } });
const modify = (sk: number): TemplateObject => ({ eventName: 'MODIFY', dynamodb: { Keys: row(sk) } });
const large = s('x'.repeat(380_000));
/** Its record has the item twice, before and after: three quarters of what one answer holds. */
const touched = (sk: number) => update('t', row(sk), 'SET touched = :t', { ExpressionAttributeValues: { ':t': n(1) } });

export const cases: readonly Case[] = family(
  {
    name: 'large-records',
    area: 'streams',
    certainty: 'documented',
    because: 'An answer ends at 1 MB, and the next one begins with the next record, however large that is.',
    sources: [sources.getRecords, sources.streams],
    tables,
  },
  {
    alone: {
      title: 'Records of which each fills an answer are read one after the other, and none is left out',
      steps: [
        ...[1, 2, 3].map((sk) => put('t', { ...row(sk), v: large })),
        ...[1, 2, 3].map(touched),
        put('t', row(9)),
      ],
      expected: [insert(1), insert(2), insert(3), modify(1), modify(2), modify(3), insert(9)],
    },
    'between-small-ones': {
      title: 'A large record between small ones is read in its place',
      steps: [
        put('t', row(1)),
        put('t', { ...row(2), v: large }),
        put('t', row(3)),
        touched(2),
        put('t', row(4)),
        put('t', row(5)),
        update('t', row(2), 'SET touched = :t', { ExpressionAttributeValues: { ':t': n(2) } }),
        put('t', row(6)),
      ],
      expected: [insert(1), insert(2), insert(3), modify(2), insert(4), insert(5), modify(2), insert(6)],
    },
  },
  ({ steps, expected }) => ({
    steps: [
      described,
      ...steps,
      records(expected),
      ...[{}, { Limit: 1000 }, { Limit: 2 }].flatMap((more, at) => [
        iterator('TRIM_HORIZON', {}, `horizon ${at}`),
        reads(`horizon ${at}`, expected, more),
      ]),
    ],
  }),
);
