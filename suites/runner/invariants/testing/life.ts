/** A case that comes near every invariant. */
import { type Case, n, s, table, tableName } from '../../../cases/case.ts';
import { backUp, get, put, puts, refused, remove, restore, untilActive, update } from '../../../cases/steps.ts';

const row = (sk: number, more: { [name: string]: { S: string } | { N: string } } = {}) => ({
  ...{ pk: s('p'), sk: n(sk), g: s('g'), r: n(10 - sk), ...more },
});
const keyOf = (sk: number) => ({ pk: s('p'), sk: n(sk) });

const schema = table({
  hash: ['pk', 'S'],
  range: ['sk', 'N'],
  gsi: { 'by-g': { hash: ['g', 'S'], projection: ['a'] } },
  lsi: { 'by-r': { hash: ['pk', 'S'], range: ['r', 'N'] } },
  stream: 'NEW_AND_OLD_IMAGES',
});

const transaction = {
  op: 'TransactWriteItems' as const,
  input: {
    TransactItems: [{ Put: { TableName: tableName('t'), Item: row(7, { a: s('first') }) } }],
    ClientRequestToken: { $token: 'once' },
  },
};

/** The service reads them. */
const flagsAsTexts = {
  DeletionProtectionEnabled: 'No',
  StreamSpecification: { StreamEnabled: 'yes', StreamViewType: 'KEYS_ONLY' },
};

export const life: Case = {
  id: 'table-lifecycle/whole-life',
  title: 'A table, its indexes and stream, a backup and a restored copy',
  area: 'table-lifecycle',
  findings: [],
  certainty: 'documented',
  because: 'It is only played in tests of the invariants.',
  tables: { t: schema },
  steps: [
    { op: 'CreateTable', input: { ...table({ hash: ['pk', 'S'] }), ...flagsAsTexts, TableName: { $name: 'made' } } },
    untilActive('ready', { $name: 'made' }),
    ...puts('t', [row(1), row(2), row(3), row(4)]),
    put('t', row(1, { a: s('second') }), { ReturnConsumedCapacity: 'TOTAL' }),
    update('t', keyOf(2), 'SET a = :a', { ExpressionAttributeValues: { ':a': s('x') }, ReturnValues: 'ALL_NEW' }),
    remove('t', keyOf(4)),
    refused(
      put('t', row(3, { a: s('never') }), { ConditionExpression: 'attribute_not_exists(pk)' }),
      'ConditionalCheckFailedException',
    ),
    transaction,
    put('t', row(7, { a: s('last') })),
    transaction,
    get('t', keyOf(7), row(7, { a: s('last') })),
    ...backUp('backup', 't', 'copy'),
    ...restore('backup', 'copied'),
  ],
};
