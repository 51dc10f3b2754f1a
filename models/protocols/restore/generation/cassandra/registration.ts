/** K1 takes the marker of the backup, K2 inserts the target under its name: two partitions, so two steps, in either order. */
import { end, type Job, type Offer, refuse } from './job.ts';
import { isMarked, ownGeneration, partitionOf, partitionOfName } from './world.ts';

export function offerRegistration(job: Job, step: Offer): void {
  const { world, me } = job;
  switch (me.at) {
    case 'start':
      if (world.first === 'K1') takeMarker(job, step);
      else insert(job, step);
      break;
    case 'K1':
      takeMarker(job, step);
      break;
    case 'K1 unknown':
      readMarker(job, step);
      break;
    case 'K2':
      insert(job, step);
      break;
    case 'K2 unknown':
      readRow(job, step);
      break;
    case 'confirm':
      confirm(job, step);
      break;
    case 'undo K1':
      undo(job, step);
  }
}

function takeMarker(job: Job, step: Offer): void {
  const { world, rules, me, target, judge } = job;
  const { store, first } = world;
  const backup = world.backupRows[target.backup]!;
  store.lwt(partitionOf(world, target.backup), () => {
    const isGone = rules.registrationAsksForAvailable && backup.status !== 'AVAILABLE';
    const isInUse = rules.registrationAsksForNoMarker && isMarked(world, target.backup);
    if (isGone || isInUse) {
      const refusal = isGone ? 'BackupNotFound' : 'BackupInUse';
      if (first === 'K1') return refuse(job, step, refusal);
      return step('K1 not applied: undo', () => {
        judge.refuses(target, refusal);
        me.refusal = refusal;
        me.at = 'failing';
      });
    }
    const land = () => {
      judge.takesMarker(target);
      target.marker.isActive = true;
    };
    step('K1 take the marker', () => {
      land();
      afterK1(job);
    });
    if (world.lostAnswersOfWrites)
      store.answerLost(step, ['K1 answer lost, landed', 'K1 answer lost, nothing landed'], land, () => {
        me.at = 'K1 unknown';
      });
  });
}

function afterK1({ world, rules, me }: Job): void {
  if (world.first === 'K1') me.at = 'K2';
  else me.at = rules.startsBeating === 'with the row' ? 'beat' : 'work';
}

function readMarker(job: Job, step: Offer): void {
  const { world, me, target } = job;
  world.store.read(partitionOf(world, target.backup), () => {
    if (target.marker.isActive) step('K1 unknown: read its marker', () => afterK1(job));
    else {
      step('K1 unknown: read none, again', () => {
        me.at = 'K1';
      });
    }
  });
}

function insert(job: Job, step: Offer): void {
  const { world, rules, me, target, judge } = job;
  const { store, first } = world;
  const { table } = target;
  const name = partitionOfName(world, target);
  store.lwt(name, () => {
    const holder = rules.insertIsConditional ? name.filter(({ status }) => status !== 'absent')[0] : undefined;
    if (holder !== undefined) {
      const refusal = holder.status === 'ACTIVE' ? 'TableAlreadyExists' : 'TableInUse';
      if (first === 'K2') return refuse(job, step, refusal);
      return step('K2 name is taken: undo K1', () => {
        judge.refuses(target, refusal);
        me.refusal = refusal;
        me.at = 'undo K1';
      });
    }
    const land = () => {
      Object.assign(table, { status: 'CREATING', job: 'RUNNING', generation: ownGeneration, heartbeat: 1 });
      if (rules.startsBeating === 'with the row') judge.startsBeating(target);
    };
    step('K2 insert', () => {
      land();
      afterK2(job);
    });
    if (world.lostAnswersOfWrites)
      store.answerLost(step, ['K2 answer lost, landed', 'K2 answer lost, nothing landed'], land, () => {
        me.at = 'K2 unknown';
      });
  });
}

function afterK2({ world, rules, me }: Job): void {
  if (world.first === 'K2') me.at = 'K1';
  else if (rules.confirms !== 'not at all') me.at = 'confirm';
  else me.at = rules.startsBeating === 'with the row' ? 'beat' : 'work';
}

function readRow(job: Job, step: Offer): void {
  const { world, rules, me, target, judge } = job;
  world.store.read(partitionOfName(world, target), () => {
    if (target.table.status !== 'absent') {
      step('K2 unknown: read its row', () => {
        judge.findsRow(target);
        afterK2(job);
      });
      return;
    }
    step('K2 unknown: read none', () => {
      judge.findsNoRow(target);
      if (rules.afterLostInsert === 'gives up') me.at = 'undo K1';
      else me.at = world.first === 'K2' ? 'start' : 'K2';
    });
  });
}

/** With K1 first, another process may have cleared the marker, because the target did not exist yet. */
function confirm(job: Job, step: Offer): void {
  const { world, rules, me, target, judge } = job;
  const { marker } = target;
  const decide = () => {
    if (!marker.isActive) {
      step('K2 the marker is lost: undo', () => {
        judge.losesMarker(target);
        me.refusal = 'BackupInUse';
        me.at = 'failing';
      });
      return;
    }
    step('K2 the marker is its own', () => {
      if (rules.confirms === 'by a conditional write') marker.isConfirmed = true;
      me.at = rules.startsBeating === 'with the row' ? 'beat' : 'work';
    });
  };
  const partition = partitionOf(world, target.backup);
  if (rules.confirms === 'by a conditional write') world.store.lwt(partition, decide);
  else world.store.read(partition, decide);
}

function undo(job: Job, step: Offer): void {
  const { world, target, judge } = job;
  world.store.lwt(partitionOf(world, target.backup), () =>
    step('K1 undone', () => {
      target.marker.isActive = false;
      end(job, 'failed');
      judge.markerIsGivenBack(target);
    }),
  );
}
