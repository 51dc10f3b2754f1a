/** The options that limit and control a search. */
import { availableParallelism } from 'node:os';
import { isJudged, type Model, noDeadlock, propertyId } from '../../models/language/model.ts';
import { list, type Option, type OptionsOf, wholeNumber } from '../command-line/option.ts';
import { unknownName } from '../command-line/unknown-name.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { timeMsOf, timeOption } from '../options/time.ts';
import type { SearchLimits } from './search.ts';

export const searchOptions = [
  ['--property <ids>', 'judge only these properties', list],
  ['--keep-going', 'explore on after a violation: each property gets its verdict, and its trace'],
  ['--states <n>', 'stop after this many states, with no verdict', wholeNumber(1)],
  timeOption('stop each model after this time, with no verdict'),
  [
    '--memory <MiB>',
    'stop when the states need more memory than this, with no verdict (default: three quarters of the memory of this machine)',
    wholeNumber(1),
  ],
  ['--workers <n>', 'threads that share a large search (default: one for each processor)', wholeNumber(1)],
  ['--without <parts>', 'switch off symmetry, compile or both (symmetry,compile): slower, with the same verdict', list],
  ['--audit', 'run the code of each step on every state, without tables: much slower, with the same numbers'],
  [
    '--simulate <n>',
    'simulate this many random runs instead of exploring: for scales that cannot be exhausted',
    wholeNumber(1),
  ],
] as const satisfies readonly Option[];

type SearchOptions = OptionsOf<typeof searchOptions>;

const parts = ['symmetry', 'compile'];

/** @throws UsageError for an unknown part to leave out. */
export function limitsOf(options: SearchOptions, seed: string): SearchLimits {
  const {
    property,
    states,
    memory,
    workers = availableParallelism(),
    without = [],
    audit = false,
    simulate,
    keepGoing = false,
  } = options;
  const unknown = without.find((name) => !parts.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`--without cannot switch off '${unknown}'`, 'give symmetry, compile or symmetry,compile');
  const timeMsMax = timeMsOf(options);
  return {
    ...{ workers, audit, keepGoing, symmetry: !without.includes('symmetry'), compile: !without.includes('compile') },
    ...(property !== undefined && { properties: property }),
    ...(states !== undefined && { statesMax: states }),
    ...(timeMsMax !== undefined && { timeMsMax }),
    ...(memory !== undefined && { bytesMax: memory * 2 ** 20 }),
    ...(simulate !== undefined && { simulation: { simulations: simulate, seed } }),
  };
}

/** @throws UsageError for a property that the model does not have. */
export function checkProperties(model: Model, wanted: readonly string[]): void {
  const names = model.properties.filter(isJudged).map(({ name }) => name);
  const isKnown = (id: string) => id === noDeadlock || names.some((name) => name === id || propertyId(name) === id);
  const unknown = wanted.find((id) => !isKnown(id));
  if (unknown === undefined) return;
  const ids = [...names, noDeadlock].map(propertyId);
  throw unknownName(`${model.name} has no property '${unknown}'`, unknown, ids, `it has: ${ids.join(', ')}`);
}
