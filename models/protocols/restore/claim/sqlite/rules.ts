/** The decisions of the protocol, by name, with their correct values. The processes follow them; a mutant replaces one. */
import { idsOfBackup } from '../catalog.ts';
import type { Answer } from '../properties.ts';
import { isRestoreTarget, rowsOfName, type Table, type World } from './world.ts';

export const rules = {
  // Q1: registration.
  registrationIsOneTransaction: true,
  nameComesFirst: true,
  /** What a client is told that is refused. */
  tells: (decided: Answer): Answer => decided,
  canBeRestored: ({ backups }: World, backup: number): boolean => backups[backup]!.status === 'AVAILABLE',
  inUseForRestore: (world: World, backup: number): boolean => isInUse(world, backup),
  holderOfName: (world: World, restore: number): Table | undefined =>
    rowsOfName(world, restore).filter(({ status }) => status !== 'absent')[0],

  // Q2–Q4: the job.
  /** The table id, which is never reused, or the name, which another table may have by then. */
  jobGoesBy: 'id' as 'id' | 'name',
  abortRemoves: true,
  jobIsDetached: true,

  // The server.
  isSwept: (world: World, id: number): boolean => isRestoreTarget(world, id),
  sweepsAtStart: true,
  servesAfterSweep: true,
  isAloneOnFile: true,

  // DeleteBackup.
  deleteIsOneTransaction: true,
  inUseForDelete: (world: World, backup: number): boolean => isInUse(world, backup),

  // The control plane.
  targetHasTransitionTime: false,
};

export type Rules = typeof rules;

/** True without any mutant. */
export const isRight = (chosen: Rules): boolean =>
  Object.entries(rules).every(([name, rule]) => chosen[name as keyof Rules] === rule);

const isInUse = (world: World, backup: number): boolean =>
  idsOfBackup(world, world.targets.length, backup).some((id) => world.targets[id]!.status === 'CREATING');

/** The steps of a request or a job: the server handles them once its sweep is over. */
export const whileServing =
  <S>({ server }: World, rules: Rules, body: (step: S) => void) =>
  (step: S): void => {
    if (server.is === 'serving' || (!rules.servesAfterSweep && server.is === 'sweeping')) body(step);
  };
