/** What is wrong with a ledger file that its schema allows. */
import { existsSync, readFileSync } from 'node:fs';
import { allCases } from '../../suites/cases/index.ts';
import { caseDigits } from '../../suites/runner/judge/fingerprint.ts';
import { ledgerFileOf, type Problem, parseLedger, readLedger } from './ledger.ts';
import { lineOf, type Path } from './lines.ts';
import type { OwnLedger } from './schema.ts';
import { byCase } from './write.ts';

interface Fault {
  readonly path: Path;
  readonly text: string;
}

/** In the order of the file. @throws LedgerError for a file that is no ledger */
export function problemsIn(file: string): Problem[] {
  readLedger(file);
  const text = readFileSync(file, 'utf8');
  const ledger = parseLedger(text, file);
  const faults = [...sharing(ledger, file), ...order(ledger), ...deadCases(ledger), ...strangers(ledger)];
  const problems = faults.map(({ path, text: why }) => ({ line: lineOf(text, path), text: why }));
  return problems.sort((a, b) => a.line - b.line);
}

/** A name that no file has would be read as an empty ledger. */
function sharing({ sameAs }: OwnLedger, file: string): Fault[] {
  const other = sameAs === undefined ? undefined : ledgerFileOf(sameAs, file.replace(/[^/\\]*$/, '.'));
  if (sameAs === undefined || (other !== undefined && existsSync(other))) return [];
  return [{ path: ['sameAs'], text: `sameAs names ${sameAs}, which has no file beside this one` }];
}

const order = ({ entries }: OwnLedger): Fault[] =>
  entries.flatMap((entry, at) => {
    const before = entries[at - 1];
    if (before === undefined || byCase(before, entry) <= 0) return [];
    return [{ path: ['entries', at], text: `entries are sorted by case: ${entry.case} comes before ${before.case}` }];
  });

/** Cases that `--schema` makes have no list: they depend on a file of the user. */
const isOwn = (id: string): boolean => id.startsWith('own/');

function deadCases({ entries }: OwnLedger): Fault[] {
  const ids = new Set(allCases.map(({ id }) => id));
  return entries.flatMap(({ case: id }, at) =>
    ids.has(id) || isOwn(id) ? [] : [{ path: ['entries', at, 'case'], text: `no case is called ${id}` }],
  );
}

/** The digits of another case would never be seen in this one. */
const strangers = ({ entries }: OwnLedger): Fault[] =>
  entries.flatMap(({ case: id, fingerprints }, at) =>
    fingerprints.flatMap((one, index) =>
      one.startsWith(caseDigits(id))
        ? []
        : [{ path: ['entries', at, 'fingerprints', index], text: `${one} belongs to another case than ${id}` }],
    ),
  );
