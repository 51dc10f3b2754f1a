import type { Descriptor } from '../values/types.ts';
import { descriptorOf } from '../values/validate.ts';
import { nestedHeads, pathsIn, type ResolvedSetValue, type Segments, typeOf } from './resolve.ts';
import type { ResolvedAction } from './update-check.ts';

/** What an update says of attributes before it runs. */
export interface UpdateFacts {
  /** Top-level attributes written, in the order of the expression. */
  readonly attributes: ReadonlySet<string>;
  /** Top-level attributes that a path looks into, on either side. */
  readonly nested: ReadonlySet<string>;
  /** The types that the request alone gives to top-level attributes. */
  readonly types: ReadonlyMap<string, Descriptor>;
}

export const factsOf = (actions: readonly ResolvedAction[]): UpdateFacts => ({
  attributes: new Set(actions.map(({ path }) => path[0] as string)),
  nested: nestedHeads(actions.flatMap(pathsOf)),
  types: new Map(actions.flatMap(typed)),
});

const operandsOf = (value: ResolvedSetValue) => (value.kind === 'arithmetic' ? [value.left, value.right] : [value]);

const pathsOf = (action: ResolvedAction): Segments[] =>
  action.section === 'SET' ? [action.path, ...operandsOf(action.value).flatMap(pathsIn)] : [action.path];

function typed(action: ResolvedAction): [string, Descriptor][] {
  const { path } = action;
  if (path.length > 1 || action.section === 'REMOVE') return [];
  const type = action.section === 'SET' ? assignedType(action.value) : descriptorOf(action.value);
  return type === undefined ? [] : [[path[0] as string, type]];
}

/** `if_not_exists` has the type of its second operand, whatever the item holds. Source: dynalite, checked on the service. */
function assignedType(value: ResolvedSetValue): Descriptor | undefined {
  if (value.kind === 'arithmetic') return 'N';
  if (value.kind !== 'call') return typeOf(value);
  return value.name === 'list_append' ? 'L' : assignedType(value.args[1]!);
}
