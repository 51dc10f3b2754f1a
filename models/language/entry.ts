/** What the registry holds: a protocol with its variants, its scales, its rules, and the mutants of those rules. */
import { Model } from './model.ts';

/** What must come of a mutant. */
export type Expectation =
  /** Each of these properties, judged alone, is violated. */
  | { readonly breaks: readonly string[] }
  /** Another rule covers for this one; together with a named mutant it breaks something (see that pair). */
  | { readonly masked: string; readonly with: readonly string[] }
  /** No different behaviour. `graph: 'same'`: even the numbers of states and transitions are those of the model. */
  | { readonly equivalent: string; readonly graph: 'same' | 'other' };

export interface MutantEntry {
  readonly id: string;
  readonly title: string;
  /** The variant that shows it. */
  readonly variant: string;
  /** An id of the catalogue of findings. */
  readonly finding: string | null;
  /** The mutants that this one joins; empty for a single one. */
  readonly together: readonly string[];
  /** No planted bug: the design as it is documented does this. Its violation must stay until the design is mended. */
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
  /** For readers: what the model is of, what it leaves out, and what was decided where the protocol is silent. */
  readonly about: string;
  /** Ids of the catalogue of findings: those of the mutants, and those of `checkedBy`. */
  readonly findings: readonly string[];
  /** By finding, where no mutant says it: the properties that check it. */
  readonly checkedBy: { readonly [finding: string]: readonly string[] };
  readonly variants: readonly string[];
  readonly scales: readonly string[];
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

/** A replacement of rules, or of the rules of several mutants at once. */
export type Mutant<Rules> = MutantHead &
  ({ readonly change: Partial<Rules> } | { readonly together: readonly [string, string, ...string[]] });

interface Definition<Variant, Scale, Rules> {
  readonly name: string;
  readonly title: string;
  readonly about?: string;
  readonly checkedBy?: ModelEntry['checkedBy'];
  readonly variants: { readonly [name: string]: Variant };
  readonly scales: { readonly default: Scale; readonly [name: string]: Scale };
  /** The protocol as it should be. */
  readonly rules: Rules;
  readonly mutants: { readonly [id: string]: Mutant<Rules> };
  build(model: Model, rules: Rules, scale: Scale, variant: Variant): void;
}

const findingsOf = (mutants: { readonly [id: string]: MutantHead }): string[] =>
  Object.values(mutants).flatMap(({ finding }) => finding ?? []);

/** The properties of a model that check a finding: those that its mutants break, and those named for it. */
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
  const { name, title, about = '', checkedBy = {}, variants, scales, mutants } = definition;
  const firstVariant = Object.keys(variants)[0]!;
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
