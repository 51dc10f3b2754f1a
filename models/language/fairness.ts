/**
 * The fairness assumptions of a model. Weak: a group that stays enabled is eventually taken. Strong: a group that is enabled
 * infinitely often is taken infinitely often. Without a declaration nothing is fair.
 */
export type Strength = 'weak' | 'strong';

export interface FairGroup {
  readonly strength: Strength;
  readonly process: string;
  readonly labels: ReadonlySet<string>;
  /** `weak: owner, except crash`. */
  readonly text: string;
}

/** The steps of a process that are meant. Default: all except its faults. */
export type StepsOf<Label extends string> = { readonly only: readonly Label[] } | { readonly except: readonly Label[] };

export function fairGroup(
  strength: Strength,
  process: string,
  labels: readonly string[],
  chosen: StepsOf<string>,
): FairGroup {
  const isOnly = 'only' in chosen;
  const named = isOnly ? chosen.only : chosen.except;
  const unknown = named.find((label) => !labels.includes(label));
  if (unknown !== undefined) throw new RangeError(`'${process}' has no step '${unknown}'`);
  const fair = labels.filter((label) => named.includes(label) === isOnly);
  const which = named.length === 0 ? '' : `, ${isOnly ? 'only' : 'except'} ${named.join(', ')}`;
  return { strength, process, labels: new Set(fair), text: `${strength}: ${process}${which}` };
}
