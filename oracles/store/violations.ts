/**
 * Finds violated member constraints and words the error. Since 2026-06 the service has been moving from an older
 * validation layer to a newer one, by region and operation. The older layer lists every violation with its value. The
 * newer one omits some values and reports some violations alone. Source: public captures of two to 33 regions, 2026-06
 * to 2026-10-09.
 */
import { Refusal, type Texts } from '../values/refusal.ts';
import type { Json, JsonObject } from '../values/types.ts';
import type { Rule, Shape } from './rules.ts';

/** One violated constraint. */
interface Violation {
  readonly rule: Rule;
  /** `requestItems.rows.member.keys` in the older layer, `RequestItems.rows.member.Keys` in the newer. */
  readonly path: string;
  readonly value: Json | undefined;
  readonly clause: string;
  readonly broken: 'required' | 'min' | 'max' | 'pattern' | 'oneOf' | 'keys' | 'values';
}
type Found = Pick<Violation, 'clause' | 'broken'>;

const compiled = new Map<string, RegExp>();
function matches(pattern: string, text: string): boolean {
  let regexp = compiled.get(pattern);
  if (regexp === undefined) {
    regexp = new RegExp(`^(?:${pattern})$`, 'u');
    compiled.set(pattern, regexp);
  }
  return regexp.test(text);
}

function boundClauses(what: 'length' | 'value', size: number, rule: { min?: number; max?: number }): Found[] {
  if (rule.max !== undefined && size > rule.max)
    return [{ broken: 'max', clause: `Member must have ${what} less than or equal to ${rule.max}` }];
  if (rule.min !== undefined && size < rule.min)
    return [{ broken: 'min', clause: `Member must have ${what} greater than or equal to ${rule.min}` }];
  return [];
}

/** Maximum length of a table ARN. Source: AWS API reference, TableName; the bounds are from the service model. */
const arnMax = 1024;
const isArn = (text: string): boolean => text.startsWith('arn:');

function stringClauses(rule: Rule & { kind: 'string' }, text: string): Found[] {
  if (rule.arn && isArn(text)) return boundClauses('length', text.length, { max: arnMax });
  const found = boundClauses('length', text.length, rule);
  // An empty text violates only its length, not its pattern (captured in two regions, 2026-10-07).
  if (rule.pattern !== undefined && text !== '' && !matches(rule.pattern, text))
    found.push({ broken: 'pattern', clause: `Member must satisfy regular expression pattern: ${rule.pattern}` });
  if (rule.oneOf !== undefined && !rule.oneOf.includes(text))
    found.push({ broken: 'oneOf', clause: `Member must satisfy enum value set: [${rule.oneOf.join(', ')}]` });
  return found;
}

const lengthText = ({ min, max }: { min: number; max: number }): string =>
  `Member must have length less than or equal to ${max}, Member must have length greater than or equal to ${min}`;

function mapClauses(rule: Rule & { kind: 'map' }, map: JsonObject): Found[] {
  const names = Object.keys(map);
  const found = boundClauses('length', names.length, rule);
  const { keys, values } = rule;
  if (keys !== undefined) {
    const fits = (name: string) =>
      keys.arn && isArn(name)
        ? name.length <= arnMax
        : name.length <= keys.max && name.length >= keys.min && matches(keys.pattern, name);
    if (!names.every(fits))
      found.push({
        broken: 'keys',
        clause: `Map keys must satisfy constraint: [${lengthText(keys)}, Member must satisfy regular expression pattern: ${keys.pattern}]`,
      });
  }
  if (values !== undefined) {
    const fits = (list: Json) => !Array.isArray(list) || (list.length <= values.max && list.length >= values.min);
    if (!Object.values(map).every(fits))
      found.push({ broken: 'values', clause: `Map value must satisfy constraint: [${lengthText(values)}]` });
  }
  return found;
}

function clausesOf(rule: Rule, value: Json): Found[] {
  if (rule.kind === 'string') return stringClauses(rule, value as string);
  if (rule.kind === 'integer') return boundClauses('value', value as number, rule);
  if (rule.kind === 'list') return boundClauses('length', (value as Json[]).length, rule);
  return rule.kind === 'map' ? mapClauses(rule, value as JsonObject) : [];
}

