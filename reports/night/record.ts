/**
 * The record of a night as JSON lines: a head, then one line a result and one at the end of each unit of work. It is only ever added
 * to, so a kill loses no more than the unit at work.
 */
import * as v from 'valibot';
import { problemsOf } from '../../suites/validation.ts';

/** In the order of a night: those with an end first, so that the others can share what is left of the time. */
export const suites = ['cases', 'models', 'mutants', 'fuzz', 'race', 'crash'] as const;
export type Suite = (typeof suites)[number];

const Verdicts = v.picklist(['holds', 'violated', 'unknown']);
const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

const Head = v.strictObject({
  kind: v.literal('night'),
  /** Of this file. A reader refuses a later one. */
  format: v.literal(1),
  version: v.string(),
  seed: v.string(),
  /** ISO 8601. */
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** `i/n`: only every n-th unit is in this record. */
  shard: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d*\/[1-9]\d*$/))),
  /** From which the units follow. */
  plan: v.strictObject({
    targets: v.array(v.string()),
    suites: v.pipe(v.array(v.picklist(suites)), v.minLength(1)),
    /** Generated sequences a target. */
    runs: Count,
    /** Rounds a target, of each of `race` and `crash`. */
    rounds: Count,
    /** The ledger of a store that has none here. */
    ledger: v.optional(v.string()),
  }),
  /** The unit names of the whole night, of all shards. */
  units: v.pipe(v.array(v.string()), v.minLength(1)),
});

const Fault = v.strictObject({
  /** The same for the same fault in another night. */
  fingerprint: v.string(),
  status: v.picklist(['new', 'known']),
  severity: v.picklist(['critical', 'major', 'minor', 'fact']),
  title: v.string(),
  /** The command that shows it. */
  repro: v.optional(v.string()),
});

const Result = v.strictObject({
  kind: v.literal('result'),
  unit: v.string(),
  suite: v.picklist(suites),
  target: v.string(),
  /** Of the target; `unknown` where it does not say. */
  version: v.string(),
  /** What was judged: a case, a kind of difference, a round, a variant of a model, a mutant. */
  id: v.string(),
  /** Whether there is a verdict on it, so that a fault which is not listed was not there. */
  judged: v.boolean(),
  /** The target lacks something that it needs. */
  skipped: v.optional(v.literal(true)),
  faults: v.array(Fault),
});

const End = v.strictObject({
  kind: v.literal('end'),
  unit: v.string(),
  verdict: Verdicts,
  durationMs: Count,
  /** Why there is no verdict. */
  detail: v.optional(v.string()),
  /** Ledger entries of what is no longer seen, by target. */
  stale: v.optional(v.record(v.string(), v.array(v.string()))),
});

const Line = v.variant('kind', [Head, Result, End]);

export type NightPlan = v.InferOutput<typeof Head>['plan'];
export type NightHead = v.InferOutput<typeof Head>;
export type NightFault = v.InferOutput<typeof Fault>;
export type NightResult = v.InferOutput<typeof Result>;
export type NightEnd = v.InferOutput<typeof End>;
export type NightLine = v.InferOutput<typeof Line>;

export interface Night {
  readonly head: NightHead;
  readonly ends: ReadonlyMap<string, NightEnd>;
  /** Of the units that have ended. */
  readonly results: readonly NightResult[];
}

/** A record cannot be read. The message names the line. */
export class NightError extends Error {
  override readonly name = 'NightError';
}

export const lineText = (line: NightLine): string => `${JSON.stringify(line)}\n`;

/**
 * Reads a record. A last line without its end was cut by a kill, and is left out, as are the results of units that have not ended: these
 * are played again.
 *
 * @throws NightError
 */
export function readNight(text: string): Night {
  const whole = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
  const [head, ...lines] = whole.map((line, at) => parseLine(line, at + 1));
  if (head?.kind !== 'night') throw new NightError('line 1 is not the head of a night');
  const ends = new Map<string, NightEnd>();
  let open: NightResult[] = [];
  const results: NightResult[] = [];
  for (const line of lines) {
    if (line.kind === 'night') throw new NightError('a record has one head');
    if (line.kind === 'result') open.push(line);
    else {
      // A unit that was cut and played again has older results in front of it.
      if (!ends.has(line.unit)) results.push(...newest(open.filter(({ unit }) => unit === line.unit)));
      ends.set(line.unit, line);
      open = open.filter(({ unit }) => unit !== line.unit);
    }
  }
  return { head, ends, results };
}

/** Keys are unique within a unit, so of two lines with one key the older one was cut. */
function newest(results: readonly NightResult[]): NightResult[] {
  return [...new Map(results.map((one) => [itemKey(one), one])).values()];
}

export const itemKey = ({ suite, target, id }: Pick<NightResult, 'suite' | 'target' | 'id'>): string =>
  JSON.stringify([suite, target, id]);

function parseLine(text: string, number: number): NightLine {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new NightError(`line ${number} is not JSON`);
  }
  const parsed = v.safeParse(Line, json);
  if (parsed.success) return parsed.output;
  throw new NightError(
    problemsOf(parsed.issues)
      .map((problem) => `line ${number}: ${problem}`)
      .join('\n'),
  );
}
