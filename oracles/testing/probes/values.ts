import type { backupRequestPolicies } from '../../policies/backup-requests.ts';
import type { backupPolicies } from '../../policies/backups.ts';
import type { contentionPolicies } from '../../policies/contention.ts';
import type { PolicyName } from '../../policies/index.ts';
import type { indexPolicies } from '../../policies/indexes.ts';
import type { jobPolicies } from '../../policies/jobs.ts';
import type { lifecyclePolicies } from '../../policies/lifecycles.ts';
import type { overridePolicies } from '../../policies/overrides.ts';
import type { readPolicies } from '../../policies/reads.ts';
import type { restorePolicies } from '../../policies/restores.ts';
import type { settingPolicies } from '../../policies/settings.ts';
import type { streamPolicies } from '../../policies/streams.ts';
import type { tablePolicies } from '../../policies/tables.ts';
import type { transactionPolicies } from '../../policies/transactions.ts';
import type { AttributeValue, Item, Json } from '../../values/types.ts';
import { b, n, type OracleDriver, type Probe, probe, s } from './driver.ts';

type ValuePolicy = Exclude<
  PolicyName,
  | keyof typeof indexPolicies
  | keyof typeof readPolicies
  | keyof typeof streamPolicies
  | keyof typeof transactionPolicies
  | keyof typeof tablePolicies
  | keyof typeof lifecyclePolicies
  | keyof typeof backupPolicies
  | keyof typeof backupRequestPolicies
  | keyof typeof restorePolicies
  | keyof typeof overridePolicies
  | keyof typeof settingPolicies
  | keyof typeof contentionPolicies
  | keyof typeof jobPolicies
>;

/** The sort keys that a query of one partition gives, in its order. */
function sorted(driver: OracleDriver, type: 'S' | 'N' | 'B', keys: AttributeValue[], prefix?: AttributeValue): Json {
  driver.table('keys', { hash: 'pk:S', range: `sk:${type}` });
  for (const sk of keys) driver.put('keys', { pk: s('p'), sk });
  const answer = driver.call('Query', {
    TableName: 'keys',
    KeyConditionExpression: prefix === undefined ? 'pk = :p' : 'pk = :p AND begins_with(sk, :a)',
    ExpressionAttributeValues: { ':p': s('p'), ...(prefix === undefined ? {} : { ':a': prefix }) },
  });
  return answer.error ?? (answer.Items as Item[]).map((item) => item.sk!);
}

/** Whether a condition holds on an item. */
function holds(driver: OracleDriver, item: Item, condition: string, values: Item = {}): string {
  driver.table('items', { hash: 'pk:S' });
  driver.put('items', { pk: s('k'), ...item });
  return driver.verdict('PutItem', {
    TableName: 'items',
    Item: { pk: s('k') },
    ConditionExpression: condition,
    ...(Object.keys(values).length === 0 ? {} : { ExpressionAttributeValues: values }),
  });
}
const failed = 'ConditionalCheckFailedException';

const long = (last: string): AttributeValue => n(`1234567890123456789012345678901234567${last}`);

export const valueProbes: { readonly [Name in ValuePolicy]: Probe } = {
  binaryOrder: probe([b(1), b(1, 2), b(2), b(200)], (driver) => sorted(driver, 'B', [b(200), b(2), b(1, 2), b(1)])),
  binaryPrefix: probe([b(1, 255), b(1, 255, 3), b(1, 255, 255)], (driver) =>
    sorted(driver, 'B', [b(1, 254), b(1, 255), b(1, 255, 3), b(1, 255, 255), b(2)], b(1, 255)),
  ),
  stringOrder: probe([s('\uffee'), s('\u{1f600}')], (driver) => sorted(driver, 'S', [s('\u{1f600}'), s('\uffee')])),
  stringPrefix: probe([s('a'), s('ab'), s('a\u{10ffff}')], (driver) =>
    sorted(driver, 'S', [s('a\u{10ffff}'), s('ab'), s('a'), s('b')], s('a')),
  ),
  keyNumberPrecision: probe([long('1'), long('2')], (driver) => {
    driver.table('keys', { hash: 'pk:S', range: 'sk:N' });
    const verdicts = [long('1'), long('2')].map((sk) =>
      driver.verdict('PutItem', { TableName: 'keys', Item: { pk: s('p'), sk } }),
    );
    const { items } = driver.pages('Query', {
      TableName: 'keys',
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': s('p') },
    });
    return verdicts.every((verdict) => verdict === 'ok') ? items.map((item) => item.sk!) : verdicts;
  }),
  numberIdentity: probe([n(1000)], (driver) => sorted(driver, 'N', [n(1000), n('1e3'), n('1000.0')])),
  itemIdentity: probe(4, (driver) => {
    driver.table('keys', { hash: 'pk:S', range: 'sk:S' });
    for (const mark of ['#', '\0'])
      driver.put('keys', { pk: s(`a${mark}b`), sk: s('c') }, { pk: s('a'), sk: s(`b${mark}c`) });
    return driver.pages('Scan', { TableName: 'keys' }).items.length;
  }),
  numberComparison: probe('ok', (driver) => holds(driver, { a: n(10) }, 'a > :v', { ':v': n(9) })),
  attributeComparison: probe('ok', (driver) => holds(driver, { a: n(10), c: n(9) }, 'a > c')),
  crossTypeComparison: probe(failed, (driver) => holds(driver, { a: n(10) }, 'a = :v', { ':v': s('10') })),
  collectionEquality: probe('ok', (driver) =>
    holds(driver, { a: { SS: ['x', 'y'] } }, 'a = :v', { ':v': { SS: ['y', 'x'] } }),
  ),
  emptyPrefix: probe([b(1), b(2)], (driver) => sorted(driver, 'B', [b(1), b(2)], { B: '' })),
  betweenBounds: probe('ValidationException', (driver) =>
    holds(driver, { a: n(1) }, 'a BETWEEN :lo AND :hi', {
      ':lo': n('9007199254740993'),
      ':hi': n('9007199254740992'),
    }),
  ),
  sizeInComparisons: probe('ok', (driver) => holds(driver, { a: s('abc') }, 'size(a) <= :v', { ':v': n(3) })),
  inMembers: probe('ok', (driver) => holds(driver, { a: n(1) }, 'a IN (:s, :n)', { ':s': s('x'), ':n': n(1) })),
  binaryBeginsWith: probe('ok', (driver) => holds(driver, { a: b(1, 2) }, 'begins_with(a, :v)', { ':v': b(1) })),
  typeOperand: probe('ValidationException', (driver) =>
    holds(driver, { a: n(1) }, 'attribute_type(a, :v)', { ':v': s('NUMBER') }),
  ),
  missingNotEqual: probe('ok', (driver) => holds(driver, {}, 'a <> :v', { ':v': n(1) })),
  conditionOutcome: probe([failed, 'ok'], (driver) => [
    holds(driver, { a: n(1) }, 'a = :v', { ':v': n(2) }),
    driver.verdict('PutItem', {
      TableName: 'items',
      Item: { pk: s('x') },
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  ]),
};
