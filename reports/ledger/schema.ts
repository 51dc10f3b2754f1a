/** The schema of a ledger file. The types are derived from it. */
import * as v from 'valibot';
import { operationNames } from '../../oracles/values/operations.ts';
import { certainties } from '../../suites/cases/case.ts';
import { type AnomalyKind, anomalyKinds } from '../../suites/rounds/anomaly.ts';
import { divergenceClasses, noVerdict } from '../../suites/runner/record.ts';
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
  /** Target versions with this behaviour, as the target spells them. An acceptance also applies to newer versions. */
  versions: listOf(Text, 'versions'),
  reason: Text,
  /** The day of acceptance. */
  since: v.pipe(
    v.string('must be a date such as 2026-11-29'),
    v.check((text) => isDay(text), 'must be a date such as 2026-11-29'),
  ),
  /** How the right answer is known. */
  how: v.picklist(howKnown, `must be one of ${howKnown.join(', ')}`),
};

const Entry = v.strictObject({
  /** The case that shows it. In another case the same fingerprint is not accepted by this entry. */
  case: Text,
  /** The divergences that one fault causes in one case: a fingerprint for each place. */
  fingerprints: listOf(Fingerprint, 'fingerprints'),
  /** One of the fingerprints shows in each run, and which depends on timing, or on what the target keeps its store in. */
  oneOf: v.optional(v.literal(true, 'must be true, or left out')),
  ...acceptance,
});
export type LedgerEntry = v.InferOutput<typeof Entry>;

const Gap = v.strictObject({
  operations: listOf(v.picklist(operationNames, 'must be an operation of DynamoDB'), 'operations'),
  ...acceptance,
});
/** Operations that a target lacks and need not have. Cases that need them do not count against it. */
export type Gap = v.InferOutput<typeof Gap>;

/** A pattern that matches everything is refused: it would accept every fault of its class. */
const Pattern = v.pipe(
  v.string('must be a string, or a list of strings'),
  v.check((text) => text === '' || !/^[*\s]*$/.test(text), 'must not be a pattern that matches everything'),
);
const Patterns = listOf(Pattern, 'strings');
const OneOrMore = v.union([Pattern, Patterns], 'must be a string, or a list of strings');

const classes: readonly string[] = [...new Set<string>([...divergenceClasses, ...noVerdict])];
const Class = v.picklist(classes);
/** A name, not a pattern: with a class that no difference can have, an explanation would never apply. */
const OneOrMoreClasses = v.union([Class, listOf(Class, 'classes')], `must be one or several of ${classes.join(', ')}`);

const KindPattern = v.pipe(
  v.strictObject({
    op: v.optional(OneOrMore),
    class: OneOrMoreClasses,
    path: v.optional(OneOrMore),
    expected: v.optional(OneOrMore),
    actual: v.optional(OneOrMore),
    /** Each of these must match some feature of the smallest sequence. */
    with: v.optional(Patterns),
    /** None of these may match a feature. */
    without: v.optional(Patterns),
  }),
  v.check(
    (pattern) => [pattern.expected, pattern.actual, pattern.with].some((member) => member !== undefined),
    'must say what was expected, what was answered, or with which requests',
  ),
);
/** Every given member must match. `*` stands for any text within one. In a list, one match is enough. */
export type KindPattern = v.InferOutput<typeof KindPattern>;

const Explanation = v.strictObject({
  kinds: listOf(KindPattern, 'kinds'),
  ...acceptance,
  /** `inferred`: nobody has measured it, and the documentation leaves it open. */
  how: v.picklist(certainties, `must be one of ${certainties.join(', ')}`),
  /** The source of the right answer. */
  source: v.optional(Text),
});
/**
 * Why a target differs from the reference on generated requests. It covers a kind of difference, not single values, and is narrow
 * enough not to cover another fault.
 */
export type Explanation = v.InferOutput<typeof Explanation>;

const kindNames = Object.keys(anomalyKinds) as AnomalyKind[];
const Kind = v.picklist(kindNames, `must be one of ${kindNames.join(', ')}`);

const RoundPattern = v.strictObject({
  /** The id of a round without its moment, as far as it matters: `transact-write/kill*`. */
  round: OneOrMore,
  kind: v.union([Kind, listOf(Kind, 'kinds of anomaly')], `must be one or several of ${kindNames.join(', ')}`),
  where: v.optional(OneOrMore),
  actual: v.optional(OneOrMore),
});
/** Every given member must match. `*` stands for any text within one. In a list, one match is enough. */
export type RoundPattern = v.InferOutput<typeof RoundPattern>;

const RoundFault = v.strictObject({ anomalies: listOf(RoundPattern, 'anomalies'), ...acceptance });
/** What a target is known to do wrong when it is disturbed, or when requests race. */
export type RoundFault = v.InferOutput<typeof RoundFault>;

const sectionOf = <T>(element: v.GenericSchema<unknown, T>) => v.optional(v.array(element, 'must be a list'), []);

export const LedgerFile = v.pipe(
  PlainObject,
  v.strictObject({
    target: Text,
    /** Another target whose acceptances apply here too, such as the same product with another storage. */
    sameAs: v.optional(Text),
    gaps: sectionOf(Gap),
    /** Divergences of cases. */
    entries: sectionOf(Entry),
    /** Kinds of difference on generated sequences. */
    explanations: sectionOf(Explanation),
    /** Anomalies of `crash` and `race`. */
    rounds: sectionOf(RoundFault),
  }),
);

/** The content of one file, without what it shares. */
export type OwnLedger = v.InferOutput<typeof LedgerFile>;

/** The acceptances of one target. */
export type Ledger = Omit<OwnLedger, 'sameAs'>;
