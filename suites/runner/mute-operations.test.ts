import { expect, test } from 'vitest';
import type { Case } from '../cases/case.ts';
import { MuteOperations } from './mute-operations.ts';

const subject = (id: string): Case => ({
  id,
  title: id,
  area: 'scan',
  findings: [],
  certainty: 'documented',
  because: 'a scan is answered',
  sources: [],
  steps: [{ op: 'Scan', input: { TableName: 't' } }],
});

test('an operation is mute after two cases without an answer, not after two attempts of one', () => {
  const mute = new MuteOperations();
  mute.note('Scan', subject('one'));
  mute.note('Scan', subject('one'));
  expect(mute.neededBy(subject('three'))).toBeUndefined();
  mute.note('Scan', subject('two'));
  expect(mute.neededBy(subject('three'))).toBe('Scan');
});
