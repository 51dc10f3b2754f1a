/** Every kind of property, one row each: what decides it, what judging it needs, and what reports call it. */

export type PropertyKind = 'always' | 'sometimes' | 'recoverable' | 'leadsTo' | 'eventually' | 'ending' | 'premise';

/** unknown: a budget ran out before a violation was found. Never a pass. */
export type Verdict = 'holds' | 'violated' | 'unknown';

/** What the search found out about one property. */
export interface Evidence {
  /** Every reachable state was explored. */
  readonly complete: boolean;
  /** False where the deciding evidence was not looked for. */
  readonly searched: boolean;
  /** Steps from the start to the deciding evidence: a counterexample, or the first witness of a `sometimes`. Null: none. */
  readonly found: number | null;
}

interface Conclusion {
  readonly verdict: Verdict;
  /** Length of a shortest run to the violation; for a `sometimes` that holds, to its first witness. */
  readonly traceLength: number | null;
}

/** Holds unless there is a counterexample. */
export function unlessBroken({ complete, searched, found }: Evidence): Conclusion {
  if (found !== null) return { verdict: 'violated', traceLength: found };
  return { verdict: searched && complete ? 'holds' : 'unknown', traceLength: null };
}

function onceSeen({ complete, found }: Evidence): Conclusion {
  if (found !== null) return { verdict: 'holds', traceLength: found };
  return { verdict: complete ? 'violated' : 'unknown', traceLength: null };
}

interface Kind {
  /** Null when the row is not a property itself, but something that other judgements use. */
  readonly judge: ((evidence: Evidence) => Conclusion) | null;
  /** The answer that decides the property in a single state or step; null when no single one decides it. */
  readonly decisive: boolean | null;
  /** A statement about fair runs. It needs the state space without symmetry reduction. */
  readonly isLiveness: boolean;
  /** A statement about what is reachable from each state. Without the graph of the search there is no verdict. */
  readonly needsGraph: boolean;
  /** The model may stop where the predicate holds. */
  readonly allowsStop: boolean;
  /** The name of the kind in reports; null when reports do not list it. */
  readonly text: string | null;
  /** Pages have a list for this kind, under its text; else it stands in the table of properties. */
  readonly hasList: boolean;
}

const propertyKinds: { readonly [kind in PropertyKind]: Kind } = {
  always: {
    judge: unlessBroken,
    decisive: false,
    isLiveness: false,
    needsGraph: false,
    allowsStop: false,
    text: 'always',
    hasList: false,
  },
  sometimes: {
    judge: onceSeen,
    decisive: true,
    isLiveness: false,
    needsGraph: false,
    allowsStop: false,
    text: 'Must be reachable',
    hasList: true,
  },
  recoverable: {
    judge: unlessBroken,
    decisive: null,
    isLiveness: false,
    needsGraph: true,
    allowsStop: false,
    text: 'always recoverable (AG EF)',
    hasList: false,
  },
  leadsTo: {
    judge: unlessBroken,
    decisive: null,
    isLiveness: true,
    needsGraph: false,
    allowsStop: false,
    text: 'leads to',
    hasList: false,
  },
  eventually: {
    judge: unlessBroken,
    decisive: null,
    isLiveness: true,
    needsGraph: false,
    allowsStop: false,
    text: 'eventually',
    hasList: false,
  },
  ending: {
    judge: null,
    decisive: null,
    isLiveness: false,
    needsGraph: false,
    allowsStop: true,
    text: 'May stop when',
    hasList: true,
  },
  premise: {
    judge: null,
    decisive: null,
    isLiveness: false,
    needsGraph: false,
    allowsStop: false,
    text: null,
    hasList: false,
  },
};

export const kindNames = Object.keys(propertyKinds) as readonly PropertyKind[];

/** The row of a property. */
export const kindOf = ({ kind }: { readonly kind: PropertyKind }): Kind => propertyKinds[kind];
