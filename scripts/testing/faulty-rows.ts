/** The expected results for faulty stores: one line for each mode. */
import { type ModeName, modes } from '../../suites/targets/testing/faulty-store-modes.ts';

type Code = 0 | 1 | 3;
/** Acceptable exit codes, where several are right. */
export type Codes = readonly Code[];
const holds: Codes = [0];
const violated: Codes = [1];
const unknown: Codes = [3];
/** Not a pass. Whether the fault is found depends on the chosen cases. */
const notHolds: Codes = [1, 3];
/** The answers are right, but may be too slow to arrive in time. */
const holdsInTime: Codes = [0, 3];
/** Only some cases show the fault. The test checks leftovers and how the command ends. */
const whatever: Codes = [0, 1, 3];

export interface Row {
  run: Codes;
  /** Default: the codes of `run`. */
  fuzz?: Codes;
  /** Default: the codes of `run`. */
  repro?: Codes;
  /** What `run` prints on the terminal. */
  words?: RegExp;
  /** The commands tested with it in every test run. The others are tested nightly. */
  quick?: readonly Judging[];
}
export type Judging = 'run' | 'fuzz' | 'repro';

const rows: { readonly [mode in ModeName]: Row } = {
  honest: { run: holds, quick: ['fuzz'] },

  'stays-creating': { run: unknown, words: /ACTIVE|CREATING/, quick: ['run', 'fuzz'] },
  'index-never-active': { run: unknown, repro: whatever, words: /ACTIVE|CREATING/ },
  'forgets-tables': { run: notHolds },
  'refuses-create': { run: notHolds, words: /Too many tables/ },
  'stays-deleting': { run: whatever },
  'refuses-delete': { run: whatever, words: /not authorized/, quick: ['run', 'fuzz', 'repro'] },
  'fails-delete': { run: whatever },
  'keeps-deleted': { run: whatever },

  'empty-object': { run: notHolds, quick: ['run'] },
  'empty-describe': { run: notHolds },
  'empty-body': { run: unknown },
  'null-body': { run: unknown },
  'invalid-json': { run: unknown, quick: ['run'] },
  'wrong-utf8': { run: unknown, words: /UTF-8/ },
  zipped: { run: holdsInTime },
  'not-http': { run: unknown, words: /does not answer as DynamoDB would/ },

  'ten-megabytes': { run: holdsInTime },
  'endless-body': { run: unknown },
  trickles: { run: unknown },
  'cuts-body': { run: unknown, quick: ['run'] },
  resets: { run: unknown },
  'closes-each': { run: holds },

  'fails-all-html': { run: unknown, words: /HTTP 500/ },
  'fails-late-html': { run: notHolds, words: /HTTP 500/, quick: ['run', 'repro'] },
  'fails-one-html': { run: notHolds, words: /HTTP 500/, quick: ['run'] },
  'fails-one-json': { run: violated, words: /server.error/i, quick: ['run', 'fuzz'] },
  'fails-all-json': { run: notHolds },
  'not-implemented': { run: unknown, words: /\b0 of \d+ judged/ },
  'knows-list-tables': { run: unknown, words: /\b0 of \d+ judged/, quick: ['run'] },
  'throttles-once': { run: holds },
  throttles: { run: notHolds },
  'loses-writes': { run: violated },
  'loses-writes-leisurely': { run: notHolds },
  'expired-credentials': { run: unknown, words: /expired/ },

  'list-fails-once': { run: holds, quick: ['run'] },
  'list-hangs': { run: unknown, words: /timeout|no answer/, quick: ['run'] },
  'one-hangs': { run: unknown, quick: ['run', 'fuzz'] },
  'hangs-late': { run: unknown },
  slow: { run: holdsInTime },
  leisurely: { run: holdsInTime },
  'deletes-slowly': { run: holdsInTime },
  'dies-late': { run: unknown, quick: ['run'] },
  'dies-at-one': { run: unknown },

  'endless-pages': { run: notHolds, quick: ['run'] },
  'endless-empty-pages': { run: notHolds },
  'index-lags': { run: whatever, fuzz: holdsInTime },
  'index-lags-longer': { run: whatever, fuzz: holdsInTime, quick: ['fuzz'] },
  'index-lags-for-ever': { run: notHolds, repro: whatever },

  'fine-times': { run: holds },
  'times-as-texts': { run: whatever },
  'time-goes-back': { run: whatever },

  'foreign-tables': { run: holds, quick: ['run'] },
  'self-signed': { run: unknown, words: /NODE_EXTRA_CA_CERTS/, quick: ['run'] },
  redirects: { run: unknown, words: /HTTP 307/, quick: ['run'] },
  markup: { run: whatever, quick: ['run'] },
  'headers-twice': { run: holds },
};

export const modeNames = Object.keys(modes) as ModeName[];
/** Every mode with its acceptable exit codes for a command. */
export const expected = (command: Judging): [ModeName, Codes, Row][] =>
  modeNames.map((mode) => [mode, rows[mode][command] ?? rows[mode].run, rows[mode]]);
