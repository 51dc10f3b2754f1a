import { availableParallelism, loadavg } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ExploreOptions, explore } from '../../models/checker/explore.ts';
import type { ModelResult } from '../../models/checker/result.ts';
import { type MongodbScale, mongodb } from '../../models/checker/testing/mongodb.ts';
import { exploreNaively } from '../../models/checker/testing/naive.ts';
import { type SpinRun, spinMissing, spinOptions } from '../../models/checker/testing/spin.ts';
import type { Model } from '../../models/language/model.ts';
import { count, tenths, thousands } from '../../reports/text/format.ts';
import { runGuarded } from '../../suites/targets/guarded.ts';
import type { CommandContext } from '../command-line/command.ts';
import type { Figure } from './figure.ts';

interface Counts {
  readonly states: number;
  readonly transitions: number;
}

const rounds = 5;

// For the naive explorer, which is a thousand times slower.
const smallest: MongodbScale = { restores: 2, batches: 1 };
// The scale that is usually run after an edit.
const usual: MongodbScale = { restores: 2, batches: 2 };
const large: MongodbScale = { restores: 2, batches: 4 };

const spinText = `spin ${spinOptions.generate.join(' ')}; gcc ${spinOptions.compile.join(' ')}; pan ${spinOptions.search.join(' ')}`;

const seconds = (work: () => unknown): number => {
  const begin = performance.now();
  work();
  return (performance.now() - begin) / 1000;
};

/** The best of several rounds. Rivals take turns, since noise only ever adds time, and varies over time. */
async function bestInTurn(
  { signal }: CommandContext,
  works: readonly (() => number | Promise<number>)[],
): Promise<number[]> {
  const best = works.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [i, work] of works.entries()) {
      await turn();
      signal.throwIfAborted();
      best[i] = Math.min(best[i]!, await work());
    }
  }
  return best;
}

/** An explorer blocks the thread. */
const blockedSeconds = ({ blocking }: CommandContext, work: () => unknown): number => blocking(() => seconds(work));

const scriptAt = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The JSON output of one of our scripts, in a child process that ends with this one. */
const ofScript = async <T>({ signal }: CommandContext, name: string, args: readonly string[]): Promise<T> =>
  JSON.parse(await runGuarded(process.execPath, [scriptAt(name), ...args], signal)) as T;

const spinOf = (context: CommandContext, scale: MongodbScale, table = 24): Promise<SpinRun> =>
  ofScript(context, 'bench-spin.mjs', ['mongodb', String(table), ...definesOf(scale)]);

/** Both must have the same counts. An explorer that sees less is not faster. */
function mustAgree(who: string, ours: Counts, theirs: Counts): void {
  if (ours.states === theirs.states && ours.transitions === theirs.transitions) return;
  const text = ({ states, transitions }: Counts) => `${count(states, 'state')} and ${count(transitions, 'transition')}`;
  throw new Error(`no comparison: ${text(ours)} here, ${text(theirs)} by ${who}`);
}

const ways: readonly (readonly [name: string, options: ExploreOptions])[] = [
  ['one thread', {}],
  ['two threads', { workers: 2 }],
  ['interpreted tables', { compile: false }],
];

const plainly = (model: Model, options: ExploreOptions): ModelResult =>
  explore(model, { count: false, symmetry: false, ...options });

export async function explorerFigures(context: CommandContext): Promise<Figure[]> {
  const load = loadavg()[0]!;
  if (load > 0.5) {
    context.print(
      `the machine is busy: a load of ${tenths(load)} on ${availableParallelism()} processors before the first figure`,
    );
  }
  context.progress.update('bench', 'the explorer and the thirty-line explorer');
  const figures = await againstNaive(context);
  const missing = spinMissing();
  if (missing !== null) {
    context.print(`no comparison with SPIN: ${missing}`);
    return figures;
  }
  context.progress.update('bench', 'the explorer and SPIN');
  context.print(`SPIN: ${spinText}`);
  return [...figures, ...(await againstSpin(context)), ...(await fromEditToVerdict(context))];
}

async function againstNaive(context: CommandContext): Promise<Figure[]> {
  let naive: Counts = { states: 0, transitions: 0 };
  const slow = blockedSeconds(context, () => {
    naive = exploreNaively(mongodb(smallest));
  });
  const fast = await bestInTurn(
    context,
    ways.map(
      ([, options]) =>
        () =>
          blockedSeconds(context, () => mustAgree('the naive explorer', plainly(mongodb(smallest), options), naive)),
    ),
  );
  return ways.map(([name], i) => ({
    ...{ name: `explorer, ${name}`, value: Math.round(naive.states / fast[i]!), unit: 'states/s' },
    ...{ against: `the thirty-line explorer, at ${thousands(naive.states)} equal states`, ratio: slow / fast[i]! },
  }));
}

async function againstSpin(context: CommandContext): Promise<Figure[]> {
  let spin: SpinRun | undefined;
  let ours: ModelResult | undefined;
  const [slow, ...fast] = await bestInTurn(context, [
    async () => {
      spin = await spinOf(context, large);
      return spin.searchSeconds;
    },
    ...ways.map(
      ([, options]) =>
        () =>
          blockedSeconds(context, () => {
            ours = plainly(mongodb(large), options);
            mustAgree('SPIN', ours, spin!);
          }),
    ),
  ]);
  const { states, bytes } = spin!;
  const against = `SPIN, at ${thousands(states)} equal states`;
  const compiled = context.blocking(() => plainly(mongodb(large), {}));
  const bytesEach = (compiled.reductions?.bytes ?? 0) / states;
  return [
    ...ways.map(([name], i) => ({
      ...{ name: `explorer, ${name}`, value: Math.round(states / fast[i]!), unit: 'states/s' },
      ...{ against, ratio: slow! / fast[i]! },
    })),
    {
      ...{ name: 'explorer, memory', value: Math.round(bytesEach * 10) / 10, unit: 'bytes/state' },
      ...{ against: `${against} (less is better)`, ratio: bytesEach / (bytes / states) },
    },
  ];
}

async function fromEditToVerdict(context: CommandContext): Promise<Figure[]> {
  let spin: SpinRun | undefined;
  const [slow, fast] = await bestInTurn(context, [
    async () => {
      spin = await spinOf(context, usual, 22);
      return spin.seconds;
    },
    async () => {
      const begin = performance.now();
      const args = [...Object.values(usual).map(String), '2'];
      mustAgree('SPIN', await ofScript<Counts>(context, 'bench-verdict.mjs', args), spin!);
      return (performance.now() - begin) / 1000;
    },
  ]);
  return [
    {
      ...{ name: 'explorer, from edit to verdict', value: Math.round(fast! * 1000), unit: 'ms' },
      ...{
        against: `SPIN with its compilation, at ${spin!.states} equal states (more is better)`,
        ratio: slow! / fast!,
      },
    },
  ];
}

const definesOf = ({ restores, batches }: MongodbScale): string[] => [`R=${restores}`, `N=${batches}`];
