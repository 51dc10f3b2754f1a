/**
 * Whether two texts tell of the same error. The service has two wordings for many of its refusals, and which one it gives
 * depends on the region, the operation and the week; type, member and constraint stay. Source: public captures of up to 33
 * regions, 2026-06 to 2026-10-09. Certain (measured): the forms below. Not covered: a number such as 1e2147483647, which one
 * layer calls too large and the other too small.
 */

import type { Texts } from './refusal.ts';

const envelope = /^\d+ validation errors? detected: /;
const wrapper = /^ExpressionAttributeValues contains invalid value: (.*) for key :[A-Za-z0-9_]+$/s;

/** One error in its two wordings, without envelope and wrapper. */
export interface Rewording {
  /** What both mean; `$1` is the part that they share. */
  readonly meaning: string;
  readonly old: RegExp;
  readonly new: RegExp;
  /** When the newer one was first seen, and where: regions of 33, or how many. */
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
    // The newer one quotes the members and sorts those before the repetition; the older one prints them as they came.
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
    // As a constraint of the map, or of the member.
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

/** The newer layer misspells one value, and names another one otherwise. */
const respelled: { readonly [value: string]: string } = { UPDATE_NEW: 'UPDATED_NEW', ALL: 'AND' };

function enumOf(listed: string): string {
  const values = listed.split(', ');
  // `[ALL, OR]` is the newer name of `[OR, AND]`; elsewhere ALL is a value like any other.
  const known = values.map((value) => (value === 'ALL' && values.length > 2 ? value : (respelled[value] ?? value)));
  return `one of ${known.sort().join(', ')}`;
}

/** `TableName` and `tableName` are one member; what its value was is left out. A lone enum names no member. */
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

/** What a text complains of, one entry for each violation that it lists, in a form that both layers share; sorted. */
export function complaintsOf(text: string): readonly string[] {
  const listed = text.replace(envelope, '');
  const violations = listed.split(/; (?=(?:Value .* at '|Failed to satisfy))/);
  return violations.map(meaningOf).sort();
}

/**
 * Whether two texts are the same error in either layer. One of them may list more violations than the other: the older layer
 * lists them all, the newer one often the first alone.
 */
export function sameErrorText(a: string, b: string): boolean {
  const [left, right] = [complaintsOf(a), complaintsOf(b)];
  const [fewer, more] = left.length < right.length ? [left, right] : [right, left];
  return fewer.every((complaint) => more.includes(complaint));
}

/**
 * The layer that words a refusal so; undefined when both do. Of the operations that have moved on, the newer layer puts into an
 * envelope what is no constraint of a member, and the older one never does.
 */
export function layerOf(text: string): Texts | undefined {
  const [first = ''] = text.replace(envelope, '').split(/; (?=Value .* at ')/);
  if (wrapper.test(first)) return 'old';
  if (/^(?:Value at '[A-Z]|Failed to satisfy)/.test(first)) return 'new';
  const known = rewordings.find((rewording) => rewording.old.test(first) || rewording.new.test(first));
  if (known !== undefined) return known.old.test(first) ? 'old' : 'new';
  return envelope.test(text) && !constraint.test(first) ? 'new' : undefined;
}
