/** The folder of records: one file a night and shard. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { openUnits } from '../../reports/night/merge.ts';
import {
  lineText,
  type Night,
  NightError,
  type NightHead,
  type NightLine,
  readNight,
} from '../../reports/night/record.ts';
import { UsageError } from '../command-line/usage-error.ts';

const ending = '.jsonl';

/** Sorts by time: `2026-03-01T02-00-00.000Z.jsonl`, with the shard behind. */
export const recordName = ({ startedAt, shard }: Pick<NightHead, 'startedAt' | 'shard'>): string =>
  `${startedAt.replaceAll(':', '-')}${shard === undefined ? '' : `-${shard.replace('/', '-of-')}`}${ending}`;

/** Adds lines to a file, each batch in one write that is on the disk before the next unit begins. */
export function append(file: string, lines: readonly NightLine[]): void {
  const handle = openSync(file, 'a');
  try {
    writeSync(handle, lines.map(lineText).join(''));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes a whole record at once. */
export function write(file: string, { head, ends, results }: Night): void {
  const beside = `${file}.part`;
  writeFileSync(beside, [head, ...results, ...ends.values()].map(lineText).join(''));
  renameSync(beside, file);
}

/** Cuts off the half line that a kill leaves, since the next line would be glued to it. */
export function mend(file: string): void {
  const text = readFileSync(file, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== text) writeFileSync(file, whole);
}

/** @throws UsageError when it is not there, or is no record */
export function loadNight(file: string): Night {
  if (!existsSync(file)) throw new UsageError(`there is no record ${file}`, 'name a file that nightly has written');
  try {
    return readNight(readFileSync(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof NightError)) throw error;
    throw new UsageError(
      `${file} is not the record of a night: ${error.message}`,
      'name a file that nightly has written',
    );
  }
}

/** Finished records of whole nights in a folder, oldest first. @throws UsageError for a file that is no record */
export function earlierNights(folder: string, but?: string): Night[] {
  return recordsIn(folder)
    .filter((name) => name !== (but === undefined ? undefined : basename(but)))
    .map((name) => loadNight(join(folder, name)))
    .filter((night) => night.head.shard === undefined && openUnits(night).length === 0)
    .sort((a, b) => (a.head.startedAt < b.head.startedAt ? -1 : 1));
}

const recordsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .sort()
    : [];

/** Removes the oldest records until so many are left. @returns the names of those removed */
export function retain(folder: string, most: number): string[] {
  const old = recordsIn(folder).slice(0, -most);
  for (const name of old) rmSync(join(folder, name));
  return old;
}
