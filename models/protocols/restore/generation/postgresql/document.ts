/** What the design says, and where this model says it. */
import type { ProtocolDocument } from '../../../../language/document.ts';
import { generationSentences, invariantSentences, leftOut, requestSentences } from '../../../sentences.ts';

export const document: ProtocolDocument = {
  title: 'The design with owner generations and a reconciler, on PostgreSQL: sections 6.1 to 6.3, 6.7',
  sentences: [
    ...requestSentences({
      backup: { steps: { 'restore n': ['N1 refused: BackupNotFound'] }, properties: ['answers'] },
      name: { steps: { 'restore n': ['N1 refused: TableInUse', 'N1 refused: TableAlreadyExists'] } },
      inUse: {
        steps: { 'restore n': ['N1 refused: BackupInUse'] },
        properties: ['a restore finds its backup in use', 'one restore after the other completes'],
      },
      order: { properties: ['answers'] },
      remove: { steps: { delete: ['refused: BackupInUse'] }, properties: ['answers of the delete'] },
      ordinary: leftOut.ordinary,
    }),
    ...generationSentences({
      draw: { properties: ['record'] },
      migrated: { properties: ['L5'] },
      compare: { properties: ['S7', 'S8'] },
      unknown: {
        steps: {
          'restore n': [
            'N1 COMMIT lands, no answer',
            'N1 COMMIT fails, no answer',
            'N2 beat lands, no answer',
            'N2 beat fails, no answer',
            'N4 COMMIT is sent, and the connection breaks',
            'N4 read: it landed',
            'N4 read: it did not',
            'N4 read: the claim is lost',
            'N5 FAILED lands, no answer',
            'N5 FAILED fails, no answer',
          ],
          'backend of restore n': ['COMMIT lands', 'COMMIT is rolled back'],
        },
        properties: ['a read finds that DONE has landed', 'a read finds that DONE has not landed'],
      },
      stop: { steps: { 'restore n': ['N2 beat not matched'] }, properties: ['stop', 'stop-ends'] },
      clock: leftOut.clock,
      window: leftOut.seconds,
      N1: {
        steps: { 'restore n': ['N1 lock the row of the backup', 'N1 check name and backup', 'N1 COMMIT: registered'] },
        properties: ['record', 'locks of backups'],
      },
      N2: { steps: { 'restore n': ['N2 beat', 'N2 beat not matched'] }, properties: ['N2'] },
      N3: { steps: { 'restore n': ['N3 copy a batch'] }, properties: ['progress'] },
      N4: { steps: { 'restore n': ['N4 COMMIT: DONE and ACTIVE'] }, properties: ['S9'] },
      N4no: { steps: { 'restore n': ['N4 UPDATE record: no row'] }, properties: ['DONE comes after FAILED'] },
      N5: {
        steps: {
          'restore n': ['N3 copying fails', 'N3 the table of the batch is gone', 'N5 FAILED', 'N5 FAILED not matched'],
        },
      },
      N6: { steps: { 'restore n': ['N6 remove own target', 'N6 nothing to remove'] }, properties: ['N6'] },
      remove: {
        steps: { delete: ['lock the row of the backup', 'look whether it is in use', 'COMMIT: it is gone'] },
        properties: ['S2', 'a delete waits for a registration'],
      },
      drop: { leftOut: 'a backup of the catalog goes in one commit; DELETING is in `index-row-delete`' },
      row: leftOut.rows,
      c0: {
        steps: { 'reconciler n': ['c0 no maintenance'], operator: ['claims maintenance', 'ends maintenance'] },
        properties: ['c0', 'a cycle goes on under a claim that came after it began'],
      },
      c1: { steps: { 'reconciler n': ['c1 list', 'c1 nothing is listed'] }, properties: ['c1', 'c1-found'] },
      skipped: { properties: ['an unreadable record is skipped', 'L5'] },
      c2: { steps: { 'reconciler n': ['c2 FAILED', 'c2 not matched: leave it'] }, properties: ['c2-left', 'S8'] },
      c3: {
        steps: { 'reconciler n': ['c3 remove target', 'c3 left to its owner'] },
        properties: ['c3-left', 'S6', 'S13'],
      },
      c4: { properties: ['c2-once', 'a FAILED target is listed by a later cycle'] },
      c5: {
        steps: { 'reconciler n': ['c5 log the manifest restore and leave it'] },
        properties: ['c5', 'c5-once', 'c5-log'],
      },
      c6: leftOut.creates,
      servers: { properties: ['a second reconciler finds FAILED written'] },
      bound: { properties: ['late writes', 'stop'] },
    }),
    {
      says: '6.3: DONE and ACTIVE are one transaction, and ACTIVE only if DONE touched exactly one row',
      steps: {
        'restore n': ['N4 UPDATE record: DONE', 'N4 UPDATE record: no row', 'N4 UPDATE table: ACTIVE'],
      },
      properties: ['S9'],
    },
    {
      says: '6.3: a killed session fails its next beat; the job stops, and N5, N6 or the reconciler removes the target',
      steps: { 'restore n': ['N2 session is dead'], 'session of restore n': ['is killed'] },
      properties: ['a beat finds its session dead'],
    },
    {
      says: '6.3: beats travel on the session, DONE and FAILED over pooled connections',
      properties: ['sessions', 'a beat finds its session dead'],
    },
    {
      says: '6.3: claims of index rows: the lock excludes a second owner, the heartbeat alone judges death',
      ...leftOut.rows,
    },
    {
      says: 'Interleaving 23: one of two servers is killed, and the cycle of the other removes the target',
      steps: { host: ['SIGKILL of server 0', 'SIGKILL of server 1'] },
      properties: ['the target of a killed server is removed by the other'],
    },
    ...invariantSentences({
      S1: { properties: ['S1'] },
      S2: { properties: ['S2'] },
      S3: { properties: ['S3'] },
      S4: { properties: ['S4'] },
      S5: { properties: ['S5'] },
      S6: { properties: ['S6'] },
      S7: { properties: ['S7'] },
      S8: { properties: ['S8'] },
      S9: { properties: ['S9', 'S9-order'] },
      S10: { properties: ['S10'] },
      S11: leftOut.creates,
      S12: { properties: ['S12'] },
      S13: { properties: ['S13'] },
      S14: leftOut.observer,
      L1: { properties: ['L1 of target n', 'L1'] },
      L2: { steps: { 'restore n': ['ask again'] }, properties: ['L2'] },
      L3: { leftOut: 'a delete is one commit: its end is L4' },
      L4: { properties: ['L4'] },
      L5: { properties: ['L5', 'L5-cycle'] },
      L6: leftOut.seconds,
    }),
  ],
  environment: ['crash', 'stale_after goes by'],
};
