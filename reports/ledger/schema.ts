/** What a ledger file may hold: the one description of its members, from which the types come as well. */
import * as v from 'valibot';
import { operationNames } from '../../oracles/values/operations.ts';
import { certainties } from '../../suites/cases/case.ts';
import { PlainObject } from '../../suites/validation.ts';

const isBlank = (text: string): boolean => text.trim() === '';

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const Text = v.pipe(
  v.string('must be a string'),
  v.check((text) => !isBlank(text), 'must not be empty'),
);

const listOf = <T>(element: v.GenericSchema<unknown, T>, what: string) =>
  v.pipe(
    v.array(element, `must be a list of ${what}`),
    v.check((list) => list.length > 0, 'must not be an empty list'),
  );

const Fingerprint = v.pipe(
  v.string('must be a fingerprint'),
  v.regex(/^[0-9a-f]{12}$/, 'must be a fingerprint, of twelve hex digits'),
);

const howKnown = ['measured', 'recorded', 'documented'] as const;

const acceptance = {
  /** Versions of the target that are known to behave so, spelled as the target spells them. Newer ones are taken to. */
  versions: listOf(Text, 'versions'),
  reason: Text,
  /** Day on which it was accepted. */
  since: v.pipe(
    v.string('must be a date such as 2026-11-29'),
    v.check((text) => isDay(text), 'must be a date such as 2026-11-29'),
  ),
  /** How the right answer is known. */
  how: v.picklist(howKnown, `must be one of ${howKnown.join(', ')}`),
};

const Entry = v.strictObject({
  /** The case that shows it. A fingerprint seen in another case is not this entry. */
  case: Text,
  /** What one fault does to the steps of one case, each place with its fingerprint. */
  fingerprints: listOf(Fingerprint, 'fingerprints'),
  ...acceptance,
});
export type LedgerEntry = v.InferOutput<typeof Entry>;

const Gap = v.strictObject({
  operations: listOf(v.picklist(operationNames, 'must be an operation of DynamoDB'), 'operations'),
  ...acceptance,
});
/** Operations that a target does not have and need not have: cases that need them are not counted against it. */
export type Gap = v.InferOutput<typeof Gap>;

/** A pattern that everything matches would take every fault of its class for known. */
const Pattern = v.pipe(
  v.string('must be a string, or a list of strings'),
  v.check((text) => text === '' || !/^[*\s]*$/.test(text), 'must not be a pattern that matches everything'),
);
const Patterns = listOf(Pattern, 'strings');
const OneOrMore = v.union([Pattern, Patterns], 'must be a string, or a list of strings');

const KindPattern = v.pipe(
  v.strictObject({
    op: v.optional(OneOrMore),
    class: OneOrMore,
    path: v.optional(OneOrMore),
    expected: v.optional(OneOrMore),
    actual: v.optional(OneOrMore),
    /** Each of these must match a feature of the smallest sequence. */
    with: v.optional(Patterns),
    /** None of these may match one. */
    without: v.optional(Patterns),
  }),
  v.check(
    (pattern) => [pattern.expected, pattern.actual, pattern.with].some((member) => member !== undefined),
    'must say what was expected, what was answered, or with which requests',
  ),
);
/** Each member given must match; `*` stands for any text within one. Of a list one is enough. */
export type KindPattern = v.InferOutput<typeof KindPattern>;

const Explanation = v.strictObject({
  kinds: listOf(KindPattern, 'kinds'),
  ...acceptance,
  /** `inferred` where nobody has measured it and the documents leave it open. */
  how: v.picklist(certainties, `must be one of ${certainties.join(', ')}`),
  /** Where the right answer comes from. */
  source: v.optional(Text),
});
/**
 * Why a target differs from the reference on generated requests. It speaks of a kind of difference and not of single
 * values, and so narrowly that another fault is not of it.
 */
export type Explanation = v.InferOutput<typeof Explanation>;

const sectionOf = <T>(element: v.GenericSchema<unknown, T>) => v.optional(v.array(element, 'must be a list'), []);

export const LedgerFile = v.pipe(
  PlainObject,
  v.strictObject({
    target: Text,
    /** Another target whose acceptances hold here as well, such as the same product on another storage. */
    sameAs: v.optional(Text),
    gaps: sectionOf(Gap),
    /** Divergences of cases. */
    entries: sectionOf(Entry),
    /** Kinds of difference on generated sequences. */
    explanations: sectionOf(Explanation),
  }),
);

/** What is accepted of one target. */
export type Ledger = Omit<v.InferOutput<typeof LedgerFile>, 'sameAs'>;
