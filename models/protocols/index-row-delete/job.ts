/** A backup job: claims the id on a dedicated session, beats, writes its data into the store, and makes the row AVAILABLE. */
import type { Model, Step } from '../../language/model.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import { fencedGeneration, generationOf, inStore, type Job, type World } from './world.ts';

const steps = [
  'try-lock the id',
  'refused: the id is locked',
  'claim: CREATING',
  'refused: AlreadyExists',
  'beat',
  'beat not matched',
  'session is dead',
  'write a batch',
  'writing fails',
  'AVAILABLE',
  'AVAILABLE not matched',
  'FAILED',
  'FAILED not matched',
] as const;
type Label = (typeof steps)[number];

const rests: ReadonlySet<string> = new Set([
  'start',
  'created',
  'AlreadyExists',
  'failed',
  'lost',
  'crashed',
] satisfies Job['at'][]);

export function declareJob(m: Model, world: World, rules: Rules, job: number, properties: Properties): void {
  const { database, row, data, history, scale } = world;
  const { me, session, loss } = world.jobs[job]!;
  const mine = generationOf(job);
  const own = data[rules.dataIsFoundBy === 'claim' ? job : 0]!;
  const end = (at: Job['at']) => () => {
    session.die();
    m.reset(me);
    me.at = at;
  };

  const lock = (step: Step<Label>) => {
    if (!rules.triesLock) {
      claim(step);
      return;
    }
    session.tryAdvisoryLock(step, 0, (locking, isFree) => {
      if (isFree) {
        locking('try-lock the id', () => {
          me.at = 'locked';
        });
      } else {
        locking('refused: the id is locked', () => {
          properties.lockRefuses();
          m.reset(me);
          me.at = 'AlreadyExists';
        });
      }
    });
  };
  const claim = (step: Step<Label>) =>
    database.insert(row, [row], () => {
      if (!rules.canClaim(row)) {
        step('refused: AlreadyExists', () => {
          properties.rowRefuses();
          end('AlreadyExists')();
        });
        return;
      }
      step('claim: CREATING', () => {
        properties.claims();
        row.status = 'CREATING';
        row.generation = mine;
        row.heartbeat = 1;
        row.stale = false;
        history.isSilent = false;
        me.at = 'beat';
      });
    });

  /** A statement on the session of the claim. */
  const onSession = (step: Step<Label>, statement: () => void) => {
    if (me.sessionIsOpen) statement();
    else if (rules.deadSession === 'is ignored') {
      step('session is dead', () => {
        me.at = me.at === 'beat' ? 'write' : 'lost';
      });
    } else {
      step('session is dead', () => {
        properties.sessionIsMissed();
        end('lost')();
      });
    }
  };
  const beat = (step: Step<Label>) =>
    onSession(step, () =>
      database.update(row, () => {
        if (!rules.beatMatches(row, mine)) step('beat not matched', end('lost'));
        else {
          step('beat', () => {
            properties.ownerWrites(mine);
            row.heartbeat++;
            row.stale = false;
            history.isSilent = false;
            me.at = 'write';
          });
        }
      }),
    );
  const write = (step: Step<Label>) => {
    inStore(m, own, () =>
      step('write a batch', () => {
        properties.writesData(mine);
        own.batches[me.batch] = true;
        if (loss.isLost && loss.lateWrites < 2) loss.lateWrites++;
        me.batch++;
        me.at = me.batch === scale.batches ? 'finish' : 'beat';
      }),
    );
    step('writing fails', () => {
      me.at = 'failing';
    });
  };
  const finish = (step: Step<Label>) =>
    onSession(step, () =>
      database.update(row, () => {
        if (!rules.availableMatches(row, mine)) step('AVAILABLE not matched', end('lost'));
        else {
          step('AVAILABLE', () => {
            properties.ownerWrites(mine);
            row.status = 'AVAILABLE';
            history.wasAvailable = true;
            end('created')();
          });
        }
      }),
    );
  const fail = (step: Step<Label>) =>
    onSession(step, () =>
      database.update(row, () => {
        if (!rules.failMatches(row, mine)) step('FAILED not matched', end('lost'));
        else {
          step('FAILED', () => {
            properties.ownerWrites(mine);
            row.status = 'FAILED';
            row.generation = fencedGeneration(world);
            end('failed')();
          });
        }
      }),
    );

  const phases: { readonly [at in Job['at']]?: (step: Step<Label>) => void } = {
    start: lock,
    locked: claim,
    beat,
    write,
    finish,
    failing: fail,
  };
  const process = m.process(`job ${job}`, steps, (step) => phases[me.at]?.(step), {
    crash: { when: () => !rests.has(me.at), effect: end('crashed'), goesOn: true },
  });
  m.weaklyFair(process, { except: ['crash', 'writing fails'] });
}
