/** The decisions of the protocol, by name, with their correct values. The processes follow them; a mutant replaces one. */
import type { Refusal } from '../../told.ts';
import { answerTo } from './answers.ts';
import { creatingFrom, holderOf, type RecordRow, type Target, type World } from './world.ts';

/** Every write of an owner is a compare-and-set on the expected status and on its generation. */
const owns = (record: RecordRow, generation: number): boolean =>
  record.job === 'RUNNING' && record.generation === generation;

export const rules = {
  // The claim: a slot of the process, by table id.
  takesSlot: 'before it registers' as 'before it registers' | 'after it has registered',
  freesSlot: 'with its end' as 'with its end' | 'before DONE',
  /** The slot is freed however the task ends. */
  hasDropGuard: true,

  /** A cycle finds what is dead while other tasks have their slots. */
  goesOnBesideTasks: true,
  /** What is listed is handled, one record after the other, whatever becomes of each. */
  cycleEndsWithFirst: false,

  // The request.
  holderOfName: (world: World, name: number): Target | undefined => holderOf(world, name),
  /** A table that CreateTable has made, or is making, has its name as well. */
  looksForOrdinaryTables: true,
  inUseForRestore: (world: World, backup: number): boolean => creatingFrom(world, backup).length > 0,
  /** What a client is told that is refused. */
  tells: (decided: Refusal): Refusal => decided,
  /** The job continues, whether or not its client waits. */
  jobIsDetached: true,

  // The owner.
  beatMatches: owns,
  /** Checked in the write transaction of every batch. */
  batchMatches: owns,
  doneMatches: owns,
  failMatches: owns,

  // Start-up and reconciler.
  writesEpoch: true,
  /** A record whose task is alive in this process is not dead, however old its heartbeat. */
  listsAsDead: (record: RecordRow, hasSlot: boolean): boolean => record.job === 'RUNNING' && record.stale && !hasSlot,
  listsAsFailed: ({ record, table }: Target): boolean =>
    record.job === 'FAILED' && record.stale && table.status === 'CREATING',

  // Other requests.
  answers: answerTo,

  // DeleteBackup.
  inUseForDelete: (world: World, backup: number): boolean => creatingFrom(world, backup).length > 0,

  // DescribeTable.
  describes: 'in one read' as 'in one read' | 'in two reads',

  // What is promised.
  /** An assumption: a task continues or dies; none hangs for ever. */
  tasksGoOn: true,
  /** Records that must be gone, with their targets, after the first cycle of a new process. */
  firstCycleRemoves: (job: RecordRow['job']): boolean => job === 'RUNNING',
};

export type Rules = typeof rules;
