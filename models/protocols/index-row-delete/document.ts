/** What the design says, and where this model says it. */
import type { ProtocolDocument } from '../../language/document.ts';
import { leftOut } from '../sentences.ts';

export const document: ProtocolDocument = {
  title: 'The design with owner generations, rows of the backup index on PostgreSQL: sections 1, 3, 6.1, 6.3',
  sentences: [
    {
      says: '1: a row goes from CREATING to AVAILABLE or FAILED, from AVAILABLE to DELETING, DELETED and away, from FAILED away',
      steps: { janitor: ['remove the row'] },
      properties: ['row', 'start', 'mark', 'L5'],
    },
    {
      says: '1: account, backup id and ARN of a row must all match',
      leftOut: 'one account and one id: there is no other row to take for it',
    },
    {
      says: '3: DeleteBackup of a CREATING row answers BackupInUseException; of one gone or going, BackupNotFoundException',
      steps: { 'delete n': ['refused: BackupInUse', 'refused: BackupNotFound'] },
      properties: ['refused'],
    },
    {
      says: '3: DeleteBackup of a row of another store answers ValidationException',
      leftOut: 'one store: the check writes nothing',
    },
    {
      says: '3: the description is built before DELETING is written, and a source that cannot be read stops the delete there',
      steps: { 'delete n': ['build the description', 'refused: the source is unreadable'] },
      properties: ['description'],
    },
    {
      says: '3: a restore of a row that is deleted or going answers BackupNotFoundException',
      steps: { 'restore n': ['refused: BackupNotFound'] },
      properties: ['refused'],
    },
    {
      says: '3: a restore of a CREATING row answers BackupInUseException (not measured)',
      leftOut: 'no variant has a restore and a create',
    },
    {
      says: '6.1: the generation is drawn anew at each claim and each FAILED',
      properties: ['generation'],
    },
    {
      says: '6.1: every write of status or heartbeat asks for CREATING and the generation; not matched, the job stops',
      steps: { 'job n': ['beat not matched', 'AVAILABLE not matched', 'FAILED not matched'] },
      properties: ['S7', 'late writes'],
    },
    { says: '6.1: a heartbeat is compared with the clock of the database', ...leftOut.clock },
    { says: '6.1: the window is 300 s, a beat comes every 15 s', ...leftOut.seconds },
    { says: '6.1: who does not know whether its write has landed reads first', ...leftOut.unknown },
    {
      says: 'Configuration: a FAILED row is kept for 7 days',
      leftOut: 'no clock: its removal may come at any time',
    },
    {
      says: '6.1: start_backup_delete, under the row lock: a CREATING target is InUse, any status but AVAILABLE is reported',
      steps: { 'delete n': ['lock the row', 'look for restores'] },
      properties: ['lock', 'S2'],
    },
    {
      says: '6.1: else AVAILABLE becomes DELETING',
      steps: { 'delete n': ['COMMIT: DELETING'] },
      properties: ['start'],
    },
    {
      says: '6.1: then the drop, then set_backup_deleted',
      steps: { 'delete n': ['drop the data', 'DELETED', 'DELETED not matched'] },
      properties: ['drop', 'mark', 'DELETED'],
    },
    {
      says: '6.1: what a delete answers that finds DELETING is not said',
      steps: { 'delete n': ['DELETING already: go on'] },
      properties: ['DELETING', 'L3'],
    },
    {
      says: '6.1, N1: a restore registers only from an AVAILABLE row, under its lock',
      steps: { 'restore n': ['lock the row', 'check the backup', 'COMMIT: registered'] },
      properties: ['lock', 'S2'],
    },
    {
      says: '6.1, N3, N4: it copies, and becomes ACTIVE',
      steps: { 'restore n': ['read the data', 'insert the items', 'ACTIVE'] },
      properties: ['S1', 'S3'],
    },
    {
      says: '6.2, c2: a stale claim becomes FAILED over the listed generation and heartbeat',
      steps: { judge: ['list a dead claim', 'FAILED', 'FAILED not matched'] },
      properties: ['S8', 'list'],
    },
    {
      says: '6.3: a claim tries the lock of its id on a dedicated session, which only excludes a second owner',
      steps: {
        'job n': ['try-lock the id', 'refused: the id is locked', 'claim: CREATING', 'refused: AlreadyExists'],
      },
      properties: ['claim', 'session'],
    },
    { says: '6.3: death is judged by the heartbeat alone', properties: ['S8', 'silence'] },
    {
      says: '6.3: a killed session fails the next beat, and the job stops',
      steps: { 'job n': ['session is dead'], 'session of job n': ['is killed'] },
      properties: ['lost session'],
    },
    {
      says: 'A job beats, writes its batches, and ends with AVAILABLE or FAILED',
      steps: { 'job n': ['beat', 'write a batch', 'writing fails', 'AVAILABLE', 'FAILED'] },
      properties: ['beat', 'created', 'failed', 'L1'],
    },
    { says: 'S10: what is AVAILABLE has its whole data', properties: ['S10'] },
    { says: 'S11: a backup that was AVAILABLE goes by DeleteBackup alone', properties: ['S11-kept'] },
    { says: 'S12: a refused request has changed nothing durable', properties: ['description', 'refused'] },
    { says: 'S13: nobody works for an old owner on what came later', properties: ['S13'] },
    { says: 'L3: a delete ends', properties: ['L3', 'L6'] },
    { says: 'L4: each request is answered', properties: ['L4', 'L4-restore'] },
  ],
  environment: ['crash', 'stale_after goes by'],
};
