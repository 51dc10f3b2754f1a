import { expect, test } from 'vitest';
import type { Outcome } from '../../oracles/values/types.ts';
import { supportOf } from './probe.ts';

const rejected = (type: string, message = '', status = 400): Outcome => ({
  kind: 'rejected',
  ...{ type, rawType: `x#${type}`, message, status, members: {} },
});

test.each<[string, Outcome, string | true]>([
  ['an answer', { kind: 'ok', output: {} }, true],
  ['a refusal of the input', rejected('ValidationException', 'Value null at tableName'), true],
  ['a refusal that speaks of support of a value', rejected('ValidationException', 'Unsupported type: X'), true],
  ['the service word', rejected('UnknownOperationException'), 'answers UnknownOperationException'],
  ['a status', rejected('InternalFailure', 'x', 501), 'answers InternalFailure: x'],
  [
    'words',
    rejected('ValidationException', 'CreateBackup is not yet supported'),
    'answers ValidationException: CreateBackup is not yet supported',
  ],
  ['silence', { kind: 'unanswered', cause: 'timeout', detail: 'd' }, 'no answer to the probe (timeout): d'],
])('%s', (_, outcome, expected) => {
  const wanted = expected === true ? { supported: true } : { supported: false, reason: expected };
  expect(supportOf(outcome)).toEqual(wanted);
});
