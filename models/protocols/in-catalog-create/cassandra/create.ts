/** x1 to x4: write the row; write each bucket after a poll of the claim; beat; write AVAILABLE. The side table is written after the row. */
import type { Model, Step } from '../../../language/model.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import { type Create, isCreateAtRest, mine, type World } from './world.ts';

const steps = [
  'x1 insert the row: CREATING',
  'x1 its entry',
  'x3 beat',
  'x3 beat not applied',
  'x2 write a bucket',
  'x2 poll: still mine',
  'x2 poll: lost',
  'x4 AVAILABLE',
  'x4 not applied',
  'x4 its entry',
] as const;
const ofUnknownOutcomes = ['x4 lands, no answer', 'x4 fails, no answer', 'x4 is on its way, no answer'] as const;
const afterUnknownOutcomes = [
  'x4 read: it landed',
  'x4 read: it did not',
  'x4 read: the claim is lost',
  'x4 not applied: it has landed',
] as const;
const ofMutants = ['x4 no answer: taken for failed'] as const;
type Label =
  | (typeof steps)[number]
  | (typeof ofUnknownOutcomes)[number]
  | (typeof afterUnknownOutcomes)[number]
  | (typeof ofMutants)[number];

export function declareCreate(m: Model, world: World, rules: Rules, properties: Properties): void {
  const { create: me, database, buckets, entries, history, scale, variant } = world;
  const row = world.rows[0]!;
  const go = (at: Create['at']) => () => {
    me.at = at;
  };
  const stop = () => {
    m.reset(me);
    me.at = 'lost its claim';
  };

  const insert = (step: Step<Label>) =>
    database.lwt(row, () =>
      step('x1 insert the row: CREATING', () => {
        row.status = 'CREATING';
        row.generation = mine;
        me.at = 'inserted';
      }),
    );
  const addEntry = (step: Step<Label>) =>
    database.write(entries, () =>
      step('x1 its entry', () => {
        entries.creating = true;
        me.at = 'beat';
      }),
    );
  const beat = (step: Step<Label>) =>
    database.lwt(row, () => {
      if (!rules.beatMatches(row)) step('x3 beat not applied', stop);
      else {
        step('x3 beat', () => {
          properties.ownerWrites();
          row.heartbeat++;
          row.stale = false;
          history.isSilent = false;
          me.at = 'write';
        });
      }
    });
  const write = (step: Step<Label>) => {
    const bucket = buckets[me.bucket]!;
    database.write(bucket, () =>
      step('x2 write a bucket', () => {
        bucket.isThere = true;
        properties.writes(() => history.isLost && history.hasWritten);
        if (history.isLost) history.hasWritten = true;
        me.bucket++;
        me.at = 'poll';
        if (rules.polls === 'at the end' && me.bucket < scale.buckets) me.at = 'write';
      }),
    );
  };
  const poll = (step: Step<Label>) =>
    database.read(row, () => {
      if (!rules.pollMatches(row)) step('x2 poll: lost', stop);
      else step('x2 poll: still mine', go(me.bucket === scale.buckets ? 'finish' : 'beat'));
    });
  const makeAvailable = () => {
    properties.ownerWrites();
    row.status = 'AVAILABLE';
  };
  const late = variant.faults.includes('unknown outcomes')
    ? database.late('AVAILABLE', { when: () => rules.availableMatches(row), effect: makeAvailable })
    : null;
  const hasLanded = () => row.status === 'AVAILABLE' && row.generation === mine;
  const finish = (step: Step<Label>) =>
    database.lwt(row, () => {
      if (late !== null && rules.whenNotApplied === 'looks at the row' && hasLanded()) {
        step('x4 not applied: it has landed', go('available'));
        return;
      }
      if (!rules.availableMatches(row)) {
        step('x4 not applied', () => {
          stop();
          properties.fencedCreateFinishes(() => me.at === 'lost its claim');
        });
        return;
      }
      step('x4 AVAILABLE', () => {
        makeAvailable();
        me.at = 'available';
      });
      const [landed, failed, onItsWay] = ofUnknownOutcomes;
      database.answerLost(step, [landed, failed], makeAvailable, go('unsure'));
      late?.offer(step, onItsWay, go('unsure'));
    });
  const decide = (step: Step<Label>) => {
    if (rules.whenUnsure === 'takes it for failed') step('x4 no answer: taken for failed', stop);
    else {
      database.read(row, () => {
        if (row.status === 'AVAILABLE') step('x4 read: it landed', go('available'));
        else if (rules.availableMatches(row)) {
          step('x4 read: it did not', () => {
            me.at = 'finish';
            properties.triesAgain(() => me.at === 'finish');
          });
        } else {
          step('x4 read: the claim is lost', () => {
            properties.losesClaim(() => row.status !== 'AVAILABLE' && row.generation !== mine);
            stop();
          });
        }
      });
    }
  };
  const moveEntry = (step: Step<Label>) =>
    database.write(entries, () =>
      step('x4 its entry', () => {
        entries.creating = false;
        entries.available = true;
        m.reset(me);
        me.at = 'created';
      }),
    );

  const phases: { readonly [at in Create['at']]?: (step: Step<Label>) => void } = {
    start: insert,
    inserted: addEntry,
    beat,
    write,
    poll,
    finish,
    unsure: decide,
    available: moveEntry,
  };
  const isUnknown = variant.faults.includes('unknown outcomes');
  const labels: Label[] = [
    ...steps,
    ...(isUnknown ? ofUnknownOutcomes : []),
    ...(isUnknown && rules.whenUnsure === 'reads' ? afterUnknownOutcomes : []),
    ...(rules.whenUnsure === 'reads' ? [] : ofMutants),
  ];
  const crash = () => {
    properties.dies(!isCreateAtRest(me));
    m.reset(me);
    me.at = 'crashed';
  };
  const canCrash = variant.faults.includes('crashes');
  const task = m.process('create', labels, (step: Step<Label>) => phases[me.at]?.(step), {
    ...(canCrash && { crash: { when: () => !isCreateAtRest(me), effect: crash, goesOn: true } }),
  });
  m.privateTo(task, me);
  const mishaps: readonly string[] = ['crash', ...ofUnknownOutcomes];
  m.weaklyFair(task, { except: task.labels.filter((label) => mishaps.includes(label)) });
}
