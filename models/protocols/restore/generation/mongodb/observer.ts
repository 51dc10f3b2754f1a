/** A client that repeats DescribeTable: a local read, whose result a failover may undo. */
import { oneOf } from '../../../../language/domains.ts';
import type { Model } from '../../../../language/model.ts';
import type { Judgements } from './properties.ts';
import type { Rules } from './rules.ts';
import type { World } from './world.ts';

export function declareObserver(m: Model, world: World, rules: Rules, judge: Judgements): void {
  const me = m.record('what DescribeTable showed', { last: oneOf('nothing', 'ACTIVE') });
  const { table } = world.targets[0]!;
  const labels = ['DescribeTable: ACTIVE', 'DescribeTable: no longer ACTIVE'] as const;
  const process = m.process('client', labels, (step) => {
    world.database.find(table, () => {
      if (table.status === 'ACTIVE' && me.last === 'nothing') {
        step('DescribeTable: ACTIVE', () => {
          me.last = 'ACTIVE';
        });
      } else if (table.status !== 'ACTIVE' && me.last === 'ACTIVE') {
        step('DescribeTable: no longer ACTIVE', () => {
          judge.shownStays(rules.rolledBackActiveIsExcused);
          me.last = 'nothing';
        });
      }
    });
  });
  m.privateTo(process, me);
}
