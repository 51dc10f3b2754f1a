import { createOracle, type Oracle } from '../oracles/oracle.ts';
import type { JsonObject } from '../oracles/values/types.ts';
import { allCases } from '../suites/cases/index.ts';
import { runCases } from '../suites/runner/run.ts';
import { targets } from '../suites/targets/index.ts';
import { explorerFigures } from './bench-explorer.ts';
import { serverFigures } from './bench-servers.ts';
import { type Command, type Context, list } from './command.ts';
import type { Figure } from './figure.ts';
import { unknownName } from './unknown-name.ts';

const areas: { readonly [area: string]: (context: Context) => Promise<Figure[]> | Figure[] } = {
  explorer: explorerFigures,
  oracle: oracleFigures,
  servers: serverFigures,
  cases: caseFigures,
};

export const bench: Command = {
  name: 'bench',
  summary: 'the performance figures, each as a ratio in one run',
  options: [['--area <names>', `only these: ${Object.keys(areas).join(', ')}`, list]],
  example: 'npx parallax bench --area explorer',
  async run(context, _args, options) {
    const wanted = (options.area as string[] | undefined) ?? Object.keys(areas);
    const figures: Figure[] = [];
    for (const area of wanted) {
      const measure = Object.hasOwn(areas, area) ? areas[area] : undefined;
      if (!measure)
        throw unknownName(
          `nothing is measured for '${area}'`,
          area,
          Object.keys(areas),
          `areas are: ${Object.keys(areas).join(', ')}`,
        );
      context.progress.update('bench', area);
      figures.push(...(await measure(context)));
    }
    for (const { name, value, unit, against, ratio } of figures) {
      context.print(`${name}: ${value.toLocaleString('en')} ${unit}, ${ratio.toFixed(1)} times ${against}`);
    }
    context.writeJson({ ...context.envelope('bench', 'holds'), figures });
    return 0;
  },
};

const secondsOf = async (work: () => unknown): Promise<number> => {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
};

const rounds = 3;

/** The best of a few rounds: noise only ever adds time. */
async function bestSeconds(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) best = Math.min(best, await secondsOf(work));
  return best;
}

const operationsCount = 20_000;

const table: JsonObject = {
  TableName: 'bench',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
};

/** The floor is a Map that does nothing but the JSON round trip that any store owes. */
async function oracleFigures(): Promise<Figure[]> {
  const item = (at: number): JsonObject => ({
    pk: { S: `key-${at}` },
    n: { N: String(at) },
    text: { S: 'x'.repeat(100) },
  });
  const floor = await bestSeconds(() => {
    const rows = new Map<string, JsonObject>();
    for (let at = 0; at < operationsCount; at++)
      rows.set(`key-${at}`, JSON.parse(JSON.stringify(item(at))) as JsonObject);
  });
  const puts = await bestSeconds(() => {
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

/** What a server of its own costs a case, over the oracle in process. */
async function caseFigures(context: Context): Promise<Figure[]> {
  const cases = allCases.filter(({ heavy }) => !heavy);
  const run = (target: (typeof targets)[keyof typeof targets]) => () =>
    runCases({ cases, targets: [target], runId: context.runId });
  const inProcess = await bestSeconds(run(targets.oracle));
  const figures: Figure[] = [];
  for (const target of [targets.extenddb, targets.dynoxide, targets.dynalite]) {
    if ((await target.availability()).kind !== 'available') continue;
    const seconds = await secondsOf(run(target));
    figures.push({
      ...{ name: `cases on ${target.name}`, value: Math.round(cases.length / seconds), unit: 'cases/s' },
      ...{ against: 'the oracle in process', ratio: inProcess / seconds },
    });
  }
  return figures;
}
