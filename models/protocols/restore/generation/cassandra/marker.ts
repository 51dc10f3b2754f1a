/**
 * A process that meets a marker looks at the target it names, and clears the marker if the target is absent or no longer CREATING.
 * A restore or a delete does so instead of being refused; a reconciler does so, too. Marker and target are in different partitions.
 */
import type { Model } from '../../../../language/model.ts';
import type { Judgements } from './properties.ts';
import type { Rules } from './rules.ts';
import { partitionOf, partitionOfName, type World } from './world.ts';

const steps = ['read the marker', 'its target is settled', 'clear it', 'not applied'] as const;

export function declareClearing(m: Model, world: World, rules: Rules, judge: Judgements): void {
  if (!rules.anyoneClears) return;
  const { store, targets, seen } = world;
  const process = m.process('anyone', steps, (step) => {
    seen.forEach((entry, id) => {
      const target = targets[id]!;
      const { marker, table } = target;
      switch (entry.as) {
        case 'nothing':
          store.read(partitionOf(world, target.backup), () => {
            if (!marker.isActive) return;
            step('read the marker', () => {
              Object.assign(entry, { as: 'marker', isConfirmed: marker.isConfirmed });
            });
          });
          break;
        case 'marker':
          store.read(partitionOfName(world, target), () => {
            // While the target is CREATING, the process is refused; a later one looks again.
            if (!rules.canBeCleared(table)) return;
            step('its target is settled', () => {
              entry.as = 'marker to clear';
            });
          });
          break;
        case 'marker to clear':
          store.lwt(partitionOf(world, target.backup), () => {
            if (!rules.clearMatches(marker, entry)) {
              step('not applied', () => {
                judge.markerIsLeft(target);
                m.reset(entry);
              });
              return;
            }
            step('clear it', () => {
              judge.markerIsCleared(target);
              Object.assign(marker, { isActive: false, isConfirmed: false });
              m.reset(entry);
            });
          });
      }
    });
  });
  m.privateTo(process, ...seen);
  m.weaklyFair(process);
}
