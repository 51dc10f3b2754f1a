/** Makes expressions malformed, ill-typed, or inconsistent with their placeholders. */
import type { AttributeValue } from '../../../../oracles/values/types.ts';
import type { TemplateObject } from '../../../cases/case.ts';
import { withoutUnused } from '../reads.ts';
import type { Schema } from '../schemas.ts';
import { nameFor, ownWords, standsBare } from '../words.ts';
import { type FaultSite, isMap, parts, type RequestMutation } from './mutation.ts';

type Wrong = [text: string, values?: { [placeholder: string]: AttributeValue }];

const n = { N: '5' };
const one = { N: '1' };
const s = { S: 'a' };

const wrongConditions: readonly Wrong[] = [
  ['alpha'],
  ['alpha ='],
  ['= :n', { ':n': n }],
  ['alpha = = :n', { ':n': n }],
  ['alpha = :n :n', { ':n': n }],
  ['alpha = :n AND', { ':n': n }],
  ['AND alpha = :n', { ':n': n }],
  ['(alpha = :n', { ':n': n }],
  ['alpha = :n)', { ':n': n }],
  ['((alpha = :n))', { ':n': n }],
  ['alpha ! :n', { ':n': n }],
  ['alpha == :n', { ':n': n }],
  ['alpha = 5'],
  ["alpha = 'a'"],
  ['alpha IN ()'],
  ['alpha IN :n', { ':n': n }],
  ['alpha BETWEEN :n', { ':n': n }],
  ['gamma. = :n', { ':n': n }],
  ['gamma..branch = :n', { ':n': n }],
  ['delta[x] = :n', { ':n': n }],
  ['delta[-1] = :n', { ':n': n }],
  ['delta[] = :n', { ':n': n }],
  ['status = :n', { ':n': n }],
  ['gamma.status = :n', { ':n': n }],
  ['NOT'],
  [''],
  [' '],
  ['alpha = :undefined'],
  ['attribute_exists(#undefined)'],
  ['attribute_exists()'],
  ['attribute_exists(alpha, beta)'],
  ['attribute_exists(:n)', { ':n': n }],
  ['attribute_exists(size(alpha))'],
  ['no_such_function(alpha)'],
  ['ATTRIBUTE_EXISTS(alpha)'],
  ['size(alpha)'],
  ['size(alpha, beta) = :n', { ':n': n }],
  ['size(:n) = :n', { ':n': n }],
  ['contains(alpha)'],
  ['contains(alpha, alpha)'],
  ['begins_with(alpha, alpha)'],
  ['alpha = alpha'],
  ['begins_with(beta, :n)', { ':n': n }],
  ['begins_with(beta, :l)', { ':l': { L: [] } }],
  ['attribute_type(alpha, :s)', { ':s': { S: 'Q' } }],
  ['attribute_type(alpha, :n)', { ':n': n }],
  ['attribute_type(alpha, beta)'],
  ['alpha < :b', { ':b': { BOOL: true } }],
  ['alpha >= :l', { ':l': { L: [] } }],
  ['alpha <= :m', { ':m': { M: {} } }],
  ['alpha > :x', { ':x': { NULL: true } }],
  ['alpha < :ss', { ':ss': { SS: ['a'] } }],
  ['alpha BETWEEN :n AND :one', { ':n': n, ':one': one }],
  ['alpha BETWEEN :n AND :s', { ':n': n, ':s': s }],
  ['alpha BETWEEN :b AND :b', { ':b': { BOOL: true } }],
  ['size(alpha) = :n OR', { ':n': n }],
  ['contains(size(alpha), :n)', { ':n': n }],
  ['attribute_type(alpha, :s, :s)', { ':s': s }],
  ['attribute_exists(alpha) = :n', { ':n': n }],
  ['alpha = attribute_exists(beta)'],
  ['alpha IN (attribute_exists(beta))'],
  ['alpha BETWEEN size(beta) AND no_such_function(beta)'],
  ['alpha = :n AND alpha = :undefined', { ':n': n }],
  ['size(alpha, beta)'],
  ['size(:l) = :t', { ':l': { L: [] }, ':t': { BOOL: true } }],
  ['alpha.branch[0] = :n.branch', { ':n': n }],
  ['begins_with(:n, beta)', { ':n': n }],
  ['NOT (NOT (alpha = :n)', { ':n': n }],
  ['(alpha) = (:n)', { ':n': n }],
  ['(alpha = :n) AND ((beta = :n))', { ':n': n }],
  ['delta[4294967295] = :n', { ':n': n }],
  ['alpha = :n AND beta[99999999999] = :n', { ':n': n }],
  ['alpha # :n', { ':n': n }],
  [`alpha IN (${Array.from({ length: 101 }, () => ':n').join(', ')})`, { ':n': n }],
  [`${Array.from({ length: 301 }, () => 'a=:n').join(' OR ')}`, { ':n': n }],
  [`${'alpha = :n OR '.repeat(300)}alpha = :n`, { ':n': n }],
  [`${'NOT '.repeat(301)}alpha = :n`, { ':n': n }],
];

