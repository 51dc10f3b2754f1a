/** Adds acceptances to a ledger: to the entry with the same reason where there is one, so that the change is small. */
import type { Candidate } from './candidates.ts';
import type { OwnLedger } from './schema.ts';
import { byCase } from './write.ts';

interface Grounds {
  /** The reason, or how it is made of the rule that a candidate breaks. */
  readonly reason: string | ((rule: string) => string);
  /** The day: `2026-11-29`. */
  readonly since: string;
}

/** The ledger with the candidates accepted. One that it accepts already for this version changes nothing. */
export function withAccepted(ledger: OwnLedger, candidates: readonly Candidate[], grounds: Grounds): OwnLedger {
  const { reason, since } = grounds;
  const reasonOf = ({ rule }: Candidate): string => (typeof reason === 'string' ? reason : reason(rule));
  return candidates.reduce((before, one) => withOne(before, one, { reason: reasonOf(one), since }), ledger);
}

type Of<Section extends Candidate['section']> = Extract<Candidate, { section: Section }>;

interface OneGrounds {
  readonly reason: string;
  readonly since: string;
}

function withOne(ledger: OwnLedger, one: Candidate, grounds: OneGrounds): OwnLedger {
  switch (one.section) {
    case 'entries':
      return { ...ledger, entries: withEntry(ledger.entries, one, grounds) };
    case 'gaps':
      return { ...ledger, gaps: withGap(ledger.gaps, one, grounds) };
    case 'explanations':
      return { ...ledger, explanations: withKind(ledger.explanations, one, grounds) };
    default:
      return { ...ledger, rounds: withRound(ledger.rounds, one, grounds) };
  }
}

interface Acceptance {
  readonly versions: readonly string[];
  readonly reason: string;
}

const speaksOf = ({ versions }: Acceptance, version: string): boolean => versions.includes(version);
const isFor = (one: Acceptance, version: string, reason: string): boolean =>
  speaksOf(one, version) && one.versions.length === 1 && one.reason === reason;

/** The list with one of its elements, or a new one, made to accept more. */
function grown<T>(list: readonly T[], fits: (one: T) => boolean, grow: (one: T) => T, fresh: T): T[] {
  const at = list.findIndex(fits);
  return at === -1 ? [...list, fresh] : list.map((one, index) => (index === at ? grow(one) : one));
}

function withEntry(
  entries: OwnLedger['entries'],
  { id, case: name, how, version }: Of<'entries'>,
  { reason, since }: OneGrounds,
): OwnLedger['entries'] {
  if (entries.some((one) => one.fingerprints.includes(id) && speaksOf(one, version))) return entries;
  return grown(
    entries,
    (one) => one.case === name && one.how === how && one.oneOf === undefined && isFor(one, version, reason),
    (one) => ({ ...one, fingerprints: [...one.fingerprints, id].sort() }),
    { case: name, fingerprints: [id], versions: [version], reason, since, how },
  ).sort(byCase);
}

function withGap(
  gaps: OwnLedger['gaps'],
  { operation, version }: Of<'gaps'>,
  { reason, since }: OneGrounds,
): OwnLedger['gaps'] {
  if (gaps.some((one) => one.operations.includes(operation) && speaksOf(one, version))) return gaps;
  return grown(
    gaps,
    (one) => isFor(one, version, reason),
    (one) => ({ ...one, operations: [...one.operations, operation] }),
    { operations: [operation], versions: [version], reason, since, how: 'documented' },
  );
}

function withKind(
  explanations: OwnLedger['explanations'],
  { kind, how, version }: Of<'explanations'>,
  { reason, since }: OneGrounds,
): OwnLedger['explanations'] {
  if (explanations.some((one) => one.kinds.some((own) => isSame(own, kind)) && speaksOf(one, version)))
    return explanations;
  return grown(
    explanations,
    (one) => one.how === how && isFor(one, version, reason),
    (one) => ({ ...one, kinds: [...one.kinds, kind] }),
    { kinds: [kind], versions: [version], reason, how, since },
  );
}

function withRound(
  rounds: OwnLedger['rounds'],
  { anomaly, version }: Of<'rounds'>,
  { reason, since }: OneGrounds,
): OwnLedger['rounds'] {
  if (rounds.some((one) => one.anomalies.some((own) => isSame(own, anomaly)) && speaksOf(one, version))) return rounds;
  return grown(
    rounds,
    (one) => isFor(one, version, reason),
    (one) => ({ ...one, anomalies: [...one.anomalies, anomaly] }),
    { anomalies: [anomaly], versions: [version], reason, since, how: 'measured' },
  );
}

const isSame = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The ledger without these fingerprints and operations, on any version. An entry that accepts nothing more is left out. */
export function withRemoved(ledger: OwnLedger, ids: ReadonlySet<string>): OwnLedger {
  const without = (list: readonly string[]): string[] => list.filter((one) => !ids.has(one));
  const entries = ledger.entries.map((one) => ({ ...one, fingerprints: without(one.fingerprints) }));
  const gaps = ledger.gaps.map((one) => ({ ...one, operations: without(one.operations) as typeof one.operations }));
  return {
    ...ledger,
    entries: entries.filter(({ fingerprints }) => fingerprints.length > 0),
    gaps: gaps.filter(({ operations }) => operations.length > 0),
  };
}
