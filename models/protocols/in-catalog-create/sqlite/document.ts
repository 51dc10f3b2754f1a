/** What the design says, and where this model says it. */
import type { ProtocolDocument } from '../../../language/document.ts';
import { interleavingSentences } from '../../sentences.ts';

export const document: ProtocolDocument = {
  title: 'The design with owner generations, creates in the catalog of SQLite: section 6.6',
  sentences: [
    { says: '6.6: the create takes a slot', steps: { 'create n': ['take the slot'] }, properties: ['slot'] },
    {
      says: '6.6: under the write lock it inserts CREATING and opens the read snapshot',
      steps: {
        'create n': ['BEGIN IMMEDIATE, and the definition', 'open the read snapshot', 'COMMIT: CREATING'],
      },
      properties: ['snapshot', 'definition'],
    },
    { says: '6.6: then batches', steps: { 'create n': ['copy a batch'] } },
    {
      says: '6.6: then AVAILABLE, and only then the slot is free',
      steps: { 'create n': ['AVAILABLE'] },
      properties: ['slot'],
    },
    {
      says: '6.6: the scan is one write under the engine lock that removes CREATING rows whose slot is free',
      steps: { reconciler: ['y remove what is abandoned'] },
      properties: ['S11', 'scan'],
    },
    {
      says: '6.6, bug: a scan in three steps loses a backup that became AVAILABLE in between',
      properties: ['S11-kept'],
    },
    {
      says: '6.4: one process has the file; a killed one leaves free slots',
      steps: { host: ['SIGKILL', 'start again'] },
      properties: ['down', 'SIGKILL'],
    },
    { says: '1: an abandoned create is removed, without a tombstone', properties: ['rest', 'S11'] },
    {
      says: '3: DeleteBackup of a CREATING backup answers BackupInUseException, of none BackupNotFoundException',
      steps: { delete: ['refused: BackupInUse', 'refused: BackupNotFound'] },
      properties: ['refused'],
    },
    { says: '5.2: the delete is one write transaction', steps: { delete: ['delete'] }, properties: ['deleted'] },
    {
      says: '12: definition and items belong to one state, although the source changes',
      steps: { writer: ['change the source'] },
      properties: ['snapshot'],
    },
    {
      says: '7: a create holds two connections, its permit and a snapshot slot',
      elsewhere: ['pool-wedge', 'admission'],
    },
    ...interleavingSentences({ 11: { properties: ['S11', 'S11-kept'] } }),
    { says: 'S10: what is AVAILABLE has its whole data', properties: ['S10'] },
    { says: 'S11: only abandoned CREATING backups are cleaned up', properties: ['S11', 'S11-kept'] },
    { says: 'L1: a create ends, AVAILABLE or gone', properties: ['L1 of backup n', 'L2 of create n'] },
    { says: 'L4: each request is answered', properties: ['L3'] },
  ],
  added: [
    {
      why: 'a create that fails removes its own row before it frees the slot',
      steps: { 'create n': ['copying fails', 'remove own row'] },
    },
  ],
  environment: ['crash'],
};
