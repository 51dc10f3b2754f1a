/** Compares what rounds of race or crash have shown on base and on head. */
import { anomalyKinds, keyOf } from '../../suites/rounds/anomaly.ts';
import type { RoundsTarget } from '../../suites/rounds/record.ts';
import { type Fault, faultsOf } from '../rounds/summary.ts';
import type { Change, Difference, Side } from './difference.ts';

const keyOfFault = ({ what, anomaly }: Fault): string => `${what} ${keyOf(anomaly)}`;

const of = (targets: readonly RoundsTarget[], side: Side): RoundsTarget[] =>
  targets.filter(({ name }) => name === side);

/** Everything that base has shown, also once. */
const shownOn = (targets: readonly RoundsTarget[]): Set<string> =>
  new Set((['new', 'once'] as const).flatMap((status) => faultsOf(of(targets, 'base'), status)).map(keyOfFault));

/** Rounds that head alone has failed: base is to play these again before anything is said. */
export function roundsToRepeat(targets: readonly RoundsTarget[]): string[] {
  const known = shownOn(targets);
  const fresh = faultsOf(of(targets, 'head'), 'new').filter((fault) => !known.has(keyOfFault(fault)));
  return [...new Set(fresh.flatMap(({ rounds }) => rounds[0]?.name ?? []))];
}

/**
 * @param played with the targets `base` and `head`
 * @param again base in the rounds of `roundsToRepeat`
 */
export function compareRounds(
  by: 'race' | 'crash',
  played: readonly RoundsTarget[],
  again: readonly RoundsTarget[],
  reproOf: (side: Side, round: string) => string,
): Difference[] {
  const onBase = shownOn([...played, ...again]);
  const onHead = new Set(faultsOf(of(played, 'head'), 'new').map(keyOfFault));
  const head = faultsOf(of(played, 'head'), 'new').map((fault) =>
    differenceOf(onBase.has(keyOfFault(fault)) ? 'still' : 'regressed', fault, by, 'head', reproOf),
  );
  const once = faultsOf(of(played, 'head'), 'once')
    .filter((fault) => !onBase.has(keyOfFault(fault)) && !onHead.has(keyOfFault(fault)))
    .map((fault) => differenceOf('unknown', fault, by, 'head', reproOf));
  const gone = faultsOf(of(played, 'base'), 'new')
    .filter((fault) => !onHead.has(keyOfFault(fault)))
    .map((fault) => differenceOf('fixed', fault, by, 'base', reproOf));
  return [...head, ...once, ...gone];
}

const details: { readonly [change in Change]?: string } = {
  unknown: 'head has shown it once, and not again',
  fixed: 'not seen on head; a race may be missed',
};

function differenceOf(
  change: Change,
  { what, anomaly, rounds }: Fault,
  by: 'race' | 'crash',
  side: Side,
  reproOf: (side: Side, round: string) => string,
): Difference {
  const { kind, where, operation, expected, actual, seen, of: plays, shown } = anomaly;
  const round = rounds[0]?.name ?? what;
  const detail = details[change];
  return {
    ...{ change, by, fingerprint: round, case: what, class: kind, severity: 'critical' },
    certainty: `measured, in ${seen} of ${plays} plays`,
    findings: [],
    title: `${anomalyKinds[kind]} (${what})`,
    because: [where, operation].filter((part) => part !== undefined).join(', '),
    ...{ step: '', path: '' },
    values: { reference: expected, [side]: actual },
    answers: shown === undefined ? {} : { [side]: shown.split('\n').slice(0, 40) },
    ...(detail !== undefined && { detail }),
    repro: reproOf(side, round),
  };
}
