/** Compares what generated sequences have shown on base and on head. */
import type { Found, FuzzRecord, FuzzTarget } from '../../suites/fuzz/fuzz.ts';
import { statusOf } from '../../suites/runner/judge/status.ts';
import type { Change, Difference, Side } from './difference.ts';

/** @param record with the targets `base` and `head`, each a witness of what the other shows */
export function compareGenerated(
  { targets }: FuzzRecord,
  reproOf: (side: Side, found: Found) => string,
): readonly Difference[] {
  const foundBy = (side: Side): FuzzTarget['found'] => targets.find(({ name }) => name === side)?.found ?? [];
  const [base, head] = [foundBy('base'), foundBy('head')];
  const isOn = (all: readonly Found[], { fingerprint }: Found): boolean =>
    all.some((one) => one.fingerprint === fingerprint);
  const ofHead = head.map((found) => {
    const change = isOn(base, found) ? 'still' : changeOnHead(found);
    return differenceOf(change, found, 'head', reproOf);
  });
  const ofBase = base
    .filter((found) => !isOn(head, found) && heard(found, 'head') === 'reference')
    .map((found) => differenceOf('fixed', found, 'base', reproOf));
  return [...ofHead, ...ofBase];
}

const heard = ({ witnesses }: Found, side: Side) => witnesses?.find(({ target }) => target === side)?.as;

/** By what base answers to the smallest sequence. */
function changeOnHead(found: Found): Change {
  switch (heard(found, 'base')) {
    case 'reference':
      return found.divergence === undefined || statusOf(found.divergence, 'generated') === 'new' ? 'regressed' : 'new';
    case 'target':
    case 'otherwise':
      return 'still';
    default:
      return 'unknown';
  }
}

function differenceOf(
  change: Change,
  found: Found,
  side: Side,
  reproOf: (side: Side, found: Found) => string,
): Difference {
  const { kind, fingerprint, case: sequence, divergence, detail } = found;
  const other: Side = side === 'head' ? 'base' : 'head';
  const agrees = heard(found, other) === 'reference';
  const three = (right: Difference['answers']['reference'], wrong: typeof right): Difference['answers'] => ({
    ...(right !== undefined && { reference: right, ...(agrees && { [other]: right }) }),
    ...(wrong !== undefined && { [side]: wrong }),
  });
  const words = `${kind.op}: ${kind.class}${kind.path === '' ? '' : ` at ${kind.path}`}, expected ${kind.expected}, answered ${kind.actual}`;
  return {
    ...{ change, by: 'sequence', fingerprint, case: sequence.id, class: kind.class },
    severity: divergence?.severity ?? 'critical',
    certainty: `${divergence?.certainty ?? 'measured'}, by a generated sequence`,
    findings: [],
    title: divergence === undefined ? `${kind.op}: ${kind.class}` : words,
    because: `The smallest sequence has ${sequence.steps.length} requests.`,
    ...{ step: divergence?.step ?? '', path: divergence?.path ?? '' },
    ...(divergence && { request: divergence.request }),
    values: three(divergence?.expected ?? 'an answer', divergence?.actual ?? detail ?? 'no answer'),
    answers: divergence ? three(divergence.answers.expected, divergence.answers.actual) : {},
    ...(heard(found, other) === 'otherwise' && { otherwise: true as const }),
    ...(change === 'unknown' && { detail: 'base gave no answer to this sequence' }),
    repro: reproOf(side, found),
  };
}
