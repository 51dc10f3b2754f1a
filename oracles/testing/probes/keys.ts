import type { keyPolicies } from '../../policies/keys.ts';
import type { AttributeValue, Item, Json } from '../../values/types.ts';
import { b, n, type OracleDriver, type Probe, probe, s } from './driver.ts';

/** The sort keys that a query of one partition returns, in order. */
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

const long = (last: string): AttributeValue => n(`1234567890123456789012345678901234567${last}`);

export const keyProbes: { readonly [Name in keyof typeof keyPolicies]: Probe } = {
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
};
