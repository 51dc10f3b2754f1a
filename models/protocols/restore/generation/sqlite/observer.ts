/** An observing client: DescribeTable of target 0 whenever its answer would differ, and a Scan after it has shown ACTIVE. */
import { oneOf } from '../../../../language/domains.ts';
import type { Model, Step } from '../../../../language/model.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import { accepts, type World } from './world.ts';

const steps = ['DescribeTable', 'Scan'] as const;
const stepsOfMutants = ['DescribeTable reads the status', 'DescribeTable reads the record', 'request fails'] as const;
type Label = (typeof steps)[number] | (typeof stepsOfMutants)[number];

export function declareObserver(m: Model, world: World, rules: Rules, properties: Properties): void {
  if (!world.variant.isObserved) return;
  const { database, targets } = world;
  const { table, record } = targets[0]!;
  const me = m.record('observer', {
    saw: oneOf('absent', 'CREATING', 'ACTIVE'),
    at: oneOf('start', 'status read'),
    status: oneOf('absent', 'CREATING', 'ACTIVE'),
  });
  const hasSummary = () => record.job === 'RUNNING' || record.job === 'FAILED';
  const show = (status: typeof me.status) => {
    properties.describes(me.saw, status, hasSummary());
    me.saw = status;
    me.status = 'absent';
    me.at = 'start';
  };

  const inOneRead = (step: Step<Label>) => {
    if (!accepts(world)) return;
    database.read(() => {
      if (table.status !== me.saw) step('DescribeTable', () => show(table.status));
      if (me.saw === 'ACTIVE') step('Scan', () => properties.scans(targets[0]!));
    });
  };
  const inTwoReads = (step: Step<Label>) => {
    if (!accepts(world)) {
      if (me.at === 'status read') {
        step('request fails', () => {
          me.status = 'absent';
          me.at = 'start';
        });
      }
      return;
    }
    database.read(() => {
      if (me.at === 'status read') step('DescribeTable reads the record', () => show(me.status));
      else if (table.status !== me.saw) {
        step('DescribeTable reads the status', () => {
          me.status = table.status;
          me.at = 'status read';
        });
      }
    });
  };
  const isRight = rules.describes === 'in one read';
  const observer = m.process<Label>('observer', isRight ? steps : stepsOfMutants, isRight ? inOneRead : inTwoReads);
  m.privateTo(observer, me);
}
