/** Findings of the catalogue that no policy re-creates, each with the reason: where it lives, and why the oracle has no such place. */
import { keyValue } from './beyond/key-value.ts';
import { operation } from './beyond/operation.ts';
import { protocols } from './beyond/protocols.ts';
import { requests } from './beyond/requests.ts';

export interface Beyond {
  readonly reason: string;
  readonly findings: readonly string[];
}

export const beyond: readonly Beyond[] = [...requests, ...protocols, ...operation, ...keyValue];
