/** Plays generated sequences on a faulty store, until its fault shows by something that no ledger explains. */
import type { Ledger } from '../../../reports/ledger/schema.ts';
import type { Case } from '../../../suites/cases/case.ts';
import { compare, type StepDifference, transcriptOf } from '../../../suites/fuzz/compare.ts';
import { sequenceAt } from '../../../suites/fuzz/generators/sequences.ts';
import { playSequence, rawHost } from '../../../suites/fuzz/host.ts';
import { type Kind, kindText } from '../../../suites/fuzz/kinds/kind.ts';
import { upTo } from '../../../suites/fuzz/shrinking/shrink.ts';
import { Tracer } from '../../../suites/fuzz/shrinking/tracer.ts';
import type { TargetHost } from '../../../suites/runner/host/host.ts';
import { virtualPatience } from '../../../suites/runner/host/patience.ts';
import type { TargetTranscript } from '../../../suites/runner/judge/shown.ts';
import { createOracleSession, targets } from '../../../suites/targets/index.ts';
import type { Session } from '../../../suites/targets/target.ts';
import { hiddenBy, isNeverExplained } from './hidden.ts';

/** Explanations speak of the smallest sequence. Nobody reads this one, so a small one is enough. */
const budget = { requests: 400, tries: 60 };
/** Of differences with the same shapes, so many are made smaller. */
const alikeMax = 3;

interface Sequence {
  readonly subject: Case;
  readonly right: TargetTranscript;
}

export class Hunt {
  readonly #seed: string;
  readonly #runs: number;
  readonly #ledgers: readonly Ledger[];
  readonly #sequences = new Map<number, Sequence>();
  readonly #reference = hostOf('oracle', createOracleSession);
  readonly #signal = new AbortController().signal;

  constructor(options: { readonly seed: string; readonly runs: number; readonly ledgers: readonly Ledger[] }) {
    this.#seed = options.seed;
    this.#runs = options.runs;
    this.#ledgers = options.ledgers;
  }

  async start(): Promise<void> {
    await this.#reference.start();
  }

  async stop(): Promise<void> {
    await this.#reference.stop();
  }

  /** The kinds by which a store shows, up to the first that no ledger explains. */
  async kindsOf(mutant: string, open: () => Session): Promise<Kind[]> {
    const host = hostOf(mutant, open);
    await host.start();
    const tracer = new Tracer({
      ...{ host, reference: this.#reference, signal: this.#signal, budget },
      // Spares the full wait for reads that may lag: a store in this process does not.
      isExplained: () => true,
    });
    const alike = new Map<string, number>();
    const kinds: Kind[] = [];
    const isHidden = (): boolean => kinds.length === 0 || hiddenBy(mutant, kinds, this.#ledgers).length > 0;
    for (let at = 0; at < this.#runs && isHidden(); at++) {
      const { subject, right } = await this.#sequence(at);
      const played = await playSequence(host, subject, { expected: right });
      const transcripts = { reference: right, target: transcriptOf(mutant, played) };
      for (const difference of compare(subject, right, mutant, played).differences.filter(counts)) {
        const text = kindText({ ...difference.kind, with: [] });
        const seen = alike.get(text) ?? 0;
        if (seen >= alikeMax) continue;
        alike.set(text, seen + 1);
        if (isNeverExplained(difference.kind, this.#ledgers)) {
          kinds.push(difference.kind);
          continue;
        }
        const start = upTo(subject, difference.step);
        const found = await tracer.smallest({ start, at, difference, alone: true, hurried: false, transcripts });
        if (found?.divergence) kinds.push(found.kind);
      }
    }
    await host.stop();
    return kinds;
  }

  async #sequence(at: number): Promise<Sequence> {
    const known = this.#sequences.get(at);
    if (known) return known;
    const subject = sequenceAt(this.#seed, at);
    const right = transcriptOf('oracle', await playSequence(this.#reference, subject));
    this.#sequences.set(at, { subject, right });
    return { subject, right };
  }
}

const hostOf = (name: string, open: () => Session): TargetHost =>
  rawHost(
    { ...targets.oracle, name, start: async () => ({ ...open(), target: name }) },
    { runId: 'hiding', patience: virtualPatience, hasEverything: true, audits: 'light' },
  );

/** A text alone fails no run. */
const counts = ({ divergence }: StepDifference): boolean => divergence !== undefined && divergence.tier !== 'text';
