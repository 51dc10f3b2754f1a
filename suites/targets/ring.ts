/** Keeps the last lines of a server's log, with bounded size and without secrets. */

const lineCharsMax = 4_096;
const keptCharsMax = 256 * 1024;

export interface Ring {
  /** Adds a stream with its own buffer for the unfinished line. */
  writer(): (chunk: string) => void;
  /** Whether any line so far matched `pattern`, even if it was dropped since. */
  seen(): boolean;
  text(): string;
}

/**
 * @param pattern remembered once a line matches
 * @param filter returns the part of a line that may be kept
 * Long lines are cut, so that the log cannot grow without limit.
 */
export function createRing(pattern?: RegExp, filter: (line: string) => string = (line) => line): Ring {
  const lines: string[] = [];
  const open = new Set<{ rest: string }>();
  let kept = 0;
  let matched = false;

  const keep = (raw: string): void => {
    const line = filter(raw).slice(0, lineCharsMax);
    matched ||= pattern?.test(line) === true;
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