const wrongUpdates: readonly Wrong[] = [
  ['SET'],
  ['SET alpha'],
  ['SET alpha ='],
  ['SET = :n', { ':n': n }],
  ['SET alpha = :n,', { ':n': n }],
  ['SET alpha = :n beta = :n', { ':n': n }],
  ['UPSERT alpha = :n', { ':n': n }],
  ['alpha = :n', { ':n': n }],
  ['REMOVE'],
  ['REMOVE alpha,'],
  ['ADD alpha'],
  ['ADD alpha = :n', { ':n': n }],
  ['DELETE epsilon'],
  [''],
  ['SET status = :n', { ':n': n }],
  ['SET alpha = :undefined'],
  ['SET #undefined = :n', { ':n': n }],
  ['SET pk = :s', { ':s': s }],
  ['REMOVE pk'],
  ['ADD pk :n', { ':n': n }],
  ['SET alpha = :n, alpha = :n', { ':n': n }],
  ['SET gamma = :n, gamma.branch = :n', { ':n': n }],
  ['SET gamma.branch = :n REMOVE gamma', { ':n': n }],
  ['SET delta[0] = :n REMOVE delta[0]', { ':n': n }],
  ['SET gamma.branch = :n, gamma[0] = :n', { ':n': n }],
  ['SET alpha = :n SET beta = :n', { ':n': n }],
  ['REMOVE alpha REMOVE beta'],
  ['SET alpha = :s + :n', { ':s': s, ':n': n }],
  ['SET alpha = :n - :l', { ':n': n, ':l': { L: [] } }],
  ['SET alpha = alpha + :s', { ':s': s }],
  ['SET alpha = alpha + beta + :n', { ':n': n }],
  ['SET alpha = alpha * :n', { ':n': n }],
  ['SET delta = list_append(delta, :n)', { ':n': n }],
  ['SET delta = list_append(delta)'],
  ['SET delta = list_append(:s, delta)', { ':s': s }],
  ['SET alpha = if_not_exists(:n, alpha)', { ':n': n }],
  ['SET alpha = if_not_exists(alpha)'],
  ['SET alpha = size(beta)'],
  ['SET alpha = no_such_function(beta)'],
  ['ADD alpha :s', { ':s': s }],
  ['ADD alpha :l', { ':l': { L: [one] } }],
  ['ADD alpha :m', { ':m': { M: {} } }],
  ['ADD alpha beta'],
  ['DELETE epsilon :n', { ':n': n }],
  ['DELETE epsilon :s', { ':s': s }],
  ['DELETE epsilon :l', { ':l': { L: [] } }],
  ['REMOVE delta[-1]'],
  ['REMOVE delta[x]'],
  ['REMOVE delta[99999999999]'],
  ['REMOVE alpha[0'],
  ['SET alpha = attribute_exists(beta)'],
  ['SET alpha = :n ADD alpha :n', { ':n': n }],
  ['SET gamma.branch = :n, gamma.branch.leaf = :n', { ':n': n }],
  ['SET delta[0] = :n, delta.branch = :n', { ':n': n }],
  ['REMOVE gamma.leaf[0], gamma.leaf'],
  ['ADD gamma :n DELETE gamma.branch :ss', { ':n': n, ':ss': { SS: ['a'] } }],
  ['SET delta = list_append(list_append(delta, :l), :l)', { ':l': { L: [] } }],
  ['SET alpha = alpha + size(beta)'],
  ['SET alpha = (alpha + :n) + :n', { ':n': n }],
  ['SET alpha = ((:n))', { ':n': n }],
  ['SET alpha = if_not_exists(alpha, :n, :n)', { ':n': n }],
  ['SET alpha = if_not_exists(if_not_exists(alpha, :n), :n)', { ':n': n }],
  ['SET alpha = list_append(:l, :l) + :n', { ':l': { L: [] }, ':n': n }],
  ['SET alpha = :n + :b', { ':n': n, ':b': { BOOL: true } }],
  ['ADD alpha :b', { ':b': { BOOL: true } }],
  ['ADD alpha :x', { ':x': { NULL: true } }],
  ['DELETE epsilon :m', { ':m': { M: {} } }],
  ['SET sk = :s', { ':s': s }],
  ['SET alpha = :n, pk = :s', { ':n': n, ':s': s }],
  ['REMOVE sk'],
  ['SET gk = :x', { ':x': { BOOL: true } }],
  ['SET lk = :x, gs = :x', { ':x': { S: '' } }],
  [`SET alpha = :n${', beta = :n'.repeat(400)}`, { ':n': n }],
];

