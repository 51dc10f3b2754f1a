/** Findings of the catalogue that no policy re-creates, each with the reason: where it lives, and why the oracle has no such place. */
import { keyValue } from './key-value.ts';
import { operation } from './operation.ts';
import { protocols } from './protocols.ts';
import { requests } from './requests.ts';
import type { UncoveredFindings } from './uncovered-findings.ts';

export const uncoveredFindings: readonly UncoveredFindings[] = [...requests, ...protocols, ...operation, ...keyValue];
