/** Every kind of property, one row each: how it is judged, and what reports call it. */

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

interface Way {
  /** Null when the kind is not a property itself, but something that other judgements use. */
  readonly judge: ((evidence: Evidence) => Conclusion) | null;
  /** The answer that decides the property in a single state or step; null when no single one decides it. */
  readonly decisive: boolean | null;
  /** A statement about fair runs. It needs the state space without symmetry reduction. */
  readonly isLiveness: boolean;
  /** A statement about what is reachable from each state. Without the graph of the search there is no verdict. */
  readonly needsGraph: boolean;
}

/** The ways of judging that the checker has. */
const ways = {
  everywhere: { judge: unlessBroken, decisive: false, isLiveness: false, needsGraph: false },
  somewhere: { judge: onceSeen, decisive: true, isLiveness: false, needsGraph: false },
  'from everywhere': { judge: unlessBroken, decisive: null, isLiveness: false, needsGraph: true },
  'on fair runs': { judge: unlessBroken, decisive: null, isLiveness: true, needsGraph: false },
  'not judged': { judge: null, decisive: null, isLiveness: false, needsGraph: false },
} as const satisfies { readonly [name: string]: Way };

interface Row {
  /** Where the predicate has to hold. */
  readonly judged: keyof typeof ways;
  /** The model may stop where the predicate holds. */
  readonly allowsStop: boolean;
  /** The name of the kind in reports; null when reports do not list it. */
  readonly text: string | null;
  /** Pages have a list for this kind, under its text; else it stands in the table of properties. */
  readonly hasList: boolean;
}

const rows = {
  always: { judged: 'everywhere', allowsStop: false, text: 'always', hasList: false },
  sometimes: { judged: 'somewhere', allowsStop: false, text: 'Must be reachable', hasList: true },
  recoverable: { judged: 'from everywhere', allowsStop: false, text: 'always recoverable (AG EF)', hasList: false },
  leadsTo: { judged: 'on fair runs', allowsStop: false, text: 'leads to', hasList: false },
  eventually: { judged: 'on fair runs', allowsStop: false, text: 'eventually', hasList: false },
  eventuallyAlways: { judged: 'on fair runs', allowsStop: false, text: 'eventually for ever', hasList: false },
  ending: { judged: 'not judged', allowsStop: true, text: 'May stop when', hasList: true },
  premise: { judged: 'not judged', allowsStop: false, text: null, hasList: false },
} as const satisfies { readonly [kind: string]: Row };

export type PropertyKind = keyof typeof rows;
type Kind = Way & Row;

export const kindNames = Object.keys(rows) as readonly PropertyKind[];

const kinds = Object.fromEntries(
  kindNames.map((kind): [string, Kind] => [kind, { ...ways[rows[kind].judged], ...rows[kind] }]),
);

/** The row of a property, with its way of judging. */
export const kindOf = ({ kind }: { readonly kind: PropertyKind }): Kind => kinds[kind]!;
