/** What the design says, and where this model says it. */
import type { ProtocolDocument } from '../../../../language/document.ts';
import { interleavingSentences, invariantSentences, leftOut, requestSentences } from '../../../sentences.ts';

export const document: ProtocolDocument = {
  title: 'The design with session locks and a sweep, on PostgreSQL: steps P0 to P6, W1 to W3',
  sentences: [
    ...requestSentences({
      name: {
        steps: { 'restore n': ['P2 refused: TableInUse', 'P2 refused: TableAlreadyExists'] },
        properties: [
          'refusals of restores',
          'a restore finds its name being restored',
          'a restore finds its name taken',
        ],
      },
      backup: { steps: { 'restore n': ['P2 refused: BackupNotFound'] } },
      inUse: {
        steps: { 'restore n': ['P2 refused: BackupInUse'] },
        properties: ['a restore finds its backup in use', 'one restore after the other completes'],
      },
      order: { properties: ['A5'] },
      remove: {
        steps: { 'delete n': ['E1 refused: BackupNotFound', 'E2 refused: BackupInUse'] },
        properties: ['refusals of deletes'],
      },
      creating: leftOut.earlier.creates,
      ordinary: {
        steps: { 'create table': ['insert', 'refused: ResourceInUse'] },
        properties: ['ResourceInUse', 'S9 of CreateTable'],
      },
    }),
    {
      says: 'P0: permits of account and server are awaited for 30 s, after the check of the name',
      elsewhere: ['admission'],
    },
    {
      says: 'P1: a dedicated connection is opened, and its session tries the lock',
      steps: { 'restore n': ['P1 try-lock'] },
    },
    {
      says: 'P1: 53300 answers LimitExceededException',
      steps: { 'restore n': ['P1 no connection (53300): LimitExceeded'] },
      properties: ['a restore is refused a connection'],
    },
    {
      says: 'P1: another failure to connect is an internal error',
      leftOut: 'as P1 with 53300: nothing was registered',
    },
    {
      says: 'P1, P2: whether the lock comes before or after the registration is open',
      steps: { 'restore n': ['P1 lock is held: stop'] },
      properties: ['a restore that has registered finds its lock held'],
    },
    {
      says: 'P2: one transaction, under the row lock of the backup, checks and inserts the target',
      steps: { 'restore n': ['P2 lock backup', 'P2 look', 'P2 register', 'P2 name taken: rolled back'] },
      properties: ['locks'],
    },
    { says: 'P3: each batch is a commit', steps: { 'restore n': ['P3 read a batch', 'P3 commit a batch'] } },
    { says: 'P3: index rows come with their batch', leftOut: 'a batch stands for both' },
    {
      says: 'P3: one catalog snapshot is pinned from the first read to the last batch',
      leftOut: 'each batch reads what is there, which is weaker',
    },
    {
      says: 'Upgrade: a target that an older release left CREATING goes with the first pass',
      leftOut: 'it is like one whose owner has died',
    },
    {
      says: 'P4: a statement on the lock session every 15 s; if it fails, the job stops copying',
      steps: { 'restore n': ['P4 beat', 'P4 session lost: stop'] },
      properties: ['late writes'],
    },
    {
      says: 'P5: ACTIVE only if this very table is CREATING, else an error; then lock and permits are released',
      steps: { 'restore n': ['P5 ACTIVE', 'P5 deleted while it was being restored', 'P5 release lock'] },
      properties: ['A3'],
    },
    {
      says: 'P6: a failed job removes its target if it is still CREATING and its own, and releases',
      steps: {
        'restore n': [
          'P3 target gone: stop',
          'P3 copying fails',
          'P6 remove own target',
          'P6 nothing to remove',
          'P6 release lock',
        ],
      },
      properties: ['a failed restore leaves nothing'],
    },
    { says: 'Sweep: driven by notifications, with a timeout of 60 s', leftOut: 'a pass may begin at any time' },
    {
      says: 'W1: a restore target that is 60 s old is tried by its lock, over a fresh connection; if held it is skipped',
      steps: {
        'sweep n': ['W1 candidate', 'W1 try-lock', 'W1 lock is held: skip'],
        'clock of table n': ['60 seconds go by'],
      },
    },
    {
      says: 'W2: CREATING becomes DELETING for that id',
      steps: { 'sweep n': ['W2 DELETING', 'W2 no longer CREATING: leave it'] },
    },
    { says: 'W3: it is dropped, and the lock released', steps: { 'sweep n': ['W3 drop', 'W3 release lock'] } },
    { says: 'W3: the name is logged', leftOut: 'logs change nothing' },
    {
      says: 'Delete: one transaction under the row lock of the backup looks for CREATING targets, and removes row and data',
      steps: { 'delete n': ['E1 lock backup', 'E2 look', 'E3 remove backup and data'] },
    },
    {
      says: 'The session may die without its job (idle reaper, pooler); P5 and the next P4 make that harmless',
      steps: { 'connection of restore n': ['lock session dies'] },
      properties: ['S7', 'late writes'],
    },
    ...interleavingSentences({
      1: { properties: ['a restore finds its backup deleted', 'a delete is refused under a restore'] },
      2: { properties: ['a restore finds its backup in use'] },
      3: { properties: ['a restore finds its name being restored', 'S5'] },
      4: { properties: ['CreateTable finds its name taken', 'a restore finds its name taken'] },
      14: { properties: ['late writes', 'S7', 'a job comes to its end and finds its target taken'] },
    }),
    ...invariantSentences({
      S1: { properties: ['S1'] },
      S2: { properties: ['S2'] },
      S3: { properties: ['S3'] },
      S4: { properties: ['S4'] },
      S5: { properties: ['S5'] },
      S6: { properties: ['S6', 'S6 of sweeps', 'S6 of drops'] },
      S7: { properties: ['S7'] },
      S8: { properties: ['S8'] },
      S9: { properties: ['S9 of restores', 'S9 of deletes', 'S9 of sweeps'] },
      S10: { properties: ['S10'] },
      S11: leftOut.earlier.creates,
      S12: { properties: ['S12', 'S12 of deletes'] },
      S13: { properties: ['S13'] },
      S14: leftOut.earlier.observer,
      L1: { properties: ['L1 of target n'] },
      L2: { properties: ['L2 of target n'] },
      L3: { properties: ['L3'] },
      L4: { properties: ['L4 of the restores', 'L4 of the deletes', 'L4 of the passes of sweep n'] },
      L5: leftOut.records,
      L6: leftOut.uncounted,
    }),
  ],
  added: [
    {
      why: 'who finishes a target that a sweep left DELETING; the model lets the control plane drop it',
      steps: { 'control plane for table n': ['drop what is DELETING'] },
    },
  ],
  environment: ['crash', 'control plane for table n: flip'],
};
