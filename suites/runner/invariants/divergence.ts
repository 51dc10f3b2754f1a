/** A violation as a divergence, so that reports, ledgers and fuzz treat it as any other. */
import type { Json } from '../../../oracles/values/types.ts';
import type { Case } from '../../cases/case.ts';
import { fingerprint } from '../judge/fingerprint.ts';
import { severityOf } from '../judge/severity.ts';
import { outcomeJson, type TargetTranscript } from '../judge/shown.ts';
import { statusOf } from '../judge/status.ts';
import { normalise, renamed } from '../normalise.ts';
import type { Divergence } from '../record.ts';
import type { Violation } from './audit.ts';
import { invariants } from './index.ts';

/** The evidence of what contradicts no reference, but the target's own answers or the documented form. */
const byInvariant = 'invariant';

export function violationDivergence(subject: Case, { target, names }: TargetTranscript, found: Violation): Divergence {
  const { invariant, exchange, path, class: kind } = found;
  const { statement, source } = invariants[invariant];
  const shown = (value: Json): Json => JSON.parse(renamed(JSON.stringify(value), names)) as Json;
  const [expected, actual] = [shown(found.expected), shown(found.actual)];
  const mark = fingerprint(subject.id, `invariant ${invariant}`, path, kind);
  const { op, input, body, account, outcome, step } = exchange;
  const answer = outcomeJson(normalise(outcome, op, names, false));
  return {
    ...{ fingerprint: mark, target, case: subject.id, findings: [], class: kind },
    severity: severityOf({ op, class: kind, path, expected, actual, tier: 'member' }, ['critical']),
    ...{ step, path, expected, actual, certainty: 'documented', evidence: byInvariant, invariant, tier: 'member' },
    status: statusOf({ class: kind, tier: 'member', certainty: 'documented' }),
    title: statement,
    because: `${statement} Judged without a reference, in the case: ${subject.title}. Source: ${source}`,
    request: {
      op,
      input: shown(input) as typeof input,
      ...(body !== undefined && { body }),
      ...(account && { account }),
    },
    answers: { expected, actual: answer },
    repro: `npx parallax repro ${mark} --target ${target}`,
  };
}
