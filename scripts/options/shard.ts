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

/**
 * The shard of a job that others start: GitLab counts from 1 and says of how many, a Kubernetes Indexed Job counts from 0 and
 * does not say it.
 *
 * @throws UsageError for an index without its count, which would make each machine do everything
 */
export function shardOfJob(env: NodeJS.ProcessEnv): { shard: Shard; from: string } | undefined {
  const { CI_NODE_INDEX: node, CI_NODE_TOTAL: nodes, JOB_COMPLETION_INDEX: pod, PARALLAX_SHARDS: pods } = env;
  if (node !== undefined) return { shard: readShard(`${node}/${nodes}`), from: 'CI_NODE_INDEX' };
  if (pod === undefined) return undefined;
  if (pods === undefined)
    throw new UsageError(
      'JOB_COMPLETION_INDEX says which shard this is, and nothing says of how many',
      'set PARALLAX_SHARDS to the completions of the job, or give --shard',
    );
  return { shard: readShard(`${Number(pod) + 1}/${pods}`), from: 'JOB_COMPLETION_INDEX' };
}

/** Every `count`-th element, starting with number `index`; all elements without a shard. */
export const partOf = <T>(all: readonly T[], { shard }: { readonly shard?: Shard }): T[] =>
  shard === undefined ? [...all] : all.filter((_, at) => at % shard.count === shard.index - 1);
