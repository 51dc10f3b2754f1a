import type { Json, Outcome } from '../../oracles/values/types.ts';
import type { Expect } from '../cases/case.ts';
import { isObject } from './path.ts';
import { type Mismatch, mismatch } from './pattern.ts';
import type { DivergenceClass, Entry, Unexpected } from './record.ts';
import { type Bindings, resolve } from './template.ts';
import { sameWording } from './texts.ts';

/** An outcome in few words of JSON, for the two sides of a report. */
export function summary(outcome: Outcome): Json {
  switch (outcome.kind) {
    case 'ok':
      return 'accepted';
    case 'rejected':
      return outcome.message === '' ? outcome.type : `${outcome.type}: ${outcome.message}`;
    case 'unanswered':
      return `no answer (${outcome.cause})`;
  }
}

/** The first way in which an answer fails an expectation, in the order of the tiers. */
export function unexpected(expect: Expect, entry: Entry, bindings: Bindings): Unexpected | undefined {
  const { outcome } = entry;
  if (entry.repeat?.ended === 'turns') {
    return {
      tier: 'outcome',
      class: 'endless',
      path: '',
      expected: 'an end',
      actual: `none after ${entry.repeat.turns} turns`,
    };
  }
  const asked = (pattern: Expect['ok']): Json => resolve(pattern ?? null, { ...bindings, inPattern: true }) ?? null;
  if (expect.rejected !== undefined) return notRejected(expect, outcome, asked);
  if (expect.ok === undefined) return undefined;
  if (outcome.kind !== 'ok') {
    return { tier: 'outcome', class: 'refused', path: '', expected: 'accepted', actual: summary(outcome) };
  }
  const found = mismatch(asked(expect.ok), outcome.output);
  return found && { tier: 'outcome', class: classOf(found), ...found };
}

function notRejected(expect: Expect, outcome: Outcome, asked: (pattern: Expect['ok']) => Json): Unexpected | undefined {
  const types = [expect.rejected ?? []].flat();
  const expected = types.join(' or ');
  if (outcome.kind !== 'rejected') {
    return { tier: 'outcome', class: 'accepted', path: '', expected, actual: summary(outcome) };
  }
  if (!types.includes(outcome.type)) {
    return { tier: 'error-type', class: 'error-type', path: '', expected, actual: summary(outcome) };
  }
  const found = expect.members === undefined ? undefined : mismatch(asked(expect.members), outcome.members);
  if (found) return { tier: 'member', class: 'error-member', ...found };
  const texts = expect.texts?.map((text) => String(asked(text)));
  if (texts === undefined || texts.some((text) => sameWording(text, outcome.message))) return undefined;
  return { tier: 'text', class: 'error-text', path: 'message', expected: texts, actual: outcome.message };
}

function classOf({ expected, actual }: Mismatch): DivergenceClass {
  if (isObject(expected) && Object.hasOwn(expected, '$absent')) return 'member-extra';
  if (actual === null) return 'member-missing';
  if (!Array.isArray(expected) || !Array.isArray(actual)) return 'value';
  return expected.length > actual.length ? 'rows-missing' : expected.length < actual.length ? 'rows-extra' : 'value';
}
