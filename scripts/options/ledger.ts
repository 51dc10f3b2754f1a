/** `--ledger FILE`: the acceptances of a store that has no ledger among the built-in ones. */
import { existsSync } from 'node:fs';
import type { Target } from '../../suites/targets/target.ts';
import type { Option } from '../command-line/option.ts';
import { shellWord } from '../command-line/shell-word.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { type LedgerOf, ledgerIn, ledgersOf } from '../ledgers.ts';

export const ledgerOption = [
  '--ledger <file>',
  'the accepted differences of the target, as `parallax ledger accept` writes them',
] as const satisfies Option;

interface Chosen {
  readonly ledger?: string;
}

/**
 * The ledgers of the targets: with `--ledger` that file for the one target, else the built-in ones.
 *
 * @throws UsageError for an invalid ledger, for one that is not there, and for one with several targets
 */
export function chosenLedgers({ ledger: file }: Chosen, targets: readonly Pick<Target, 'name'>[]): LedgerOf {
  if (file === undefined) return ledgersOf(targets);
  const [target, ...others] = targets;
  if (target === undefined || others.length > 0)
    throw new UsageError('a ledger is for one target', 'name one with --target, or omit --ledger');
  if (!existsSync(file))
    throw new UsageError(
      `there is no ledger ${file}`,
      'omit --ledger, and write one from the record of --json: npx parallax ledger --help',
    );
  const ledger = { ...ledgerIn(file), target: target.name };
  return (name) => (name === target.name ? ledger : ledgersOf([])(name));
}

/** To append to a repro command. */
export const repeatedLedger = ({ ledger }: Chosen): string =>
  ledger === undefined ? '' : ` --ledger ${shellWord(ledger)}`;
