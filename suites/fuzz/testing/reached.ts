/** What of the oracle's source runs during some work, as V8 counts it. */
import { Session } from 'node:inspector/promises';

interface Reached {
  /** Functions that ran, of all. */
  functions: number;
  /** Characters of functions that ran, of all: branches that were not taken count by their length. */
  characters: number;
  /** Functions that did not run, by file. */
  missed: string[];
}

interface Range {
  startOffset: number;
  endOffset: number;
  count: number;
}

/** Characters of a function that did not run. Ranges nest, and an inner one counts in place of its part of the outer. */
function unreachedIn(ranges: readonly Range[]): number {
  const [whole, ...inner] = ranges;
  if (whole === undefined) return 0;
  const length = whole.endOffset - whole.startOffset;
  if (whole.count === 0) return length;
  const marks = new Uint8Array(length);
  for (const { startOffset, endOffset, count } of inner)
    marks.fill(count === 0 ? 1 : 0, startOffset - whole.startOffset, endOffset - whole.startOffset);
  return marks.reduce((sum, mark) => sum + mark, 0);
}

/** @param wanted whether a source belongs to what is measured, by its path */
export async function reachedBy(work: () => Promise<void>, wanted: (path: string) => boolean): Promise<Reached> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  try {
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    // The first function of a script is its top level, which ran before.
    const functions = result
      .filter(({ url }) => wanted(url))
      .flatMap(({ url, functions: [, ...own] }) => own.map((one) => ({ ...one, url })));
    const all = functions.reduce((sum, { ranges: [whole] }) => sum + whole!.endOffset - whole!.startOffset, 0);
    const unreached = functions.reduce((sum, { ranges }) => sum + unreachedIn(ranges), 0);
    const missed = functions.filter(({ ranges: [whole] }) => whole!.count === 0);
    return {
      functions: 1 - missed.length / functions.length,
      characters: 1 - unreached / all,
      missed: missed.map(({ url, functionName }) => `${url.slice(url.indexOf('oracles/'))} ${functionName || '=>'}`),
    };
  } finally {
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}
