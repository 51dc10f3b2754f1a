import type { Json, Operation, Outcome } from '../../../oracles/values/types.ts';
import type { Case, Certainty, Leaf } from '../../cases/case.ts';
import { comparedOf, expectationOf, stepAt } from '../../cases/leaf.ts';
import { loadCatalogue } from '../../findings/catalogue.ts';
import { normalise, type RunNames, renamed, renamedButIds } from '../normalise.ts';
import { sameJson } from '../play/canonical.ts';
import { endless } from '../play/loops.ts';
import { isObject } from '../play/path.ts';
import type { Divergence, Entry, Severity, Unexpected } from '../record.ts';
import { summary } from '../summary.ts';
import { type Difference, differences } from './difference.ts';
import { isServerError, serverError } from './expectation.ts';
import { fingerprint } from './fingerprint.ts';
import { type SeenDifference, severityOf } from './severity.ts';
import { type Answer, outcomeJson, requestJson, shownOutcome, type TargetTranscript } from './shown.ts';
import { statusOf } from './status.ts';

/**
 * The divergences of a target from the reference and from the case's own expectations. Without a reference only the
 * written expectations count. A written expectation that the reference fails is void: the reference is right by
 * definition.
 */
export function judge(subject: Case, actual: TargetTranscript, reference?: TargetTranscript): Divergence[] {
  const theirs = new Map(reference?.entries.map((entry) => [entry.step, entry]));
  return actual.entries.flatMap((entry) => {
    if (entry.blockedBy !== undefined || entry.inconclusive !== undefined || entry.outcome.kind === 'unanswered')
      return [];
    const answered = theirs.get(entry.step);
    const other = answered?.inconclusive === undefined ? answered : undefined;
    return judgeStep(
      subject,
      stepAt(subject, entry.step),
      { ...actual, entry },
      reference && other && { ...reference, entry: other },
    );
  });
}

/** References whose answers are real DynamoDB's. What any other answers beyond the written expectations is our reading. */
const measuredBy: { readonly [reference: string]: Certainty } = { aws: 'measured', recorded: 'recorded' };

function judgeStep(subject: Case, step: Leaf, actual: Answer, reference?: Answer): Divergence[] {
  const { observe, ignore } = comparedOf(step);
  const shown = (answer: Answer): Outcome => shownOutcome(step, answer);
  const comparable = reference !== undefined && reference.entry.outcome.kind !== 'unanswered';
  const found = comparable
    ? (endlessHere(actual, reference.entry) ?? differences(shown(reference), shown(actual), observe, ignore))
    : [];
  const failed = comparable && reference.entry.unexpected ? undefined : actual.entry.unexpected;
  const written = expectationOf(step).certainty ?? subject.certainty;
  // A server error is wrong whatever the case says, so it is at least `documented`.
  const asserted = failed?.class === 'server-error' && written === 'inferred' ? 'documented' : written;
  const marked = found.map((difference) => ({
    difference,
    // What the oracle answers beyond the written expectations is only our reading of the documents.
    ...(failed && concerns(failed, difference)
      ? { certainty: asserted, evidence: 'case' }
      : {
          certainty: measuredBy[reference?.target ?? ''] ?? 'inferred',
          evidence: reference?.target ?? 'case',
        }),
  }));
  if (failed && !marked.some(({ evidence }) => evidence === 'case')) {
    marked.push({ difference: withoutRunNames(failed, actual.names), certainty: asserted, evidence: 'case' });
  }
  const answers = {
    expected: comparable ? outcomeJson(shown(reference)) : (failed?.expected ?? null),
    actual: outcomeJson(shown(actual)),
  };
  const request = {
    op: actual.entry.op,
    input: requestJson(actual),
    ...(actual.entry.body !== undefined && { body: actual.entry.body }),
    ...(actual.entry.headers && { headers: actual.entry.headers }),
    ...(actual.entry.account && { account: actual.entry.account }),
  };
  return marked.map((mark) => divergence(subject, actual, { ...mark, answers, request }));
}

