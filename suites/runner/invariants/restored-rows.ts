import type { Invariant } from './invariant.ts';
import { contradictionsAfter } from './known/contradictions.ts';

export const restoredRows: Invariant = {
  statement: 'A restored table has the items that its source had when the backup was made.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Backup.Tutorial.html',
  needs: 'a backup and a restore in the case, of items that are known',
  judge: (seen) => contradictionsAfter(seen, 'restored'),
};
