/** The last lines of a server's log, bounded, with secrets taken out before anything is kept. */

const lineCharsMax = 4_096;
const keptCharsMax = 256 * 1024;

export interface Ring {
  /** A stream of its own: each keeps its unfinished line to itself. */
  writer(): (chunk: string) => void;
  /** Whether a kept line matched `pattern` since the beginning, even if it was dropped since. */
  seen(): boolean;
  text(): string;
}

/**
 * `filter` sees each whole line before it is kept and returns what may be kept of it. `pattern` is remembered once seen.
 * An endless line is cut, so that neither it nor the log as a whole grows without bound.
 */
export function createRing(pattern: RegExp, filter: (line: string) => string = (line) => line): Ring {
  const lines: string[] = [];
  const open = new Set<{ rest: string }>();
  let kept = 0;
  let matched = false;

  const keep = (raw: string): void => {
    const line = filter(raw).slice(0, lineCharsMax);
    matched ||= pattern.test(line);
    lines.push(line);
    kept += line.length + 1;
    while (kept > keptCharsMax) kept -= lines.shift()!.length + 1;
  };

  const writer = () => {
    const state = { rest: '' };
    open.add(state);
    return (chunk: string): void => {
      const parts = (state.rest + chunk).split('\n');
      state.rest = parts.pop()!;
      for (const part of parts) keep(part);
      if (state.rest.length <= lineCharsMax) return;
      keep(state.rest);
      state.rest = '';
    };
  };
  const text = (): string => [...lines, ...[...open].map((o) => filter(o.rest)).filter((r) => r !== '')].join('\n');
  return { writer, seen: () => matched, text };
}
