/** Cases on several items: batches and transactions. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Call, Case, Template, TemplateObject } from '../../cases/case.ts';
import { sources } from '../../cases/sources.ts';
import { get, put, puts, refused } from '../../cases/steps.ts';
import { caseOf, entriesOf, keyOf, label, type OwnGround, unordered } from './ground.ts';
import { changedValue } from './items.ts';
import { wholeIndex } from './queries.ts';

/** The maximum batch sizes: 25 writes, 100 reads. */
const writesMax = 25;
const member = `$table:${label}`;

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

const batchWrite = (requests: readonly TemplateObject[]): Call[] =>
  chunks(requests, writesMax).map((chunk) => ({
    op: 'BatchWriteItem',
    input: { RequestItems: { [member]: chunk } },
    expect: { ok: { UnprocessedItems: {} } },
  }));

const batchGet = (keys: readonly Item[], rows: readonly Item[]): Call => ({
  op: 'BatchGetItem',
  input: { RequestItems: { [member]: { ConsistentRead: true, Keys: keys as unknown as Template[] } } },
  expect: { ok: { Responses: { [member]: unordered(rows as unknown as Template[]) }, UnprocessedKeys: {} } },
});

export function batches(ground: OwnGround): Case {
  const rows = ground.rows as unknown as TemplateObject[];
  const keys = ground.rows.map((row) => keyOf(ground, row));
  const removed = keys.filter((_, at) => at % 2 === 0) as unknown as TemplateObject[];
  return caseOf(ground, {
    slug: 'batches',
    title: 'batches write, read and remove the same as single requests',
    because: 'A batch is its requests, each by itself; a read of what is not there returns nothing for it.',
    sources: [sources.workingWithItems],
    steps: [
      ...batchWrite(rows.map((Item) => ({ PutRequest: { Item } }))),
      batchGet(keys, ground.rows),
      ...batchWrite(removed.map((Key) => ({ DeleteRequest: { Key } }))),
      batchGet(
        keys,
        ground.rows.filter((_, at) => at % 2 === 1),
      ),
    ],
  });
}

const action = (kind: string, members: TemplateObject): TemplateObject => ({
  [kind]: { TableName: { $table: label }, ...members },
});

const transact = (...TransactItems: TemplateObject[]): Call => ({
  op: 'TransactWriteItems',
  input: { TransactItems },
  observe: [],
  expect: { ok: {} },
});

export function transactions(ground: OwnGround): Case {
  const [a, b, c, d, e] = ground.rows as readonly [Item, Item, Item, Item, Item];
  const key = (row: Item): TemplateObject => keyOf(ground, row) as unknown as TemplateObject;
  const whole = (row: Item): TemplateObject => row as unknown as TemplateObject;
  const hash = { ExpressionAttributeNames: { '#hash': ground.hash.name } };
  const check = (row: Item): TemplateObject =>
    action('ConditionCheck', { Key: key(row), ConditionExpression: 'attribute_exists(#hash)', ...hash });
  const update = action('Update', {
    Key: key(c),
    UpdateExpression: 'SET #changed = :changed',
    ExpressionAttributeNames: { '#changed': ground.changed },
    ExpressionAttributeValues: { ':changed': changedValue as unknown as Template },
  });
  const changed = { ...c, [ground.changed]: changedValue };
  const found = [a, b, changed, undefined];
  return caseOf(ground, {
    slug: 'transactions',
    title: 'a transaction happens as a whole or not at all',
    because: 'All actions take effect together; one whose condition fails cancels all, and is named by its place.',
    sources: [sources.transactWrite, sources.transactGet, sources.cancellationReason],
    steps: [
      ...puts(label, [c, d]),
      transact(
        action('Put', { Item: whole(a) }),
        action('Put', { Item: whole(b), ConditionExpression: 'attribute_not_exists(#hash)', ...hash }),
        update,
        action('Delete', { Key: key(d) }),
      ),
      {
        op: 'TransactGetItems',
        input: { TransactItems: [a, b, c, d].map((row) => action('Get', { Key: key(row) })) },
        expect: {
          ok: { Responses: found.map((row) => ({ Item: row ? whole(row) : { $absent: true } })) },
        },
      },
      refused(transact(action('Put', { Item: whole(d) }), check(e)), 'TransactionCanceledException', {
        members: { CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }] },
      }),
      get(label, keyOf(ground, d), 'absent'),
      put(label, e),
      transact(action('Put', { Item: whole(d) }), check(e)),
      get(label, keyOf(ground, d), d),
      ...ground.indexes.map((index) =>
        wholeIndex(index, entriesOf({ ...ground, rows: [a, b, changed, d, e] }, index), `index ${index.name}`),
      ),
    ],
  });
}
