/**
 * Converts wire JSON to the input of AWS SDK v3's low-level clients, which need bytes for binaries and dates for times.
 * The request's shape says where these are. Values that do not fit the shape are passed on, and the SDK decides.
 */
import type { Rule, Shape } from '../../oracles/store/rules.ts';
import { shapes } from '../../oracles/store/shapes.ts';
import type { Json, JsonObject, Operation } from '../../oracles/values/types.ts';

type Convert = (value: Json) => unknown;

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const each =
  (convert: Convert): Convert =>
  (value) =>
    Array.isArray(value) ? value.map(convert) : value;

/** Unknown members are kept. `fromEntries` defines own properties, so `__proto__` stays a name. */
const mapped = (value: Json, convert: (name: string, member: Json) => unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, convert(name, member)]))
    : value;

const values =
  (convert: Convert): Convert =>
  (value) =>
    mapped(value, (_, member) => convert(member));

const members =
  (converts: { readonly [name: string]: Convert }): Convert =>
  (value) =>
    mapped(value, (name, member) => (Object.hasOwn(converts, name) ? converts[name]!(member) : member));

const bytes: Convert = (value) => (typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value);
const date: Convert = (value) => (typeof value === 'number' ? new Date(value * 1000) : value);
const asItIs: Convert = (value) => value;

const attributeValue: Convert = (value) =>
  members({ B: bytes, BS: each(bytes), L: each(attributeValue), M: values(attributeValue) })(value);

function converterOf(rule: Rule): Convert {
  switch (rule.kind) {
    case 'value':
      return attributeValue;
    // Times are the only numbers with a fraction in a request.
    case 'number':
      return date;
    case 'list':
      return each(converterOf(rule.of));
    case 'map':
      return values(converterOf(rule.of));
    case 'structure':
      return ofMembers(rule.members);
    case 'string':
    case 'integer':
    case 'boolean':
      return asItIs;
    default:
      return rule satisfies never;
  }
}

const ofMembers = (shape: Shape): Convert =>
  members(Object.fromEntries(Object.entries(shape).map(([name, rule]) => [name, converterOf(rule)])));

const converts = Object.fromEntries(
  Object.entries(shapes).map(([operation, shape]) => [operation, ofMembers(shape)]),
) as { readonly [operation in Operation]: Convert };

export const sdkInput = (operation: Operation, input: JsonObject): object => converts[operation](input) as object;
