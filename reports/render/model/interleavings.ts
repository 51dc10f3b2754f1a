/** Drawn interleavings of a model, one line each. */

import type { TraceStep } from '../../../models/checker/result.ts';
import { magnitude, thousands } from '../../text/format.ts';
import { type Titled, titleOf } from './title.ts';

export interface DrawnRuns extends Titled {
  /** How many interleavings the model has, in decimal. */
  readonly total: string;
  readonly runs: readonly (readonly Pick<TraceStep, 'process' | 'label'>[])[];
}

export const drawnText = (drawn: DrawnRuns): string =>
  [
    `${titleOf(drawn)}: ${thousands(drawn.runs.length)} of ${magnitude(drawn.total)} interleavings`,
    ...drawn.runs.map((run) => `  ${run.map(({ process, label }) => `${process}: ${label}`).join(' | ')}`),
  ].join('\n');
