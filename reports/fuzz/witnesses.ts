/** What the other targets of a fuzz run say about an unexplained difference, in words. */
import type { Witness } from '../../suites/fuzz/fuzz.ts';
import { count } from '../text/format.ts';

const words = {
  reference: 'as the reference',
  target: 'as this target',
  otherwise: 'otherwise',
  nothing: 'not at all',
} as const satisfies Record<Witness['as'], string>;

/** `2 of 3 other targets answer as the reference (a, b), 1 as this target (c)`; nothing without witnesses. */
export function witnessRemarks(witnesses: readonly Witness[]): string[] {
  const [first, ...others] = (Object.keys(words) as Witness['as'][])
    .map((as) => ({ as, names: witnesses.filter((one) => one.as === as).map(({ target }) => target) }))
    .filter(({ names }) => names.length > 0);
  if (first === undefined) return [];
  const { length } = first.names;
  const group = ({ as, names }: typeof first): string => `${words[as]} (${names.join(', ')})`;
  const head = `${length} of ${count(witnesses.length, 'other target')} ${length === 1 ? 'answers' : 'answer'}`;
  const rest = others.map((one) => `${one.names.length} ${group(one)}`);
  return [`${[`${head} ${group(first)}`, ...rest].join(', ')}${areAgainst(witnesses) ? againstReference : ''}`];
}

const againstReference = ': all that answered agree against the reference, so perhaps the reference is wrong';

function areAgainst(witnesses: readonly Witness[]): boolean {
  const heard = witnesses.filter(({ as }) => as !== 'nothing');
  return heard.length > 0 && heard.every(({ as }) => as === 'target');
}
