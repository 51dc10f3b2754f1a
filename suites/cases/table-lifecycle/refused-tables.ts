/** Tables that CreateTable refuses, the indexes aside. */
import type { Case, TemplateObject } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { refused } from '../steps.ts';
import { invalidValues, inWords, isMissing, isNoneOf, isTooLong, isTooShort, isTooSmall } from '../words.ts';
import { create, defined, index, keys, onDemand, provisioned, refusing, units } from './requests.ts';

const { BillingMode: _, ...silent } = onDemand;
const { ProvisionedThroughput: __, ...unitless } = provisioned;
const types = (...KeyTypes: string[]) =>
  KeyTypes.map((KeyType, at) => ({ AttributeName: ['pk', 'sk', 'tk'][at]!, KeyType }));
const tags = (count: number) => Array.from({ length: count }, (_, at) => ({ Key: `k${at}`, Value: '' }));
const tagged = (Key: string, Value = '') => ({ ...onDemand, Tags: [{ Key, Value }] });
const two = { ...onDemand, AttributeDefinitions: defined('pk', 'sk') };
const off = { ...onDemand, OnDemandThroughput: { MaxReadRequestUnits: 5 } };

const rows: { [slug: string]: { title: string; request: TemplateObject; error?: string; text?: string } } = {
  'no-keys': {
    title: 'a key schema of no elements',
    request: { ...onDemand, KeySchema: [] },
    text: isTooShort('keySchema', '[]', 1),
  },
  'three-keys': {
    title: 'a key schema of three elements',
    request: {
      ...onDemand,
      KeySchema: types('HASH', 'RANGE', 'RANGE'),
      AttributeDefinitions: defined('pk', 'sk', 'tk'),
    },
  },
  'sort-key-alone': {
    title: 'a sort key without a partition key',
    request: { ...onDemand, KeySchema: types('RANGE') },
    text: 'Invalid KeySchema: The first KeySchemaElement is not a HASH key type',
  },
  'two-partition-keys': {
    title: 'two partition keys',
    request: { ...two, KeySchema: types('HASH', 'HASH') },
    text: 'Invalid KeySchema: The second KeySchemaElement is not a RANGE key type',
  },
  'two-sort-keys': {
    title: 'two sort keys',
    request: { ...two, KeySchema: types('RANGE', 'RANGE') },
    text: 'Invalid KeySchema: The first KeySchemaElement is not a HASH key type',
  },
  'sort-key-first': {
    title: 'the sort key before the partition key',
    request: { ...two, KeySchema: types('RANGE', 'HASH') },
    text: 'Invalid KeySchema: The first KeySchemaElement is not a HASH key type',
  },
  'one-attribute-for-both': {
    title: 'one attribute for both keys',
    request: { ...onDemand, KeySchema: [...types('HASH'), { AttributeName: 'pk', KeyType: 'RANGE' }] },
    text: 'Invalid KeySchema: Some index key attribute have no definition',
  },
  'one-attribute-for-both-of-two': {
    title: 'one attribute for both keys, beside a definition of another',
    request: { ...two, KeySchema: [...types('HASH'), { AttributeName: 'pk', KeyType: 'RANGE' }] },
    text: 'Both the Hash Key and the Range Key element in the KeySchema have the same name',
  },
  'key-type-unknown': {
    title: 'a key type that there is not',
    request: { ...onDemand, KeySchema: types('PARTITION') },
    text: isNoneOf('keySchema.1.member.keyType', 'PARTITION', 'HASH', 'RANGE'),
  },
  'key-undefined': {
    title: 'a key without a definition',
    request: { ...onDemand, KeySchema: keys('other') },
    text: invalidValues(
      'Some index key attributes are not defined in AttributeDefinitions. Keys: [other], AttributeDefinitions: [pk]',
    ),
  },
  'fewer-definitions-than-keys': {
    title: 'fewer definitions than keys',
    request: { ...onDemand, KeySchema: keys('pk', 'sk') },
    text: 'Invalid KeySchema: Some index key attribute have no definition',
  },
  'definition-unused': {
    title: 'a definition that no key uses',
    request: two,
    text: invalidValues(
      'Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions',
    ),
  },
  'definition-unused-beside-sort-key': {
    title: 'a definition that neither key uses',
    request: { ...onDemand, KeySchema: keys('pk', 'sk'), AttributeDefinitions: defined('pk', 'sk', 'x') },
    text: invalidValues(
      'Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions',
    ),
  },
  'definition-of-a-document': {
    title: 'a definition of a type that no key can have',
    request: { ...onDemand, AttributeDefinitions: defined('pk:M') },
    text: isNoneOf('attributeDefinitions.1.member.attributeType', 'M', 'B', 'N', 'S'),
  },
  'definition-of-a-set': {
    title: 'a definition of a set',
    request: { ...onDemand, AttributeDefinitions: defined('pk:SS') },
    text: isNoneOf('attributeDefinitions.1.member.attributeType', 'SS', 'B', 'N', 'S'),
  },
  'definition-without-name': {
    title: 'a definition without a name',
    request: { ...onDemand, AttributeDefinitions: [{ AttributeType: 'S' }] },
    text: isMissing('attributeDefinitions.1.member.attributeName'),
  },
  'definition-without-type': {
    title: 'a definition without a type',
    request: { ...onDemand, AttributeDefinitions: [{ AttributeName: 'pk' }] },
    text: isMissing('attributeDefinitions.1.member.attributeType'),
  },
  'no-definitions': {
    title: 'no definitions',
    request: { BillingMode: 'PAY_PER_REQUEST', KeySchema: keys('pk') },
    text: isMissing('attributeDefinitions'),
  },
  'billing-mode-unknown': {
    title: 'a billing mode that there is not',
    request: { ...onDemand, BillingMode: 'pay_per_request' },
    text: isNoneOf('billingMode', 'pay_per_request', 'PROVISIONED', 'PAY_PER_REQUEST'),
  },
  'units-missing': {
    title: 'a provisioned table without units',
    request: unitless,
    text: invalidValues(
      'ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED',
    ),
  },
  'units-missing-by-default': {
    title: 'a table with neither a billing mode nor units',
    request: silent,
    text: invalidValues(
      'ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED',
    ),
  },
  'units-on-demand': {
    title: 'units of a table on demand',
    request: { ...onDemand, ProvisionedThroughput: units(1, 1) },
    text: invalidValues(
      'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
    ),
  },
  'no-read-units': {
    title: 'no read units',
    request: { ...provisioned, ProvisionedThroughput: units(0, 1) },
    text: isTooSmall('provisionedThroughput.readCapacityUnits', 0, 1),
  },
  'no-write-units': {
    title: 'no write units',
    request: { ...provisioned, ProvisionedThroughput: units(1, 0) },
    text: isTooSmall('provisionedThroughput.writeCapacityUnits', 0, 1),
  },
  'read-units-missing': {
    title: 'write units without read units',
    request: { ...provisioned, ProvisionedThroughput: { WriteCapacityUnits: 1 } },
    text: isMissing('provisionedThroughput.readCapacityUnits'),
  },
  'read-units-out-of-bounds': {
    title: 'read units beyond all bounds',
    request: { ...provisioned, ProvisionedThroughput: units(1_000_000_000_001, 1) },
    text: 'Given value 1000000000001 for ReadCapacityUnits is out of bounds',
  },
  'write-units-out-of-bounds': {
    title: 'write units beyond all bounds',
    request: { ...provisioned, ProvisionedThroughput: units(1, 1_000_000_000_001) },
    text: 'Given value 1000000000001 for WriteCapacityUnits is out of bounds',
  },
};

