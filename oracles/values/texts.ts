/**
 * Decides whether two texts report the same error. The service has two wordings for many refusals. Which one it uses
 * depends on region, operation and date; type, member and constraint stay the same. Source: public captures of up to 33
 * regions, 2026-06 to 2026-10-09. Every form below is measured. Not covered: a number such as 1e2147483647, which one
 * layer calls too large and the other too small.
 */

import type { Texts } from './refusal.ts';

const envelope = /^\d+ validation errors? detected: /;
const wrapper = /^ExpressionAttributeValues contains invalid value: (.*) for key :[A-Za-z0-9_]+$/s;

/** One error in both wordings, without envelope and prefix. */
export interface Rewording {
  /** What both wordings mean; `$1` is the variable part. */
  readonly meaning: string;
  readonly old: RegExp;
  readonly new: RegExp;
  /** When and where the newer wording was first seen: region names, or a count out of 33. */
  readonly seen: string;
  readonly certainty: 'measured' | 'claimed';
}

const duplicates = 'One or more parameter values were invalid: Input collection';
const onDemand = 'One or more parameter values were invalid:';

export const rewordings: readonly Rewording[] = [
  {
    meaning: 'a set of numbers with duplicates',
    old: /^Input collection contains duplicates$/,
    new: new RegExp(`^${duplicates} contains duplicates\\.$`),
    seen: '2026-10-09, four regions',
    certainty: 'measured',
  },
  {
    // The newer wording quotes the members and sorts those before the duplicate. The older one prints request order.
    meaning: 'a set with duplicates $1',
    old: new RegExp(`^${duplicates} \\[(?!").*\\](of type BS)? ?contains duplicates\\.$`, 's'),
    new: new RegExp(`^${duplicates} \\[".*\\](of type BS)? ?contains duplicates\\.$`, 's'),
    seen: '2026-10-09, four regions',
    certainty: 'measured',
  },
  {
    meaning: 'an empty text for a number',
    old: /^The parameter cannot be converted to a numeric value$/,
    new: /^The parameter cannot be converted to a numeric value: ?$/,
    seen: '2026-10-09, four regions',
    certainty: 'measured',
  },
  {
    meaning: 'values without an expression',
    old: /^ExpressionAttributeValues can only be specified when using expressions: .* (?:is|are) null$/,
    new: /^ExpressionAttributeValues can only be specified when using expressions$/,
    seen: '2026-10-09, two regions',
    certainty: 'measured',
  },
  {
    meaning: '$1 too long',
    old: /^(Invalid \w+): Expression size has exceeded the maximum allowed size; expression size: \d+$/,
    new: /^(Invalid \w+): Expression size has exceeded the maximum allowed size;$/,
    seen: '2026-07-12, four regions, both by operation',
    certainty: 'measured',
  },
  {
    meaning: 'requestitems: length >= 1',
    old: /^The requestItems parameter is required for Batch(?:Get|Write)Item$/,
    new: /^Value at 'RequestItems' failed to satisfy constraint: Member must have length greater than or equal to 1$/,
    seen: '2026-08-15, back and forth since',
    certainty: 'measured',
  },
  {
    // Reported as a constraint of the map, or of the member.
    meaning: 'requestitems: a list of 1 to 25',
    old: /Map value must satisfy constraint: \[Member must have length less than or equal to 25, Member must have length greater than or equal to 1\]$/s,
    new: /^Value at 'RequestItems\.[^']*\.member' failed to satisfy constraint: Member must have length (?:less than or equal to 25|greater than or equal to 1)$/,
    seen: '2026-08-22, one region',
    certainty: 'measured',
  },
  {
    meaning: 'throughput of an index on demand: $1',
    old: new RegExp(
      `^${onDemand} Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: (.*) when BillingMode is PAY_PER_REQUEST$`,
    ),
    new: new RegExp(
      `^${onDemand} ProvisionedThroughput should not be specified for index: (.*) when BillingMode is PAY_PER_REQUEST$`,
    ),
    seen: 'both quoted from the service, years apart',
    certainty: 'claimed',
  },
];

const constraint = /^(?:Value .*? ?at '([^']*)' failed|Failed) to satisfy constraint: (.*)$/is;
const enumSet = /^Member must satisfy enum value set: \[(.*)\]$/s;

/** The newer layer misspells one enum value and renames another. */
const respelled: { readonly [value: string]: string } = { UPDATE_NEW: 'UPDATED_NEW', ALL: 'AND' };

function enumOf(listed: string): string {
  const values = listed.split(', ');
  // `[ALL, OR]` is the newer form of `[OR, AND]`. In other enums ALL is an ordinary value.
  const known = values.map((value) => (value === 'ALL' && values.length > 2 ? value : (respelled[value] ?? value)));
  return `one of ${known.sort().join(', ')}`;
}

/** `TableName` and `tableName` count as the same member; its value is omitted. An enum error alone names no member. */
function constraintOf(member: string | undefined, clause: string): string {
  const values = enumSet.exec(clause);
  if (values !== null) return enumOf(values[1]!);
  const short = clause
    .replace('Member must have length less than or equal to ', 'length <= ')
    .replace('Member must have length greater than or equal to ', 'length >= ');
  return `${(member ?? '').toLowerCase()}: ${short}`;
}

function meaningOf(violation: string): string {
  const text = violation.trim().replace(/\s+/g, ' ');
  const bare = wrapper.exec(text)?.[1] ?? text;
  for (const { meaning, ...layers } of rewordings)
    for (const form of [layers.old, layers.new]) {
      const found = form.exec(bare);
      if (found !== null) return meaning.replace('$1', found[1] ?? '');
    }
  const found = constraint.exec(bare);
  return found === null ? bare : constraintOf(found[1], found[2]!);
}

/** The violations that a text reports, in a form common to both layers, sorted. */
export function complaintsOf(text: string): readonly string[] {
  const listed = text.replace(envelope, '');
  const violations = listed.split(/; (?=(?:Value .* at '|Failed to satisfy))/);
  return violations.map(meaningOf).sort();
}

/**
 * Whether two texts report the same error in either layer. One may list more violations: the older layer lists all, the
 * newer one often only the first.
 */
export function sameErrorText(a: string, b: string): boolean {
  const [left, right] = [complaintsOf(a), complaintsOf(b)];
  const [fewer, more] = left.length < right.length ? [left, right] : [right, left];
  return fewer.every((complaint) => more.includes(complaint));
}

/**
 * The layer that produces this wording; undefined when both do. On operations of the newer layer, only that layer adds
 * an envelope to errors that are no member constraints.
 */
export function layerOf(text: string): Texts | undefined {
  const [first = ''] = text.replace(envelope, '').split(/; (?=Value .* at ')/);
  if (wrapper.test(first)) return 'old';
  if (/^(?:Value at '[A-Z]|Failed to satisfy)/.test(first)) return 'new';
  const known = rewordings.find((rewording) => rewording.old.test(first) || rewording.new.test(first));
  if (known !== undefined) return known.old.test(first) ? 'old' : 'new';
  return envelope.test(text) && !constraint.test(first) ? 'new' : undefined;
}
