/** What the design says, and where this model says it. */
import type { ProtocolDocument } from '../../../../language/document.ts';
import { interleavingSentences, invariantSentences, leftOut, requestSentences } from '../../../sentences.ts';

export const document: ProtocolDocument = {
  title: 'The design with a start-up sweep, on SQLite: steps Q1 to Q4',
  sentences: [
    ...requestSentences({
      name: {
        steps: { 'restore n': ['Q1 refused: TableInUse', 'Q1 refused: TableAlreadyExists'] },
        properties: [
          'refusals of restores',
          'a restore finds its name being restored',
          'a restore finds its name taken',
        ],
      },
      backup: { steps: { 'restore n': ['Q1 refused: BackupNotFound'] } },
      inUse: {
        steps: { 'restore n': ['Q1 refused: BackupInUse'] },
        properties: ['a restore finds its backup in use', 'one restore after the other completes'],
      },
      order: { properties: ['A5'] },
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
      says: 'One process has the file; whatever writes does so under the one write lock, one at a time',
      properties: ['the start-up sweep runs alone'],
    },
    { says: 'Q1: one write transaction checks and inserts the target', steps: { 'restore n': ['Q1 register'] } },
    { says: 'Q2: each batch is a short hold of the lock', steps: { 'restore n': ['Q2 commit a batch'] } },
    { says: 'Q3: CREATING becomes ACTIVE', steps: { 'restore n': ['Q3 ACTIVE'] }, properties: ['S7'] },
    {
      says: 'Q4: a job that fails removes its target',
      steps: { 'restore n': ['Q2 copying fails', 'Q4 remove own target'] },
      properties: ['a failed restore leaves nothing'],
    },
    {
      says: 'Delete: one write transaction looks for CREATING targets, and removes the backup and its data',
      steps: { 'delete n': ['E1 remove backup and data'] },
      properties: ['removed means gone'],
    },
    {
      says: 'Sweep: only at start, when each restore target is abandoned by definition and is removed',
      steps: { 'start-up sweep': ['Q5 remove an abandoned target', 'Q5 nothing is left: serve'], server: ['restart'] },
      properties: ['the start-up sweep removes a target'],
    },
    { says: 'Sweep: measured 0.1 s after the restart', leftOut: 'no clock: nothing here depends on time' },
    {
      says: 'Bug: a job awaited in its request ends with the client, and locks name and backup until the next start',
      steps: { 'client n': ['disconnects'] },
      properties: ['A3', 'a restore completes without its client'],
    },
    ...interleavingSentences({
      1: { properties: ['a restore finds its backup deleted', 'a delete is refused under a restore'] },
      2: { properties: ['a restore finds its backup in use'] },
      3: { properties: ['a restore finds its name being restored', 'S5'] },
      4: { properties: ['CreateTable finds its name taken', 'a restore finds its name taken'] },
      13: { properties: ['a restore completes without its client', 'A3'] },
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
      S12: { properties: ['S12'] },
      S13: { properties: ['S13'] },
      S14: leftOut.earlier.observer,
      L1: { properties: ['L1 of target n'] },
      L2: { properties: ['the name of a removed target is used again'] },
      L3: { leftOut: 'a delete is one step: its end is L4' },
      L4: { properties: ['L4 of the restores', 'L4 of the deletes', 'L4 of the start'] },
      L5: leftOut.records,
      L6: { leftOut: 'detection is the start, which L1 asks for' },
    }),
  ],
  environment: ['crash', 'timer of table n: flip'],
};