/** A loop without end on this target only. Its answers differ for that reason alone, so they are not compared. */
function endlessHere({ entry: { repeat }, names }: Answer, expected: Entry): Difference[] | undefined {
  if (repeat?.ended !== 'turns' || expected.repeat?.ended === 'turns') return undefined;
  return [withoutRunNames(endless(repeat), names)];
}

/** Also hides values drawn by the server, unless they are the difference. */
function withoutRunNames(found: Difference, names: RunNames): Difference {
  const both = (rename: typeof renamed): Pick<Difference, 'expected' | 'actual'> => {
    const shown = (value: Json): Json => JSON.parse(rename(JSON.stringify(value), names)) as Json;
    return { expected: shown(found.expected), actual: shown(found.actual) };
  };
  const shown = both(renamed);
  const hidden = sameJson(shown.expected, shown.actual) || isForm(found.expected);
  // A batch names its tables as members, and a fingerprint must not depend on the run.
  return { ...found, path: renamed(found.path, names), ...(hidden ? both(renamedButIds) : shown) };
}

/** An expected pattern for values that the server draws. */
const isForm = (expected: Json): boolean =>
  isObject(expected) && ['$matches', '$between'].some((rule) => Object.hasOwn(expected, rule));

/** Whether a difference concerns the same member as the failed written expectation. */
function concerns(failed: Unexpected, difference: Difference): boolean {
  const member = (path: string): string => path.split(/[.[]/, 1)[0] ?? '';
  return failed.tier === difference.tier && member(failed.path) === member(difference.path);
}

/** The target refused a table that the case needs and that DynamoDB creates. */
export function tableDivergence(
  subject: Case,
  transcript: TargetTranscript,
  { operation, outcome }: { operation: Operation; outcome: Outcome },
): Divergence {
  const difference: Difference = isServerError(outcome)
    ? serverError('accepted', outcome)
    : { tier: 'outcome', class: 'refused', path: '', expected: 'accepted', actual: summary(outcome) };
  const entry: Entry = { step: 'tables', op: operation, input: subject.tables ?? {}, outcome };
  return divergence(
    subject,
    { ...transcript, entry },
    {
      difference,
      certainty: 'documented',
      evidence: 'case',
      answers: {
        expected: 'a table with this schema becomes ACTIVE',
        actual: outcomeJson(normalise(outcome, operation, transcript.names)),
      },
      request: { op: operation, input: subject.tables ?? {} },
    },
  );
}

/**
 * A difference known only from the reference is our reading, so at most minor. Where no finding bounds it, what was
 * observed decides alone.
 */
function severityIn(subject: Case, seen: SeenDifference, evidence: string): Severity {
  const known = subject.findings.flatMap((id) => loadCatalogue().get(id)?.severity ?? []);
  const bound: Severity[] = subject.findings.length === 0 ? ['critical'] : known;
  return severityOf(seen, evidence === 'case' || Object.hasOwn(measuredBy, evidence) ? bound : ['minor']);
}

function divergence(
  subject: Case,
  actual: Answer,
  found: { difference: Difference; certainty: Certainty; evidence: string } & Pick<Divergence, 'answers' | 'request'>,
): Divergence {
  const { difference, certainty, evidence, answers, request } = found;
  const mark = fingerprint(subject.id, actual.entry.step, difference.path, difference.class);
  return {
    fingerprint: mark,
    target: actual.target,
    case: subject.id,
    findings: [...subject.findings],
    class: difference.class,
    severity: severityIn(subject, { op: actual.entry.op, ...difference }, evidence),
    step: actual.entry.step,
    path: difference.path,
    expected: difference.expected,
    actual: difference.actual,
    certainty,
    evidence,
    tier: difference.tier,
    status: statusOf({ ...difference, certainty }),
    title: subject.title,
    because: subject.because,
    request,
    answers,
    repro: `npx parallax repro ${mark} --target ${actual.target}`,
  };
}
