/**
 * The reference for the explorer: a queue, a Map of strings, and the bodies run on plain lists. It shares no packing, table or set
 * with it.
 */
import type { Model } from '../../language/model.ts';

interface NaiveCounts {
  states: number;
  transitions: number;
  terminal: number;
  depth: number;
  /** Names of the `always` that some state or step breaks, in order. */
  broken: string[];
}

export function exploreNaively(model: Model): NaiveCounts {
  const start = model.layout.initialCodes();
  const known = new Set([start.join()]);
  const broken = new Set<string>();
  const counts = { states: 0, transitions: 0, terminal: 0, depth: 0 };
  const queue = [{ codes: start, depth: 0 }];
  for (const { codes, depth } of queue) {
    const read = ({ id }: { id: number }) => codes[id]!;
    counts.states++;
    counts.depth = depth;
    for (const p of model.properties) if (p.kind === 'always' && !model.judge(p, read).holds) broken.add(p.name);
    const steps = model.processes.flatMap((process) => model.observe(process, read).steps);
    counts.transitions += steps.length;
    if (steps.length === 0) counts.terminal++;
    for (const { writes, marks } of steps) {
      for (const id of marks) if (model.properties[id]!.kind === 'always') broken.add(model.properties[id]!.name);
      const next = codes.slice();
      for (const { variable, code } of writes) next[variable.id] = code;
      const key = next.join();
      if (known.has(key)) continue;
      known.add(key);
      queue.push({ codes: next, depth: depth + 1 });
    }
  }
  return { ...counts, broken: [...broken].sort() };
}
