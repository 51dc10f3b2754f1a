import type { Call, Case, TemplateObject } from '../case.ts';
import { s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { put, refused } from '../steps.ts';

const TableName = { $table: 't' };
const local: TemplateObject = {
  IndexName: 'by-l',
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'l', KeyType: 'RANGE' },
  ],
  Projection: { ProjectionType: 'ALL' },
};
const AttributeDefinitions = ['pk', 'sk', 'l'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' }));
const asked = (changes: TemplateObject): Call => ({
  op: 'UpdateTable',
  input: { TableName, AttributeDefinitions, ...changes },
  observe: [],
  raw: true,
});

const never: Case = {
  id: 'secondary-index/no-local-index-later',
  title: 'A local index cannot be added to a table that exists',
  area: 'secondary-index',
  findings: ['mongo-rfc/VC-lsi-immutable'],
  certainty: 'documented',
  because: 'UpdateTable has no member for it: local indexes are made together with their table, or not at all.',
  sources: [sources.lsi, sources.updateTable],
  tables: { t: table({ hash: ['pk', 'S'], range: ['sk', 'S'] }) },
  steps: [
    put('t', { pk: s('p'), sk: s('a'), l: s('l') }),
    // A member that nobody knows is passed over, and then nothing is left to change.
    ...[{ LocalSecondaryIndexes: [local] }, { LocalSecondaryIndexUpdates: [{ Create: local }] }].map((changes) =>
      refused(asked(changes), ['ValidationException', 'SerializationException']),
    ),
    {
      op: 'DescribeTable',
      input: { TableName },
      observe: [],
      expect: { ok: { Table: { TableStatus: 'ACTIVE', LocalSecondaryIndexes: { $absent: true } } } },
    },
    refused(
      {
        op: 'Query',
        input: {
          TableName,
          IndexName: 'by-l',
          KeyConditionExpression: 'pk = :p',
          ExpressionAttributeValues: { ':p': s('p') },
        },
        observe: [],
      },
      'ValidationException',
    ),
  ],
};

export const cases: readonly Case[] = [never];
