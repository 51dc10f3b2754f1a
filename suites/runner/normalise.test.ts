import { expect, test } from 'vitest';
import type { JsonObject, Operation } from '../../oracles/values/types.ts';
import { normalise } from './normalise.ts';

const names = { tables: new Map([['parallax_x_t_1_', 'rows']]) };
const normal = (op: Operation, output: JsonObject) => {
  const outcome = normalise({ kind: 'ok', output }, op, names);
  return outcome.kind === 'ok' ? outcome.output : outcome;
};
const item = { pk: { S: 'parallax_x_t_1_' }, set: { SS: ['b', 'a'] } };
const shown = { pk: { S: 'parallax_x_t_1_' }, set: { SS: ['a', 'b'] } };

test('table names are replaced in every form of responses, and never inside an item', () => {
  expect(normal('BatchGetItem', { Responses: { parallax_x_t_1_: [item] } })).toEqual({
    Responses: { '<rows>': [shown] },
  });
  expect(normal('TransactGetItems', { Responses: [{ Item: item }, {}] })).toEqual({ Responses: [{ Item: shown }, {}] });
  const error = { Code: 'ValidationError', Message: 'no parallax_x_t_1_' };
  expect(
    normal('BatchExecuteStatement', { Responses: [{ Item: item, TableName: 'parallax_x_t_1_' }, { Error: error }] }),
  ).toEqual({
    Responses: [{ Item: shown, TableName: '<rows>' }, { Error: { ...error, Message: 'no <rows>' } }],
  });
});

test('the target’s own account and region are replaced in every ARN, even beside a foreign part', () => {
  const echoed = (region: string, account: string) => {
    const text = `Not found: arn:aws:dynamodb:xx-nowhere-9:${account}:table/a, arn:aws:dynamodb:${region}:999999999999:table/a, arn:aws-cn:dynamodb:${region}:${account}:table/a`;
    const arnPrefix = `arn:aws:dynamodb:${region}:${account}:`;
    const refused = { kind: 'rejected', type: 'X', rawType: 'X', message: text, status: 400, members: {} } as const;
    return normalise(refused, 'CreateBackup', { tables: new Map(), arnPrefix });
  };
  expect(echoed('us-east-1', '000000000000')).toMatchObject({
    message:
      'Not found: arn:aws:dynamodb:xx-nowhere-9:<account>:table/a, arn:aws:dynamodb:<region>:999999999999:table/a, arn:aws-cn:dynamodb:<region>:<account>:table/a',
  });
  expect(echoed('eu-west-1', '123456789012')).toEqual(echoed('us-east-1', '000000000000'));
});
