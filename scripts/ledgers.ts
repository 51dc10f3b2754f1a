import { LedgerError, loadLedger } from '../reports/ledger/ledger.ts';
import type { Ledger } from '../reports/ledger/schema.ts';
import { UsageError } from './command-line/usage-error.ts';

/**
 * Reads the ledgers of targets before any request is sent, so that an invalid file cannot end a long run.
 *
 * @throws UsageError for an invalid ledger
 */
export function ledgersOf(
  targets: readonly { readonly name: string }[],
  directory?: string,
): (target: string) => Ledger {
  try {
    const all = new Map(targets.map(({ name }) => [name, loadLedger(name, directory)]));
    return (target) => all.get(target) ?? loadLedger(target, directory);
  } catch (error) {
    if (error instanceof LedgerError) throw new UsageError(error.message, `fix ${error.file}`);
    throw error;
  }
}
