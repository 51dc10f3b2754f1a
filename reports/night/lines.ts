/** Turns the JSON of a command (`--json`) into the lines of a record. */
import type { JsonObject } from '../../oracles/values/types.ts';
import { keyOf } from '../../suites/rounds/anomaly.ts';
import type { RoundRecord } from '../../suites/rounds/record.ts';
import {
  type CaseRecord,
  type Divergence,
  type Envelope,
  isJudged,
  type TargetRecord,
} from '../../suites/runner/record.ts';
import type { ModelRecord, MutantRecord } from '../report.ts';
import type { NightEnd, NightFault, NightResult } from './record.ts';

/** What `run`, `fuzz`, `race`, `crash`, `model` and `mutants` write: the envelope, and the members of one of them. */
export type CommandJson = Envelope & JsonObject;

type Lines = NightResult[];

/** @throws RangeError for the JSON of another command */
export function linesOf(unit: string, json: CommandJson): { results: Lines; end: NightEnd } {
  const read = readers[json.command];
  if (read === undefined) throw new RangeError(`a night has no results of '${json.command}'`);
  const stale = staleOf(json);
  return {
    results: read(unit, json as never),
    end: {
      ...{ kind: 'end', unit, verdict: json.verdict, durationMs: json.durationMs },
      ...(Object.keys(stale).length > 0 && { stale }),
    },
  };
}

const readers: { readonly [command: string]: (unit: string, json: never) => Lines } = {
  run: casesIn,
  fuzz: fuzzIn,
  race: (unit, json) => roundsIn('race', unit, json),
  crash: (unit, json) => roundsIn('crash', unit, json),
  model: modelsIn,
  mutants: mutantsIn,
};

interface RunJson {
  readonly targets: readonly TargetRecord[];
  readonly divergences: readonly (Divergence & { repro?: string })[];
}

function staleOf(json: CommandJson): Record<string, string[]> {
  const targets = json.command === 'run' ? (json as unknown as RunJson).targets : [];
  return Object.fromEntries(targets.flatMap(({ name, stale }) => (stale.length > 0 ? [[name, [...stale]]] : [])));
}

function casesIn(unit: string, { targets, divergences }: RunJson): Lines {
  const byCase = new Map<string, RunJson['divergences'][number][]>();
  for (const one of divergences) {
    const key = `${one.target} ${one.case}`;
    byCase.set(key, [...(byCase.get(key) ?? []), one]);
  }
  return targets.flatMap(({ name, version, results }) =>
    results.map((result) => ({
      ...{ kind: 'result' as const, unit, suite: 'cases' as const, target: name, version, id: result.case },
      judged: isJudged(result) || isEnd(result),
      ...(isSkipped(result) && { skipped: true as const }),
      faults: [...(byCase.get(`${name} ${result.case}`) ?? []).flatMap(faultOf), ...lossOf(name, result)],
    })),
  );
}

/** A server that ended or hung is at fault; one that was too busy to be judged is not. */
const isEnd = ({ verdict }: CaseRecord): boolean => verdict === 'crashed' || verdict === 'hung';
const isSkipped = (result: CaseRecord): boolean =>
  result.verdict === 'skipped' || result.verdict === 'unsupported' || (result.accepted !== undefined && !isEnd(result));

const faultOf = ({
  fingerprint,
  status,
  severity,
  title,
  step,
  request,
  repro,
}: RunJson['divergences'][number]): NightFault[] =>
  status === 'advisory'
    ? []
    : [
        {
          ...{ fingerprint, status, severity, title: `${title} (step ${step}, ${request.op})` },
          ...(repro !== undefined && { repro }),
        },
      ];

const lossOf = (target: string, result: CaseRecord): NightFault[] =>
  result.loss === undefined || !isEnd(result)
    ? []
    : [
        {
          ...{
            fingerprint: result.loss,
            status: result.accepted === undefined ? 'new' : 'known',
            severity: 'critical',
          },
          title: `the server ${result.verdict === 'crashed' ? 'ended' : 'hung'} in ${result.case}`,
          repro: `npx parallax run --target ${target} --case ${result.case}`,
        },
      ];

interface FuzzJson {
  readonly targets: readonly { readonly name: string; readonly version: string }[];
  readonly divergences: readonly {
    readonly fingerprint: string;
    readonly target: string;
    readonly status: 'new' | 'known' | 'advisory' | 'lost';
    readonly severity: Divergence['severity'];
    readonly title: string;
    readonly repro?: string;
  }[];
}

/** Sequences differ from seed to seed, so only what shows is judged: a kind that does not show is not gone. */
function fuzzIn(unit: string, { targets, divergences }: FuzzJson): Lines {
  const versions = new Map(targets.map(({ name, version }) => [name, version]));
  return divergences.flatMap(({ fingerprint, target, status, severity, title, repro }) =>
    status === 'advisory'
      ? []
      : [
          {
            ...{ kind: 'result' as const, unit, suite: 'fuzz' as const, target, id: fingerprint, judged: true },
            version: versions.get(target) ?? 'unknown',
            faults: [
              {
                ...{ fingerprint, severity, title },
                status: status === 'known' ? ('known' as const) : ('new' as const),
                ...(repro !== undefined && { repro }),
              },
            ],
          },
        ],
  );
}

interface RoundsJson {
  readonly targets: readonly { readonly name: string; readonly version?: string }[];
  readonly rounds: readonly RoundRecord[];
}

/** A fault that was seen once in several plays is no verdict. */
function roundsIn(suite: 'race' | 'crash', unit: string, { targets, rounds }: RoundsJson): Lines {
  const versions = new Map(targets.map(({ name, version }) => [name, version]));
  return rounds.map(({ target, name, verdict, anomalies }) => ({
    ...{ kind: 'result' as const, unit, suite, target, id: name, judged: verdict !== 'unknown' },
    version: versions.get(target) ?? 'unknown',
    faults: anomalies.flatMap((one): NightFault[] =>
      one.status === 'once'
        ? []
        : [
            {
              ...{ fingerprint: keyOf(one), status: one.status, severity: 'critical' },
              title: `${one.where}: ${one.actual}`,
              repro: `npx parallax ${suite} --target ${target} --round ${name}`,
            },
          ],
    ),
  }));
}

function modelsIn(unit: string, { models }: { readonly models: readonly ModelRecord[] }): Lines {
  return models.map(({ name, variant, mutant, verdict, property }) => ({
    ...{ kind: 'result' as const, unit, suite: 'models' as const, target: name, version: 'unknown' },
    id: mutant === null ? variant : `${variant} ${mutant}`,
    judged: verdict !== 'unknown',
    faults:
      verdict === 'violated'
        ? [
            {
              ...{ fingerprint: property ?? 'violated', status: 'new' as const, severity: 'critical' as const },
              title: `${property ?? 'a property'} is violated`,
              repro: `npx parallax model ${name} --variant ${variant}`,
            },
          ]
        : [],
  }));
}

function mutantsIn(unit: string, { mutants }: { readonly mutants: readonly MutantRecord[] }): Lines {
  return mutants.map(({ id, kind, killed, equivalent, reason }) => ({
    ...{ kind: 'result' as const, unit, suite: 'mutants' as const, target: kind, version: 'unknown', id, judged: true },
    faults:
      killed || equivalent
        ? []
        : [
            {
              ...{ fingerprint: 'survives', status: 'new' as const, severity: 'major' as const },
              title: `the planted bug ${id} is not caught${reason === undefined ? '' : `: ${reason}`}`,
              repro: `npx parallax mutants ${id}`,
            },
          ],
  }));
}
