/** The door: explores a model within its budgets and says what holds. */

import { totalmem } from 'node:os';
import { kindOf } from '../language/kinds.ts';
import { isJudged, isLiveness, type Model, noDeadlock, type Property, propertyId } from '../language/model.ts';
import { Auditor } from './audit.ts';
import { canonicalOf, isIdentity } from './canonical.ts';
import { compileAfter } from './compile-trigger.ts';
import { coverageOf, neverInDanger } from './coverage.ts';
import { BodyExpander, TableExpander } from './expander.ts';
import { judgeRuns } from './liveness/judge.ts';
import type { ModelResult } from './result.ts';
import { type Limits, type Progress, Search, shareAfter } from './search.ts';
import { auditSymmetry } from './symmetry.ts';
import { coverSymmetricStates } from './symmetry-coverage.ts';
import { firstViolated, judge, judgeDeadlock, stuckAt, traceOf } from './verdicts.ts';
import { workersMax } from './wasm/memory.ts';

export interface ExploreOptions {
  /** Judges only these properties, by id or name (`no deadlock` is one of them). Default: all. */
  readonly properties?: readonly string[];
  /** Explores everything even when something is violated, so that every property gets a verdict of its own. */
  readonly keepGoing?: boolean;
  /** Runs the bodies on every state instead of using learned tables: slow, and must give the same numbers. */
  readonly audit?: boolean;
  /** Runs the bodies again on one state in so many, to be compared with the tables; default 1000. */
  readonly auditEvery?: number;
  /** Compiles tables to WebAssembly once they have settled; without it they are interpreted to the end. Default true. */
  readonly compile?: boolean;
  /** So many states are interpreted at least. Default: as many as make compiling worth its time. */
  readonly compileAfter?: number;
  /** Stores one state for all that differ in the order of interchangeable members, unless runs are judged. Default true. */
  readonly symmetry?: boolean;
  /**
   * Threads that share the search when it is large, this one included. Default 1. A search that keeps its graph has one:
   * where interleavings are counted, or what can still be reached is judged, or runs, unless the search is very large.
   */
  readonly workers?: number;
  /** So many states are found by one thread at least. Default: as many as make another thread worth its time. */
  readonly shareAfter?: number;
  /** Counts interleavings; needs 4 bytes for each transition. Default true. */
  readonly count?: boolean;
  /** Interleavings are not counted beyond so many states. Default: no limit. */
  readonly countStatesMax?: number;
  /** Default 50 million. */
  readonly statesMax?: number;
  /** Default: no limit. Bounds the search, not the counting after it. */
  readonly timeMsMax?: number;
  /**
   * For the states and, while it is kept, their graph. Default: three quarters of the machine's memory. A compiled search has
   * one memory of 4 GiB at most, which holds tens of millions of states; the largest pinned model has one million.
   */
  readonly bytesMax?: number;
  /** Milliseconds from any origin. Default `performance.now`. */
  readonly now?: () => number;
  /** Called at the start of every level. */
  readonly onProgress?: (progress: Progress) => void;
}

