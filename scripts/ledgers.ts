import { LedgerError, loadLedger, readLedger } from '../reports/ledger/ledger.ts';
import type { Ledger } from '../reports/ledger/schema.ts';
import { UsageError } from './command-line/usage-error.ts';

export type LedgerOf = (target: string) => Ledger;

/**
 * Reads the ledgers of targets before any request is sent, so that an invalid file cannot end a long run.
 *
 * @throws UsageError for an invalid ledger
 */
export function ledgersOf(targets: readonly { readonly name: string }[], directory?: string): LedgerOf {
  return orUsageError(() => {
    const all = new Map(targets.map(({ name }) => [name, loadLedger(name, directory)]));
    return (target) => all.get(target) ?? loadLedger(target, directory);
  });
}

/** Reads a ledger of any name. @throws UsageError for an invalid one */
export const ledgerIn = (file: string): Ledger => orUsageError(() => readLedger(file));

/** @throws UsageError for a LedgerError */
export function orUsageError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof LedgerError) throw new UsageError(error.message, `fix ${error.file}`);
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new UsageError(`cannot read a ledger: ${(error as Error).message}`, 'name a file that can be read');
  }
}
