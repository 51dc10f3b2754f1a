import { expect, test } from 'vitest';
import { testModel } from '../testing/model.ts';
import { stepsTo } from '../testing/questions.ts';
import { stalenessWindow as entry } from './staleness-window.ts';

testModel('staleness-window');

test('one early beat and one late beat: at the lower limit of the window, two missed beats are enough', () => {
  const steps = stepsTo(entry, { mutant: 'two-beats-missed' }, 'S8')!;
  expect(steps.filter((step) => step === 'clock: a period ends')).toHaveLength(3);
  expect(steps).not.toContain('owner: dies');
});
