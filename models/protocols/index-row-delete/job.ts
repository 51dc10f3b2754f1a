/** A backup job: claims the id on a dedicated session, beats, writes its data into the store, and makes the row AVAILABLE. */
import type { Model, Step } from '../../language/model.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import { fencedGeneration, generationOf, inStore, isJobAtRest, type Job, type World } from './world.ts';

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
          me.at = 'AlreadyExists';
          properties.lockRefuses(() => me.at === 'AlreadyExists');
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
        properties.sessionIsMissed(!me.sessionIsOpen);
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
            properties.ownerWrites(mine, me.sessionIsOpen);
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
        properties.writesLate(() => loss.isLost && loss.hasWritten);
        own.batches[me.batch] = true;
        if (loss.isLost) loss.hasWritten = true;
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
            properties.ownerWrites(mine, me.sessionIsOpen);
            row.status = 'AVAILABLE';
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
            properties.ownerWrites(mine, me.sessionIsOpen);
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
  const crash = () => {
    properties.jobDies(!isJobAtRest(me));
    end('crashed')();
  };
  const process = m.process(`job ${job}`, steps, (step) => phases[me.at]?.(step), {
    crash: { when: () => !isJobAtRest(me), effect: crash, goesOn: true },
  });
  m.weaklyFair(process, { except: ['crash', 'writing fails'] });
}
