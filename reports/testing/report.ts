/** An invented report with every part, for tests of the renderings. */

import type { Trace, TraceStep } from '../../models/checker/result.ts';
import type { Value } from '../../models/language/domains.ts';
import type { Values } from '../../models/language/state/layout.ts';
import type { JsonObject } from '../../oracles/values/types.ts';
import type { CaseRecord, CaseVerdict, Divergence, RunRecord, TargetRecord } from '../../suites/runner/record.ts';
import type { Catalogue, ModelRecord, MutantRecord, Report } from '../report.ts';
import { divergence, divergences, missingRow } from './divergences.ts';

const casesByArea: { [area: string]: string[] } = {
  'binary-order': ['sort-key-lengths', 'begins-with-ff', 'between-bytes'],
  conditions: ['number-as-text', 'sets-equal', 'missing-not-equal', 'size-of-map'],
  errors: ['nested-depth', 'unused-name', 'empty-key', 'unknown-operation'],
  idempotency: ['token-reuse', 'token-mismatch'],
  'item-identity': ['joined-keys', 'joined-keys-replace'],
  'number-precision': ['key-38-digits', 'spelling'],
  'query-paging': ['range-kept', 'backward', 'limit-one', 'begins-with'],
  'restore-lifecycle': ['active-when-complete', 'delete-while-restoring'],
  'secondary-index': ['two-items-one-key', 'sparse', 'update-moves-entry'],
  streams: ['insert-by-update', 'order'],
  transactions: ['index-and-stream', 'conflict', 'values-on-failure'],
};

export const catalogue: Catalogue = new Map([
  ['mongo-rfc/C1', { title: 'Two base items sharing one GSI key must both stay in the index', severity: 'critical' }],
  ['mongo-rfc/C9', { title: 'Composite key encoding must be injective', severity: 'critical' }],
  ['mongo-rfc/C10', { title: 'Number keys are exact to 38 significant digits', severity: 'critical' }],
  ['mongo-rfc/M5', { title: 'Binary sort keys order by unsigned bytes, not by length first', severity: 'major' }],
  ['mongo-rfc/m13', { title: '<> on a missing attribute holds', severity: 'minor' }],
]);

/** A record that is consistent with the divergences. `verdicts`: the cases without an answer. */
export function targetRecord(
  name: string,
  version: string,
  found: readonly Divergence[],
  verdicts: { [caseId: string]: [CaseVerdict, string] } = {},
): TargetRecord {
  const own = found.filter((d) => d.target === name);
  const results = Object.entries(casesByArea).flatMap(([area, slugs]) =>
    slugs.map((slug): CaseRecord => {
      const id = `${area}/${slug}`;
      const prints = own.filter((d) => d.case === id).map((d) => d.fingerprint);
      const [verdict, detail] = verdicts[id] ?? [prints.length > 0 ? 'diverges' : 'matches', undefined];
      return { case: id, area, verdict, ...(detail && { detail }), divergences: prints, durationMs: 12 };
    }),
  );
  const having = (...wanted: CaseVerdict[]) => results.filter((r) => wanted.includes(r.verdict)).length;
  const being = (status: Divergence['status']) => own.filter((d) => d.status === status).length;
  return {
    name,
    version,
    cases: results.length,
    matched: having('matches'),
    diverged: having('diverges'),
    known: being('known'),
    new: being('new'),
    unknown: having('crashed', 'hung', 'silent', 'refused'),
    skipped: having('skipped', 'unsupported'),
    advisory: being('advisory'),
    judged: having('matches', 'diverges'),
    facts: name === 'extenddb' ? { 'control-plane delay': '0 s' } : {},
    stale: name === 'dynalite' ? ['e4f5a6b7c8d9'] : [],
    leftovers: [],
    results,
    durationMs: 4_210,
  };
}

const noTransactions = 'TransactWriteItems is not known: UnknownOperationException';
export const run: RunRecord = {
  reference: 'oracle',
  targets: [
    targetRecord('extenddb', '0.1.10', divergences, {
      'errors/nested-depth': ['crashed', 'the process ended with SIGSEGV after 41 ms'],
    }),
    targetRecord('dynoxide', '1.2.1', divergences, {
      'restore-lifecycle/active-when-complete': ['unsupported', 'RestoreTableFromBackup is not known'],
      'restore-lifecycle/delete-while-restoring': ['unsupported', 'RestoreTableFromBackup is not known'],
    }),
    targetRecord('dynalite', '4.0.0', divergences, {
      'transactions/index-and-stream': ['unsupported', noTransactions],
      'transactions/conflict': ['unsupported', noTransactions],
      'transactions/values-on-failure': ['unsupported', noTransactions],
      'errors/nested-depth': ['hung', 'no answer within 10,000 ms to any request'],
    }),
    {
      ...targetRecord('aws', '', []),
      ...{ cases: 0, matched: 0, results: [], durationMs: 0 },
      unavailable: { reason: 'no credentials were found', remedy: 'set AWS_PROFILE and give --yes-real-aws' },
    },
  ],
  divergences,
};

