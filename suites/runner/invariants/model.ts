/** The service model as AWS SDK v3 ships it: the members of every answer, their types, and the exceptions. */
import type { Json, JsonObject, Operation } from '../../../oracles/values/types.ts';
import { isObject } from '../play/path.ts';

/** A place where an answer does not have the form that the model gives it. */
interface FormFault {
  /** Names inside maps are `*`, since they are a user's own. */
  path: string;
  class: 'member-extra' | 'value';
  expected: string;
  actual: Json;
}

export interface ServiceModel {
  faultsOf(op: Operation, output: JsonObject): FormFault[];
  isException(type: string): boolean;
}

/**
 * https://github.com/smithy-lang/smithy-typescript, `packages/types/src/schema`: a number is a simple type, 64 and 128 make a list
 * and a map of it; a tuple begins with its kind.
 */
type Schema = number | (() => Schema) | readonly unknown[];
const kinds = { list: 1, map: 2, structure: 3, exception: -3, union: 4, operation: 9 } as const;
const listOf = 64;
const mapOf = 128;

const simple: { readonly [code: number]: string } = {
  0: 'string',
  1: 'number',
  2: 'boolean',
  4: 'number',
  21: 'string',
};

/** A member may be a pair of its schema and its traits. */
function resolved(schema: Schema): number | readonly unknown[] {
  if (typeof schema === 'function') return resolved(schema());
  if (typeof schema === 'number') return schema;
  if (typeof schema[1] !== 'string') return resolved(schema[0] as Schema);
  return schema[0] === 0 ? resolved(schema[4] as Schema) : schema;
}

/**
 * The service sends it, though no model has it (measured with raw requests, 2026-08-21):
 * https://github.com/ExtendDB/extenddb/pull/320
 */
const unmodelled: ReadonlySet<string> = new Set(['TableThroughputModeSummary']);

const wrong = (path: string, expected: string, actual: Json): FormFault[] => [
  { path, class: 'value', expected, actual },
];
const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function faults(given: Schema, value: Json, path: string): FormFault[] {
  const schema = resolved(given);
  if (typeof schema === 'number') return ofCode(schema, value, path);
  const [kind, , , , first, second] = schema as [number, string, string, unknown, Schema, Schema];
  if (kind === kinds.list) return ofList(first, value, path);
  if (kind === kinds.map) return ofMap(second, value, path);
  return isObject(value) ? ofMembers(schema, value, path) : wrong(path, 'an object', value);
}

function ofCode(code: number, value: Json, path: string): FormFault[] {
  if (code >= mapOf) return ofMap(code - mapOf, value, path);
  if (code >= listOf) return ofList(code - listOf, value, path);
  const type = simple[code];
  return type === undefined || typeof value === type ? [] : wrong(path, `a ${type}`, value);
}

const ofList = (of: Schema, value: Json, path: string): FormFault[] =>
  Array.isArray(value) ? value.flatMap((one) => faults(of, one, `${path}[]`)) : wrong(path, 'a list', value);

const ofMap = (of: Schema, value: Json, path: string): FormFault[] =>
  isObject(value)
    ? Object.values(value).flatMap((one) => faults(of, one, below(path, '*')))
    : wrong(path, 'an object', value);

function ofMembers(schema: readonly unknown[], value: JsonObject, path: string): FormFault[] {
  const [kind, , , , names, types] = schema as [number, string, string, unknown, string[], Schema[]];
  const count = Object.keys(value).length;
  const alone = kind === kinds.union && count !== 1 ? wrong(path, 'one type', Object.keys(value)) : [];
  const inside = Object.entries(value).flatMap(([name, member]): FormFault[] => {
    const at = names.indexOf(name);
    if (at >= 0) return faults(types[at]!, member, below(path, name));
    if (unmodelled.has(name)) return [];
    return [{ path: below(path, name), class: 'member-extra', expected: 'no such member', actual: member }];
  });
  return [...alone, ...inside];
}

/** Exceptions of all services of AWS, which no operation lists. Source: API reference, "Common Errors", and developer guide. */
const common = [
  ...['AccessDeniedException', 'IncompleteSignatureException', 'InvalidSignatureException'],
  ...['MissingAuthenticationTokenException', 'SerializationException', 'ThrottlingException'],
  ...['UnknownOperationException', 'UnrecognizedClientException', 'ValidationException'],
];

let loading: Promise<ServiceModel> | undefined;

/** Loaded for the first case that needs it: a third of the start of a command. */
export function loadServiceModel(): Promise<ServiceModel> {
  loading ??= Promise.all([import('@aws-sdk/client-dynamodb'), import('@aws-sdk/client-dynamodb-streams')]).then(
    (clients) => modelOf(Object.fromEntries(clients.flatMap((client) => Object.entries(client)))),
  );
  return loading;
}

function modelOf(exported: { readonly [name: string]: unknown }): ServiceModel {
  const schemas = Object.values(exported).filter((one): one is readonly unknown[] => Array.isArray(one));
  const outputs = new Map<string, Schema>();
  const exceptions = new Set(common);
  for (const schema of schemas) {
    if (schema[0] === kinds.operation) outputs.set(String(schema[2]), schema[5] as Schema);
    if (schema[0] === kinds.exception) exceptions.add(String(schema[2]));
  }
  return {
    faultsOf: (op, output) => {
      const schema = outputs.get(op);
      return schema === undefined ? [] : faults(schema, output, '');
    },
    isException: (type) => exceptions.has(type),
  };
}
