/** Sentences of the documents of backup and restore that several protocols follow. Each protocol has to answer for all of them. */
import type { Absence, Place, Sentence } from '../language/document.ts';

type Answers<Texts> = { readonly [id in keyof Texts]: Place | Absence };

const answered = <Texts extends { readonly [id: string]: string }>(texts: Texts, answers: Answers<Texts>): Sentence[] =>
  Object.entries(texts).map(([id, says]) => ({ says, ...answers[id]! }));

const invariants = {
  S1: 'S1: an ACTIVE target has every batch and every index entry of its backup, at the first look as well',
  S2: 'S2: no data is dropped while a CREATING target of the backup can become ACTIVE, and none registers afterwards',
  S3: 'S3: each batch of a job that becomes ACTIVE was read from full data',
  S4: 'S4: each backup has at most one CREATING target',
  S5: 'S5: each name has at most one live table, and one of simultaneous registrations wins',
  S6: 'S6: sweep, reconciler and failing jobs remove only a CREATING restore target with the very table id',
  S7: 'S7: once a record is FAILED or has another generation, no write of its old owner matches',
  S8: 'S8: no live owner is condemned: FAILED is written only over the heartbeat that was listed',
  S9: 'S9: ACTIVE and DONE go together, and FAILED comes before removal',
  S10: 'S10: what is AVAILABLE and not claimed by a delete has its whole data',
  S11: 'S11: only abandoned CREATING backups are cleaned up, never one that was AVAILABLE',
  S12: 'S12: a refused request has changed nothing durable',
  S13: 'S13: a table of the same name with another id is left alone by all who work for the old one',
  S14: 'S14: RestoreSummary is shown exactly while CREATING; never ACTIVE and then CREATING; reads succeed after ACTIVE',
  L1: 'L1: every restore target becomes ACTIVE or is removed',
  L2: 'L2: after a removal, name and backup can be used again',
  L3: 'L3: a delete ends: DELETED, or AVAILABLE without a claim',
  L4: 'L4: each request is answered',
  L5: 'L5: a cycle ends whatever record is unreadable, and FAILED records are tried again',
  L6: 'L6: a dead owner is detected within the window and one round of sweep or reconciler',
};

export const invariantSentences = (answers: Answers<typeof invariants>): Sentence[] => answered(invariants, answers);

const requests = {
  first: 'Checks 1, 2: authorisation and the shape of the ARN come first',
  backup: 'Check 3: no backup, or one that is deleted or going, answers BackupNotFoundException',
  name: 'Check 4: a CREATING restore target of the name answers TableInUseException, any other table TableAlreadyExistsException',
  inUse: 'Check 5: another CREATING target of the backup answers BackupInUseException',
  overrides: 'Check 6: overrides are compared with the source',
  permit: 'Check 7: permits are awaited for 30 s, and every other check answers without one',
  order: 'Check 8: registration repeats the checks, the name before the backup',
  remove:
    'DeleteBackup is refused for a backup that is gone (BackupNotFoundException) or in use (BackupInUseException)',
  creating: 'DeleteBackup of a CREATING backup answers BackupInUseException',
  ordinary: 'CreateTable into a name that is being restored answers ResourceInUseException; one of both wins',
  others: 'A CREATING target refuses DeleteTable, UpdateTable, reads, writes and CreateBackup',
};

type Fixed = 'first' | 'overrides' | 'permit';
type Usual = 'others';

/** For protocols of registered restores: nobody asks for permits, overrides or other operations there. */
export const requestSentences = (
  answers: Omit<Answers<typeof requests>, Fixed | Usual> & Partial<Pick<Answers<typeof requests>, Usual>>,
): Sentence[] =>
  answered(requests, {
    others: { leftOut: 'no such requests here' },
    ...answers,
    first: { leftOut: 'a request is its registration here, which repeats what was checked before' },
    overrides: { leftOut: 'no overrides: they change no state' },
    permit: { elsewhere: ['admission'] },
  });

const generations = {
  draw: '6.1: the generation is drawn anew at each claim and each FAILED, and is never 0',
  migrated: '6.1: generation 0 and the epoch as heartbeat mark a registration of an older release',
  compare: '6.1: every write of status or heartbeat asks for the status it comes from and for the generation',
  unknown: '6.1: who does not know whether its write has landed reads first',
  stop: '6.1: a job whose write did not match stops: no data, no status, no removal',
  clock: '6.1: a heartbeat is compared with the clock of the database',
  window: '6.1: the window is 300 s, at least three beats; a beat comes every 15 s',
  N1: 'N1: one step checks name, backup and use, and inserts target and record (RUNNING, generation, heartbeat)',
  N2: 'N2: a beat asks for RUNNING and the generation, else the job stops',
  N3: 'N3: batches are copied, and ownership is asked for between them',
  N4: 'N4: one step over RUNNING and the generation writes DONE and makes the target ACTIVE',
  N4no: 'N4: not matched, nothing is done, and the target stays CREATING for the reconciler',
  N5: 'N5: a job that fails writes FAILED over RUNNING and its generation; not matched, it does nothing',
  N6: 'N6: after its FAILED alone it removes its target',
  remove: '6.1: the delete looks for CREATING targets and writes DELETING in one step',
  drop: '6.1: then the data is dropped, and then DELETED written',
  row: '6.1: a row of the index is removed only from DELETED or FAILED',
  c0: 'c0: a maintenance claim is reported; what is skipped is open',
  c1: 'c1: listed are the stale that are RUNNING, or FAILED with a CREATING target',
  skipped: 'c1: an unreadable record is logged and skipped',
  c2: 'c2: FAILED with a new generation over RUNNING and the listed generation and heartbeat; not matched, it is left',
  c3: 'c3: the target of that id is dropped if it is a CREATING restore target, else left to its owner',
  c4: 'c4: for what is FAILED already only c3, and no second FAILED',
  c5: 'c5: a manifest restore is logged once and left',
  c6: 'c6: abandoned creates are cleaned up',
  servers: '6.2: several servers may run cycles at the same time',
  bound:
    '6.7: after a loss a job writes until its next beat (SQLite: batch), and changes no status and removes nothing',
};

