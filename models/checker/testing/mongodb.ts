/**
 * Restore under owner generations on MongoDB, with its transactions and its backfill worker split into the single operations that
 * reach the database. The explorer's benchmark. `promela/mongodb.pml` is the same protocol for SPIN; both must give the same number
 * of states and transitions.
 */
import { bit, flag, oneOf, upTo, type View } from '../../language/domains.ts';
import { Model } from '../../language/model.ts';

export interface MongodbScale {
  readonly restores: number;
  readonly batches: number;
  /** A hand-over that asks for a CREATING table and not for the claim. */
  readonly handOverIgnoresClaim?: boolean;
  /** The reconciler does not list FAILED targets. */
  readonly ignoresFailed?: boolean;
  /** DeleteBackup does not resume what a crash left DELETING. */
  readonly neverResumes?: boolean;
  /** Heartbeats need not become stale. */
  readonly neverStale?: boolean;
  /** Declares liveness properties, under weak fairness of every process except for its crashes. */
  readonly judgesRuns?: boolean;
}

// A transaction that finds the lock taken is retried so often; then the request is refused.
const tries = 2;

const backupShape = {
  status: oneOf('AVAILABLE', 'DELETING', 'DELETED'),
  data: bit,
  /** Who has written lock_seq in an open transaction. `orphan`: a client that died; the server aborts its transaction later. */
  lock: oneOf('free', 'restore', 'delete', 'orphan'),
};

const targetShape = ({ batches }: MongodbScale) => ({
  table: oneOf('ABSENT', 'CREATING', 'ACTIVE'),
  job: oneOf('NONE', 'RUNNING', 'DONE', 'FAILED'),
  generation: oneOf('none', 'owner', 'fenced'),
  fresh: flag,
  heartbeat: upTo(batches + 1),
  /** A bit for each batch. */
  items: upTo(2 ** batches - 1),
  collection: flag,
  /** Writes that were applied after the claim was lost. */
  lateWrites: upTo(2),
  /** The backfill worker has chosen it. */
  picked: flag,
});

const ownerShape = ({ batches }: MongodbScale) => ({
  at: oneOf(
    ...['start', 'look', 'insert', 'commit', 'create collection', 'beat', 'read', 'write', 'hand over'],
    ...['fail', 'drop', 'remove', 'lost', 'done', 'refused', 'dead'],
  ),
  tried: upTo(tries - 1),
  batch: upTo(batches - 1),
  buffer: bit,
});

const listedShape = ({ batches }: MongodbScale) => ({
  as: oneOf('nothing', 'dead', 'failed', 'being removed'),
  generation: oneOf('none', 'owner'),
  heartbeat: upTo(batches + 1),
});

type Target = View<ReturnType<typeof targetShape>>;
type Owner = View<ReturnType<typeof ownerShape>>;
type Listed = View<ReturnType<typeof listedShape>>;

