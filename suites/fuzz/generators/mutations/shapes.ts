/** Breaks one rule of a request's shape, as the service model has it: a type, a length, an enum, a missing member. */
import type { Rule, Shape } from '../../../../oracles/store/rules.ts';
import { shapes } from '../../../../oracles/store/shapes.ts';
import type { Template, TemplateObject } from '../../../cases/case.ts';
import { isMap, type RequestMutation } from './mutation.ts';

/** A place in a request and its rule. `put` replaces its value, or removes it. */
interface Site {
  rule: Rule;
  value: Template | undefined;
  put(value: Template | undefined): void;
}

const memberSite = (parent: TemplateObject, name: string, rule: Rule): Site => ({
  rule,
  value: parent[name],
  put: (value) => {
    if (value === undefined) delete parent[name];
    else parent[name] = value;
  },
});

const elementSite = (list: Template[], at: number, rule: Rule): Site => ({
  rule,
  value: list[at],
  put: (value) => {
    list[at] = value ?? null;
  },
});

const membersOf = (shape: Shape, holder: TemplateObject): Site[] =>
  Object.entries(shape).map(([name, rule]) => memberSite(holder, name, rule));

/** The sites below a value. Of a list, its last element stands for all. */
function inside({ rule, value }: Site): Site[] {
  if (rule.kind === 'structure' && isMap(value)) return membersOf(rule.members, value);
  if (rule.kind === 'list' && Array.isArray(value) && value.length > 0)
    return [elementSite(value, value.length - 1, rule.of)];
  if (rule.kind === 'map' && isMap(value)) return Object.keys(value).map((name) => memberSite(value, name, rule.of));
  return [];
}

const isReference = (value: Template | undefined): boolean =>
  isMap(value) && Object.keys(value).some((name) => name.startsWith('$') && !name.includes(':'));

function allSites(sites: readonly Site[]): Site[] {
  return sites.flatMap((site) => [site, ...(isReference(site.value) ? [] : allSites(inside(site)))]);
}

/** The longest text that a fault may hold. */
const charsMax = 70_000;

const tooLong = ({ value, rule }: Site): Template[] => {
  if (!('max' in rule) || rule.max === undefined) return [];
  if (rule.kind === 'integer') return [rule.max + 1];
  if (rule.kind === 'string') return rule.max < charsMax ? ['x'.repeat(rule.max + 1)] : [];
  if (rule.kind !== 'list' || !Array.isArray(value) || value.length === 0) return [];
  return [Array.from({ length: rule.max + 1 }, (_, at) => value[at % value.length] ?? null)];
};

const wrongText = (rule: Rule & { kind: 'string' }): Template[] => [
  1,
  true,
  [],
  {},
  ...(rule.oneOf ? ['INVALID', '', (rule.oneOf[0] ?? '').toLowerCase()] : []),
  ...(rule.min === undefined ? [] : ['x'.repeat(rule.min - 1)]),
  ...(rule.pattern === undefined ? [] : ['a b']),
];

function wrongOf(site: Site): (Template | undefined)[] {
  const { rule } = site;
  const missing = rule.required ? [undefined, null] : [];
  const more = [...missing, ...tooLong(site)];
  switch (rule.kind) {
    case 'string':
      return [...more, ...wrongText(rule)];
    case 'integer':
      return [...more, ...(rule.min === undefined ? [] : [rule.min - 1]), '1', 1.5, true, [], {}];
    case 'boolean':
      return [...more, 'maybe', 'true', 1, [], {}];
    case 'list':
      return [...more, [], {}, 'a', [null], [1]];
    case 'map':
      return [...more, {}, [], 'a', 1, { a: 1 }, { '': { S: 'a' } }];
    case 'structure':
      return [...more, {}, [], 'a', 1];
    case 'value':
      return [...more, {}, [], 'a', 1, { Q: 'a' }, { S: 1 }, { S: 'a', N: '1' }];
    case 'number':
      return [...more, 'a', [], {}];
  }
}

/** Half of the faults are in what the request holds, the others add a wrong member. */
const shape: RequestMutation = ({ op, input, pick }) => {
  const sites = allSites(membersOf(shapes[op], input));
  const there = sites.filter(({ value }) => value !== undefined);
  const site = pick(pick([there, there, sites]));
  site.put(structuredClone(pick(wrongOf(site))));
  return input;
};

export const shapeFaults = { shape } satisfies { [name: string]: RequestMutation };
