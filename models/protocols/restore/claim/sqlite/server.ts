/** The one server process: when it dies it loses its memory, and it sweeps the file before it serves again. */
import { upTo } from '../../../../language/domains.ts';
import type { Model } from '../../../../language/model.ts';
import { numbersTo } from '../catalog.ts';
import type { StepProperties } from './properties.ts';
import type { Rules } from './rules.ts';
import { isAtRest, type World } from './world.ts';

export function declareServer(m: Model, world: World, rules: Rules, properties: StepProperties): void {
  declareCrash(m, world, rules);
  declareSweep(m, world, rules, properties);
}

function declareCrash(m: Model, { server, scale, restores, deletes }: World, rules: Rules): void {
  const budget = m.record('crashes left', { left: upTo(scale.crashes) }, { left: scale.crashes });
  const crash = () => {
    budget.left--;
    server.isUp = false;
    server.sweeps = false;
    for (const restore of restores) {
      if (isAtRest(restore)) continue;
      restore.batch = 0;
      restore.at = 'crashed';
    }
    for (const deletion of deletes) if (deletion.at === 'remove') deletion.at = 'crashed';
  };
  const life = m.environment('server', ['crash', 'restart'], (step) => {
    if (server.isUp && budget.left > 0) step('crash', crash);
    if (!server.isUp) {
      step('restart', () => {
        server.isUp = true;
        server.sweeps = rules.sweepsAtStart;
      });
    }
  });
  // An assumption: the server is restarted.
  m.weaklyFair(life, { only: ['restart'] });
}

/** No other process has the file open and no job runs yet, so every restore target has lost its owner. */
function declareSweep(m: Model, world: World, rules: Rules, properties: StepProperties): void {
  const { server, database, tables, restores, targets } = world;
  const swept = () => numbersTo(tables.length).filter((id) => rules.isSwept(world, id));
  const remove = (id: number) => {
    properties.sweptHasNoOwner(() => restores[id] === undefined || isAtRest(restores[id]));
    properties.removesRestoreTarget(id < targets.length && tables[id]!.status === 'CREATING');
    properties.sweepRemoves();
    m.reset(tables[id]!);
  };
  const sweep = m.process('start-up sweep', ['Q5 remove an abandoned target', 'Q5 nothing is left: serve'], (step) => {
    if (!server.isUp || !server.sweeps) return;
    database.write(() => {
      const [first] = swept();
      if (first !== undefined) step('Q5 remove an abandoned target', () => remove(first));
      else {
        step('Q5 nothing is left: serve', () => {
          server.sweeps = false;
        });
      }
    });
  });
  m.weaklyFair(sweep);
  if (rules.isAloneOnFile) return;
  m.process('second server on the file', ['Q5 remove what looks abandoned'], (step) => {
    database.write(() => step.either('Q5 remove what looks abandoned', swept(), remove));
  });
}
