import { createHash } from 'node:crypto';
import type { CaseVerdict, DivergenceClass } from '../record.ts';

const hex = (text: string, digits: number): string => createHash('sha256').update(text).digest('hex').slice(0, digits);

/** The first four digits of a fingerprint, which identify the case. */
export const caseDigits = (caseId: string): string => hex(caseId, 4);

/**
 * Twelve digits that do not depend on target, run or the wrong value. List indexes are left out, since one lost row
 * shifts all the others.
 */
export const fingerprint = (caseId: string, step: string, path: string, kind: DivergenceClass | CaseVerdict): string =>
  caseDigits(caseId) + hex([step, path.replace(/\[\d+\]/g, '[]'), kind].join('\n'), 8);

export const isFingerprint = (text: string): boolean => /^[0-9a-f]{12}$/.test(text);
