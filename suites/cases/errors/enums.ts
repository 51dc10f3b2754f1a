/** Each member that takes one of a few words, given another one. */
import type { Call, Template, TemplateObject } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { refused } from '../steps.ts';
import { isNoneOf, memberPath } from '../words.ts';
import { described, inTable, requests, tables } from './required.ts';

const capacity = ['INDEXES', 'TOTAL', 'NONE'];
const metrics = ['SIZE', 'NONE'];
const onFailure = ['ALL_OLD', 'NONE'];
const comparisons = 'IN NULL BETWEEN LT NOT_CONTAINS EQ GT NOT_NULL NE LE BEGINS_WITH GE CONTAINS'.split(' ');
const keyTypes = ['HASH', 'RANGE'];
const attributeTypes = ['B', 'N', 'S'];
const projections = ['ALL', 'INCLUDE', 'KEYS_ONLY'];
const billing = ['PROVISIONED', 'PAY_PER_REQUEST'];
const encryption = ['AES256', 'KMS'];
const selects = ['SPECIFIC_ATTRIBUTES', 'COUNT', 'ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES'];

const onWrite = {
  ReturnConsumedCapacity: capacity,
  ReturnItemCollectionMetrics: metrics,
  ReturnValuesOnConditionCheckFailure: onFailure,
  'Expected.a.ComparisonOperator': comparisons,
};
const ofIndex = (path: string) => ({
  [`${path}.KeySchema.0.KeyType`]: keyTypes,
  [`${path}.Projection.ProjectionType`]: projections,
});

/** The words of each member, in the order in which refusals list them. */
const words: { readonly [op in Call['op']]?: { [path: string]: string[] } } = {
  PutItem: onWrite,
  DeleteItem: onWrite,
  UpdateItem: { ...onWrite, 'AttributeUpdates.a.Action': ['ADD', 'DELETE', 'PUT'] },
  GetItem: { ReturnConsumedCapacity: capacity },
  BatchGetItem: { ReturnConsumedCapacity: capacity },
  BatchWriteItem: { ReturnConsumedCapacity: capacity, ReturnItemCollectionMetrics: metrics },
  Query: {
    ...{ ReturnConsumedCapacity: capacity, Select: selects },
    ...{ 'KeyConditions.pk.ComparisonOperator': comparisons, 'QueryFilter.g.ComparisonOperator': comparisons },
  },
  Scan: {
    ...{ ReturnConsumedCapacity: capacity, Select: selects },
    ...{ 'ScanFilter.g.ComparisonOperator': comparisons, ConditionalOperator: ['OR', 'AND'] },
  },
  TransactGetItems: { ReturnConsumedCapacity: capacity },
  TransactWriteItems: {
    ...{ ReturnConsumedCapacity: capacity, ReturnItemCollectionMetrics: metrics },
    ...Object.fromEntries(
      ['Put', 'Delete', 'Update', 'ConditionCheck'].map((action, at) => [
        `TransactItems.${at}.${action}.ReturnValuesOnConditionCheckFailure`,
        onFailure,
      ]),
    ),
  },
  ExecuteStatement: { ReturnConsumedCapacity: capacity, ReturnValuesOnConditionCheckFailure: onFailure },
  BatchExecuteStatement: {
    ReturnConsumedCapacity: capacity,
    'Statements.0.ReturnValuesOnConditionCheckFailure': onFailure,
  },
  ExecuteTransaction: {
    ReturnConsumedCapacity: capacity,
    'TransactStatements.0.ReturnValuesOnConditionCheckFailure': onFailure,
  },
  CreateTable: {
    ...{ BillingMode: billing, 'SSESpecification.SSEType': encryption },
    ...{ 'KeySchema.0.KeyType': keyTypes, 'KeySchema.1.KeyType': keyTypes },
    'AttributeDefinitions.1.AttributeType': attributeTypes,
    ...ofIndex('GlobalSecondaryIndexes.0'),
    ...ofIndex('LocalSecondaryIndexes.0'),
  },
  UpdateTable: {
    ...{ BillingMode: billing, 'SSESpecification.SSEType': encryption },
    'AttributeDefinitions.0.AttributeType': attributeTypes,
    ...ofIndex('GlobalSecondaryIndexUpdates.0.Create'),
  },
  RestoreTableFromBackup: {
    ...{ BillingModeOverride: billing, 'SSESpecificationOverride.SSEType': encryption },
    ...ofIndex('GlobalSecondaryIndexOverride.0'),
    ...ofIndex('LocalSecondaryIndexOverride.0'),
  },
};

/** The same with this at the path. */
function having(value: Template | undefined, [step, ...rest]: readonly string[], inner: Template): Template {
  if (step === undefined) return inner;
  if (Array.isArray(value)) return value.map((one, at) => (String(at) === step ? having(one, rest, inner) : one));
  const members = (value ?? {}) as TemplateObject;
  return { ...members, [step]: having(members[step], rest, inner) };
}

export const cases = family(
  {
    name: 'word-of',
    area: 'errors',
    certainty: 'documented',
    because: 'The API reference lists the valid values of the member. The refusal names them in an order of its own.',
    sources: [sources.operations, sources.dynaliteTests],
    tables,
  },
  Object.fromEntries(
    Object.entries(words).map(([op, members]) => [
      op.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase(),
      { title: `${op} refuses a word that a member does not take`, op: op as Call['op'], members },
    ]),
  ),
  ({ op, members }) => ({
    steps: [
      described,
      ...Object.entries(members).map(([path, known]) =>
        refused(
          {
            ...{ op, observe: [], raw: true },
            input: having(requests[op]!.input, path.split('.'), 'SOME') as TemplateObject,
          },
          'ValidationException',
          { texts: [inTable(isNoneOf(memberPath(path), 'SOME', ...known))] },
        ),
      ),
    ],
  }),
);
