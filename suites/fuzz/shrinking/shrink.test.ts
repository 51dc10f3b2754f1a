import { expect, test } from 'vitest';
import { createOracle } from '../../../oracles/oracle.ts';
import type { JsonObject } from '../../../oracles/values/types.ts';
import { type Case, s, table, tableName } from '../../cases/case.ts';
import { shrink, upTo } from './shrink.ts';

const subject: Case = {
  ...{ id: 'generated/x', title: '', area: 'other', findings: [], certainty: 'inferred', because: '' },
  tables: { rows: table({ hash: ['pk', 'S'], gsi: { 'by-group': { hash: ['gk', 'S'] } } }) },
  steps: [
    { op: 'PutItem', input: { TableName: tableName('rows'), Item: { pk: s('b'), alpha: s('xyz'), beta: s('q') } } },
    { op: 'GetItem', input: { TableName: tableName('rows'), Key: { pk: s('b') } } },
    {
      op: 'Query',
      input: {
        TableName: tableName('rows'),
        KeyConditionExpression: 'pk = :v0',
        FilterExpression: 'alpha BETWEEN :v1 AND :v2 AND NOT (#n0 = :v3 OR contains(alpha, :v4))',
        ExpressionAttributeNames: { '#n0': 'beta' },
        ExpressionAttributeValues: { ':v0': s('b'), ':v1': s('a'), ':v2': s('z'), ':v3': s('r'), ':v4': s('y') },
        ReturnConsumedCapacity: 'TOTAL',
      },
    },
  ],
};

/** Each test keeps candidates that contain certain texts. */
const containing =
  (...texts: string[]) =>
  async (candidate: Case): Promise<boolean> =>
    texts.every((text) => JSON.stringify(candidate).includes(text));

test('removes what does not matter: steps, members, attributes, clauses, indexes, and their placeholders', async () => {
  const { case: smallest } = await shrink(subject, containing('contains(alpha, :v4)'), 500);
  expect(smallest.steps).toEqual([{ op: 'Query', input: { FilterExpression: 'contains(alpha, :v4)' } }]);
  expect(smallest.tables?.rows).not.toHaveProperty('GlobalSecondaryIndexes');
  expect(JSON.stringify(smallest.tables)).not.toContain('gk');
});

test('the AND of a BETWEEN does not join clauses', async () => {
  const { case: smallest } = await shrink(subject, containing('BETWEEN :v1 AND :v2', ':v2":{"S"'), 500);
  expect(smallest.steps).toEqual([
    {
      op: 'Query',
      input: {
        FilterExpression: 'alpha BETWEEN :v1 AND :v2',
        ExpressionAttributeValues: { ':v2': s('a') },
      },
    },
  ]);
});

test('an update loses sections and actions, and keeps the commas of functions', async () => {
  const update: Case = {
    ...subject,
    steps: [
      {
        op: 'UpdateItem',
        input: { UpdateExpression: 'SET alpha = :a, delta = list_append(delta, :b) REMOVE beta, zeta' },
      },
    ],
  };
  const { case: smallest } = await shrink(update, containing('list_append'), 500);
  expect(smallest.steps).toEqual([
    { op: 'UpdateItem', input: { UpdateExpression: 'SET delta = list_append(delta, :b)' } },
  ]);
});

test('a table that a step creates loses indexes together with their definitions', async () => {
  const input = {
    TableName: { $name: 'a' },
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: ['pk', 'gk', 'gs'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    GlobalSecondaryIndexes: ['gk', 'gs'].map((AttributeName) => ({
      IndexName: `by-${AttributeName}`,
      KeySchema: [{ AttributeName, KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    })),
  };
  const isMade = async ({ steps: [step] }: Case): Promise<boolean> => {
    const { TableName: _, ...rest } = step && 'op' in step ? (step.input as JsonObject) : {};
    const { kind } = createOracle().send('CreateTable', { ...rest, TableName: 'made' });
    return kind === 'ok' && JSON.stringify(rest).includes('by-gs');
  };
  const made: Case = { ...subject, tables: {}, steps: [{ op: 'CreateTable', input }] };
  const { case: smallest } = await shrink(made, isMade, 500);
  expect(JSON.stringify(smallest.steps)).not.toContain('gk');
});

test('the last step stays last, and the number of tries is limited', async () => {
  const asked: Case[] = [];
  const { tries } = await shrink(
    subject,
    async (candidate) => {
      asked.push(candidate);
      return false;
    },
    7,
  );
  expect(tries).toBe(7);
  expect(asked).toHaveLength(7);
  expect(asked.every(({ steps }) => steps.length > 0)).toBe(true);
  expect(upTo(subject, 1).steps).toEqual(subject.steps.slice(0, 2));
});
