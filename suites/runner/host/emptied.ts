import type { Json } from '../../../oracles/values/types.ts';
import type { TableSchema } from '../../cases/case.ts';
import type { Session } from '../../targets/target.ts';
import { listAt } from '../play/path.ts';

/** Maximum pages of rows to delete before the table is discarded. */
const turnsMax = 100;

/**
 * Deletes all items of a table. Returns whether the table and each of its indexes are now empty: a stale index entry
 * would falsely accuse the next case.
 */
export async function emptied(session: Session, schema: TableSchema, name: string): Promise<boolean> {
  const keys = listAt(schema, 'KeySchema[].AttributeName').filter((key) => typeof key === 'string');
  const names = Object.fromEntries(keys.map((key, at) => [`#k${at}`, key]));
  const projection = { ExpressionAttributeNames: names, ProjectionExpression: Object.keys(names).join(',') };
  for (let turn = 0; turn < turnsMax; turn++) {
    const page = await session.send('Scan', { TableName: name, ConsistentRead: true, ...projection });
    if (page.kind !== 'ok') return false;
    const items = listAt(page.output, 'Items');
    if (items.length === 0)
      return page.output.LastEvaluatedKey === undefined && (await indexesEmpty(session, schema, name));
    if (!(await deleteAll(session, name, items))) return false;
  }
  return false;
}

async function deleteAll(session: Session, name: string, keys: readonly Json[]): Promise<boolean> {
  for (let at = 0; at < keys.length; at += 25) {
    const requests = keys.slice(at, at + 25).map((Key) => ({ DeleteRequest: { Key } }));
    const answer = await session.send('BatchWriteItem', { RequestItems: { [name]: requests } });
    if (answer.kind !== 'ok') return false;
  }
  return true;
}

async function indexesEmpty(session: Session, schema: TableSchema, name: string): Promise<boolean> {
  const indexes = ['GlobalSecondaryIndexes', 'LocalSecondaryIndexes'].flatMap((kind) =>
    listAt(schema, `${kind}[].IndexName`),
  );
  for (const index of indexes) {
    const page = await session.send('Scan', { TableName: name, IndexName: index });
    if (page.kind !== 'ok' || page.output.Count !== 0) return false;
  }
  return true;
}
