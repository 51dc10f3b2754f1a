import type { readPolicies } from '../../policies/reads.ts';
import type { Item, JsonObject } from '../../values/types.ts';
import { b, n, type OracleDriver, type Probe, probe, s } from './driver.ts';

const numbers = (items: Item[], name = 'sk'): number[] => items.map((item) => Number((item[name] as { N: string }).N));

/** Sort keys 1 to 15 in one partition. */
function fifteen(driver: OracleDriver): void {
  driver.table('log', { hash: 'pk:S', range: 'sk:N' });
  for (let i = 1; i <= 15; i += 1) driver.put('log', { pk: s('p'), sk: n(i) });
}
const between = (low: number, high: number, more: JsonObject = {}): JsonObject => ({
  TableName: 'log',
  KeyConditionExpression: 'pk = :p AND sk BETWEEN :a AND :b',
  ExpressionAttributeValues: { ':p': s('p'), ':a': n(low), ':b': n(high) },
  Limit: 2,
  ...more,
});

/** Creates more items with equal index keys than fit on one page. */
function equalIndexKeys(driver: OracleDriver, count: number): void {
  driver.table('log', { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S', range: 'h:S' } } });
  for (let i = 0; i < count; i += 1) driver.put('log', { pk: s(`k${i}`), g: s('G'), h: s('same'), i: n(i) });
}

export const readProbes: { readonly [Name in keyof typeof readPolicies]: Probe } = {
  resumeRange: probe([5, 6, 7, 8, 9, 10], (driver) => {
    fifteen(driver);
    return numbers(driver.pages('Query', between(5, 10)).items);
  }),
  resumePrefix: probe(['a1', 'a2', 'a3'], (driver) => {
    driver.table('log', { hash: 'pk:S', range: 'sk:S' });
    for (const sk of ['a1', 'a2', 'a3', 'b1', 'b2']) driver.put('log', { pk: s('p'), sk: s(sk) });
    const { items } = driver.pages('Query', {
      TableName: 'log',
      KeyConditionExpression: 'pk = :p AND begins_with(sk, :a)',
      ExpressionAttributeValues: { ':p': s('p'), ':a': s('a') },
      Limit: 2,
    });
    return items.map((item) => (item.sk as { S: string }).S);
  }),
  backwardResumeBound: probe([10, 9, 8, 7, 6, 5], (driver) => {
    fifteen(driver);
    return numbers(driver.pages('Query', between(5, 10, { ScanIndexForward: false })).items);
  }),
  indexResume: probe([0, 1, 2, 3, 4], (driver) => {
    equalIndexKeys(driver, 5);
    const { items } = driver.pages('Query', {
      TableName: 'log',
      IndexName: 'by-g',
      KeyConditionExpression: 'g = :g',
      ExpressionAttributeValues: { ':g': s('G') },
      Limit: 2,
    });
    return numbers(items, 'i').sort();
  }),
  limitCounts: probe({ Items: [], Count: 0, ScannedCount: 2, LastEvaluatedKey: { pk: s('p'), sk: n(2) } }, (driver) => {
    fifteen(driver);
    return driver.ok('Query', {
      TableName: 'log',
      KeyConditionExpression: 'pk = :p',
      FilterExpression: 'attribute_exists(c)',
      ExpressionAttributeValues: { ':p': s('p') },
      Limit: 2,
    });
  }),
  pageCursor: probe(3, (driver) => {
    driver.table('log', { hash: 'pk:S', range: 'sk:B' });
    for (let i = 0; i < 10; i += 1) driver.put('log', { pk: s('p'), sk: b(1, i) });
    for (let i = 0; i < 3; i += 1) driver.put('log', { pk: s('p'), sk: b(9, i) });
    const { items } = driver.pages('Query', {
      TableName: 'log',
      KeyConditionExpression: 'pk = :p AND begins_with(sk, :a)',
      ExpressionAttributeValues: { ':p': s('p'), ':a': b(9) },
      Limit: 2,
    });
    return items.length;
  }),
  parallelScan: probe(40, (driver) => {
    driver.table('log', { hash: 'pk:S' });
    for (let i = 0; i < 40; i += 1) driver.put('log', { pk: s(`k${i}`) });
    const segments = [0, 1, 2, 3].map((Segment) =>
      driver.pages('Scan', { TableName: 'log', Segment, TotalSegments: 4, Limit: 2 }),
    );
    return new Set(segments.flatMap(({ items }) => items).map((item) => JSON.stringify(item))).size;
  }),
  indexScanCursor: probe([['g', 'pk'], 6], (driver) => {
    driver.table('log', { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S' } } });
    for (let i = 0; i < 6; i += 1) driver.put('log', { pk: s(`k${i}`), g: s(`g${9 - i}`) });
    const input = { TableName: 'log', IndexName: 'by-g', Limit: 2 };
    const { LastEvaluatedKey } = driver.ok('Scan', input);
    return [Object.keys(LastEvaluatedKey as Item).sort(), driver.pages('Scan', input).items.length];
  }),
  gsiConsistentRead: probe('ValidationException', (driver) => {
    equalIndexKeys(driver, 1);
    return driver.verdict('Scan', { TableName: 'log', IndexName: 'by-g', ConsistentRead: true });
  }),
  indexPageEnd: probe(3, (driver) => {
    driver.table('log', { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S' } } });
    for (let i = 0; i < 6; i += 1) driver.put('log', { pk: s(`k${i}`), g: s('g'), odd: n(i % 2) });
    const { items } = driver.pages('Query', {
      TableName: 'log',
      IndexName: 'by-g',
      KeyConditionExpression: 'g = :g',
      FilterExpression: 'odd = :one',
      ExpressionAttributeValues: { ':g': s('g'), ':one': n(1) },
      Limit: 2,
    });
    return items.length;
  }),
};
