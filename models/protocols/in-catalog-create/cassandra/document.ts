/** What the design says, and where this model says it. */
import type { ProtocolDocument } from '../../../language/document.ts';
import { interleavingSentences, leftOut } from '../../sentences.ts';

export const document: ProtocolDocument = {
  title: 'The design with owner generations, creates in the catalog of Cassandra: sections 6.1, 6.6',
  sentences: [
    {
      says: 'x1: the row is inserted as CREATING, with generation and heartbeat',
      steps: { create: ['x1 insert the row: CREATING'] },
      properties: ['generation'],
    },
    {
      says: 'x2: a bucket of 64 items is written, then the row is polled for CREATING and the generation, else the create stops',
      steps: { create: ['x2 write a bucket', 'x2 poll: still mine', 'x2 poll: lost'] },
      properties: ['late writes'],
    },
    {
      says: 'x3: beats ask for the generation',
      steps: { create: ['x3 beat', 'x3 beat not applied'] },
      properties: ['beat'],
    },
    {
      says: 'x4: CREATING becomes AVAILABLE over the generation',
      steps: { create: ['x4 AVAILABLE', 'x4 not applied'] },
      properties: ['created', 'verdict'],
    },
    {
      says: 'y0: stale DELETING rows are reported, before y1',
      steps: { 'reconciler n': ['y0 look: to be reported', 'y0 look: nothing'] },
      properties: ['y0', 'stale'],
    },
    {
      says: 'y1: stale CREATING rows are listed, without rows of the index',
      steps: { 'reconciler n': ['y1 look: to be fenced', 'y1 look: nothing'] },
      properties: ['list', 'y1'],
    },
    {
      says: 'y2: CREATING over the listed generation and heartbeat becomes DELETING with a new generation, and is reported',
      steps: { 'reconciler n': ['y2 fence to DELETING, and report', 'y2 not applied'] },
      properties: ['y2', 'report', 'S11'],
    },
    {
      says: 'The reconciler deletes what was reported',
      steps: {
        'reconciler n': [
          'delete: drop a bucket',
          'delete: its entries',
          'delete: remove the row',
          'delete: the row is not DELETING',
        ],
      },
      properties: ['removed', 'last', 'L3'],
    },
    {
      says: 'E1: DeleteBackup of CREATING answers BackupInUseException, of what is gone or going BackupNotFoundException',
      steps: { delete: ['E1 refused: BackupNotFound', 'E1 refused: BackupInUse'] },
      properties: ['E1'],
    },
    { says: 'E2: AVAILABLE becomes DELETING', steps: { delete: ['E2 DELETING'] }, properties: ['E2'] },
    {
      says: 'E2: and only without active restores',
      elsewhere: ['generation-restore-cassandra'],
    },
    {
      says: 'E3, E4: the data is dropped, then DELETED',
      steps: { delete: ['E3 drop a bucket', 'E4 DELETED', 'E4 not applied'] },
      properties: ['dropping', 'DELETED', 'E4'],
    },
    {
      says: '6.6: side tables follow the row; readers read the row again and ignore orphans',
      steps: {
        create: ['x1 its entry', 'x4 its entry'],
        delete: ['E3 its entries'],
        lister: [
          'asks for CREATING',
          'asks for AVAILABLE',
          'read its entry',
          'no entry: an empty list',
          'show the row',
          'skip an orphan',
        ],
      },
      properties: ['entry', 'entries', 'listing', 'complete', 'look-up'],
    },
    {
      says: '6.1: who does not know whether its write has landed reads first',
      steps: {
        create: [
          'x4 lands, no answer',
          'x4 fails, no answer',
          'x4 is on its way, no answer',
          'x4 not applied: it has landed',
          'x4 read: it landed',
          'x4 read: it did not',
          'x4 read: the claim is lost',
        ],
      },
      properties: ['verdict'],
    },
    { says: '6.1: the window is 300 s, a beat comes every 15 s', ...leftOut.seconds },
    { says: '6.7: after a loss at most one more bucket is written', properties: ['late writes'] },
    {
      says: '12: Cassandra claims no snapshot: items and definition may be of different moments',
      elsewhere: ['snapshot-barrier'],
    },
    { says: 'S7: no write of an owner matches after the fence', properties: ['S7', 'lost'] },
    ...interleavingSentences({
      12: { properties: ['a beat between listing and fence saves the create', 'y2'] },
    }),
    { says: 'S10: what is AVAILABLE has its whole data', properties: ['S10'] },
    { says: 'S11: only abandoned CREATING backups are cleaned up', properties: ['S11', 'S11-kept'] },
    { says: 'L1: a CREATING backup becomes AVAILABLE or goes', properties: ['L1', 'settled'] },
    { says: 'L4: each request is answered', properties: ['L2', 'L5', 'L6'] },
    { says: 'L5: a cycle ends', properties: ['L4 of reconciler n'] },
  ],
  environment: ['crash', 'stale_after goes by', 'is applied late', 'comes to nothing'],
};
