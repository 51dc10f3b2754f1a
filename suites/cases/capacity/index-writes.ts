/** What writes cost the indexes of a table. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Case, Step } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { projected } from '../reads.ts';
import { sources } from '../sources.ts';
import { put } from '../steps.ts';
import { answered, consumed, units } from './units.ts';

const key = { pk: s('p'), sk: n(1) };
const whole: Item = { ...key, g: s('g'), l: s('l'), x: s('x'), y: s('y') };
const asked = { ReturnConsumedCapacity: 'INDEXES' };

type Cost = Parameters<typeof consumed>[1] & object;
const sumOf = ({ table, global = {}, local = {} }: Cost): number =>
  [...Object.values(global), ...Object.values(local)].reduce((sum, one) => sum + one, table);
const cost = (split: Cost) => consumed(sumOf(split), split);
const puts = (item: Item, split: Cost): Step[] => [answered('PutItem', { Item: item, ...asked }, cost(split))];
const updates = (expression: string, values: Item | undefined, split: Cost): Step[] => [
  answered(
    'UpdateItem',
    {
      Key: key,
      UpdateExpression: expression,
      ...(values === undefined ? {} : { ExpressionAttributeValues: values }),
      ...asked,
    },
    cost(split),
  ),
];
const allGlobal = (count: number) => ({ all: count, keys: count, some: count });

type Changed = { title: string; before?: Item; steps: Step[] };

const changes = family<Changed>(
  {
    name: 'index-write',
    area: 'capacity',
    certainty: 'documented',
    because:
      'An index costs one write to add, change or remove an entry, two to move it, and none if it stays as it was.',
    sources: [sources.gsi, sources.lsi, sources.extenddbIndexUnits],
    tables: { t: projected },
  },
  {
    'new-entries': {
      title: 'A put of an item with all index keys costs a write in each index',
      steps: puts(whole, { table: 1, global: allGlobal(1), local: { 'near-keys': 1, 'near-some': 1 } }),
    },
    'no-entries': {
      title: 'A put of an item without index keys costs the table alone',
      steps: puts(key, { table: 1 }),
    },
    'global-entries-alone': {
      title: 'An item with the keys of some indexes costs these alone',
      steps: puts({ ...key, g: s('g') }, { table: 1, global: allGlobal(1) }),
    },
    'same-item': {
      title: 'A put of the same item again costs no index anything',
      before: whole,
      steps: puts(whole, { table: 1 }),
    },
    'unprojected-attribute': {
      title: 'A change of an attribute costs only the indexes that project it',
      before: whole,
      steps: updates('SET y = :y', { ':y': s('new') }, { table: 1, global: { all: 1 } }),
    },
    'included-attribute': {
      title: 'A change of an included attribute costs one write where it is included',
      before: whole,
      steps: updates(
        'SET x = :x',
        { ':x': s('new') },
        { table: 1, global: { all: 1, some: 1 }, local: { 'near-some': 1 } },
      ),
    },
    'removed-attribute': {
      title: 'The removal of an included attribute costs one write where it was included',
      before: whole,
      steps: updates('REMOVE x', undefined, { table: 1, global: { all: 1, some: 1 }, local: { 'near-some': 1 } }),
    },
    'moved-global-entries': {
      title: 'A new value of a global index key costs a delete and a put',
      before: whole,
      steps: updates('SET g = :g', { ':g': s('h') }, { table: 1, global: allGlobal(2) }),
    },
    'moved-local-entries': {
      title: 'A new value of a local index key costs a delete and a put, and one write where it is projected',
      before: whole,
      steps: updates(
        'SET l = :l',
        { ':l': s('m') },
        { table: 1, global: { all: 1 }, local: { 'near-keys': 2, 'near-some': 2 } },
      ),
    },
    'removed-index-key': {
      title: 'The removal of an index key costs a write in each of its indexes',
      before: whole,
      steps: updates('REMOVE g', undefined, { table: 1, global: allGlobal(1) }),
    },
    'added-index-key': {
      title: 'An index key that an item gets costs a write in each of its indexes',
      before: { ...key, l: s('l') },
      steps: updates('SET g = :g', { ':g': s('g') }, { table: 1, global: allGlobal(1) }),
    },
    'same-index-key': {
      title: 'An index key that is set to what it was costs no index anything',
      before: whole,
      steps: updates('SET g = :g', { ':g': s('g') }, { table: 1 }),
    },
    deleted: {
      title: 'A delete costs a write in each index that has the item',
      before: { ...key, g: s('g') },
      steps: [answered('DeleteItem', { Key: key, ...asked }, cost({ table: 1, global: allGlobal(1) }))],
    },
    'large-entries': {
      title: 'An index costs the size of its entry, and not that of the item',
      steps: puts(
        { ...key, g: s('g'), l: s('l'), x: s('x'.repeat(1500)), y: s('y'.repeat(1500)) },
        { table: 3, global: { all: 3, keys: 1, some: 2 }, local: { 'near-keys': 1, 'near-some': 2 } },
      ),
    },
    'shrunk-entries': {
      title: 'A changed entry costs the larger of what it was and what it is',
      before: { ...key, g: s('g'), x: s('x'.repeat(1500)) },
      steps: [
        ...updates('SET x = :x', { ':x': s('x') }, { table: 2, global: { all: 2, some: 2 } }),
        ...updates('SET x = :x', { ':x': s('z') }, { table: 1, global: { all: 1, some: 1 } }),
      ],
    },
    'moved-large-entries': {
      title: 'A moved entry costs the size of what it was and the size of what it is',
      before: { ...key, g: s('g'), x: s('x'.repeat(1500)) },
      steps: updates(
        'SET g = :g, x = :x',
        { ':g': s('h'), ':x': s('x') },
        { table: 2, global: { all: 3, keys: 2, some: 3 } },
      ),
    },
  },
  ({ before, steps }) => ({ steps: [...(before === undefined ? [] : [put('t', before)]), ...steps] }),
);

const inTotal: Case = {
  id: 'capacity/index-write-in-total',
  title: 'TOTAL is the sum of the table and its indexes, and names none of them',
  area: 'capacity',
  findings: [],
  certainty: 'documented',
  because: 'TOTAL gives the aggregate alone.',
  sources: [sources.queryOther, sources.gsi, sources.extenddbIndexUnits],
  tables: { t: projected },
  steps: [
    answered('PutItem', { Item: whole, ReturnConsumedCapacity: 'TOTAL' }, consumed(6)),
    answered('DeleteItem', { Key: key, ReturnConsumedCapacity: 'TOTAL' }, consumed(6)),
  ],
};

const batch: Case = {
  id: 'capacity/batch-write-with-indexes',
  title: 'A batch of writes costs the indexes as single writes do',
  area: 'capacity',
  findings: [],
  certainty: 'documented',
  because: 'The costs of all writes are added up by table and by index.',
  sources: [sources.gsi, sources.consumedCapacity],
  tables: { t: projected },
  steps: [
    put('t', whole),
    {
      op: 'BatchWriteItem',
      input: {
        RequestItems: {
          '$table:t': [
            { PutRequest: { Item: { ...whole, g: s('h') } } },
            { PutRequest: { Item: { ...whole, sk: n(2) } } },
            { DeleteRequest: { Key: { ...key, sk: n(3) } } },
          ],
        },
        ReturnConsumedCapacity: 'INDEXES',
      },
      observe: ['ConsumedCapacity'],
      expect: {
        ok: {
          ConsumedCapacity: [
            units('t', 14, {
              table: 3,
              global: { all: 3, keys: 3, some: 3 },
              local: { 'near-keys': 1, 'near-some': 1 },
            }),
          ],
        },
      },
    },
  ],
};

export const cases: readonly Case[] = [...changes, inTotal, batch];
