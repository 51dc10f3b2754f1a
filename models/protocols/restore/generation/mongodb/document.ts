/** What the design says, and where this model says it. */
import type { ProtocolDocument } from '../../../../language/document.ts';
import {
  generationSentences,
  interleavingSentences,
  invariantSentences,
  leftOut,
  requestSentences,
} from '../../../sentences.ts';

export const document: ProtocolDocument = {
  title: 'The design with owner generations and a reconciler, on MongoDB: sections 6.1, 6.2, 6.5, 6.7',
  sentences: [
    ...requestSentences({
      backup: { steps: { 'restore n': ['N1 refused: BackupNotFound'] }, properties: ['answers'] },
      name: { steps: { 'restore n': ['N1 refused: TableInUse', 'N1 refused: TableAlreadyExists'] } },
      inUse: {
        steps: { 'restore n': ['N1 refused: BackupInUse'] },
        properties: ['a restore finds its backup in use', 'one restore after the other completes'],
      },
      order: { properties: ['answers'] },
      remove: {
        steps: { 'delete n': ['refused: BackupInUse', 'refused: BackupNotFound'] },
        properties: ['answers of the delete'],
      },
      creating: leftOut.creates,
      ordinary: leftOut.ordinary,
    }),
    ...generationSentences({
      draw: { properties: ['record'] },
      migrated: leftOut.inherited,
      compare: { properties: ['S7', 'S8'] },
      unknown: {
        steps: {
          'restore n': [
            'N4 acknowledged',
            'N4 answer lost, DONE landed',
            'N4 answer lost, nothing landed',
            'N4 unknown: read DONE',
            'N4 unknown: read RUNNING, again',
            'N4 unknown: read that the claim is lost',
          ],
        },
        properties: ['done'],
      },
      stop: { steps: { 'restore n': ['N2 beat not matched: stop'] }, properties: ['stop'] },
      clock: leftOut.clock,
      window: leftOut.seconds,
      N1: { steps: { 'restore n': ['N1 begin: free', 'N1 register'] }, properties: ['record'] },
      N2: { steps: { 'restore n': ['N2 beat', 'N2 beat not matched: stop'] }, properties: ['N2'] },
      N3: { steps: { 'restore n': ['N3 $out starts', 'N3 $out lands'] }, properties: ['progress'] },
      N4: { steps: { 'restore n': ['N4 DONE and handed over'] }, properties: ['S9'] },
      N4no: { steps: { 'restore n': ['N4 DONE not matched: stop'] }, properties: ['DONE comes after FAILED'] },
      N5: { steps: { 'restore n': ['N3 $out fails', 'N5 FAILED', 'N5 FAILED not matched: stop'] } },
      N6: {
        steps: { 'restore n': ['N6 drop the collection', 'N6 remove own target', 'N6 nothing to remove'] },
        properties: ['N6'],
      },
      remove: { steps: { 'delete n': ['begin: not in use', 'write DELETING'] }, properties: ['S2'] },
      drop: { steps: { 'delete n': ['drop the data', 'write DELETED'] }, properties: ['place of the delete'] },
      row: leftOut.rows,
      c0: leftOut.inherited,
      c1: { steps: { 'reconciler n': ['c1 list as dead', 'c1 list as FAILED'] }, properties: ['c1'] },
      skipped: leftOut.inherited,
      c2: { steps: { 'reconciler n': ['c2 FAILED', 'c2 not matched: leave it'] }, properties: ['c2-left', 'S8'] },
      c3: {
        steps: { 'reconciler n': ['c3 drop the collection', 'c3 remove target', 'c3 left to its owner'] },
        properties: ['c3-left', 'S6', 'S13'],
      },
      c4: { steps: { 'reconciler n': ['c1 list as FAILED'] } },
      c5: leftOut.inherited,
      c6: leftOut.creates,
      servers: leftOut.servers,
      bound: { properties: ['late writes', 'stop'] },
    }),
    {
      says: '6.5: registration and delete are transactions that both raise lock_seq of an AVAILABLE backup, so they conflict',
      steps: { 'restore n': ['N1 WriteConflict: again'], 'delete n': ['WriteConflict: again'] },
      properties: ['transactions'],
    },
    {
      says: '6.5: in-use checks read what the majority has, DescribeTable reads locally: right after ACTIVE, InUse is possible',
      steps: {
        client: ['DescribeTable: ACTIVE', 'DescribeTable: no longer ACTIVE'],
        replication: ['reaches the majority'],
      },
      properties: ['window'],
    },
    {
      says: '6.5: DONE hands over to the backfill worker, which builds the indexes and then writes ACTIVE',
      steps: { 'backfill n': ['N4b pick', 'N4b build the indexes', 'N4b ACTIVE'] },
      properties: ['S9-done', 'N4b'],
    },
    {
      says: '6.5: a DONE record with a CREATING target is never listed dead',
      properties: ['c1', 'a target that is DONE waits for the backfill worker'],
    },
    {
      says: '6.5: DELETING and DELETED are hidden; a retry on DELETING repeats drop and DELETED, and nobody else does',
      steps: { 'delete n': ['begin: DELETING, go on with the drop', 'the client tries again'] },
      properties: ['L3'],
    },
    {
      says: '6.5: $out must not leave storage of a removed target: what it has written after a loss is removed',
      steps: {
        'restore n': ['N3 $out lands without its client', 'N3 $out is killed', 'drop own output'],
      },
      properties: ['orphans', '$out makes the collection of a removed target again'],
    },
    {
      says: '6.5: a registration of more than 60 s answers an internal error, and the job goes on',
      steps: { 'restore n': ['N1 60 s go by: answer InternalServerError'] },
    },
    ...interleavingSentences({
      1: { properties: ['a restore finds its backup deleted', 'a delete is refused under a restore'] },
      2: { properties: ['a restore finds its backup in use'] },
      3: { properties: ['a restore finds its name being restored', 'S5'] },
      5: { properties: ['a beat between listing and FAILED saves the owner'] },
      6: { properties: ['DONE comes after FAILED'] },
      7: { properties: ['DONE between listing and FAILED saves the target'] },
      10: { properties: ['a paused owner wakes after its target is gone', 'S13'] },
      21: { properties: ['done'] },
      24: { properties: ['$out makes the collection of a removed target again', 'orphans'] },
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
      S9: { properties: ['S9', 'S9-order', 'S9-done'] },
      S10: { properties: ['S10'] },
      S11: leftOut.creates,
      S12: { properties: ['S12'] },
      S13: { properties: ['S13'] },
      S14: { properties: ['S14', 'window'] },
      L1: { properties: ['L1 of target n', 'L1'] },
      L2: { properties: ['the name of a removed target is used again'] },
      L3: { properties: ['L3'] },
      L4: { properties: ['L4'] },
      L5: { properties: ['L5'] },
      L6: leftOut.seconds,
    }),
  ],
  added: [
    {
      why: 'which writes wait for the majority, so that no failover takes them back',
      steps: {
        'restore n': [
          'N1 acknowledged: answer CREATING',
          'N1 gone: answer InternalServerError',
          'N5 acknowledged',
          'N5 lost in a failover: again',
        ],
        'delete n': [
          'DELETING acknowledged',
          'DELETING lost in a failover: again',
          'DELETED acknowledged',
          'DELETED lost in a failover: again',
        ],
        'reconciler n': ['c2 acknowledged', 'c2 lost in a failover: leave it'],
      },
    },
  ],
  environment: ['crash', 'stale_after goes by', 'loses what the majority has not'],
};
