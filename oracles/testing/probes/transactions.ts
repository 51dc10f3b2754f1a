import type { transactionPolicies } from '../../policies/transactions.ts';
import type { JsonObject } from '../../values/types.ts';
import { n, type OracleDriver, type Probe, probe, s } from './driver.ts';

const minutes = (count: number): number => count * 60 * 1000;
const add = (by: number, token = 'token-1'): JsonObject => ({
  ClientRequestToken: token,
  TransactItems: [
    {
      Update: {
        TableName: 'counters',
        Key: { pk: s('c') },
        UpdateExpression: 'ADD n :by',
        ExpressionAttributeValues: { ':by': n(by) },
      },
    },
  ],
});
const counter = (driver: OracleDriver, account?: string): JsonObject =>
  driver.ok('GetItem', { TableName: 'counters', Key: { pk: s('c') } }, account);

export const transactionProbes: { readonly [Name in keyof typeof transactionPolicies]: Probe } = {
  failureItem: probe(
    [
      { Code: 'None' },
      { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', Item: { pk: s('b'), v: n(1) } },
    ],
    (driver) => {
      driver.table('counters', { hash: 'pk:S' });
      driver.put('counters', { pk: s('b'), v: n(1) });
      const refused = driver.call('TransactWriteItems', {
        TransactItems: [
          { Put: { TableName: 'counters', Item: { pk: s('a') } } },
          {
            ConditionCheck: {
              TableName: 'counters',
              Key: { pk: s('b') },
              ConditionExpression: 'attribute_not_exists(pk)',
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
        ],
      });
      return refused.CancellationReasons!;
    },
  ),
  tokenScope: probe([{ Item: { pk: s('c'), n: n(1) } }, { Item: { pk: s('c'), n: n(1) } }], (driver) => {
    const accounts = ['111111111111', '222222222222'];
    for (const account of accounts) driver.table('counters', { hash: 'pk:S' }, account);
    for (const account of accounts) driver.ok('TransactWriteItems', add(1), account);
    return accounts.map((account) => counter(driver, account));
  }),
  tokenReplay: probe({ Item: { pk: s('c'), n: n(1) } }, (driver) => {
    driver.table('counters', { hash: 'pk:S' });
    driver.ok('TransactWriteItems', add(1));
    driver.ok('TransactWriteItems', add(1));
    return counter(driver);
  }),
  tokenMismatch: probe(['IdempotentParameterMismatchException', { Item: { pk: s('c'), n: n(1) } }], (driver) => {
    driver.table('counters', { hash: 'pk:S' });
    driver.ok('TransactWriteItems', add(1));
    return [driver.verdict('TransactWriteItems', add(5)), counter(driver)];
  }),
  tokenWindow: probe({ Item: { pk: s('c'), n: n(2) } }, (driver) => {
    driver.table('counters', { hash: 'pk:S' });
    driver.wait(1);
    driver.ok('TransactWriteItems', add(1));
    driver.wait(minutes(10));
    driver.ok('TransactWriteItems', add(1));
    return counter(driver);
  }),
  transactGetMissing: probe([{ Item: { pk: s('a') } }, {}, { Item: { pk: s('b') } }], (driver) => {
    driver.table('counters', { hash: 'pk:S' });
    driver.put('counters', { pk: s('a') }, { pk: s('b') });
    const get = (pk: string) => ({ Get: { TableName: 'counters', Key: { pk: s(pk) } } });
    return driver.ok('TransactGetItems', { TransactItems: [get('a'), get('missing'), get('b')] }).Responses!;
  }),
};
