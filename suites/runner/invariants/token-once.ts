import type { JsonObject } from '../../../oracles/values/types.ts';
import { valueAt } from '../play/path.ts';
import type { AuditedTable, Breach, Invariant } from './invariant.ts';
import { contradictionsAfter } from './known/contradictions.ts';

export const tokenOnce: Invariant = {
  statement: 'A transaction that is sent again with its ClientRequestToken is executed once.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html',
  needs: 'such a transaction in the case; or, in a deep audit, a table that a step of the case has created',
  judge: (seen) => contradictionsAfter(seen, 'repeated'),
  audit: async (table) => (table.made && table.deep && table.supports('TransactWriteItems') ? probe(table) : []),
};

const counter = 'parallax_count';

/** Adds one twice with one token, on a row of our own. */
async function probe({ name, facts, ask }: AuditedTable): Promise<Breach[]> {
  const key: JsonObject = Object.fromEntries(
    facts.keys.map((one) => [
      one,
      facts.types.get(one) === 'N' ? { N: '-434343' } : { [facts.types.get(one) ?? 'S']: 'cGFyYWxsYXg=' },
    ]),
  );
  const update = {
    ...{ TableName: name, Key: key, UpdateExpression: 'ADD #c :one' },
    ...{ ExpressionAttributeNames: { '#c': counter }, ExpressionAttributeValues: { ':one': { N: '1' } } },
  };
  const input = { TransactItems: [{ Update: update }], ClientRequestToken: `once-${name}`.slice(-36) };
  const sent = [await ask('TransactWriteItems', input), await ask('TransactWriteItems', input)];
  const read = await ask('GetItem', { Key: key, ConsistentRead: true });
  await ask('DeleteItem', { Key: key });
  const count = read.outcome.kind === 'ok' ? valueAt(read.outcome.output, `Item.${counter}.N`) : undefined;
  if (!sent.every(({ outcome }) => outcome.kind === 'ok') || count === undefined || count === '1') return [];
  return [{ exchange: read.exchange, class: 'value', path: 'Item', expected: '1', actual: count }];
}
