import type { Invariant } from './invariant.ts';
import { contradictionsAfter } from './known/contradictions.ts';

export const readBack: Invariant = {
  statement: 'A consistent read returns what the last acknowledged write has left, and so do returned old images.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.ReadConsistency.html',
  needs: 'a write whose whole result the requests and answers tell, and a consistent read of the same item',
  judge: (seen) => contradictionsAfter(seen, 'written', 'read'),
};