const state = (table: string, copied: number, job: string, timer: string): Values => ({
  table,
  copied,
  job,
  timer,
  client: table === 'ACTIVE' && copied < 2 ? 'reads 1 of 2 items' : 'waits',
});
const start = state('absent', 0, 'idle', 'off');
const moves: [process: string, label: string, after: Values][] = [
  ['restore', 'begin: insert the target', state('CREATING', 0, 'copying', 'set')],
  ['restore', 'copy batch 1', state('CREATING', 1, 'copying', 'set')],
  ['control plane', 'flip: transition is due', state('ACTIVE', 1, 'copying', 'off')],
  ['client', 'read', state('ACTIVE', 1, 'copying', 'off')],
];
const steps = moves.map(([process, label, after], index): TraceStep => {
  const before = moves[index - 1]?.[2] ?? start;
  const changed = Object.entries(after).flatMap(([variable, value]) =>
    before[variable] === value ? [] : [{ variable, before: before[variable] as Value, after: value }],
  );
  return { process, label, before, after, changed, read: [] };
});
export const trace: Trace = {
  ...{
    model: 'restore',
    property: 'S1: ACTIVE only when every batch is in place',
    brokenBy: 'state',
    initial: start,
    steps,
  },
};

const model = (record: Partial<ModelRecord> & Pick<ModelRecord, 'name'>): ModelRecord => ({
  variant: 'default',
  mutant: null,
  states: 1_214,
  transitions: 3_906,
  interleavings: '1534790221',
  depth: 24,
  durationMs: 38,
  verdict: 'holds',
  property: null,
  traceLength: null,
  trace: null,
  ...record,
});

export const models: ModelRecord[] = [
  model({
    name: 'owner-generation',
    variant: 'mongodb',
    states: 847_191,
    transitions: 4_148_427,
    interleavings: '705880015015824139888994381086',
    depth: 61,
    durationMs: 740,
  }),
  model({ name: 'claim-markers', variant: 'cassandra', states: 61_020, transitions: 201_344 }),
  model({ name: 'stream-order' }),
  model({ name: 'idempotency', verdict: 'unknown', property: 'at most one execution', states: 2_000_000 }),
  model({
    name: 'restore',
    variant: 'timer',
    mutant: 'timer-flips-restore',
    verdict: 'violated',
    property: 'S1: ACTIVE only when every batch is in place',
    traceLength: 4,
    trace,
  }),
];

export const mutants: MutantRecord[] = [
  mutant(
    'restore/timer-flips-restore',
    'model',
    'mongo-rfc/R3-restore-race',
    'S1: ACTIVE only when every batch is in place',
  ),
  mutant('owner-generation/no-fence', 'model', null, 'a fenced job writes nothing'),
  mutant('itemIdentity=joined-by-hash-sign', 'oracle', 'mongo-rfc/C9', 'item-identity/joined-keys'),
  mutant('binaryOrder=length-first', 'oracle', 'mongo-rfc/M5', 'binary-order/sort-key-lengths'),
  { ...mutant('missingNotEqual=fails', 'oracle', 'mongo-rfc/m13', null), reason: 'the same <b>graph</b>' },
  { ...mutant('retry-jitter', 'model', null, null), equivalent: true, reason: 'changes a delay and no answer' },
];

function mutant(id: string, kind: MutantRecord['kind'], finding: string | null, by: string | null): MutantRecord {
  return { id, kind, finding, killed: by !== null, by, equivalent: false, durationMs: 120 };
}

export const report: Report = {
  command: 'tour',
  version: '0.1.0',
  seed: '20261129',
  startedAt: '2026-11-29T03:00:00.000Z',
  durationMs: 61_400,
  verdict: 'violated',
  run,
  models,
  mutants,
};

/** Hostile text that a server may send to readers of the report. */
export const hostile = {
  script: '<script>alert(1)</script>',
  quotes: `"'\`><img src=x onerror=alert(1)>`,
  cdata: ']]>--></style></script><!--',
  separators: 'a\u2028b\u2029c',
  surrogate: 'left \ud83d right \ude00',
  ansi: '\u001b[2J\u001b]0;owned\u0007\u009b31m',
  bidi: 'exe\u202egnp.\u2066x',
  pipes: 'a|b\nc `d` ```e``` [x](http://example.invalid) @someone #12 *b* _i_ ~s~',
  long: `start-${'x'.repeat(20_000)}-end`,
};

/** The report with hostile text in every place where text comes from a server or a file. */
export function hostileReport(): Report {
  const text = Object.values(hostile).join(' ');
  const nasty = divergence({
    ...missingRow,
    case: `errors/${hostile.quotes}`,
    findings: [hostile.script],
    path: text,
    expected: text,
    actual: { [text]: text, ...(JSON.parse('{"__proto__": "x"}') as JsonObject) },
    title: text,
    because: text,
    evidence: text,
    repro: `npx parallax repro '${hostile.script}'`,
    request: { op: 'PutItem', input: { [text]: text }, body: text },
    answers: {
      expected: { [text]: 1, short: hostile.script, [hostile.script]: 1 },
      actual: { [text]: text, short: hostile.quotes, [hostile.quotes]: [hostile.script] },
    },
  });
  const own = [nasty, { ...nasty, fingerprint: '0123456789ab', status: 'known' as const, reason: text }];
  const target: TargetRecord = {
    ...targetRecord('extenddb', text, own, { 'errors/empty-key': ['crashed', text] }),
    name: 'extenddb',
    facts: { [text]: text },
    unavailable: { reason: text, remedy: text },
  };
  const mean: Trace = {
    ...{ model: text, property: text, brokenBy: 'step', initial: { [text]: text } },
    steps: steps.map((step) => ({
      ...{ process: `p ${text}`, label: text, before: step.before, after: { [text]: text }, read: [] },
      changed: [{ variable: text, before: text, after: text }],
    })),
  };
  return {
    ...report,
    seed: text,
    run: { reference: text, targets: [target], divergences: own },
    models: [{ ...(models[4] as ModelRecord), name: text, property: text, trace: mean }],
    mutants: [{ ...(mutants[4] as MutantRecord), id: text, finding: text, by: text }],
  };
}
