/** `--changed COMMIT`: what the working tree has changed since a commit, by Git. */
import { execFileSync } from 'node:child_process';
import type { Option } from '../command-line/option.ts';
import { UsageError } from '../command-line/usage-error.ts';

/** Numbers of the changed lines as they are now, by file, with paths from the root of the repository. */
export type Changed = ReadonlyMap<string, ReadonlySet<number>>;

/** A change has no mutants: nothing to judge, and nothing wrong. */
export class NothingChanged extends Error {
  override readonly name = 'NothingChanged';
}

export const changedOption = [
  '--changed <commit>',
  'only mutants that the changes since this commit touch: the rules on changed lines with --mechanical, else all of an area with a change',
  changedSince,
] as const satisfies Option;

/** @throws UsageError outside of a repository, and for what is no commit */
function changedSince(commit: string): Changed {
  const words = ['diff', '--unified=0', '--no-color', '--no-ext-diff', '--src-prefix=a/', '--dst-prefix=b/'];
  if (commit.startsWith('-')) throw new UsageError(`'${commit}' is not a commit`, 'name one, such as main');
  try {
    const said = { encoding: 'utf8' as const, maxBuffer: 2 ** 28 };
    return changedIn(execFileSync('git', [...words, commit, '--'], { ...said, stdio: ['ignore', 'pipe', 'pipe'] }));
  } catch (error) {
    const said = String((error as { stderr?: unknown }).stderr ?? error)
      .trim()
      .split('\n')[0];
    throw new UsageError(`git cannot compare with '${commit}': ${said}`, 'name a commit of this clone, such as main');
  }
}

/** Reads the diff of `git diff --unified=0`. Only lines that are there now have a number. */
export function changedIn(diff: string): Changed {
  const changed = new Map<string, Set<number>>();
  let file: string | undefined;
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ ')) file = line.startsWith('+++ b/') ? line.slice('+++ b/'.length) : undefined;
    const [, start, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (start === undefined || file === undefined) continue;
    const lines = changed.get(file) ?? new Set();
    for (let at = 0; at < Number(count); at++) lines.add(Number(start) + at);
    changed.set(file, lines);
  }
  return changed;
}

/** Whether a file of one of these folders has changed. */
export const touches = (changed: Changed, ...folders: readonly string[]): boolean =>
  [...changed.keys()].some((file) => folders.some((folder) => file.startsWith(`${folder}/`)));
