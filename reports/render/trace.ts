/** Parts of every drawing of a counterexample. */

import type { Trace } from '../../models/checker/result.ts';
import type { Value } from '../../models/language/domains.ts';

/** Processes in the order of their first step. */
export const lanesOf = (trace: Trace): string[] => [...new Set(trace.steps.map((step) => step.process))];

/** `copied = 1`. The values of a model are names, numbers and booleans, so text needs no quotes. */
export const assignment = (variable: string, value: Value): string => `${variable} = ${value}`;
