/**
 * Planted bugs that several protocols share: id, title and finding, stated once. Each protocol defines how the bug is planted and
 * what it breaks. A protocol that needs another title or finding states it beside its mutant.
 */

interface CatalogueEntry {
  readonly title: string;
  /** An id of the catalogue of findings. */
  readonly finding?: string;
}

export const catalogue = {
  'timer-makes-active': {
    title: 'a restore target is inserted with a transition time',
    finding: 'mongo-rfc/R3-restore-race',
  },
  'copy-by-name': {
    title: 'a batch lands in whatever table has the name',
    finding: 'restore-parity/heartbeat-loss-stops-copy',
  },
  'abort-by-name': {
    title: 'a failing job removes whatever CREATING table has the name',
  },
  'delete-ignores-use': {
    title: 'DeleteBackup does not look for a restore',
    finding: 'restore-parity/delete-backup-while-restoring',
  },
  'restore-of-deleted': {
    title: 'registration does not ask for an AVAILABLE backup',
    finding: 'restore-parity/restore-vs-delete-measured',
  },
  'restore-ignores-use': {
    title: 'registration does not look for another restore of the backup',
    finding: 'restore-parity/second-restore-in-use',
  },
  'tells-another-refusal': {
    title: 'the client is told another refusal than was decided',
  },
  'cycle-ends-with-first': {
    title: 'a cycle ends with the first record, whatever else it has listed',
    finding: 'catalog-index/reconciler-cycle',
  },
  'names-not-unique': {
    title: 'there is no unique index over the names',
    finding: 'restore-parity/restore-exclusion-atomic',
  },
  'backup-before-name': {
    title: 'registration judges the backup before the name',
    finding: 'restore-parity/name-before-backup-storage',
  },
  'name-not-checked': {
    title: 'registration does not look whether the name is taken',
    finding: 'restore-parity/restore-exclusion-atomic',
  },
  'active-before-done': {
    title: 'ACTIVE and DONE are two steps',
    finding: 'catalog-index/done-with-flip',
  },
  'failed-without-heartbeat': {
    title: 'FAILED does not ask for the heartbeat that was listed',
    finding: 'catalog-index/fail-conditional',
  },
  'failed-keeps-generation': {
    title: 'FAILED keeps the generation of the owner',
    finding: 'catalog-index/fail-fresh-generation',
  },
  'done-asks-generation-only': {
    title: 'DONE asks for the generation and not for RUNNING',
    finding: 'catalog-index/status-write-conditional',
  },
  'failed-keeps-generation+done-asks-generation-only': {
    title: 'neither status nor generation fences DONE',
    finding: 'catalog-index/status-write-conditional',
  },
  'beat-asks-generation-only': {
    title: 'a beat asks for the generation and not for RUNNING',
    finding: 'catalog-index/sqlite-heartbeat-running',
  },
  'failed-keeps-generation+beat-asks-generation-only': {
    title: 'neither status nor generation fences a beat',
    finding: 'catalog-index/fenced-copy-stops',
  },
  'own-failed-keeps-generation': {
    title: "the owner's own FAILED keeps its generation",
  },
  'removal-unconditional': {
    title: 'removal does not ask for CREATING',
    finding: 'catalog-index/remove-target-conditional',
  },
  'active-without-done+removal-unconditional': {
    title: 'ACTIVE without DONE, and removal does not ask for CREATING',
    finding: 'catalog-index/remove-target-conditional',
  },
  'own-removal-without-failed': {
    title: 'an owner whose FAILED did not match removes its target all the same',
    finding: 'catalog-index/failed-before-removal',
  },
  'failed-not-listed': {
    title: 'FAILED records with a surviving target are not listed',
    finding: 'catalog-index/dead-listing-rule',
  },
  'failed-rewritten': {
    title: 'each cycle writes FAILED again, so the record never gets old',
    finding: 'catalog-index/no-second-failed',
  },
  'drop-before-deleting': {
    title: 'DeleteBackup drops the data before any status is written',
    finding: 'catalog-index/mongo-delete-order',
  },
  'no-drop-guard': {
    title: 'the slot of a task that dies stays taken',
    finding: 'catalog-index/claim-sqlite',
  },
  'others-jobs-are-dead': {
    title: 'a running restore is listed as dead however fresh its heartbeat',
    finding: 'catalog-index/mongo-other-instance-live',
  },
  'own-failed-ignores-the-claim': {
    title: "the owner's own FAILED asks only for a CREATING target",
    finding: 'catalog-index/failed-before-removal',
  },
  'unknown-is-failed': {
    title: 'a DONE of unknown outcome takes the path of a failed copy',
    finding: 'catalog-index/status-write-unknown',
  },
} satisfies { readonly [id: string]: CatalogueEntry };
