/** Progress of long work, on stderr: a line that is updated on a terminal, a few lines in a pipe. */
import { roughDuration, thousands } from '../../reports/text/format.ts';
import { visibleLine } from '../../reports/text/visible.ts';
import { columns, shorten } from '../../reports/text/width.ts';

/** How much of a piece of work is done, and how much there is in all. */
interface Share {
  readonly done: number;
  readonly total: number;
}

export interface Progress {
  /** Updates a piece of work, by name; several can run at once. With a share, the remaining time is estimated. */
  update(name: string, text: string, share?: Share): void;
  /** Ends a piece of work. */
  done(name: string, text: string): void;
  /** Removes the progress line, before other output. */
  clear(): void;
}

export const silent: Progress = { update() {}, done() {}, clear() {} };

/** The shortest time between redraws, since a terminal over a network is slow. */
const redrawMs = 80;
/** After less time an estimate would be meaningless. */
const estimateMsMin = 2_000;

interface Going {
  text: string;
  share: Share | undefined;
  /** The baseline of the estimate: what was done before it is not counted. */
  readonly since: { readonly ms: number; readonly done: number };
}

/** `1 min left`; empty while there is too little data. */
function estimate({ share, since }: Going, now: number): string {
  if (share === undefined) return '';
  const [spent, done] = [now - since.ms, share.done - since.done];
  if (spent < estimateMsMin || done <= 0 || share.done >= share.total) return '';
  return `${roughDuration((spent / done) * (share.total - share.done))} left`;
}

const sharesText = ({ share }: Going): string =>
  share === undefined ? '' : `${thousands(share.done)}/${thousands(share.total)}`;

function lineOf(going: ReadonlyMap<string, Going>, now: number, width: number): string {
  const line = (whole: boolean): string =>
    [...going]
      .map(([name, one]) => {
        const text = whole || one.share === undefined ? one.text : '';
        const parts = [[sharesText(one), text].filter((part) => part !== '').join(' '), estimate(one, now)];
        return `${name} ${parts.filter((part) => part !== '').join(' · ')}`;
      })
      .join(' | ');
  // The progress matters more than the description.
  const full = visibleLine(line(true));
  return columns(full) <= width ? full : shorten(visibleLine(line(false)), width);
}

type Terminal = Pick<NodeJS.WriteStream, 'write' | 'columns' | 'on' | 'off'>;

export function terminalProgress(stream: Terminal, clock: () => number = () => performance.now()): Progress {
  const going = new Map<string, Going>();
  let drawnAt = Number.NEGATIVE_INFINITY;
  let drawn = '';
  // The last column stays free: some terminals start a new line once it is used.
  const width = (): number => Math.max(1, (stream.columns || 80) - 1);
  const clear = (): void => {
    if (drawn === '') return;
    // A terminal that became narrower has wrapped the line.
    const above = Math.ceil(columns(drawn) / (width() + 1)) - 1;
    stream.write(`\r${above > 0 ? `\u001b[${above}A` : ''}\u001b[J`);
    drawn = '';
  };
  const draw = (): void => {
    clear();
    drawn = lineOf(going, clock(), width());
    stream.write(drawn);
  };
  const redraw = (): void => {
    if (drawn !== '') draw();
  };
  return {
    update(name, text, share) {
      const now = clock();
      const since = going.get(name)?.since ?? { ms: now, done: share?.done ?? 0 };
      going.set(name, { text, share, since });
      if (going.size === 1 && drawn === '') stream.off('resize', redraw).on('resize', redraw);
      if (now - drawnAt < redrawMs) return;
      drawnAt = now;
      draw();
    },
    done(name, text) {
      going.delete(name);
      clear();
      stream.write(`${name} ${text}\n`);
      if (going.size === 0) stream.off('resize', redraw);
    },
    clear,
  };
}

export function lineProgress(stream: NodeJS.WritableStream): Progress {
  return { ...silent, done: (name, text) => void stream.write(`${name} ${text}\n`) };
}
