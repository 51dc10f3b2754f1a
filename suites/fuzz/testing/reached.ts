/** Which part of a folder's code runs while something is done. */
import { Session } from 'node:inspector/promises';

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** Characters of code that are in no block without a run. Blocks are nested, the inner ones come later. */
function reachedIn(ranges: readonly Range[], length: number): number {
  const ran = new Uint8Array(length).fill(1);
  for (const { startOffset, endOffset, count } of ranges) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return ran.reduce((sum, one) => sum + one, 0);
}

/** The share of each file's code that ran, by file name. `load` imports the files, so that all of them are known. */
export async function reachedBy(folder: string, work: () => Promise<void>): Promise<Map<string, number>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  try {
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return new Map(
      result
        .filter(({ url }) => url.includes(folder) && !url.includes('.test.'))
        .map(({ url, functions }) => {
          const ranges = functions.flatMap((one) => one.ranges);
          const length = Math.max(...ranges.map(({ endOffset }) => endOffset));
          return [url.split('/').at(-1)!, reachedIn(ranges, length) / length];
        }),
    );
  } finally {
    session.disconnect();
  }
}
