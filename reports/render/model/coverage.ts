/** What an exploration never saw, as text for a terminal. */
import type { Coverage, ModelResult } from '../../../models/checker/result.ts';
import { wrap } from '../../text/width.ts';
import { titleOf } from './title.ts';

/** A paragraph for each kind of thing that was never seen; empty when everything was. */
export function coverageTexts({ columns }: { readonly columns: number }, result: ModelResult): string[] {
  const lines = coverageLines(result.coverage).flatMap((line) => wrap(line, columns - 2).map((part) => `  ${part}`));
  return lines.length === 0 ? [] : [[titleOf(result), ...lines].join('\n')];
}

/** Empty when everything was seen. `neverInDanger` is left out for an unfinished search. */
function coverageLines({ neverTaken, neverReached, neverInDanger }: Coverage): string[] {
  const line = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${title}: ${items.join('; ')}`];
  return [
    ...line(
      'steps never taken',
      neverTaken.map(({ process, label }) => `${process}: ${label}`),
    ),
    ...line(
      'values never reached',
      neverReached.map(({ variable, values }) => `${variable} = ${values.join(', ')}`),
    ),
    ...line('properties never in danger', neverInDanger ?? []),
  ];
}
