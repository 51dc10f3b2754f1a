/**
 * Random simulation, for state spaces too large to exhaust: a violation it finds is real; when it finds none, the verdict is
 * unknown. Every other run is guided: it prefers rarely visited states and, among unvisited ones, rarely taken steps.
 */

import { kindOf } from '../language/kinds.ts';
import { isJudged, type Model, noDeadlock } from '../language/model.ts';
import { coverageOf } from './coverage.ts';
import { TableExpander } from './expander.ts';
import { narrate } from './narrate.ts';
import { Player, type Violation } from './player.ts';
import { Random } from './random.ts';
import type { ModelResult, PropertyReport } from './result.ts';
import { shrink } from './shrink.ts';
import { StateSet } from './stateset.ts';

interface SimulationOptions {
  /** The most random runs to make. */
  readonly simulations: number;
  readonly seed: string;
  /** The most steps of one run. Default 2000. */
  readonly stepsMax?: number;
  /** Default: no limit. */
  readonly timeMsMax?: number;
  /** The clock, in milliseconds from any origin. Default `performance.now`. */
  readonly now?: () => number;
  readonly onProgress?: (simulations: number, states: number) => void;
}

// Visits of so many states are counted to guide the runs. A state beyond that always counts as new.
const rememberedMax = 4_000_000;

/** In the result, `states` counts distinct visited states, `transitions` all steps taken, and `depth` is the length of the longest run. */
export function simulate(model: Model, options: SimulationOptions): ModelResult {
  const now = options.now ?? (() => performance.now());
  const started = now();
  const simulator = new Simulator(model, options.seed);
  const { stepsMax = 2000, timeMsMax = Number.POSITIVE_INFINITY } = options;
  let found: Violation | null = null;
  let done = 0;
  while (found === null && done < options.simulations && now() - started <= timeMsMax) {
    found = simulator.run(stepsMax, done % 2 === 1);
    done++;
    options.onProgress?.(done, simulator.seen.size);
  }
  const shortest = found && shrink(simulator.player, found);
  const property = shortest?.property ?? null;
  const trace =
    shortest &&
    narrate(model, simulator.player.ordinalsOf(shortest.keys), { property: shortest.property, brokenBy: shortest.by });
  const properties = reportsOf(model, simulator, shortest);
  return {
    name: model.name,
    variant: model.variant,
    mutant: model.mutant,
    states: simulator.seen.size,
    transitions: simulator.steps,
    interleavings: null,
    depth: simulator.longest,
    durationMs: now() - started,
    verdict: shortest === null ? 'unknown' : 'violated',
    property,
    traceLength: trace?.steps.length ?? null,
    trace,
    hasCycles: null,
    terminal: simulator.stops,
    frontier: [],
    properties,
    coverage: coverageOf(model, simulator.expander.vocabulary),
    ranOutOf: found !== null ? null : done < options.simulations ? 'time' : 'simulations',
    bodiesRun: simulator.expander.bodiesRun,
    simulations: done,
  };
}

class Simulator {
  readonly expander: TableExpander;
  readonly player: Player;
  readonly seen: StateSet;
  /** Ids of the `sometimes` properties that were witnessed. */
  readonly reached = new Set<number>();
  steps = 0;
  longest = 0;
  stops = 0;
  private readonly random: Random;
  private readonly timesTaken: number[] = [];
  private readonly visits: number[] = [];
  private readonly open: Set<number>;
  private readonly model: Model;

  constructor(model: Model, seed: string) {
    this.model = model;
    this.expander = new TableExpander(model);
    this.player = new Player(model, this.expander);
    this.seen = new StateSet(model.name, model.layout.words, rememberedMax + 1);
    this.random = new Random(seed);
    this.open = new Set(model.properties.filter((property) => kindOf(property).decisive === true).map(({ id }) => id));
  }

  run(stepsMax: number, isGuided: boolean): Violation | null {
    const { player } = this;
    player.restart();
    this.arrive();
    for (let length = 0; length <= stepsMax; length++) {
      this.longest = Math.max(this.longest, length);
      const broken = player.brokenHere();
      if (broken !== null) return broken;
      const { count } = player.offers;
      if (count === 0) {
        this.stops++;
        return null;
      }
      if (length === stepsMax) return null;
      const ordinal = isGuided ? this.lean(count) : this.random.below(count);
      const step = player.offers.steps[ordinal]!;
      this.timesTaken[step] = (this.timesTaken[step] ?? 0) + 1;
      this.steps++;
      this.noteMarks(player.offers.marks[ordinal]!);
      const byStep = player.take(ordinal);
      if (byStep !== null) return byStep;
      this.arrive();
    }
    return null;
  }

  private lean(count: number): number {
    const { offers } = this.player;
    const weights = Array.from({ length: count }, (_, k) => {
      const visits = this.visits[this.seen.find(offers.states, k * offers.words)] ?? 0;
      return visits > 0 ? 1 / (1 + visits) ** 2 : 1 + 1 / (1 + (this.timesTaken[offers.steps[k]!] ?? 0));
    });
    let rest = (this.random.next() / 2 ** 32) * weights.reduce((sum, weight) => sum + weight, 0);
    const drawn = weights.findIndex((weight) => {
      rest -= weight;
      return rest < 0;
    });
    return drawn < 0 ? count - 1 : drawn;
  }

  private arrive(): void {
    if (this.seen.size < rememberedMax) {
      const state = this.seen.insert(this.player.state, 0);
      this.visits[state] = (this.visits[state] ?? 0) + 1;
    }
    for (const id of this.open) {
      const property = this.model.properties[id]!;
      if (property.predicate === undefined || !this.expander.holds(property, this.player.state, 0)) continue;
      this.reach(id);
    }
  }

  private noteMarks(mark: number): void {
    for (const id of this.expander.vocabulary.marks[mark]!) if (this.open.has(id)) this.reach(id);
  }

  private reach(id: number): void {
    this.reached.add(id);
    this.open.delete(id);
  }
}

function reportsOf(model: Model, { reached }: Simulator, found: Violation | null): PropertyReport[] {
  const report = (name: string, kind: PropertyReport['kind'], holds: boolean): PropertyReport =>
    found?.property === name
      ? { name, kind, verdict: 'violated', traceLength: found.keys.length }
      : { name, kind, verdict: holds ? 'holds' : 'unknown', traceLength: null };
  return [
    ...model.properties.filter(isJudged).map(({ id, name, kind }) => report(name, kind, reached.has(id))),
    report(noDeadlock, 'deadlock', false),
  ];
}