export const generationSentences = (answers: Answers<typeof generations>): Sentence[] => answered(generations, answers);

/** Section 10: what must be explored, and its outcome. Each is shown by some model. */
export const interleavings = {
  1: 'Interleaving 1: delete and restore of one backup, in both orders; one of them is refused',
  2: 'Interleaving 2: two restores of one backup; one registers, the other is told BackupInUse',
  3: 'Interleaving 3: two backups restored into one name; one registers, the other is told TableInUse',
  4: 'Interleaving 4: restore and CreateTable of one name; one wins',
  5: 'Interleaving 5: a beat between listing and FAILED; not matched, the restore completes',
  6: 'Interleaving 6: FAILED between the last batch and DONE; not matched, the target stays CREATING and is removed',
  7: 'Interleaving 7: DONE and ACTIVE between listing and FAILED; FAILED and removal do nothing',
  8: 'Interleaving 8: a crash between FAILED and removal; listed once stale, removed, no second FAILED',
  9: 'Interleaving 9: a crash between r1 and r2; it goes on at r2',
  10: 'Interleaving 10: an owner wakes after its target was removed; nothing matches, a new table is left alone',
  11: 'Interleaving 11: a create becomes AVAILABLE between scan and removal; the backup is kept',
  12: 'Interleaving 12: a create beats between scan and fence; row, status and generation are kept',
  13: 'Interleaving 13: a client leaves at any step; the restore is whole, or nothing is left and a retry works',
  14: 'Interleaving 14: the session is lost in the copy; the job stops by its next beat, the target goes',
  15: 'Interleaving 15: a restore stalls between R2 and R4, its claim is cleared, another registers; the first ends at R5',
  16: 'Interleaving 16: a delete dies after D1, in D3 or before D4; S10 holds, and the sweep finishes it',
  17: 'Interleaving 17: a refused delete cannot release its claim; it is finished once no restore is CREATING',
  18: 'Interleaving 18: the sweep finds a delete while a restore is CREATING; it is put off',
  19: 'Interleaving 19: two reconcilers over one dead record; one FAILED, one removal',
  20: 'Interleaving 20: a host whose clock is behind registers; it is not listed as dead',
  21: 'Interleaving 21: DONE of unknown outcome; read first, and ACTIVE is not undone',
  22: 'Interleaving 22: a retry of a running restore while every permit is taken; TableInUse at once',
  23: 'Interleaving 23: one of two servers is killed; the cycle of the other removes the target',
  24: 'Interleaving 24: the heartbeat is lost while $out runs; no storage is left after the removal',
};

/** Those that the model shows. */
export const interleavingSentences = (shown: Partial<Answers<typeof interleavings>>): Sentence[] =>
  Object.entries(shown).map(([id, place]) => ({
    says: interleavings[id as unknown as keyof typeof interleavings],
    ...place,
  }));

/** What several models leave out: to others, or for one reason. */
export const leftOut = {
  creates: { elsewhere: ['in-catalog-create-sqlite', 'in-catalog-create-cassandra', 'index-row-delete'] },
  observer: { elsewhere: ['generation-restore-sqlite', 'generation-restore-mongodb', 'negative-cache'] },
  /** For the models of the earlier design. */
  earlier: {
    creates: { leftOut: 'no backup is created here, and no model has the creates of this design' },
    observer: { leftOut: 'nobody describes tables here; only restores of the later design are observed' },
  },
  records: { leftOut: 'this design has no records that could be unreadable or FAILED' },
  seconds: { elsewhere: ['staleness-window'] },
  clock: { elsewhere: ['backup-claim'] },
  ordinary: { elsewhere: ['generation-restore-sqlite'] },
  others: { elsewhere: ['generation-restore-sqlite'] },
  inherited: { elsewhere: ['generation-restore-postgresql'] },
  unknown: {
    elsewhere: ['generation-restore-postgresql', 'generation-restore-mongodb', 'generation-restore-cassandra'],
  },
  servers: { leftOut: 'one server in most variants here; the larger scales have two, by night' },
  uncounted: { leftOut: 'time is staleness here, and no model counts the seconds of this design' },
  rows: { elsewhere: ['index-row-delete'] },
};
