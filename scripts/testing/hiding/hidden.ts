/** Which faults the explanations of a ledger hide: those of which every kind of difference is explained. */
import { matches } from '../../../reports/ledger/kinds.ts';
import type { Explanation, Ledger } from '../../../reports/ledger/schema.ts';
import { type Kind, kindOfInvariant } from '../../../suites/fuzz/kinds/kind.ts';

/** What shows a fault: a comparison with the reference, or the invariants alone. Each must show it by itself. */
type View = 'reference' | 'invariants';

export interface Hidden {
  readonly mutant: string;
  readonly target: string;
  readonly view: View;
  /** The explanations that cover its kinds. */
  readonly reasons: readonly string[];
  readonly kinds: readonly Kind[];
}

/** Of whatever version: a later one has the same explanations. */
const covering = ({ explanations }: Ledger, kind: Kind): Explanation | undefined =>
  explanations.find(({ kinds }) => kinds.some((pattern) => matches(pattern, kind)));

function hiddenIn(mutant: string, view: View, kinds: readonly Kind[], ledger: Ledger): Hidden[] {
  const by = kinds.map((kind) => covering(ledger, kind));
  const found = by.filter((one) => one !== undefined);
  if (kinds.length === 0 || found.length < kinds.length) return [];
  return [{ mutant, target: ledger.target, view, reasons: [...new Set(found.map(({ reason }) => reason))], kinds }];
}

export function hiddenBy(mutant: string, kinds: readonly Kind[], ledgers: Iterable<Ledger>): Hidden[] {
  const views = {
    reference: kinds.filter((kind) => !kindOfInvariant(kind)),
    invariants: kinds.filter(kindOfInvariant),
  };
  return [...ledgers].flatMap((ledger) =>
    (['reference', 'invariants'] as const).flatMap((view) => hiddenIn(mutant, view, views[view], ledger)),
  );
}

/** Whether no explanation can match it, whatever the smallest sequence is: making that smaller keeps the shapes. */
export const isNeverExplained = (kind: Kind, ledgers: Iterable<Ledger>): boolean =>
  ![...ledgers].some(({ explanations }) =>
    explanations.some(({ kinds }) => kinds.some(({ with: _, without: __, ...shapes }) => matches(shapes, kind))),
  );
