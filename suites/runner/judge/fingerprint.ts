import { createHash } from 'node:crypto';
import type { CaseVerdict, DivergenceClass } from '../record.ts';

const hex = (text: string, digits: number): string => createHash('sha256').update(text).digest('hex').slice(0, digits);

/** With four digits, cases collided from about a thousand on; with seven, one pair of two thousand does in a hundred such lists. */
export const caseDigitsLength = 7;
const length = 12;

/** The first digits of a fingerprint, which identify the case. */
export const caseDigits = (caseId: string): string => hex(caseId, caseDigitsLength);

/**
 * Twelve digits that do not depend on target, run or the wrong value. List indexes are left out, since one lost row
 * shifts all the others.
 */
export const fingerprint = (caseId: string, step: string, path: string, kind: DivergenceClass | CaseVerdict): string =>
  caseDigits(caseId) + hex([step, path.replace(/\[\d+\]/g, '[]'), kind].join('\n'), length - caseDigitsLength);

export const isFingerprint = (text: string): boolean => /^[0-9a-f]{12}$/.test(text);
