/** The one server process: when it dies it loses its memory, and it sweeps the file before it serves again. */
import type { Model, Step } from '../../../../language/model.ts';
import { numbersTo } from '../catalog.ts';
import type { StepProperties } from './properties.ts';
import type { Rules } from './rules.ts';
import { isAtRest, type World } from './world.ts';

export function declareServer(m: Model, world: World, rules: Rules, properties: StepProperties): void {
  declareCrash(m, world, rules, properties);
  declareSweep(m, world, rules, properties);
}

function declareCrash(m: Model, world: World, rules: Rules, properties: StepProperties): void {
  const { server, budget, restores } = world;
  const crash = () => {
    properties.serverDies(() => server.is !== 'down');
    properties.sweepDies(() => server.is === 'sweeping');
    budget.crashes--;
    server.is = 'down';
    for (const restore of restores) {
      if (isAtRest(restore)) continue;
      restore.batch = 0;
      restore.at = 'crashed';
    }
  };
  const body = (step: Step<'crash' | 'restart'>) => {
    if (server.is === 'down') {
      step('restart', () => {
        server.is = rules.sweepsAtStart ? 'sweeping' : 'serving';
      });
    } else if (budget.crashes > 0) step('crash', crash);
  };
  const life = m.environment('server', ['crash', 'restart'], body);
  // An assumption: the server is restarted.
  m.weaklyFair(life, { only: ['restart'] });
}

/** No other process has the file open and no job runs yet, so every restore target has lost its owner. */
function declareSweep(m: Model, world: World, rules: Rules, properties: StepProperties): void {
  const { server, database, tables, restores, targets } = world;
  const swept = () => numbersTo(tables.length).filter((id) => rules.isSwept(world, id));
  const remove = (id: number) => {
    properties.sweepIsAlone(() => server.is === 'sweeping' || !rules.isAloneOnFile);
    properties.sweptHasNoOwner(() => restores[id] === undefined || isAtRest(restores[id]));
    properties.removesRestoreTarget(id < targets.length && tables[id]!.status === 'CREATING');
    properties.sweepRemoves();
    m.reset(tables[id]!);
  };
  const body = (step: Step<'Q5 remove an abandoned target' | 'Q5 nothing is left: serve'>) => {
    if (server.is !== 'sweeping') return;
    database.write(() => {
      const [first] = swept();
      if (first !== undefined) step('Q5 remove an abandoned target', () => remove(first));
      else {
        step('Q5 nothing is left: serve', () => {
          server.is = 'serving';
        });
      }
    });
  };
  m.weaklyFair(m.process('start-up sweep', ['Q5 remove an abandoned target', 'Q5 nothing is left: serve'], body));
  if (rules.isAloneOnFile) return;
  m.process('second server on the file', ['Q5 remove what looks abandoned'], (step) => {
    database.write(() => step.either('Q5 remove what looks abandoned', swept(), remove));
  });
}
