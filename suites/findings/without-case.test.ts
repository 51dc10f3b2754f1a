import { expect, test } from 'vitest';
import { allCases } from '../cases/index.ts';
import { loadCatalogue } from './catalogue.ts';
import type { Finding } from './finding.ts';
import { type Holds, withoutCase } from './without-case.ts';

const catalogue = loadCatalogue();
const certain = new Set(
  allCases.filter(({ certainty }) => certainty !== 'inferred').flatMap(({ findings }) => findings),
);
const given = withoutCase.flatMap(({ findings }) => findings);

const stillHolds = (holds: Holds, { evidence, appliesTo, title, expected, faulty = '' }: Finding): boolean => {
  if (holds.by === 'open') return evidence === 'not-measured' || expected.includes('CONFLICT');
  if (holds.by === 'one-store') return evidence === 'reproduced-on-extenddb';
  if (holds.by === 'choice') return evidence === 'design-choice' && !appliesTo.includes('any');
  return holds.word.test(`${title} ${expected} ${faulty}`);
};

test('each finding that an answer shows has a case that fails a build, or a reason for having none', () => {
  const shown = [...catalogue.values()].filter(({ checks }) => checks.includes('wire-differential'));
  expect(shown.map(({ id }) => id).filter((id) => !certain.has(id) && !given.includes(id))).toEqual([]);
});

test('each reason is given once, and for no finding that such a case has', () => {
  expect(new Set(given).size).toBe(given.length);
  expect(given.filter((id) => certain.has(id) || !catalogue.has(id))).toEqual([]);
});

test.each(withoutCase)('it holds that $because', ({ holds, findings }) => {
  expect(findings.filter((id) => !stillHolds(holds, catalogue.get(id)!))).toEqual([]);
});
