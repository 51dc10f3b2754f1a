/** Catalogue findings that no policy reproduces, with the reason for each. */
import { keyValue } from './key-value.ts';
import { operation } from './operation.ts';
import { protocols } from './protocols.ts';
import { requests } from './requests.ts';
import type { UncoveredFindings } from './uncovered-findings.ts';

export const uncoveredFindings: readonly UncoveredFindings[] = [...requests, ...protocols, ...operation, ...keyValue];
