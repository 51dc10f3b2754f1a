/** The table of tests: a key, and an index on `g`. */
import type { JsonObject } from '../../values/types.ts';
import type { Request } from '../history.ts';

export const indexedTable = (projection: 'ALL' | 'KEYS_ONLY', more: JsonObject = {}): Request => ({
  operation: 'CreateTable',
  input: {
    ...{ TableName: 'tab', BillingMode: 'PAY_PER_REQUEST', KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }] },
    AttributeDefinitions: ['pk', 'g'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    GlobalSecondaryIndexes: [
      {
        ...{ IndexName: 'by-g', KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }] },
        Projection: { ProjectionType: projection },
      },
    ],
    ...more,
  },
});
