/** Small protocols beside backup and restore, each with a known bug to avoid. */
export { backupClaim } from './backup-claim.ts';
export { compareAndSwap } from './compare-and-swap.ts';
export { contendedAdd } from './contended-add.ts';
export { idempotencyToken } from './idempotency-token.ts';
export { indexCache } from './index-cache.ts';
export { negativeCache } from './negative-cache.ts';
export { restoreCursor } from './restore-cursor.ts';
export { snapshotBarrier } from './snapshot-barrier.ts';
export { streamEnable } from './stream-enable.ts';
export { streamSequence } from './stream-sequence.ts';
export { updatePaths } from './update-paths.ts';
