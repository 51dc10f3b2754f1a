import { setImmediate as turn } from 'node:timers/promises';
import { createOracle, type Oracle } from '../../oracles/oracle.ts';
import type { JsonObject } from '../../oracles/values/types.ts';
import { count, tenths, thousands } from '../../reports/text/format.ts';
import { allCases } from '../../suites/cases/index.ts';
import { runCases } from '../../suites/runner/run.ts';
import { serversInMemory, targets } from '../../suites/targets/index.ts';
import type { Target } from '../../suites/targets/target.ts';
import { type CommandContext, defineCommand, exitCodes } from '../command-line/command.ts';
import { list } from '../command-line/option.ts';
import { unknownName } from '../command-line/unknown-name.ts';
import { explorerFigures } from '../dev/bench-explorer.ts';
import { historyFigures } from '../dev/bench-history.ts';
import { serverFigures } from '../dev/bench-servers.ts';
import type { Figure } from '../dev/figure.ts';

const areas: { readonly [area: string]: (context: CommandContext) => Promise<Figure[]> } = {
  explorer: explorerFigures,
  oracle: oracleFigures,
  history: historyFigures,
  servers: serverFigures,
  cases: caseFigures,
};

export const bench = defineCommand({
  name: 'bench',
  summary: 'measures performance; each figure is a ratio to another figure of the same run',
  options: [['--area <names>', `only these areas: ${Object.keys(areas).join(', ')}`, list]],
  example: 'npx parallax bench --area explorer',
  async run(context, _args, options) {
    const wanted = options.area ?? Object.keys(areas);
    for (const area of wanted) {
      if (!Object.hasOwn(areas, area))
        throw unknownName(
          `the benchmark has no area '${area}'`,
          area,
          Object.keys(areas),
          `areas are: ${Object.keys(areas).join(', ')}`,
        );
    }
    const figures = await measured(context, wanted);
    const verdict = context.signal.aborted ? 'unknown' : 'holds';
    const why = verdict === 'holds' ? '' : ', then interrupted';
    context.print(
      `${verdict === 'holds' ? 'holds' : 'no verdict'}: ${count(figures.length, 'figure')} measured${why}.`,
    );
    context.writeJson({ ...context.envelope('bench', verdict), figures });
    return exitCodes[verdict];
  },
});

/** The figures of the areas, one area after another; without those of an interrupted area. */
async function measured(context: CommandContext, wanted: readonly string[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const area of wanted) {
    context.progress.update('bench', area);
    const found = await areas[area]!(context).catch((error) => {
      if (error !== context.signal.reason) throw error;
    });
    if (found === undefined) break;
    for (const figure of found) context.print(sentence(figure));
    figures.push(...found);
  }
  return figures;
}

const sentence = ({ name, value, unit, against, ratio }: Figure): string =>
  `${name}: ${thousands(value)} ${unit}, ${tenths(ratio)} times ${against}`;

const secondsOf = async (work: () => unknown): Promise<number> => {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
};

const rounds = 3;

/** The shortest of a few rounds: noise only ever adds time. */
async function bestSeconds({ signal }: CommandContext, work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    await turn();
    signal.throwIfAborted();
    best = Math.min(best, await secondsOf(work));
  }
  return best;
}

const operationsCount = 20_000;

const table: JsonObject = {
  TableName: 'bench',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
};

/** The lower bound is a Map that only does the JSON round trip, which every store must do. */
async function oracleFigures(context: CommandContext): Promise<Figure[]> {
  const item = (at: number): JsonObject => ({
    pk: { S: `key-${at}` },
    n: { N: String(at) },
    text: { S: 'x'.repeat(100) },
  });
  const floor = await bestSeconds(context, () => {
    const rows = new Map<string, JsonObject>();
    for (let at = 0; at < operationsCount; at++)
      rows.set(`key-${at}`, JSON.parse(JSON.stringify(item(at))) as JsonObject);
  });
  const puts = await bestSeconds(context, () => {
    const oracle = ready();
    for (let at = 0; at < operationsCount; at++)
      must(oracle, { Item: item(at), ConditionExpression: 'attribute_not_exists(pk)' });
  });
  return [
    {
      ...{ name: 'oracle, conditional PutItem', value: Math.round(operationsCount / puts), unit: 'operations/s' },
      ...{ against: 'a Map with a JSON round trip', ratio: floor / puts },
    },
  ];
}

function ready(): Oracle {
  const oracle = createOracle();
  oracle.send('CreateTable', table);
  oracle.clock.advance(60_000);
  return oracle;
}

function must(oracle: Oracle, input: JsonObject): void {
  const { kind } = oracle.send('PutItem', { TableName: 'bench', ...input });
  if (kind !== 'ok') throw new Error(`the oracle refuses a put of the benchmark: ${kind}`);
}

/** What a separate server process costs for each case, compared to the oracle in this process. */
async function caseFigures(context: CommandContext): Promise<Figure[]> {
  const { runId, signal } = context;
  const cases = allCases.filter(({ heavy }) => !heavy);
  const run = (target: Target) => () => runCases({ cases, targets: [target], runId, signal });
  const inProcess = await bestSeconds(context, run(targets.oracle));
  const figures: Figure[] = [];
  for (const target of serversInMemory) {
    if ((await target.availability()).kind !== 'available') continue;
    const seconds = await secondsOf(run(target));
    signal.throwIfAborted();
    figures.push({
      ...{ name: `cases on ${target.name}`, value: Math.round(cases.length / seconds), unit: 'cases/s' },
      ...{ against: 'the oracle in process', ratio: inProcess / seconds },
    });
  }
  return figures;
}
