/**
 * Whether two texts tell of the same error. The service has two wordings for many of its refusals, and which one it gives
 * depends on the region, the operation and the week; type, member and constraint stay. Source: public captures of up to 33
 * regions, 2026-06 to 2026-10-09. Certain (measured): the forms below. Not covered: a number such as 1e2147483647, which one
 * layer calls too large and the other too small.
 */

const envelope = /^\d+ validation errors? detected: /;
const wrapper = /^ExpressionAttributeValues contains invalid value: (.*) for key :[A-Za-z0-9_]+$/s;

/** [form, what both layers mean by it]. Applied in order, each at most once, to a text without envelope and wrapper. */
const rewordings: readonly (readonly [RegExp, string])[] = [
  // One layer quotes and sorts the members, the other prints them as they came, or not at all.
  [
    /^(?:One or more parameter values were invalid: )?Input collection(?: \[.*\])?(of type BS)? ?contains duplicates\.?$/s,
    'a set with duplicates $1',
  ],
  [/^(The parameter cannot be converted to a numeric value):? ?$/, '$1: '],
  [/^(ExpressionAttributeValues can only be specified when using expressions): .* (?:is|are) null$/, '$1'],
  [/(Expression size has exceeded the maximum allowed size); expression size: \d+$/, '$1;'],
  [/^The requestItems parameter is required for Batch(?:Get|Write)Item$/, 'requestitems: length >= 1'],
  // Both have been quoted from the service, years apart.
  [
    /^One or more parameter values were invalid: (?:ProvisionedThroughput should not|Neither ReadCapacityUnits nor WriteCapacityUnits can) be specified for index: (.*) when BillingMode is PAY_PER_REQUEST$/,
    'throughput of an index on demand: $1',
  ],
  // The exhausted list of a batch: as a constraint of the map, or of the member.
  [
    /^.*Map value must satisfy constraint: \[Member must have length less than or equal to 25, Member must have length greater than or equal to 1\]$/s,
    'requestitems: a list of 1 to 25',
  ],
  [
    /^Value at 'RequestItems\.[^']*\.member' failed to satisfy constraint: Member must have length (?:less|greater) than or equal to (?:25|1)$/,
    'requestitems: a list of 1 to 25',
  ],
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
  for (const [form, meaning] of rewordings) if (form.test(bare)) return bare.replace(form, meaning);
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
