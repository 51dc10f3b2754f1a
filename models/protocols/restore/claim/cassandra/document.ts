/** What the design says, and where this model says it. */
import type { ProtocolDocument } from '../../../../language/document.ts';
import { interleavingSentences, invariantSentences, leftOut, requestSentences } from '../../../sentences.ts';

export const document: ProtocolDocument = {
  title: 'The design with lightweight transactions and a sweep, on Cassandra: steps K1 to K5, E1 to E4',
  sentences: [
    ...requestSentences({
      name: {
        steps: { 'restore n': ['K0 refused: TableInUse', 'K0 refused: TableAlreadyExists'] },
        properties: [
          'refusals of restores',
          'a restore finds its name being restored',
          'a restore finds its name taken',
        ],
      },
      backup: { steps: { 'restore n': ['K1 not AVAILABLE: BackupNotFound'] } },
      inUse: {
        steps: { 'restore n': ['K1 not applied: another restore'] },
        properties: ['a restore finds its backup in use', 'one restore after the other completes'],
      },
      order: { steps: { 'restore n': ['K0 name is free'] }, properties: ['refusals of restores'] },
      remove: {
        steps: { 'delete n': ['E1 refused: BackupInUse', 'E1 refused: BackupNotFound'] },
        properties: ['refusals of deletes'],
      },
      creating: leftOut.earlier.creates,
      ordinary: {
        steps: { 'create table': ['insert', 'refused: ResourceInUse'] },
        properties: ['ResourceInUse', 'S9 of CreateTable'],
      },
    }),
    {
      says: 'K1: one transaction on an AVAILABLE backup without active sets active to the target',
      steps: { 'restore n': ['K1 claim'] },
    },
    {
      says: 'K1 not applied: not AVAILABLE is BackupNotFoundException, a CREATING target of active is BackupInUseException',
      steps: { 'restore n': ['K1 not AVAILABLE: BackupNotFound', 'K1 not applied: another restore'] },
    },
    {
      says: 'K1 not applied: a target that does not show yet is tried again a few times, then BackupInUseException',
      leftOut: 'a retry is another request here; the answer is that of another restore',
    },
    {
      says: 'K2: the row of the target, if its name is free; else K1 is undone',
      steps: { 'restore n': ['K2 insert', 'K2 name taken', 'K1 undo'] },
      properties: ['A2'],
    },
    {
      says: 'The order of K1 and K2 is open',
      steps: { 'restore n': ['K2 undo', 'K2 nothing to undo'] },
      properties: ['the target of a restore that is refused is seen'],
    },
    {
      says: 'Beats begin before the schema step, and a guard ends them on every exit',
      steps: { 'restore n': ['K4 beat', 'K4 beat not applied: stop', 'beat after a stall'] },
      properties: ['beats', 'late writes'],
    },
    { says: 'K3: the tables are made, slowly', steps: { 'restore n': ['K3 schema'] } },
    {
      says: 'K4: batches go the ordinary way of writes',
      steps: { 'restore n': ['K4 read a batch', 'K4 write a batch'] },
    },
    {
      says: 'K5: CREATING becomes ACTIVE, and active is cleared; two partitions, so two steps',
      steps: { 'restore n': ['K5 ACTIVE', 'K5 target gone: stop', 'K5 clear active'] },
      properties: ['S7', 'a marker names a table that is ACTIVE'],
    },
    {
      says: 'A job that fails removes its target and clears active',
      steps: {
        'restore n': [
          'K4 copying fails',
          'abort: remove own target',
          'abort: nothing to remove',
          'abort: clear active',
        ],
      },
      properties: ['a copy fails, and its restore leaves nothing'],
    },
    { says: 'E1: the delete looks whether the backup is in use', steps: { 'delete n': ['E1 not in use'] } },
    {
      says: 'E2: DELETING only if AVAILABLE and without active; a registration in between makes it fail',
      steps: { 'delete n': ['E2 DELETING', 'E2 not applied: BackupInUse', 'E2 not applied: BackupNotFound'] },
      properties: ['a registration between E1 and E2 makes E2 fail'],
    },
    {
      says: 'E3, E4: the data is dropped, then DELETED',
      steps: { 'delete n': ['E3 drop begins', 'E3 drop ends', 'E4 DELETED'] },
      properties: ['S9 of deletes'],
    },
    {
      says: 'Sweep: a target with a stale heartbeat is removed, and active cleared',
      steps: {
        'sweep n': ['remove stale target', 'reads active', 'active: clear'],
        'clock of target n': ['the window goes by'],
      },
      properties: ['S6', 'S8', 'the sweep removes a target'],
    },
    {
      says: 'Sweep: at start and every 15 s; it stops on shutdown',
      leftOut: 'a pass may begin at any time; a shutdown is a crash',
    },
    {
      says: 'A crash between K1 and K2, or in K5, leaves active; nothing says who clears it',
      steps: {
        'restore n': [
          'K1 not applied: look at the target of active',
          'active: target is CREATING',
          'active: target is absent or not CREATING',
          'active: clear',
          'active: no longer the same',
        ],
        'delete n': [
          'E1 in use: look at the target of active',
          'active: target is CREATING',
          'active: target is absent or not CREATING',
          'active: clear',
          'active: no longer the same',
        ],
        'sweep n': [
          'active: target is CREATING',
          'active: target is absent or not CREATING',
          'active: no longer the same',
        ],
      },
      properties: ['L2 of backup n', 'a restore dies after the flip, and no marker is left'],
    },
    {
      says: 'With K1 first, clearing is safe only if the job looks at active again after K2, and gives up if it is not its own',
      steps: { 'restore n': ['K1 confirm', 'K1 no longer its own'] },
      properties: ['a restore that lives loses its claim to a clearer'],
    },
    {
      says: 'A beat shows a live process and not progress: a copy that hangs keeps its target CREATING',
      leftOut: 'every step of a live job is fair; `generation-restore-cassandra` has beats that hang',
    },
    ...interleavingSentences({
      1: {
        properties: [
          'a restore finds its backup deleted',
          'a delete is refused under a restore',
          'a registration between E1 and E2 makes E2 fail',
        ],
      },
      2: { properties: ['a restore finds its backup in use'] },
      3: { properties: ['a restore finds its name being restored', 'S5'] },
      4: { properties: ['CreateTable finds its name taken', 'a restore finds its name taken'] },
    }),
    ...invariantSentences({
      S1: { properties: ['S1'] },
      S2: { properties: ['S2'] },
      S3: { properties: ['S3'] },
      S4: { properties: ['S4'] },
      S5: { properties: ['S5'] },
      S6: { properties: ['S6'] },
      S7: { properties: ['S7'] },
      S8: { properties: ['S8'] },
      S9: { properties: ['S9 of restores', 'S9 of deletes'] },
      S10: { properties: ['S10'] },
      S11: leftOut.earlier.creates,
      S12: { properties: ['A2'] },
      S13: { properties: ['S13'] },
      S14: leftOut.earlier.observer,
      L1: { properties: ['L1 of target n'] },
      L2: { properties: ['L2 of backup n', 'the name of a removed target is used again'] },
      L3: { properties: ['L3'] },
      L4: { properties: ['L4 of the restores', 'L4 of the deletes', 'L4 of the passes of sweep n'] },
      L5: leftOut.records,
      L6: leftOut.uncounted,
    }),
  ],
  added: [
    {
      why: 'who finishes a delete that died after E2; the model lets the sweep do it once it is stale',
      steps: {
        'sweep n': ['finds DELETING', 'E3 drop begins', 'E3 drop ends', 'E4 DELETED'],
        'clock of backup n': ['the window goes by'],
      },
    },
  ],
  environment: ['crash', 'pause', 'resume', 'timer of table n: flip'],
};
