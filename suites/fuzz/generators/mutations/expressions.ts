/** Makes expressions malformed, ill-typed, or inconsistent with their placeholders. */
import type { AttributeValue } from '../../../../oracles/values/types.ts';
import type { TemplateObject } from '../../../cases/case.ts';
import { withoutUnused } from '../reads.ts';
import type { Schema } from '../schemas.ts';
import { nameFor, ownWords, standsBare } from '../words.ts';
import { type FaultSite, isMap, parts, type RequestMutation } from './mutation.ts';
import {
  n,
  one,
  s,
  type Wrong,
  wrongConditions,
  wrongKeyConditions,
  wrongProjections,
  wrongUpdates,
} from './wrong-expressions.ts';

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