export function mongodb(scale: MongodbScale): Model {
  const m = new Model('owner generations on MongoDB');
  const backup = m.record('backup', backupShape, { data: 1 });
  const targets = m.family('target', scale.restores, targetShape(scale));
  const owners = m.family('restore', scale.restores, ownerShape(scale));
  const listed = m.family('listed', scale.restores, listedShape(scale));
  m.interchangeable(targets, owners, listed);

  const settled = m.always('S: no backup is deleted while a target is CREATING from it, and at most one is');
  const lateWrites = m.always('late: at most one write lands after the fence');
  const copiesWhole = m.always('copy: nothing is copied from a dropped backup');
  const activeWhole = m.always('whole: an ACTIVE target has every item');
  const onlyStale = m.always('stale: only a stale owner is failed');

  const creating = (target: Target): boolean => target.table === 'CREATING';
  const owned = (target: Target): boolean =>
    creating(target) && target.job === 'RUNNING' && target.generation === 'owner';
  const judge = (): void =>
    settled(targets.filter(creating).length <= 1 && (backup.status === 'AVAILABLE' || !targets.some(creating)));
  const dropCollection = (target: Target): void => {
    target.collection = false;
    target.items = 0;
  };
  const removeIfCreating = (target: Target): void => {
    if (!creating(target)) return;
    Object.assign(target, { table: 'ABSENT', job: 'NONE', generation: 'none', fresh: false, heartbeat: 0 });
  };
  const wrote = (target: Target): void => {
    target.collection = true;
    if (owned(target)) return;
    lateWrites(target.lateWrites < 1);
    target.lateWrites++;
  };

  targets.forEach((target, id) => {
    declareOwner(id, owners[id]!, target);
  });
  declareDelete();
  declareReconciler();
  declareBackfill();
  targets.forEach((target, id) => {
    m.process(`clock of target ${id}`, ['goes stale'], (step) => {
      if (creating(target) && target.job === 'RUNNING' && target.fresh) {
        step('goes stale', () => {
          target.fresh = false;
        });
      }
    });
  });
  m.process('transaction timeout', ['abort'], (step) => {
    if (backup.lock === 'orphan') {
      step('abort', () => {
        backup.lock = 'free';
      });
    }
  });
  m.ending('wherever nothing more can happen', () => true);
  if (scale.judgesRuns) declareRuns();
  return m;

  function declareRuns(): void {
    const unfair = ['crash', 'crash, then retried', 'copy error'];
    for (const process of m.processes) {
      const { labels } = process;
      if (scale.neverStale && process.name.startsWith('clock')) continue;
      m.weaklyFair({ process, labels, faults: [] }, { except: labels.filter((label) => unfair.includes(label)) });
    }
    m.leadsTo(
      'L1: target 0 becomes ACTIVE or goes',
      () => creating(targets[0]!),
      () => !creating(targets[0]!),
    );
    m.leadsTo(
      'L3: a delete that began ends',
      () => backup.status === 'DELETING',
      () => backup.status === 'DELETED',
    );
  }

  function declareOwner(id: number, me: Owner, target: Target): void {
    const go = (at: Owner['at']) => () => {
      me.at = at;
    };
    const retryOrRefuse = (): void => {
      backup.lock = 'free';
      if (me.tried + 1 < tries) {
        me.tried++;
        me.at = 'start';
      } else leave('refused');
    };
    const leave = (at: Owner['at']): void => {
      me.tried = 0;
      me.at = at;
    };
    const stopCopying = (at: Owner['at']): void => {
      me.batch = 0;
      me.buffer = 0;
      me.at = at;
    };
    const steps = [
      ...[
        'crash',
        'backup not found',
        'write lock_seq',
        'not in use',
        'in use',
        'insert',
        'commit',
        'create collection',
      ],
      ...[
        'heartbeat',
        'claim lost',
        'read batch',
        'write batch',
        'copy error',
        'hand over',
        'FAILED',
        'drop',
        'remove',
      ],
    ];
    m.process(`restore ${id}`, steps, (step) => {
      const { at } = me;
      if (at === 'done' || at === 'refused' || at === 'dead') return;
      step('crash', () => {
        if (at === 'look' || at === 'insert' || at === 'commit') backup.lock = 'orphan';
        me.tried = 0;
        stopCopying('dead');
      });
      switch (at) {
        case 'start':
          if (backup.status !== 'AVAILABLE') step('backup not found', () => leave('refused'));
          else if (backup.lock === 'free') {
            step('write lock_seq', () => {
              backup.lock = 'restore';
              me.at = 'look';
            });
          }
          break;
        case 'look':
          if (targets.some(creating)) step('in use', retryOrRefuse);
          else step('not in use', () => leave('insert'));
          break;
        case 'insert':
          step('insert', go('commit'));
          break;
        case 'commit':
          step('commit', () => {
            backup.lock = 'free';
            Object.assign(target, {
              table: 'CREATING',
              job: 'RUNNING',
              generation: 'owner',
              fresh: true,
              heartbeat: 1,
            });
            judge();
            me.at = 'create collection';
          });
          break;
        case 'create collection':
          step('create collection', () => {
            wrote(target);
            me.at = 'beat';
          });
          break;
        case 'beat':
          if (owned(target)) {
            step('heartbeat', () => {
              target.fresh = true;
              target.heartbeat++;
              me.at = 'read';
            });
          } else {
            step('claim lost', () => stopCopying('lost'));
          }
          break;
        case 'read':
          step('read batch', () => {
            copiesWhole(backup.data === 1 || !creating(target));
            me.buffer = backup.data;
            me.at = 'write';
          });
          break;
        case 'write':
          step('write batch', () => {
            if (me.buffer === 1) target.items |= 1 << me.batch;
            wrote(target);
            me.buffer = 0;
            if (me.batch + 1 < scale.batches) {
              me.batch++;
              me.at = 'beat';
            } else stopCopying('hand over');
          });
          step('copy error', () => stopCopying('fail'));
          break;
        case 'hand over':
          if (scale.handOverIgnoresClaim ? creating(target) : owned(target)) {
            step('hand over', () => {
              target.job = 'DONE';
              me.at = 'done';
            });
          } else step('claim lost', go('lost'));
          break;
        case 'fail':
          if (owned(target)) {
            step('FAILED', () => {
              target.job = 'FAILED';
              target.generation = 'fenced';
              me.at = 'drop';
            });
          } else step('claim lost', go('lost'));
          break;
        case 'drop':
        case 'lost':
          step('drop', () => {
            dropCollection(target);
            me.at = at === 'drop' ? 'remove' : 'done';
          });
          break;
        case 'remove':
          step('remove', () => {
            removeIfCreating(target);
            me.at = 'done';
          });
      }
    });
  }

  function declareDelete(): void {
    const me = m.record(
      'delete',
      {
        at: oneOf('start', 'look', 'write', 'commit', 'drop', 'mark', 'done', 'refused'),
        tried: upTo(tries - 1),
        crashes: bit,
      },
      { crashes: 1 },
    );
    const leave = (at: (typeof me)['at']) => () => {
      me.tried = 0;
      me.at = at;
    };
    const steps = [
      ...['crash, then retried', 'resume', 'already gone', 'write lock_seq', 'not in use', 'in use'],
      ...['write DELETING', 'commit', 'drop items', 'mark DELETED'],
    ];
    m.process('DeleteBackup', steps, (step) => {
      const { at } = me;
      if (at === 'done' || at === 'refused') return;
      if (at !== 'start' && me.crashes === 1) {
        step('crash, then retried', () => {
          me.crashes = 0;
          if (at === 'look' || at === 'write' || at === 'commit') backup.lock = 'orphan';
          leave('start')();
        });
      }
      switch (at) {
        case 'start':
          if (backup.status === 'DELETING') {
            if (!scale.neverResumes) step('resume', leave('drop'));
          } else if (backup.status === 'DELETED') step('already gone', leave('done'));
          else if (backup.lock === 'free') {
            step('write lock_seq', () => {
              backup.lock = 'delete';
              me.at = 'look';
            });
          }
          break;
        case 'look':
          if (!targets.some(creating)) step('not in use', leave('write'));
          else {
            step('in use', () => {
              backup.lock = 'free';
              if (me.tried + 1 < tries) {
                me.tried++;
                me.at = 'start';
              } else leave('refused')();
            });
          }
          break;
        case 'write':
          step('write DELETING', () => {
            me.at = 'commit';
          });
          break;
        case 'commit':
          step('commit', () => {
            backup.status = 'DELETING';
            backup.lock = 'free';
            judge();
            me.at = 'drop';
          });
          break;
        case 'drop':
          step('drop items', () => {
            backup.data = 0;
            me.at = 'mark';
          });
          break;
        case 'mark':
          step('mark DELETED', () => {
            backup.status = 'DELETED';
            judge();
            me.at = 'done';
          });
      }
    });
  }

  function declareReconciler(): void {
    const me = m.record('reconciler', { passes: flag, crashes: bit }, { crashes: 1 });
    const forget = (one: Listed): void => {
      Object.assign(one, { as: 'nothing', generation: 'none', heartbeat: 0 });
    };
    const listedAs = (target: Target): Listed['as'] => {
      if (!creating(target)) return 'nothing';
      if (target.job === 'RUNNING' && !target.fresh) return 'dead';
      return target.job === 'FAILED' && !scale.ignoresFailed ? 'failed' : 'nothing';
    };
    const removing = (): number => listed.findIndex(({ as }) => as === 'being removed');
    const isAsListed = (target: Target, one: Listed): boolean =>
      creating(target) &&
      target.job === 'RUNNING' &&
      target.generation === one.generation &&
      target.heartbeat === one.heartbeat;
    m.process('reconciler', ['crash', 'list', 'fail', 'skip', 'drop', 'remove', 'pass ends'], (step) => {
      if (me.passes && me.crashes === 1) {
        step('crash', () => {
          me.crashes = 0;
          listed.forEach(forget);
          me.passes = false;
        });
      }
      if (!me.passes) {
        if (targets.every((target) => listedAs(target) === 'nothing')) return;
        step('list', () => {
          targets.forEach((target, id) => {
            const one = listed[id]!;
            const as = listedAs(target);
            if (as === 'nothing') return;
            one.as = as;
            if (as !== 'dead') return;
            one.generation = target.generation === 'owner' ? 'owner' : 'none';
            one.heartbeat = target.heartbeat;
          });
          me.passes = true;
        });
        return;
      }
      const current = removing();
      if (current >= 0) {
        step('remove', () => {
          removeIfCreating(targets[current]!);
          listed[current]!.as = 'nothing';
        });
        return;
      }
      targets.forEach((target, id) => {
        const one = listed[id]!;
        if (one.as === 'failed') {
          step('drop', () => {
            dropCollection(target);
            one.as = 'being removed';
          });
        } else if (one.as === 'dead' && isAsListed(target, one)) {
          step('fail', () => {
            onlyStale(!target.fresh);
            target.job = 'FAILED';
            target.generation = 'fenced';
            forget(one);
            one.as = 'failed';
          });
        } else if (one.as === 'dead') step('skip', () => forget(one));
      });
      if (listed.every(({ as }) => as === 'nothing')) {
        step('pass ends', () => {
          me.passes = false;
        });
      }
    });
  }

  function declareBackfill(): void {
    const me = m.record('backfill', { at: oneOf('idle', 'build', 'flip'), crashes: bit }, { crashes: 1 });
    const isDone = (target: Target): boolean => creating(target) && target.job === 'DONE';
    const rest = (target: Target): void => {
      target.picked = false;
      me.at = 'idle';
    };
    m.process('backfill', ['crash', 'pick', 'build index', 'flip'], (step) => {
      if (me.at === 'idle') {
        for (const target of targets.filter(isDone)) {
          step('pick', () => {
            target.picked = true;
            me.at = 'build';
          });
        }
        return;
      }
      const target = targets.find(({ picked }) => picked)!;
      if (me.crashes === 1) {
        step('crash', () => {
          me.crashes = 0;
          rest(target);
        });
      }
      if (me.at === 'build') {
        step('build index', () => {
          me.at = 'flip';
        });
        return;
      }
      step('flip', () => {
        if (isDone(target)) {
          activeWhole(target.items === 2 ** scale.batches - 1);
          target.table = 'ACTIVE';
        }
        rest(target);
      });
    });
  }
}
