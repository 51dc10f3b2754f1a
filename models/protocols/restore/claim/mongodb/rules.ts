/** The protocol's decisions, each by name and with its right value. The processes follow these; a mutant replaces one. */
import type { BackupDocument, Claim, Table, World } from './world.ts';

export const rules = {
  // R0–R5: registration.
  /** R3, with the claim held: nobody else can be between its look and its insert. */
  looksForOthers: true,
  /** R2: neither claim is held. */
  claimAsksForDelete: true,
  claimAsksForRestore: true,
  claimIsReleasedAfterInsert: true,
  namesAreUnique: true,
  /** R5: rc.op must be that of the restore still. */
  releaseMatches: (_: BackupDocument, mine: Claim): boolean => mine.isHeld,
  goesOnWithoutClaim: false,
  /** Who has lost the claim removes the target. */
  abortsWhenLost: true,
  /** A cancelled request gives its claim back. */
  guardReleases: true,
  beatsAtOnce: true,

  // R6–R8.
  pendingAfterCopy: true,
  abortGoesBy: 'id' as 'id' | 'name',
  flipMatches: ({ status, isPending }: Table): boolean => status === 'CREATING' && isPending,
  fillsBeforeFlip: true,
  backfillSucceeds: true,

  // D1–D4.
  deleteClaims: true,
  deleteClaimAsksForRestore: true,
  deleteLooks: true,
  /** Conditional on dc.op. */
  deleteReleases: (_: BackupDocument, mine: Claim): boolean => mine.isHeld,
  keepsClaimOnceDropping: true,

  // G1–G3.
  /** A table that has a transition time is no restore target. */
  removesTarget: ({ status, isStale, isPending, hasTransitionTime }: Table): boolean =>
    status === 'CREATING' && isStale && !isPending && !hasTransitionTime,
  clearsRestoreClaim: ({ fields }: BackupDocument): boolean => fields.restoreClaimIsStale,
  takesDeleteOver: ({ fields }: BackupDocument): boolean => fields.deleteClaimIsStale,
  sweepLooks: true,
  /** The claim is the very one under which the sweep has looked. */
  takeoverAsksForSame: true,
  startUpClearsMarkers: false,

  // The driver.
  waitsForMajority: true,
  takeoverWaitsForMajority: true,

  // The control plane.
  targetHasTransitionTime: false,
};

export type Rules = typeof rules;

/** No mutant is at work. */
export const isRight = (chosen: Rules): boolean =>
  Object.entries(rules).every(([name, rule]) => chosen[name as keyof Rules] === rule);

/** Whether the beats of a restore have begun. */
export const isBeating = (at: World['restores'][number]['at'], { beatsAtOnce }: Rules): boolean =>
  beatsAtOnce || at === 'copy' || at === 'write' || at === 'hand over' || at === 'abort';