const wrongProjections: readonly Wrong[] = [
  [''],
  [' '],
  [','],
  ['alpha,'],
  ['alpha beta'],
  ['alpha,, beta'],
  ['alpha, alpha'],
  ['gamma, gamma.branch'],
  ['gamma.branch, gamma[0]'],
  ['delta[0], delta[0]'],
  ['gamma..branch'],
  ['delta[x]'],
  ['delta[-1]'],
  ['[0]'],
  ['status'],
  ['#undefined'],
  [':undefined'],
  ['size(alpha)'],
  ['#'],
  ['alpha[0], alpha[0].branch'],
  ['alpha.branch, alpha[0]'],
  ['delta[4294967295]'],
  ['alpha; beta'],
];

/** `:h` and `:r` are values with the key types. */
const wrongKeyConditions: readonly string[] = [
  'sk = :r',
  'pk > :h',
  'pk <> :h',
  'pk = :h OR pk = :h',
  'NOT pk = :h',
  'pk = :h AND pk = :h',
  'pk = :h AND alpha = :h',
  'pk = :h AND sk = :r AND alpha = :h',
  'pk = :h AND sk <> :r',
  'pk = :h AND sk IN (:r)',
  'pk = :h AND contains(sk, :r)',
  'pk = :h AND attribute_exists(sk)',
  'pk = :h AND size(sk) = :n',
  'pk = :h AND sk = sk',
  'pk = pk',
  'pk = :h AND sk BETWEEN :r',
  'pk = :h AND begins_with(sk, :n)',
  'pk = :b',
  'pk = :h AND sk < :b',
  'pk = :h AND sk BETWEEN :n AND :one',
  'pk = :h AND',
  'begins_with(pk, :h)',
  'pk = :undefined',
  '#undefined = :h',
  'pk.branch = :h',
  'pk IN (:h)',
  '',
  'pk = :empty',
  'pk = :h AND sk = :empty',
  'pk = :h AND sk >= :empty',
  'pk = :h AND begins_with(sk, :empty)',
  'pk = :h AND sk BETWEEN :empty AND :r',
  'pk = :emptyB',
  'pk = :h AND sk > :emptyB',
  'pk = :h AND size(sk) > :n',
  'size(pk) = :n',
  ':h = :h',
  'pk = :h AND sk BETWEEN sk AND :r',
  'pk = :h AND :r BETWEEN sk AND :r',
  'pk = :h AND begins_with(:r, sk)',
  'pk = :h AND sk = :h AND sk > :h',
  'pk = :h AND NOT sk = :r',
  'pk = :h AND sk BETWEEN size(sk) AND :r',
  'pk = :l',
  'pk = :h AND sk = :l',
  'pk = :h AND (sk = :r OR sk = :r)',
  'alpha = :h',
];

/** A filter on a key attribute, which a Query refuses. */
const filterOnKey: RequestMutation = (ground) => {
  const { op, input, schema } = ground;
  if (op !== 'Query' || 'KeyConditions' in input) return undefined;
  const { name } = ground.pick([schema.hash, schema.range ?? schema.hash]);
  const names = isMap(input.ExpressionAttributeNames) ? input.ExpressionAttributeNames : {};
  input.ExpressionAttributeNames = { ...names, '#key': name };
  input.FilterExpression = ground.pick(['attribute_exists(#key)', 'NOT size(#key) = size(alpha)', 'alpha < #key']);
  return withoutUnused(input);
};

/** Expressions or placeholders where there is nothing to use them, and values beside a projection alone. */
const lonely: RequestMutation = (ground) => {
  const { input } = ground;
  const own = Object.keys(input).filter((name) => name.endsWith('Expression'));
  if (own.length > 0 || !('TableName' in input)) return undefined;
  return {
    ...input,
    ...ground.pick<TemplateObject>([
      { ExpressionAttributeNames: { '#a': 'alpha' } },
      { ExpressionAttributeValues: { ':a': s } },
      { ProjectionExpression: 'alpha', ExpressionAttributeValues: { ':a': s } },
      { ExpressionAttributeNames: {} },
      { ExpressionAttributeValues: {} },
    ]),
  };
};