const documented: typeof rows = {
  'ceilings-of-provisioned': {
    title: 'ceilings of a provisioned table',
    request: { ...off, BillingMode: 'PROVISIONED', ProvisionedThroughput: units(1, 1) },
    text: invalidValues(
      'MaxReadRequestUnits for OnDemandThroughput cannot be specified when table BillingMode is PROVISIONED.',
    ),
  },
  'ceiling-of-zero': {
    title: 'a ceiling of zero',
    request: { ...onDemand, OnDemandThroughput: { MaxReadRequestUnits: 0 } },
    text: invalidValues('Requested MaxReadRequestUnits for OnDemandThroughput for table is outside of valid range'),
  },
  'write-ceiling-of-zero': {
    title: 'a ceiling of zero writes',
    request: { ...onDemand, OnDemandThroughput: { MaxWriteRequestUnits: 0 } },
    text: invalidValues('Requested MaxWriteRequestUnits for OnDemandThroughput for table is outside of valid range'),
  },
  'read-ceiling-over-quota': {
    title: 'a ceiling of reads over the quota of a table',
    request: { ...onDemand, OnDemandThroughput: { MaxReadRequestUnits: 100_000_000 } },
    error: 'LimitExceededException',
  },
  'write-ceiling-over-quota': {
    title: 'a ceiling of writes over the quota of a table',
    request: { ...onDemand, OnDemandThroughput: { MaxWriteRequestUnits: 100_000_000 } },
    error: 'LimitExceededException',
  },
  'stream-without-view': {
    title: 'a stream without a view type',
    request: { ...onDemand, StreamSpecification: { StreamEnabled: true } },
    text: invalidValues('Table is being created with a stream enabled, UpdateViewType is required'),
  },
  'stream-of-unknown-view': {
    title: 'a stream of a view type that there is not',
    request: { ...onDemand, StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGES' } },
  },
  'view-without-stream': {
    title: 'a view type of a stream that is off',
    request: { ...onDemand, StreamSpecification: { StreamEnabled: false, StreamViewType: 'NEW_IMAGE' } },
    text: invalidValues('Table is being created with a stream disabled, UpdateViewType should not be specified'),
  },
  'stream-neither-on-nor-off': {
    title: 'a stream of which is not said whether it is on',
    request: { ...onDemand, StreamSpecification: { StreamViewType: 'NEW_IMAGE' } },
    text: isMissing('streamSpecification.streamEnabled'),
  },
  'class-unknown': {
    title: 'a table class that there is not',
    request: { ...onDemand, TableClass: 'standard' },
  },
  'encryption-of-aes': {
    title: 'encryption of another type than KMS',
    request: { ...onDemand, SSESpecification: { Enabled: true, SSEType: 'AES256' } },
    text: invalidValues('SSEType AES256 is not supported'),
  },
  'encryption-unknown': {
    title: 'encryption of a type that there is not',
    request: { ...onDemand, SSESpecification: { Enabled: true, SSEType: 'kms' } },
    text: isNoneOf('sSESpecification.sSEType', 'kms', 'AES256', 'KMS'),
  },
  'key-name-empty': {
    title: 'a key without a name',
    request: { ...onDemand, KeySchema: keys('') },
    text: isTooShort('keySchema.1.member.attributeName', '', 1),
  },
  'sort-key-name-too-long': {
    title: 'a sort key with a name of 256 characters',
    request: { ...two, KeySchema: keys('pk', 'k'.repeat(256)) },
    text: isTooLong('keySchema.2.member.attributeName', 'k'.repeat(256), 255),
  },
  'definition-name-empty': {
    title: 'a definition of an attribute whose name is empty',
    request: { ...onDemand, AttributeDefinitions: defined('') },
    text: isTooShort('attributeDefinitions.1.member.attributeName', '', 1),
  },
  'definition-name-too-long': {
    title: 'a definition of an attribute whose name has 256 characters',
    request: { ...onDemand, AttributeDefinitions: defined('pk', 'k'.repeat(256)) },
    text: isTooLong('attributeDefinitions.2.member.attributeName', 'k'.repeat(256), 255),
  },
  'attribute-name-too-long': {
    title: 'a key attribute with a name of 256 characters',
    request: { ...onDemand, KeySchema: keys('k'.repeat(256)), AttributeDefinitions: defined('k'.repeat(256)) },
  },
  'duplicate-definition': {
    title: 'two definitions of one attribute',
    request: { ...onDemand, AttributeDefinitions: defined('pk', 'pk:N') },
    text: 'Attribute Name is duplicated: pk',
  },
  'duplicate-definition-beside-index': {
    title: 'two definitions of one index key',
    request: {
      ...onDemand,
      AttributeDefinitions: defined('pk', 'g', 'g:N'),
      GlobalSecondaryIndexes: [index('by-g', keys('g'))],
    },
    text: 'Attribute Name is duplicated: g',
  },
  'fifty-one-tags': {
    title: 'fifty-one tags',
    request: { ...onDemand, Tags: tags(51) },
    text: 'Number of Tags exceed the current limit for the provided ResourceArn',
  },
  'reserved-tag': {
    title: 'a tag of the reserved prefix',
    request: tagged('aws:a'),
    text: 'Tag Key cannot be prefixed with aws:, Key: aws:a',
  },
  'tag-key-too-long': {
    title: 'a tag key of 129 characters',
    request: tagged('k'.repeat(129)),
    text: `The Tag Key provided is invalid, Key: ${'k'.repeat(129)}`,
  },
  'tag-value-too-long': {
    title: 'a tag value of 257 characters',
    request: tagged('k', 'v'.repeat(257)),
    text: `The Tag Value provided is invalid, Value: ${'v'.repeat(257)}`,
  },
  'repeated-tag': {
    title: 'one tag key twice',
    request: { ...onDemand, Tags: [...tagged('k', 'a').Tags, ...tagged('k', 'b').Tags] },
    text: 'Duplicate Tag Keys provided as input: Duplicate Tag Key found k',
  },
};

const because = 'Such a definition is a ValidationException.';

export const cases: readonly Case[] = [
  ...family(
    {
      name: 'refused',
      area: 'table-lifecycle',
      certainty: 'recorded',
      because,
      sources: [sources.dynaliteCreateTableTests, sources.alternatorTableTests],
    },
    refusing(rows),
    ({ request, text }) => ({
      steps: [refused(create(request, { $name: 'never' }), 'ValidationException', inWords(text))],
    }),
  ),
  ...family(
    {
      name: 'refused',
      area: 'table-lifecycle',
      certainty: 'documented',
      because,
      sources: [
        sources.createTable,
        sources.streamSpecification,
        sources.tagRules,
        sources.encryption,
        sources.alternatorDuplicateDefinition,
        sources.alternatorTagTests,
      ],
    },
    refusing(documented),
    ({ request, error = 'ValidationException', text }) => ({
      steps: [refused(create(request, { $name: 'never' }), error, inWords(text))],
    }),
  ),
];
