/** The entry point of the checker: explores a model within its budgets and judges its properties. */

import { totalmem } from 'node:os';
import { kindOf } from '../language/kinds.ts';
import { isJudged, isLiveness, type Model, noDeadlock, type Property, propertyId } from '../language/model.ts';
import { Auditor } from './audit.ts';
import { canonicalOf, isIdentity } from './canonical.ts';
import { compileAfter } from './compile-trigger.ts';
import { coverageOf, neverInDanger } from './coverage.ts';
import { BodyExpander, TableExpander } from './expander.ts';
import { judgeRuns } from './liveness/judge.ts';
import type { ModelResult, PropertyReport } from './result.ts';
import { type Limits, type Progress, Search, shareAfter, toEnd } from './search.ts';
import { auditSymmetry } from './symmetry.ts';
import { coverSymmetricStates } from './symmetry-coverage.ts';
import { firstViolated, judge, judgeDeadlock, stuckAt, traceOf } from './verdicts.ts';
import { workersMax } from './wasm/memory.ts';

export interface ExploreOptions {
  /** Judges only these properties, by id or name (`no deadlock` is one of them). Default: all. */
  readonly properties?: readonly string[];
  /**
   * Explores the whole state space even after a violation, so that every property gets its own verdict and its own trace.
   * `until all are broken`: ends earlier where no further state can change a verdict, since each chosen property has been seen broken.
   */
  readonly keepGoing?: boolean | 'until all are broken';
  /** Runs the bodies on every state instead of using learned tables: slow, and must give the same numbers. */
  readonly audit?: boolean;
  /** Audits one state in so many: runs the bodies again and compares them with the tables. Default 1000. */
  readonly auditEvery?: number;
  /** Compiles the tables to WebAssembly once few new footprints are learned. If false, tables are interpreted throughout. Default true. */
  readonly compile?: boolean;
  /** Interprets at least so many states before compiling. Default: a value at which compiling pays. */
  readonly compileAfter?: number;
  /** Symmetry reduction: stores one state for each orbit. Switched off where liveness is judged. Default true. */
  readonly symmetry?: boolean;
  /**
   * Threads for a large search, this one included. Default 1. A search that keeps its transition graph uses one thread: where
   * interleavings are counted, where `recoverable` is judged, or where liveness is judged on a space that is not very large.
   */
  readonly workers?: number;
  /** Starts the other threads after so many states. Default: a value at which they pay. */
  readonly shareAfter?: number;
  /** Counts interleavings. Needs 4 bytes for each transition. Default true. */
  readonly count?: boolean;
  /** Interleavings are not counted beyond so many states. Default: no limit. */
  readonly countStatesMax?: number;
  /** Default 50 million. */
  readonly statesMax?: number;
  /** Default: no limit. Bounds the search, not the counting after it. */
  readonly timeMsMax?: number;
  /**
   * For the states and, while it is kept, the transition graph. Default: three quarters of the machine's memory. A compiled search
   * has one WebAssembly memory of at most 4 GiB, which holds tens of millions of states; the largest pinned model has one million.
   */
  readonly bytesMax?: number;
  /** The clock, in milliseconds from any origin. Default `performance.now`. */
  readonly now?: () => number;
  /** Asked after every few states. Once it answers true, the search ends, with no verdict. */
  readonly isInterrupted?: () => boolean;
  /** Called at the start of every level. */
  readonly onProgress?: (progress: Progress) => void;
}

/** Throws ModelError when the model is faulty, and RangeError for a property that the model does not have. */
export const explore = (model: Model, options: ExploreOptions = {}): ModelResult => toEnd(exploring(model, options));

/** The same with pauses: yields after every few states, and once between the search and what takes up its result. */
export function* exploring(
  model: Model,
  options: ExploreOptions = {},
): Generator<'searching' | 'searched', ModelResult> {
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
  const space = yield* new Search(model, expander, {
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
    isInterrupted: options.isInterrupted,
    onProgress: options.onProgress,
    meanwhile: (set, end) => auditor.upTo(set, end),
  }).run();
  yield 'searched';
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
  const tell = (report: PropertyReport) => traceOf(report, model, expander, space, { stuck, runs });
  const trace = worst === null ? null : tell(worst);
  const broken = options.keepGoing === true ? reports.filter(({ verdict }) => verdict === 'violated') : [];
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
    ...(options.keepGoing === true && {
      traces: broken.flatMap((report) => (report === worst ? trace : tell(report)) ?? []),
    }),
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

// A kept graph speeds up liveness more than other threads speed up the search, as long as the graph is small.
const graphStatesMax = ({ count, countStatesMax }: ExploreOptions): number =>
  countStatesMax ?? (count === false ? 10_000_000 : Number.POSITIVE_INFINITY);

const limitsOf = ({ statesMax, timeMsMax, bytesMax }: ExploreOptions): Limits => ({
  states: statesMax ?? 50_000_000,
  timeMs: timeMsMax ?? Number.POSITIVE_INFINITY,
  bytes: bytesMax ?? Math.floor(memoryOfMachine() * 0.75),
});

// The memory limit of a container may be below that of its machine.
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
