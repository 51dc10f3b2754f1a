/** Every kind of property, a row each: what decides it, what it takes to judge it, and what readers are told. */

export type PropertyKind = 'always' | 'sometimes' | 'recoverable' | 'leadsTo' | 'eventually' | 'ending' | 'premise';

/** unknown: a budget ran out before anything was violated. Never a pass. */
export type Verdict = 'holds' | 'violated' | 'unknown';

/** What was found out about one property. */
export interface Evidence {
  /** Every reachable state was explored. */
  readonly complete: boolean;
  /** False where what decides it was not looked for. */
  readonly searched: boolean;
  /** Steps from the start to what decides it: a counterexample, or where a `sometimes` is first seen. */
  readonly found: number | null;
}

interface Conclusion {
  readonly verdict: Verdict;
  /** Steps of a shortest run to the violation; for a `sometimes` that holds, to where it is first seen. */
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
  /** Null where it is no property of its own, but something that judging others takes. */
  readonly judge: ((evidence: Evidence) => Conclusion) | null;
  /** The answer with which one state, or one step, decides it; null where none does alone. */
  readonly decisive: boolean | null;
  /** Conclusion on fair runs. These are not those of a space that was reduced by symmetry. */
  readonly isLiveness: boolean;
  /** Conclusion on what can still be reached from each state: without the graph of the search there is no verdict. */
  readonly needsGraph: boolean;
  /** Where it holds, the model may stop. */
  readonly allowsStop: boolean;
  /** What readers are told that such a property asks for; null where they see none of it. */
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
