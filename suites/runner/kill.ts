/** Mutation testing of the cases: each oracle mutant is compared with the correct oracle's transcripts. */

import type { Case } from '../cases/case.ts';
import type { Session, Target } from '../targets/target.ts';
import { TargetHost } from './host/host.ts';
import { virtualPatience } from './host/patience.ts';
import { judge } from './judge/judge.ts';
import type { TargetTranscript } from './judge/shown.ts';

interface PlantedBug {
  readonly id: string;
  readonly findings: readonly string[];
  /** A new oracle with the bug. */
  open(): Session;
}

interface Kill {
  readonly id: string;
  /** Cases whose written expectations fail, those of the bug's findings first. Empty when the mutant survives. */
  readonly by: readonly string[];
  readonly durationMs: number;
}

export interface KillOptions {
  readonly cases: readonly Case[];
  /** The correct oracle. */
  readonly right: Target;
  /** Finds every killing case, not only the first. */
  readonly all?: boolean;
  readonly onKill?: (kill: Kill, at: number) => void;
  readonly signal?: AbortSignal;
}

/** With virtual time no target must be given up: see `virtualPatience`. */
const hostOf = (target: Target): TargetHost => new TargetHost(target, { runId: 'mutants', patience: virtualPatience });

/**
 * Returns the kills known so far when interrupted.
 *
 * A case kills a mutant only if its written expectation fails. A mere difference from the correct oracle would test the
 * comparison, not the case.
 */
export async function killMatrix(bugs: readonly PlantedBug[], options: KillOptions): Promise<Kill[]> {
  const reference = new Map<string, TargetTranscript>();
  const right = hostOf(options.right);
  await right.start();
  for (const subject of options.cases) {
    if (options.signal?.aborted) break;
    reference.set(subject.id, await play(subject, right));
  }
  await right.stop();
  const kills: Kill[] = [];
  for (const [at, bug] of bugs.entries()) {
    if (options.signal?.aborted) break;
    const kill = await tryBug(bug, reference, options);
    if (kill === undefined) break;
    kills.push(kill);
    options.onKill?.(kill, at);
  }
  return kills;
}

async function play(subject: Case, host: TargetHost): Promise<TargetTranscript> {
  const { entries, names } = await host.play(subject);
  return { target: host.target.name, entries, names };
}

/** Undefined when interrupted. */
async function tryBug(
  bug: PlantedBug,
  reference: ReadonlyMap<string, TargetTranscript>,
  options: KillOptions,
): Promise<Kill | undefined> {
  const begin = performance.now();
  const host = hostOf({ ...options.right, start: async () => bug.open() });
  await host.start();
  const by: string[] = [];
  const byText: string[] = [];
  for (const subject of byRelevance(bug, options.cases)) {
    if (by.length > 0 && !options.all) break;
    if (options.signal?.aborted) break;
    const found = judge(subject, await play(subject, host), reference.get(subject.id));
    const written = found.filter(({ evidence }) => evidence === 'case');
    if (written.some(({ tier }) => tier !== 'text')) by.push(subject.id);
    else if (written.length > 0) byText.push(`${subject.id} (text)`);
  }
  // If a bug only changes a text, only a written text can reveal it.
  if (by.length === 0) by.push(...(options.all ? byText : byText.slice(0, 1)));
  await host.stop();
  if (options.signal?.aborted) return undefined;
  return { id: bug.id, by, durationMs: Math.round(performance.now() - begin) };
}

/** Cases of the bug's own findings first, heavy cases last. */
const byRelevance = (bug: PlantedBug, cases: readonly Case[]): Case[] => {
  const rank = (subject: Case): number =>
    (subject.findings.some((id) => bug.findings.includes(id)) ? 0 : 2) + (subject.heavy ? 1 : 0);
  return [...cases].sort((a, b) => rank(a) - rank(b));
};
