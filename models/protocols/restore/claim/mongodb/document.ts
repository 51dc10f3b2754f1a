/** What the design says, and where this model says it. */
import type { ProtocolDocument } from '../../../../language/document.ts';
import { interleavingSentences, invariantSentences, leftOut, requestSentences } from '../../../sentences.ts';

export const document: ProtocolDocument = {
  title: 'The design with claim markers and a sweep, on MongoDB: steps R0 to R8, D1 to D4, G1 to G3',
  sentences: [
    ...requestSentences({
      name: {
        steps: { 'restore n': ['R1 refused: TableInUse', 'R1 refused: TableAlreadyExists'] },
        properties: [
          'refusals of restores',
          'a restore finds its name being restored',
          'a restore finds its name taken',
        ],
      },
      backup: { steps: { 'restore n': ['R2 refused: BackupNotFound'] } },
      inUse: {
        steps: { 'restore n': ['R2 refused: BackupInUse'] },
        properties: ['a restore finds its backup in use', 'one restore after the other completes'],
      },
      order: { steps: { 'restore n': ['R1 name is free'] }, properties: ['refusals of restores'] },
      remove: {
        steps: { 'delete n': ['D1 refused: BackupInUse', 'D1 refused: BackupNotFound'] },
        properties: ['refusals of deletes'],
      },
      creating: leftOut.earlier.creates,
      ordinary: {
        steps: { 'create table': ['insert', 'refused: ResourceInUse'] },
        properties: ['ResourceInUse', 'S9 of CreateTable'],
      },
    }),
    { says: 'R0: permits of account and server are awaited for 30 s', elsewhere: ['admission'] },
    { says: 'R1: the name is checked', steps: { 'restore n': ['R1 name is free'] } },
    {
      says: 'R2: one conditional update claims an AVAILABLE backup that has neither claim',
      steps: { 'restore n': ['R2 claim'] },
      properties: ['claims'],
    },
    {
      says: 'R2: a delete claim answers BackupInUseException',
      steps: { 'restore n': ['R2 refused: BackupInUse'] },
      properties: ['a restore finds its backup claimed'],
    },
    {
      says: 'R2: a restore claim is waited for, up to 2 s',
      leftOut: 'the wait is no step: R2 happens or is refused at any time',
    },
    {
      says: 'R3: a CREATING target of the backup: the claim is released, BackupInUseException',
      steps: { 'restore n': ['R3 not in use', 'R3 in use', 'refusal: release claim'] },
      properties: ['A2'],
    },
    {
      says: 'R4: the target is inserted under the unique name, with operation and heartbeat',
      steps: { 'restore n': ['R4 insert', 'R4 name taken'] },
    },
    {
      says: 'R4: past the bound of 60 s the answer is an internal error, and the job goes on',
      leftOut: 'the job does not wait for its answer, so no state differs',
    },
    { says: 'R5a: the claim is released if it is still its own', steps: { 'restore n': ['R5a release'] } },
    {
      says: 'R5b: a claim that is lost ends the job, which removes its target',
      steps: {
        'restore n': ['R5a claim is lost', 'R5a release fails', 'R5b remove own target', 'R5b nothing to remove'],
      },
      properties: ['a restore finds at R5 that it has lost its claim'],
    },
    { says: 'R6: one $out copies, without chunks', steps: { 'restore n': ['R6 $out reads', 'R6 $out lands'] } },
    { says: 'R7: the target becomes pending', steps: { 'restore n': ['R7 pending', 'R7 target gone: stop'] } },
    {
      says: 'R8: the backfill worker builds all indexes, then ACTIVE',
      steps: {
        'backfill on n of target n': [
          'R8 backfill',
          'R8 backfill fails: again later',
          'R8 ACTIVE',
          'R8 nothing to flip',
        ],
      },
      properties: ['S7', 'L4 of the flips'],
    },
    {
      says: 'Beat: claim and target are refreshed at once and every 15 s; one failure does not skip others',
      steps: { 'restore n': ['beat: claim', 'beat: target'], 'delete n': ['beat: claim'] },
      properties: ['beats'],
    },
    { says: 'D1: the delete claims an AVAILABLE backup that has neither claim', steps: { 'delete n': ['D1 claim'] } },
    {
      says: 'D1: any other claim answers BackupInUseException',
      steps: { 'delete n': ['D1 refused: BackupInUse'] },
      properties: ['refusals of deletes'],
    },
    {
      says: 'D2: a CREATING target: the claim is released, BackupInUseException',
      steps: { 'delete n': ['D2 not in use', 'D2 in use', 'D2 release claim'] },
      properties: ['S12'],
    },
    {
      says: 'D2: a release that fails leaves the claim, and the sweep later finishes the delete',
      steps: { 'delete n': ['D2 release fails: InternalServerError'] },
      properties: ['a delete that failed takes effect', 'a refused delete cannot release its claim'],
    },
    { says: 'D3: the data is dropped', steps: { 'delete n': ['D3 drop begins', 'D3 drop ends'] } },
    {
      says: 'D3: once the drop has begun the claim is never released, whatever fails',
      steps: { 'delete n': ['D3 fails: InternalServerError'] },
      properties: ['S10', 'a drop fails half way, and its delete ends'],
    },
    { says: 'D4: DELETED, and no claim', steps: { 'delete n': ['D4 DELETED'] }, properties: ['S9 of deletes'] },
    {
      says: 'Sweep: at start and every 15 s, and only on what is stale',
      steps: {
        'clock of target n': ['W goes by'],
        'clock of the restore claim of backup n': ['W goes by'],
        'clock of the delete claim of backup n': ['W goes by'],
      },
      properties: ['time', 'S8'],
    },
    {
      says: 'G1: a stale target that is not pending is removed; a pending one is finished by the backfill worker',
      steps: { 'sweep n': ['G1 remove target'] },
      properties: ['S6', 'rows'],
    },
    { says: 'G2: a stale restore claim is cleared', steps: { 'sweep n': ['G2 clear restore claim'] } },
    {
      says: 'G3: a stale delete claim is left while a target is CREATING',
      steps: { 'sweep n': ['G3 finds a delete', 'G3 restore is CREATING: leave it'] },
      properties: ['G3 defers to a restore'],
    },
    {
      says: 'G3: otherwise it is taken over, and D3 and D4 follow',
      steps: {
        'sweep n': ['G3 not in use', 'G3 take over', 'D3 drop begins', 'D3 drop ends', 'D4 DELETED'],
      },
      properties: ['a delete dies, and the sweep finishes it'],
    },
    {
      says: 'Exception on record: after a stall between R2 and R4 two targets may exist for a moment, and the first goes at R5',
      steps: { 'restore n': ['pause', 'resume'] },
      properties: ['a restore inserts its target without the claim', 'S4'],
    },
    {
      says: 'A claim must be with the majority, or a failover loses it',
      steps: {
        'restore n': [
          'R2 acknowledged by the majority',
          'R2 claim lost with the primary: again',
          'refusal acknowledged by the majority',
          'refusal lost with the primary: again',
        ],
        'delete n': [
          'D1 acknowledged by the majority',
          'D1 claim lost with the primary: again',
          'D2 release acknowledged by the majority',
          'D2 release lost with the primary: again',
        ],
        'replication of backup[n]': ['reaches the majority'],
        'failover of backup[n]': ['loses what the majority has not'],
      },
      properties: ['a failover undoes R2, which is done again', 'a failover undoes D1, which is done again'],
    },
    {
      says: 'A client that leaves ends its request, whose guard gives the claim back',
      steps: { 'restore n': ['cancelled: guard'] },
      properties: ['the client of a restore leaves'],
    },
    {
      says: 'A copy that fails removes its target',
      steps: { 'restore n': ['R6 copying fails', 'R6 remove own target', 'R6 nothing to remove'] },
      properties: ['a copy fails, and its restore leaves nothing'],
    },
    ...interleavingSentences({
      1: {
        properties: ['a restore finds its backup deleted', 'a restore finds its backup claimed', 'a delete is refused'],
      },
      2: { properties: ['a restore finds its backup in use'] },
      3: { properties: ['a restore finds its name being restored', 'S5'] },
      4: { properties: ['CreateTable finds its name taken', 'a restore finds its name taken'] },
      13: { properties: ['the client of a restore leaves'] },
      15: { properties: ['a restore finds at R5 that it has lost its claim'] },
      16: {
        properties: ['a delete dies, and the sweep finishes it', 'a drop fails half way, and its delete ends', 'S10'],
      },
      17: { properties: ['a refused delete cannot release its claim', 'a delete that failed takes effect'] },
      18: { properties: ['G3 defers to a restore'] },
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
      S9: { properties: ['S9 of restores', 'S9 of deletes', 'S9 of sweeps'] },
      S10: { properties: ['S10'] },
      S11: leftOut.earlier.creates,
      S12: { properties: ['S12', 'A2'] },
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
      why: 'looks that go through a cursor document by document; it makes no difference',
      steps: { 'restore n': ['R3 looks on'], 'delete n': ['D2 looks on'], 'sweep n': ['G3 looks on'] },
    },
    {
      why: 'the takeover of a delete must be of the very claim that was found, and with the majority, before the drop',
      steps: {
        'sweep n': [
          'G3 no longer the same and stale: leave it',
          'G3 acknowledged by the majority',
          'G3 claim lost with the primary: again',
        ],
      },
    },
  ],
  environment: ['crash', 'pause', 'resume', 'timer of table n: flip'],
};
