import { bit, flag, list, oneOf, upTo } from '../domains.ts';
import type { Model } from '../model.ts';

/** Never run: what must not compile. A line without an error fails the type check. */
export function typesOf(m: Model): void {
  const it = m.record('it', {
    status: oneOf('CREATING', 'ACTIVE'),
    count: upTo(3),
    data: bit,
    stale: flag,
    batches: list(2, oneOf('missing', 'whole')),
  });
  m.process('p', ['go', 'stop'], (step) => {
    // @ts-expect-error no such variable
    it.state = 'ACTIVE';
    // @ts-expect-error no such value
    it.status = 'CRATING';
    // @ts-expect-error a comparison that can never hold
    if (it.status === 'DELETED') step('go', () => undefined);
    // @ts-expect-error no such bit
    it.data = 2;
    // @ts-expect-error not a flag
    it.stale = 1;
    // @ts-expect-error not a number
    it.count = 'many';
    // @ts-expect-error no such element
    it.batches[0] = 'half';
    // @ts-expect-error a list is not replaced
    it.batches = [];
    // @ts-expect-error no such step
    step('halt', () => undefined);
  });
  // @ts-expect-error no such initial value
  m.record('other', { status: oneOf('a', 'b') }, { status: 'c' });
}