function addViolations(all: Violation[], rule: Rule, value: Json | undefined, path: string): void {
  if (value === undefined || value === null) {
    if (rule.required) all.push({ rule, path, value, broken: 'required', clause: 'Member must not be null' });
    return;
  }
  for (const found of clausesOf(rule, value)) all.push({ rule, path, value, ...found });
  if (rule.kind === 'structure') addMembers(all, rule.members, value as JsonObject, `${path}.`);
  if (rule.kind === 'list' && rule.of.kind !== 'value' && !isValueMap(rule.of))
    (value as Json[]).forEach((element, i) => {
      addViolations(all, rule.of, element, `${path}.${i + 1}.member`);
    });
  if (rule.kind === 'map' && rule.of.kind !== 'value')
    for (const [key, element] of Object.entries(value as JsonObject))
      addViolations(all, rule.of, element, `${path}.${key}.member`);
}

/** Items and keys have no member constraints inside. */
const isValueMap = (rule: Rule): boolean => rule.kind === 'map' && rule.of.kind === 'value';

function addMembers(all: Violation[], shape: Shape, value: JsonObject, prefix: string): void {
  for (const member in shape) addViolations(all, shape[member]!, value[member], prefix + member);
}

/** All violations in member order. */
export function violationsOf(shape: Shape, request: JsonObject): readonly Violation[] {
  const all: Violation[] = [];
  addMembers(all, shape, request, '');
  return all;
}

/** Prints a value in an error. The form for lists and maps differs by region; where it is unknown, `...` stands in. */
function echo(value: Json | undefined, rule: Rule): string {
  if (value === undefined || value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? "'[]'" : "'[...]'";
  if (typeof value !== 'object') return `'${value}'`;
  if (rule.kind === 'map' && rule.echo === 'json') return `'${JSON.stringify(value)}'`;
  // The only map that is printed so has lists: that of BatchWriteItem.
  const inside = Object.entries(value).map(
    ([key, inner]) => `${key}=${(inner as Json[]).length === 0 ? '[]' : '[...]'}`,
  );
  return `'{${inside.join(', ')}}'`;
}

/** Lower-cases the first letter of members, but not the map keys between them. */
const olderPath = (path: string): string => {
  const parts = path.split('.');
  return parts.map((part, i) => (isMapKey(parts, i) ? part : part.charAt(0).toLowerCase() + part.slice(1))).join('.');
};
const isMapKey = (parts: readonly string[], i: number): boolean => parts[i + 1] === 'member';

const olderText = ({ rule, path, value, clause }: Violation): string =>
  `Value ${echo(value, rule)} at '${olderPath(path)}' failed to satisfy constraint: ${clause}`;

const isGeneric = ({ rule, broken }: Violation): boolean =>
  (broken === 'min' || broken === 'max') && rule.generic?.includes(broken) === true;

function newerText(violation: Violation): string {
  const { rule, path, clause, broken } = violation;
  if (broken === 'oneOf' && rule.newText !== undefined) return rule.newText;
  return isGeneric(violation) ? `Value at '${path}' failed to satisfy constraint: ${clause}` : olderText(violation);
}

const isAlone = (violation: Violation): boolean => {
  const { rule, broken } = violation;
  return isGeneric(violation) || (rule.alone === true && broken !== 'required');
};

/** At most this many violations are listed. Source: observed by the authors of a public emulator. */
const namedMax = 10;

function counted(texts: readonly string[]): Refusal {
  const count = `${texts.length} validation error${texts.length === 1 ? '' : 's'} detected: `;
  return new Refusal('ValidationException', count + texts.join('; '));
}

/** Builds the error for at least one violation. */
export function refusalOf(all: readonly Violation[], texts: Texts): Refusal {
  // The older layer answers when a required member is missing (captured for UpdateItem without Key, 2026-10-09).
  const layer = all.some(({ broken }) => broken === 'required') ? 'old' : texts;
  const urgent = all.filter(({ rule }) => rule.last !== true);
  const listed = (urgent.length > 0 ? urgent : all).slice(0, namedMax);
  if (layer === 'old') {
    const [first] = listed;
    if (first?.broken === 'min' && first.rule.oldText !== undefined)
      return new Refusal('ValidationException', first.rule.oldText);
    return counted(listed.map(olderText));
  }
  const lone = listed.find(isAlone);
  if (lone?.rule.bare && lone.broken === 'oneOf') return new Refusal('ValidationException', newerText(lone));
  return counted((lone === undefined ? listed : [lone]).map(newerText));
}
