/** The scan for abandoned creates, at start and in every cycle: one write that removes CREATING rows whose slot is free. */
import type { Model, Step } from '../../../language/model.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import { dropRow, vanish, type World } from './world.ts';

const steps = ['y remove what is abandoned'] as const;
const stepsOfMutants = ['y read the rows', 'y read the slots', 'y delete by id'] as const;
type Label = (typeof steps)[number] | (typeof stepsOfMutants)[number];

export function declareScan(m: Model, world: World, rules: Rules, properties: Properties): void {
  const { database, backups, process, scan } = world;

  const remove = (id: number) => {
    properties.removes(id);
    if (rules.takesItemsAlong) vanish(backups[id]!);
    else dropRow(backups[id]!);
  };
  const isFound = (id: number): boolean => {
    const { status } = backups[id]!.row;
    if (!rules.goesOnBesideTasks && process.slots.includes(true)) return false;
    if (rules.asksForCreating ? status !== 'CREATING' : status === 'absent') return false;
    return !rules.asksForFreeSlot || !process.slots[id];
  };
  /** Not offered when nothing is abandoned: it would change nothing. */
  const inOneWrite = (step: Step<Label>) =>
    database.write(() => {
      const found = backups.flatMap((_, id) => (isFound(id) ? [id] : []));
      if (found.length === 0) return;
      step('y remove what is abandoned', () => {
        properties.scans(found.length);
        found.forEach(remove);
      });
    });

  const readRows = (step: Step<Label>) =>
    database.read(() => {
      if (backups.every(({ row }) => row.status !== 'CREATING')) return;
      step('y read the rows', () => {
        backups.forEach(({ row }, id) => {
          scan.marked[id] = row.status === 'CREATING';
        });
        scan.at = 'rows read';
      });
    });
  const readSlots = (step: Step<Label>) =>
    step('y read the slots', () => {
      backups.forEach((_, id) => {
        const isMarked = scan.at === 'start' || scan.marked[id]!;
        scan.marked[id] = isMarked && !process.slots[id];
      });
      scan.at = 'slots read';
    });
  const deleteMarked = (step: Step<Label>) =>
    database.write(() =>
      step('y delete by id', () => {
        backups.forEach(({ row }, id) => {
          const asks = rules.scan !== 'three steps';
          if (scan.marked[id] && (asks ? row.status === 'CREATING' : row.status !== 'absent')) remove(id);
        });
        m.reset(scan);
      }),
    );
  const inThreeSteps = (step: Step<Label>) => {
    if (scan.at === 'start') readRows(step);
    else if (scan.at === 'rows read') readSlots(step);
    else deleteMarked(step);
  };
  const slotsFirst = (step: Step<Label>) => {
    if (scan.at === 'start') readSlots(step);
    else deleteMarked(step);
  };

  const isRight = rules.scan === 'one write';
  const labels: readonly Label[] = isRight ? steps : stepsOfMutants;
  const run = isRight ? inOneWrite : rules.scan === 'three steps' ? inThreeSteps : slotsFirst;
  const cycle = m.process('reconciler', labels, (step) => process.isUp && run(step));
  m.weaklyFair(cycle);
}
