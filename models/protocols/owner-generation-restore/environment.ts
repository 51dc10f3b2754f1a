/** Time. An owner may be silent for any time: paused, slow, or dead. */
import type { Model } from '../../language/model.ts';
import type { StepProperties } from './properties.ts';
import type { Rules } from './rules.ts';
import type { World } from './world.ts';

export function declareEnvironment(m: Model, { targets }: World, rules: Rules, properties: StepProperties): void {
  targets.forEach((target, id) => {
    const ages = () => target.job === 'RUNNING' || target.job === 'FAILED';
    m.timePasses(`clock of target ${id}`, 'stale_after goes by', {
      when: () => ages() && !target.stale,
      effect: () => {
        properties.ages(target);
        target.stale = true;
      },
    });
  });
  if (!rules.timerMakesActive) return;
  m.process('control plane', ['timer makes it ACTIVE'], (step) => {
    for (const target of targets) {
      if (target.status !== 'CREATING') continue;
      step('timer makes it ACTIVE', () => {
        target.status = 'ACTIVE';
      });
    }
  });
}