/** Throws ModelError when the model is at fault, and RangeError for a property that the model does not have. */
export function explore(model: Model, options: ExploreOptions = {}): ModelResult {
  const now = options.now ?? (() => performance.now());
  const started = now();
  const { properties, deadlock } = selected(model, options.properties);
  model.layout.arrange(options.symmetry !== false && !properties.some(isLiveness));
  const expander = options.audit === true ? new BodyExpander(model) : new TableExpander(model);
  const recoverable = properties.filter((property) => kindOf(property).needsGraph);
  const needsGraph = recoverable.length > 0;
  const judgesRuns = needsGraph || properties.some(isLiveness);
  const canonical = canonicalOf(model.layout);
  const limits = limitsOf(options);
  const auditor = new Auditor(model, expander, options.auditEvery ?? 1000);
  const space = new Search(model, expander, {
    properties,
    deadlock,
    canonical,
    keepGoing: options.keepGoing ?? false,
    compileAfter:
      options.compile === false || model.layout.renamed.length > 0
        ? Number.POSITIVE_INFINITY
        : (options.compileAfter ?? compileAfter),
    shareAfter: options.shareAfter ?? shareAfter,
    workers: Math.max(1, Math.min(options.workers ?? 1, workersMax)),
    keepGraph: options.count !== false || needsGraph || judgesRuns,
    graphStatesMax: needsGraph ? Number.POSITIVE_INFINITY : graphStatesMax(options),
    needsGraph,
    limits,
    now,
    onProgress: options.onProgress,
    meanwhile: (set, end) => auditor.upTo(set, end),
  }).run();
  if (options.audit !== true) auditor.upTo(space.set, space.set.size);
  const endings = model.properties.filter((property) => kindOf(property).allowsStop);
  const looksAt = [...properties, ...endings];
  auditSymmetry(model, expander, space, canonical, looksAt, options.auditEvery ?? 1000);
  coverSymmetricStates(model, expander, space, canonical);
  const stuck = new Map(recoverable.map((property) => [property.id, stuckAt(property, expander, space)]));
  const wasCutShort = !space.complete && space.ranOutOf === null;
  const runs = new Map(
    properties
      .filter((property) => isLiveness(property) && !wasCutShort)
      .map((property) => [property.id, judgeRuns(model, expander, space, property)]),
  );
  const judged = properties.map((property) => judge(property, space, { stuck, runs }));
  const reports = deadlock ? [...judged, judgeDeadlock(space)] : judged;
  const worst = firstViolated(reports);
  const trace = worst === null ? null : traceOf(worst, model, expander, space, { stuck, runs });
  const paths =
    options.count !== false && space.complete && space.graph !== null ? space.graph.interleavings() : undefined;
  return {
    name: model.name,
    variant: model.variant,
    mutant: model.mutant,
    states: space.covered.states,
    transitions: space.covered.transitions,
    interleavings: paths === undefined || paths === null ? null : paths.toString(),
    depth: space.levels.length - 2,
    durationMs: now() - started,
    verdict: worst !== null ? 'violated' : space.complete ? 'holds' : 'unknown',
    property: worst?.name ?? null,
    traceLength: worst?.traceLength ?? null,
    trace,
    hasCycles: paths === undefined ? null : paths === null,
    terminal: space.terminal,
    frontier: space.levels.slice(1).map((end, level) => end - space.levels[level]!),
    properties: reports,
    coverage: coverageOf(
      model,
      expander.vocabulary,
      space.complete ? neverInDanger(model, properties, expander.vocabulary, space) : null,
    ),
    audited: options.audit === true ? space.set.size : auditor.audited,
    fairness: properties.some(isLiveness) ? model.fairness.map(({ text }) => text) : [],
    reductions: { stored: space.set.size, bytes: space.set.bytes, sorted: !isIdentity(canonical) },
    compiled: space.compiled,
    ranOutOf: space.ranOutOf,
    bodiesRun: expander.bodiesRun,
  };
}

// Where only runs are judged, the graph saves their judgement more than other threads save the search, while it is small.
const graphStatesMax = ({ count, countStatesMax }: ExploreOptions): number =>
  countStatesMax ?? (count === false ? 10_000_000 : Number.POSITIVE_INFINITY);

const limitsOf = ({ statesMax, timeMsMax, bytesMax }: ExploreOptions): Limits => ({
  states: statesMax ?? 50_000_000,
  timeMs: timeMsMax ?? Number.POSITIVE_INFINITY,
  bytes: bytesMax ?? Math.floor(memoryOfMachine() * 0.75),
});

// A container may have less than its machine.
function memoryOfMachine(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

function selected(model: Model, wanted: readonly string[] | undefined): { properties: Property[]; deadlock: boolean } {
  const judged = model.properties.filter(isJudged);
  if (wanted === undefined) return { properties: judged, deadlock: true };
  const isWanted = (name: string) => wanted.includes(name) || wanted.includes(propertyId(name));
  for (const name of wanted) {
    if (
      name === noDeadlock ||
      judged.some((property) => property.name === name || propertyId(property.name) === name)
    ) {
      continue;
    }
    throw new RangeError(`${model.name} has no property '${name}', only ${judged.map((p) => p.name).join('; ')}`);
  }
  return { properties: judged.filter(({ name }) => isWanted(name)), deadlock: wanted.includes(noDeadlock) };
}
