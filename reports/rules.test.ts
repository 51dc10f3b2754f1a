import { expect, test } from 'vitest';
import { groupsOf } from './groups.ts';
import { brokenRules, brokenText, moreText, ruleText } from './rules.ts';
import { divergences } from './testing/divergences.ts';
import { run } from './testing/report.ts';

test('each reached target has its rules, new before known, without advisory ones', () => {
  const broken = brokenRules(run);
  expect(broken.map((one) => [one.target.name, brokenText(one)])).toEqual([
    ['extenddb', 'breaks 2 rules, all new'],
    ['dynoxide', 'breaks 1 rule, new'],
    ['dynalite', 'breaks 2 rules, 1 known and 1 new'],
  ]);
  expect(broken[2]?.worst.map(({ status }) => status)).toEqual(['new', 'known']);
  expect(brokenRules({ ...run, divergences: [] }).map(brokenText)[0]).toBe('breaks no rule');
});

test('no more than three are named', () => {
  const many = Array.from({ length: 9 }, (_, at) => ({
    ...divergences[2]!,
    findings: [`f/${at}`],
    case: `scan/${at}`,
  }));
  const [first] = brokenRules({ ...run, divergences: many });
  expect([first?.new, first?.worst.length]).toEqual([9, 3]);
});

const inTwoCases = (more: object) => {
  const one = { ...divergences[3]!, expected: 'ValidationException: it is empty', actual: 'accepted', ...more };
  return groupsOf([one, { ...one, case: 'errors/other' }])[0]!;
};

test('a rule that shows in several cases is named by its answers, if they name it', () => {
  const named = inTwoCases({});
  expect(ruleText(named)).toBe('PutItem is accepted; expected: ValidationException: it is empty');
  expect(moreText(named)).toBe('and 1 more in 2 cases');
  const refused = { class: 'refused', expected: 'accepted', actual: 'ValidationException: not today' };
  expect(ruleText(inTwoCases(refused))).toBe('PutItem answers ValidationException: not today');
});

test('otherwise by the title of its case; a known one by its reason', () => {
  const failed = 'ConditionalCheckFailedException: The conditional request failed';
  expect(ruleText(inTwoCases({ expected: failed, findings: ['f/1'] }))).toBe('An empty string is accepted as a key');
  const [alone] = groupsOf([divergences[3]!]);
  expect([ruleText(alone!), moreText(alone!)]).toEqual(['An empty string is accepted as a key', '']);
  expect(ruleText(inTwoCases({ status: 'known', reason: 'it takes them' }))).toBe('it takes them');
});