/** One of our names in an expression. A reserved word is the fault itself and is kept. */
const ownName = /(?<![#:\w])(?:pk|sk|alpha|beta|gamma|delta|epsilon)(?!\w)/g;

/** Replaces our names in the text by those of the schema, using placeholders where a name cannot stand by itself. */
function inWords(text: string, { words, hash, range }: Schema): { text: string; names: { [name: string]: string } } {
  if (words === ownWords) return { text, names: {} };
  const names: { [name: string]: string } = {};
  const written = text.replace(ownName, (own) => {
    const name = own === 'pk' ? hash.name : own === 'sk' ? (range?.name ?? own) : nameFor(own, words);
    if (standsBare(name)) return name;
    names[`#${own}`] = name;
    return `#${own}`;
  });
  return { text: written, names };
}

/** Replaces an expression and leaves no unused placeholder. */
function replaced(part: TemplateObject, member: string, [ours, values = {}]: Wrong, schema: Schema): void {
  const { text, names } = inWords(ours, schema);
  part[member] = text;
  if (Object.keys(names).length > 0) {
    const before = isMap(part.ExpressionAttributeNames) ? part.ExpressionAttributeNames : {};
    part.ExpressionAttributeNames = { ...before, ...names };
  }
  const known = isMap(part.ExpressionAttributeValues) ? part.ExpressionAttributeValues : {};
  const all = { ...known, ...values };
  if (Object.keys(all).length > 0) part.ExpressionAttributeValues = all;
  for (const name of ['ExpressionAttributeNames', 'ExpressionAttributeValues']) {
    const left = withoutUnused(part)[name];
    if (left === undefined) delete part[name];
    else part[name] = left;
  }
}

const holding = (ground: FaultSite, ...members: string[]): [TemplateObject, string][] =>
  parts(ground).flatMap((part) =>
    members
      .filter((member) => typeof part[member] === 'string')
      .map((member): [TemplateObject, string] => [part, member]),
  );

const wrongIn =
  (members: readonly string[], wrong: readonly Wrong[]): RequestMutation =>
  (ground) => {
    const places = holding(ground, ...members);
    if (places.length === 0) return undefined;
    const [part, member] = ground.pick(places);
    replaced(part, member, ground.pick(wrong), ground.schema);
    return ground.input;
  };

const key: { readonly [type: string]: AttributeValue } = { S: s, N: n, B: { B: 'AA==' } };

const keyCondition: RequestMutation = (ground) => {
  const { input, schema } = ground;
  if (typeof input.KeyConditionExpression !== 'string' || input.IndexName !== undefined) return undefined;
  const all = {
    ':h': key[schema.hash.type]!,
    ':r': key[schema.range?.type ?? 'S']!,
    ':n': n,
    ':one': one,
    ':b': { BOOL: true },
    ':l': { L: [] },
    ':empty': { S: '' },
    ':emptyB': { B: '' },
  };
  replaced(input, 'KeyConditionExpression', [ground.pick(wrongKeyConditions), all], schema);
  return input;
};

const placeholders: RequestMutation = (ground) => {
  const places = holding(ground, 'ConditionExpression', 'UpdateExpression', 'FilterExpression', 'ProjectionExpression');
  if (places.length === 0) return undefined;
  const [part] = ground.pick(places);
  const names = isMap(part.ExpressionAttributeNames) ? part.ExpressionAttributeNames : {};
  const values = isMap(part.ExpressionAttributeValues) ? part.ExpressionAttributeValues : {};
  const change = ground.pick<TemplateObject>([
    { ExpressionAttributeNames: { ...names, '#unused': 'alpha' } },
    { ExpressionAttributeValues: { ...values, ':unused': s } },
    { ExpressionAttributeNames: { ...names, bare: 'alpha' } },
    { ExpressionAttributeValues: { ...values, bare: s } },
    { ExpressionAttributeNames: { ...names, '#': 'alpha' } },
    { ExpressionAttributeNames: { ...names, '#a-b': 'alpha' } },
    { ExpressionAttributeNames: { ...names, '#empty': '' } },
    { ExpressionAttributeNames: { ...names, '#long': 'x'.repeat(65_536) } },
    { ExpressionAttributeValues: { ...values, ':': s } },
    { ExpressionAttributeValues: { ...values, ':a.b': s } },
    ...(Object.keys(names).length === 0 ? [{ ExpressionAttributeNames: {} }] : []),
    ...(Object.keys(values).length === 0 ? [{ ExpressionAttributeValues: {} }] : []),
  ]);
  Object.assign(part, change);
  return ground.input;
};

export const expressionFaults = {
  condition: wrongIn(['ConditionExpression', 'FilterExpression'], wrongConditions),
  update: wrongIn(['UpdateExpression'], wrongUpdates),
  projection: wrongIn(['ProjectionExpression'], wrongProjections),
  keyCondition,
  placeholders,
  filterOnKey,
  lonely,
} satisfies { [name: string]: RequestMutation };
