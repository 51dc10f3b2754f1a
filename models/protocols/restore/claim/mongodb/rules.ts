/** The decisions of the protocol, by name, with their correct values. The processes follow them; a mutant replaces one. */
import type { Answer } from '../properties.ts';
import type { BackupDocument, Claim, Table } from './world.ts';

export const rules = {
  // R0–R5: registration.
  /** R3, with the claim held: no other restore can be between its check and its insert. */
  looksForOthers: true,
  /** R2: the claim requires that no delete claim is held. */
  claimAsksForDelete: true,
  claimAsksForRestore: true,
  claimIsReleasedAfterInsert: true,
  namesAreUnique: true,
  /** R5: rc.op must still be that of the restore. */
  releaseMatches: (_: BackupDocument, mine: Claim): boolean => mine.isHeld,
  goesOnWithoutClaim: false,
  /** A restore that has lost the claim removes its target. */
  abortsWhenLost: true,
  /** A cancelled request releases its claim. */
  guardReleases: true,
  /** What a client is told that is refused. */
  tells: (decided: Answer): Answer => decided,
  beatsAtOnce: true,

  // R6–R8.
  pendingAfterCopy: true,
  abortGoesBy: 'id' as 'id' | 'name',
  flipMatches: ({ isPending }: Table): boolean => isPending,
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
  /** A table with a transition time is no restore target. */
  removesTarget: ({ status, isStale, isPending, hasTransitionTime }: Table): boolean =>
    status === 'CREATING' && isStale && !isPending && !hasTransitionTime,
  clearsRestoreClaim: ({ fields }: BackupDocument): boolean => fields.restoreClaimIsStale,
  takesDeleteOver: ({ fields }: BackupDocument): boolean => fields.deleteClaimIsStale,
  sweepLooks: true,
  /** The takeover requires the claim under which the sweep has looked. */
  takeoverAsksForSame: true,
  startUpClearsMarkers: false,

  // The driver.
  waitsForMajority: true,
  takeoverWaitsForMajority: true,

  // The control plane.
  targetHasTransitionTime: false,
};

export type Rules = typeof rules;

/** True without any mutant. */
export const isRight = (chosen: Rules): boolean =>
  Object.entries(rules).every(([name, rule]) => chosen[name as keyof Rules] === rule);
