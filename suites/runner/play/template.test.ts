import { expect, test } from 'vitest';
import { type Bindings, referencesOf, resolve } from './template.ts';

const bindings: Bindings = {
  names: new Map([['orders', 'parallax_1_t']]),
  freshName: (name) => `parallax_fresh_${name}`,
  answers: new Map([
    ['backup', { BackupDetails: { BackupArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/t/backup/01-ab' } }],
  ]),
};

test('names stand for tables, also as members', () => {
  expect(resolve({ TableName: { $table: 'orders' }, RequestItems: { '$table:orders': [] } }, bindings)).toEqual({
    TableName: 'parallax_1_t',
    RequestItems: { parallax_1_t: [] },
  });
  expect(resolve({ $name: 'copy' }, bindings)).toBe('parallax_fresh_copy');
  expect(() => resolve({ $table: 'order' }, bindings)).toThrow("'order'");
});

test('a reference to something absent omits its member, or uses `else`', () => {
  const start = { $from: 'page', path: 'LastEvaluatedKey' };
  expect(resolve({ Limit: 2, ExclusiveStartKey: start }, bindings)).toEqual({ Limit: 2 });
  expect(resolve({ Iterator: { ...start, else: 'first' } }, bindings)).toEqual({ Iterator: 'first' });
});

test('in a pattern a reference to something absent never matches', () => {
  const pattern = { Arn: { $from: 'nothing', path: 'Arn' } };
  expect(resolve(pattern, { ...bindings, inPattern: true })).toEqual({ Arn: { $unresolved: 'nothing.Arn' } });
});

test('texts and references form one text, or none when a part is missing', () => {
  expect(resolve({ $text: ['Table not found: ', { $table: 'orders' }] }, bindings)).toBe(
    'Table not found: parallax_1_t',
  );
  expect(resolve({ a: { $text: ['x', { $from: 'nothing', path: 'p' }] } }, bindings)).toEqual({});
});

test('parts of an ARN can be replaced', () => {
  const arn = { $from: 'backup', path: 'BackupDetails.BackupArn' };
  expect(resolve({ $arn: arn, account: '999999999999' }, bindings)).toBe(
    'arn:aws:dynamodb:us-east-1:999999999999:table/t/backup/01-ab',
  );
  expect(resolve({ $arn: arn, account: 'arn:aws:dynamodb:us-east-1:111111111111:table/t', table: 'u' }, bindings)).toBe(
    'arn:aws:dynamodb:us-east-1:111111111111:table/u/backup/01-ab',
  );
  expect(resolve({ $arn: arn, suffix: '\n' }, bindings)).toBe(
    'arn:aws:dynamodb:us-east-1:000000000000:table/t/backup/01-ab\n',
  );
});

test('a sum is a whole number as text, or nothing when a part is missing', () => {
  const created = { kept: { at: 1767225600.9, n: '40', s: 'x' } };
  const own = { ...bindings, answers: new Map([['table', created]]) };
  expect(resolve({ N: { $sum: [{ $from: 'table', path: 'kept.at' }, -10] } }, own)).toEqual({ N: '1767225590' });
  expect(resolve({ N: { $sum: [{ $from: 'table', path: 'absent' }, 1] } }, own)).toEqual({});
  expect(resolve({ N: { $sum: [{ $from: 'table', path: 'kept.n' }, 2] } }, own)).toEqual({ N: '42' });
  expect(resolve({ N: { $sum: [{ $from: 'table', path: 'kept.s' }, 2] } }, own)).toEqual({});
});

test('a counter is only valid inside times', () => {
  expect(resolve({ S: { $i: 'padded' } }, { ...bindings, counter: 42 })).toEqual({ S: '000042' });
  expect(() => resolve({ S: { $i: 'padded' } }, bindings)).toThrow('times');
});

test('references are found at any depth', () => {
  expect(referencesOf({ a: [{ $from: 'x', path: 'p' }], b: { $arn: { $from: 'y', path: 'q' } } })).toEqual(['x', 'y']);
  expect(referencesOf({ S: '$from' })).toEqual([]);
});
