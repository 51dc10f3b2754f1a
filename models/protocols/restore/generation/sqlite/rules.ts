/** The protocol's decisions, each by name and with its right value. The processes follow these; a mutant replaces one. */
import { creatingFrom, holderOf, type RecordRow, type Target, type World } from './world.ts';

/** Every owner's write is a compare-and-set on the status it comes from and on the generation. */
const owns = (record: RecordRow, generation: number): boolean =>
  record.job === 'RUNNING' && record.generation === generation;

export const rules = {
  // The claim: a slot of the process, by table id.
  takesSlot: 'before it registers' as 'before it registers' | 'after it has registered',
  freesSlot: 'with its end' as 'with its end' | 'before DONE',
  /** Whatever ends the task frees its slot. */
  hasDropGuard: true,

  // The request.
  holderOfName: (world: World, name: number): Target | undefined => holderOf(world, name),
  inUseForRestore: (world: World, backup: number): boolean => creatingFrom(world, backup).length > 0,
  /** The job goes on whether or not its client waits. */
  jobIsDetached: true,

  // The owner.
  beatMatches: owns,
  /** Asked in the write transaction of every batch. */
  batchMatches: owns,
  doneMatches: owns,
  failMatches: owns,

  // Start-up and reconciler.
  writesEpoch: true,
  /** A record whose task is alive in this process is not dead, however old its heartbeat. */
  listsAsDead: (record: RecordRow, hasSlot: boolean): boolean => record.job === 'RUNNING' && record.stale && !hasSlot,
  listsAsFailed: ({ record, table }: Target): boolean =>
    record.job === 'FAILED' && record.stale && table.status === 'CREATING',

  // DeleteBackup.
  inUseForDelete: (world: World, backup: number): boolean => creatingFrom(world, backup).length > 0,

  // DescribeTable.
  describes: 'in one read' as 'in one read' | 'in two reads',

  // What is promised.
  /** A task goes on or dies; none hangs for ever. */
  tasksGoOn: true,
  /** Which records must be gone after the first cycle of a new process, with their targets. */
  firstCycleRemoves: (job: RecordRow['job']): boolean => job === 'RUNNING',
};

export type Rules = typeof rules;
