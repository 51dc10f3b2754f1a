/** What an exploration never saw, as lines for a terminal. */
import type { Coverage } from '../../../models/checker/result.ts';

/** Empty when everything was seen. `neverInDanger` of an unfinished search is left out. */
export function coverageLines({ neverTaken, neverReached, neverInDanger }: Coverage): string[] {
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
