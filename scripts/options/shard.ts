/** `--shard i/n`: the parts are disjoint, and together they are everything. */
import type { Option } from '../command-line/option.ts';
import { UsageError } from '../command-line/usage-error.ts';

/** Part number `index`, starting at 1, of `count` parts. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

function readShard(value: string): Shard {
  const [, index, count] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(value) ?? [];
  if (index === undefined || count === undefined || Number(index) > Number(count)) {
    throw new UsageError(`'${value}' is not a shard`, 'give i/n with i from 1 to n, such as 1/4');
  }
  return { index: Number(index), count: Number(count) };
}

export const shardOption = ['--shard <i/n>', 'only part i of n, such as 1/4', readShard] as const satisfies Option;

/** Every `count`-th element, starting with number `index`; all elements without a shard. */
export const partOf = <T>(all: readonly T[], { shard }: { readonly shard?: Shard }): T[] =>
  shard === undefined ? [...all] : all.filter((_, at) => at % shard.count === shard.index - 1);
