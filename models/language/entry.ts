/** An entry of the registry: a protocol with its variants, scales and rules, and the mutants of those rules. */
import type { ProtocolDocument } from './document.ts';
import { ModelError } from './error.ts';
import { Model } from './model.ts';

/** The expected result of a mutant. */
export type Expectation =
  /** Each of these properties, judged alone, is violated. */
  | { readonly breaks: readonly string[] }
  /** Another rule masks this bug: it breaks something only together with one of the named mutants. That pair is a mutant, too. */
  | { readonly masked: string; readonly with: readonly string[] }
  /** The behaviour is the same. `graph: 'same'`: the numbers of states and transitions are those of the model, too. */
  | { readonly equivalent: string; readonly graph: 'same' | 'other' };

export interface MutantEntry {
  readonly id: string;
  readonly title: string;
  /** The variant in which the bug shows. */
  readonly variant: string;
  /** An id of the catalogue of findings. */
  readonly finding: string | null;
  /** The mutants that are combined in this one; empty for a single mutant. */
  readonly together: readonly string[];
  /** A hole: not a planted bug, but the documented design. Its violation is expected until the design is fixed. */
  readonly isHole: boolean;
  readonly expect: Expectation;
}

export interface Choice {
  /** Default: the first. */
  readonly variant?: string;
  /** Default `default`. */
  readonly scale?: string;
  readonly mutant?: string;
}

export interface ModelEntry {
  readonly name: string;
  readonly title: string;
  /** For readers: the scope of the model, what it leaves out, and the choices made where the protocol is silent. */
  readonly about: string;
  /** Ids of the catalogue of findings: those of the mutants and those of `checkedBy`. */
  readonly findings: readonly string[];
  /** For findings that no mutant names: the properties that check them. */
  readonly checkedBy: { readonly [finding: string]: readonly string[] };
  readonly variants: readonly string[];
  readonly scales: readonly string[];
  /** `process: label`, with n for numbers: the steps that no variant takes at the default scale, each with the reason. */
  readonly neverTaken: { readonly [step: string]: string };
  /** Null for a protocol that follows no document. */
  readonly document: ProtocolDocument | null;
  readonly mutants: readonly MutantEntry[];
  /** Throws RangeError for a name that is not declared. A mutant chooses its variant unless one is given. */
  build(choice?: Choice): Model;
}

interface MutantHead {
  readonly title: string;
  readonly variant?: string;
  readonly finding?: string;
  readonly isHole?: true;
  readonly expect: Expectation;
}

/** Replaces some rules; or, when it combines several mutants, the rules of each. */
export type Mutant<Rules> = MutantHead &
  ({ readonly change: Partial<Rules> } | { readonly together: readonly [string, string, ...string[]] });

export interface Definition<Variant, Scale, Rules> {
  readonly name: string;
  readonly title: string;
  readonly about?: string;
  readonly checkedBy?: ModelEntry['checkedBy'];
  readonly neverTaken?: ModelEntry['neverTaken'];
  readonly document?: ProtocolDocument;
  readonly variants: { readonly [name: string]: Variant };
  readonly scales: { readonly default: Scale; readonly [name: string]: Scale };
  /** The rules of the correct protocol. */
  readonly rules: Rules;
  readonly mutants?: { readonly [id: string]: Mutant<Rules> };
  build(model: Model, rules: Rules, scale: Scale, variant: Variant): void;
}

const findingsOf = (mutants: { readonly [id: string]: MutantHead }): string[] =>
  Object.values(mutants).flatMap(({ finding }) => finding ?? []);

/** The properties that check a finding: those that its mutants break, and those that `checkedBy` names. */
export function propertiesFor({ mutants, checkedBy }: ModelEntry, finding: string): string[] {
  const ids = new Set(mutants.filter((mutant) => mutant.finding === finding).map(({ id }) => id));
  const broken = mutants.flatMap(({ id, together, expect }) =>
    'breaks' in expect && (ids.has(id) || together.some((part) => ids.has(part))) ? expect.breaks : [],
  );
  return [...new Set([...broken, ...(checkedBy[finding] ?? [])])];
}

function chosen<T>(kind: string, from: { readonly [name: string]: T }, name: string): T {
  if (Object.hasOwn(from, name)) return from[name]!;
  throw new RangeError(`no ${kind} '${name}', only ${Object.keys(from).join(', ')}`);
}

export function defineModel<Variant, Scale, Rules>(definition: Definition<Variant, Scale, Rules>): ModelEntry {
  const { name, title, about = '', checkedBy = {}, neverTaken = {}, document = null } = definition;
  const { variants, scales, mutants = {} } = definition;
  const firstVariant = Object.keys(variants)[0];
  if (firstVariant === undefined) throw new ModelError({ model: name }, 'has no variant');
  if (!Object.hasOwn(scales, 'default')) throw new ModelError({ model: name }, "has no scale 'default'");
  const changeOf = (id: string): Partial<Rules> => {
    const mutant = chosen('mutant', mutants, id);
    return 'change' in mutant ? mutant.change : Object.assign({}, ...mutant.together.map(changeOf));
  };
  return {
    name,
    title,
    about,
    findings: [...new Set([...findingsOf(mutants), ...Object.keys(checkedBy)])],
    checkedBy,
    variants: Object.keys(variants),
    scales: Object.keys(scales),
    neverTaken,
    document,
    mutants: Object.entries(mutants).map(([id, mutant]) => ({
      id,
      title: mutant.title,
      variant: mutant.variant ?? firstVariant,
      finding: mutant.finding ?? null,
      together: 'together' in mutant ? mutant.together : [],
      isHole: mutant.isHole === true,
      expect: mutant.expect,
    })),
    build({ variant, scale = 'default', mutant } = {}) {
      const change = mutant === undefined ? {} : changeOf(mutant);
      const shownBy = mutant === undefined ? undefined : mutants[mutant]!.variant;
      const variantName = variant ?? shownBy ?? firstVariant;
      const model = new Model({ name, variant: variantName, mutant: mutant ?? null });
      const rules = { ...definition.rules, ...change };
      definition.build(model, rules, chosen('scale', scales, scale), chosen('variant', variants, variantName));
      return model;
    },
  };
}
