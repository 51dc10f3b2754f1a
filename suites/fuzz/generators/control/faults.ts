/** One fault in a request of the control plane: in one member, or in how members go together. */
import type { Rule, Shape } from '../../../../oracles/store/rules.ts';
import { shapes } from '../../../../oracles/store/shapes.ts';
import type { Operation } from '../../../../oracles/values/types.ts';
import type { Template, TemplateObject } from '../../../cases/case.ts';
import { isMap } from '../mutations/mutation.ts';
import { combinations } from './combinations.ts';
import type { Draw } from './draw.ts';

/** Replaces a member by each of these; undefined takes it away. */
interface Fault {
  readonly sort: 'missing' | 'other kind' | 'value';
  readonly path: readonly (string | number)[];
  readonly value: Template | undefined;
}

/** A table under such a name would be outside the run. */
const namesTables: ReadonlySet<string> = new Set(['TableName', 'TargetTableName', 'ExclusiveStartTableName']);
/** Longer texts only make a request large. */
const lengthMax = 2_100;

const isReference = (value: Template | undefined): boolean =>
  isMap(value) && Object.keys(value).some((name) => name.startsWith('$'));

function texts(rule: Rule & { kind: 'string' }, member: string): Template[] {
  const { min, max, pattern, oneOf } = rule;
  const names = namesTables.has(member);
  return [
    ...(max !== undefined && max < lengthMax ? ['x'.repeat(max + 1), ...(names ? [] : ['x'.repeat(max)])] : []),
    ...(min !== undefined ? ['x'.repeat(min - 1), ...(names ? [] : ['x'.repeat(min)])] : []),
    ...(pattern !== undefined ? ['a b!', 'é-name'] : []),
    ...(oneOf !== undefined ? ['UNKNOWN', oneOf[0]!.toLowerCase(), ...oneOf] : []),
    ...(max === undefined && oneOf === undefined ? ['', 'a b!'] : []),
  ];
}

const numbers = ({ min, max }: { min?: number; max?: number }): Template[] => [
  ...(min === undefined ? [-1, 0] : [min - 1, min]),
  ...(max === undefined ? [] : [max, max + 1]),
];

/** Values of other JSON kinds. */
const otherKinds: { readonly [kind in Rule['kind']]: readonly Template[] } = {
  string: [1, true, [], {}],
  boolean: ['yes', 'true', 0, []],
  integer: ['1', 'one', true, []],
  number: ['1', [], true],
  value: [[], 'a'],
  list: [{}, 'a', 1],
  map: [[], 'a', 1],
  structure: [[], 'a', 1],
};

function wrongValues(rule: Rule, member: string, value: Template | undefined): Template[] {
  switch (rule.kind) {
    case 'string':
      return texts(rule, member);
    case 'integer':
      return numbers(rule);
    case 'number':
      return [-1, 0, 1.5];
    case 'boolean':
      return [true, false];
    case 'list': {
      const repeated = (count: number): Template[] =>
        Array.isArray(value) && value.length > 0 && count <= 60 ? [Array.from({ length: count }, () => value[0]!)] : [];
      return [[], [null], ...repeated(2), ...(rule.max === undefined ? [] : repeated(rule.max + 1))];
    }
    default:
      return [{}];
  }
}

function* faultsOf(rule: Rule, value: Template | undefined, path: Fault['path']): Generator<Fault> {
  const member = String(path.findLast((part) => typeof part === 'string') ?? '');
  if (value !== undefined) for (const nothing of [undefined, null]) yield { sort: 'missing', path, value: nothing };
  for (const other of otherKinds[rule.kind]) yield { sort: 'other kind', path, value: other };
  for (const wrong of wrongValues(rule, member, value)) yield { sort: 'value', path, value: wrong };
  if (rule.kind === 'structure' && isMap(value) && !isReference(value)) yield* inside(rule.members, value, path);
  if (rule.kind === 'list' && Array.isArray(value))
    for (const [at, element] of value.entries()) yield* faultsOf(rule.of, element, [...path, at]);
}

function* inside(shape: Shape, value: TemplateObject, path: Fault['path']): Generator<Fault> {
  for (const [member, rule] of Object.entries(shape)) yield* faultsOf(rule, value[member], [...path, member]);
}

function replaced(
  value: Template | undefined,
  [part, ...rest]: Fault['path'],
  by: Template | undefined,
): Template | undefined {
  if (part === undefined) return by;
  if (typeof part === 'number') {
    const list = Array.isArray(value) ? value : [];
    return list.flatMap((one, at): Template[] => {
      const changed = at === part ? replaced(one, rest, by) : one;
      return changed === undefined ? [] : [changed];
    });
  }
  const { [part]: before, ...others } = isMap(value) ? value : ({} as TemplateObject);
  const changed = replaced(before, rest, by);
  return changed === undefined ? others : { ...others, [part]: changed };
}

/** Each member counts the same, however many faults it can have. */
function memberFault(draw: Draw, op: Operation, input: TemplateObject): TemplateObject {
  const sort = draw.weighted([2, 'missing'], [1, 'other kind'], [7, 'value']);
  const byMember = new Map<string, Fault[]>();
  for (const fault of inside(shapes[op], input, [])) {
    if (fault.sort !== sort) continue;
    const name = fault.path.filter((part) => typeof part === 'string').join('.');
    byMember.set(name, [...(byMember.get(name) ?? []), fault]);
  }
  if (byMember.size === 0) return { ...input, Unknown: 1 };
  const { path, value } = draw.pick(draw.pick([...byMember.values()]));
  return replaced(input, path, value) as TemplateObject;
}

export function faultyRequest(draw: Draw, op: Operation, input: TemplateObject): TemplateObject {
  const together = combinations[op] ?? [];
  if (together.length === 0 || draw.chance(45)) return memberFault(draw, op, input);
  return draw.pick(together)(structuredClone(input), draw) ?? memberFault(draw, op, input);
}
