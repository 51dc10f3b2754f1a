import type { Json, Outcome } from '../../../oracles/values/types.ts';
import type { Expect } from '../../cases/case.ts';
import { endless } from '../play/loops.ts';
import { isObject } from '../play/path.ts';
import { type Bindings, resolve } from '../play/template.ts';
import type { DivergenceClass, Entry, Unexpected } from '../record.ts';
import { summary } from '../summary.ts';
import { type Mismatch, mismatch } from './pattern.ts';
import { sameWording } from './texts.ts';
import { wireMismatch } from './wire.ts';

/** HTTP 500 and above: the developer guide calls them server errors that do not depend on the request. */
export const isServerError = (outcome: Outcome): boolean => outcome.kind === 'rejected' && outcome.status >= 500;

/** A class of its own, so that it is not mistaken for a refusal. */
export const serverError = (expected: Json, actual: Outcome): Unexpected => ({
  ...{ tier: 'outcome', class: 'server-error', path: '', expected },
  actual: withStatus(actual),
});

/** Adds the status if it is not 500, since the text alone may equal the expected one. */
const withStatus = (outcome: Outcome): Json =>
  outcome.kind === 'rejected' && outcome.status !== 500 && !outcome.type.startsWith('HTTP ')
    ? `HTTP ${outcome.status}, ${String(summary(outcome))}`
    : summary(outcome);

/** The first failed part of an expectation, in tier order. */
export function unexpected(expect: Expect, entry: Entry, bindings: Bindings): Unexpected | undefined {
  const { outcome } = entry;
  if (entry.repeat?.ended === 'turns') return endless(entry.repeat);
  if (isServerError(outcome) && !typesOf(expect).includes(typeOf(outcome)))
    return serverError(wantedText(expect), outcome);
  const asked = (pattern: Expect['ok']): Json => resolve(pattern ?? null, { ...bindings, inPattern: true }) ?? null;
  if (expect.rejected !== undefined) return notRejected(expect, outcome, asked);
  if (expect.ok === undefined) return undefined;
  if (outcome.kind !== 'ok') {
    return { tier: 'outcome', class: 'refused', path: '', expected: 'accepted', actual: summary(outcome) };
  }
  const found = mismatch(asked(expect.ok), outcome.output) ?? wireMismatch(asked(expect.wire), outcome);
  return found && { tier: 'outcome', class: classOf(found), ...inWords(found) };
}

/** The expectation refers to a value that an earlier answer of the target did not contain. */
function inWords(found: Mismatch): Mismatch {
  const { expected } = found;
  const unresolved = isObject(expected) ? expected.$unresolved : undefined;
  if (typeof unresolved !== 'string') return found;
  const [step, ...path] = unresolved.split('.');
  return { ...found, expected: `the ${path.join('.')} that step '${step}' answered, which was absent` };
}

const typesOf = ({ rejected }: Expect): string[] => [rejected ?? []].flat();
const typeOf = (outcome: Outcome): string => (outcome.kind === 'rejected' ? outcome.type : '');

const wantedText = (expect: Expect): string =>
  expect.rejected === undefined ? (expect.ok === undefined ? 'an answer' : 'accepted') : typesOf(expect).join(' or ');

function notRejected(expect: Expect, outcome: Outcome, asked: (pattern: Expect['ok']) => Json): Unexpected | undefined {
  const types = typesOf(expect);
  const expected = types.join(' or ');
  if (outcome.kind !== 'rejected') {
    return { tier: 'outcome', class: 'accepted', path: '', expected, actual: summary(outcome) };
  }
  if (!types.includes(outcome.type)) {
    return { tier: 'error-type', class: 'error-type', path: '', expected, actual: summary(outcome) };
  }
  const members = expect.members === undefined ? undefined : mismatch(asked(expect.members), outcome.members);
  const found = members ?? wireMismatch(asked(expect.wire), outcome);
  if (found) return { tier: 'member', class: 'error-member', ...inWords(found) };
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
