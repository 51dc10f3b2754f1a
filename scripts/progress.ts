/** Progress of long work, on stderr: one line that changes on a terminal, few lines in a pipe. */
export interface Progress {
  /** What goes on now, under a name of its own; several can go on side by side. */
  update(name: string, text: string): void;
  /** That it ended. */
  done(name: string, text: string): void;
  /** Takes the changing line away, before something else is printed. */
  clear(): void;
}

export const silent: Progress = { update() {}, done() {}, clear() {} };

/** Redraws at most so often: a terminal over a network is slow. */
const redrawMs = 80;

export function terminalProgress(stream: NodeJS.WriteStream): Progress {
  const going = new Map<string, string>();
  let drawnAt = 0;
  const clear = (): void => {
    stream.write('\r\u001b[K');
  };
  return {
    update(name, text) {
      going.set(name, text);
      const now = performance.now();
      if (now - drawnAt < redrawMs) return;
      drawnAt = now;
      const line = [...going].map(([key, value]) => `${key} ${value}`).join(' · ');
      stream.write(`\r\u001b[K${line.slice(0, Math.max(20, (stream.columns ?? 80) - 1))}`);
    },
    done(name, text) {
      going.delete(name);
      clear();
      stream.write(`${name} ${text}\n`);
    },
    clear,
  };
}

export function lineProgress(stream: NodeJS.WritableStream): Progress {
  return { ...silent, done: (name, text) => void stream.write(`${name} ${text}\n`) };
}
