/** K1 takes the marker of the backup, K2 inserts the target under its name: two partitions, so two steps, in either order. */
import { type Job, type Offer, refuse } from './job.ts';
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
  const { world, rules, me, target } = job;
  const { store, first } = world;
  const backup = world.backupRows[target.backup]!;
  store.lwt(partitionOf(world, target.backup), () => {
    const isGone = rules.registrationAsksForAvailable && backup.status !== 'AVAILABLE';
    const isInUse = rules.registrationAsksForNoMarker && isMarked(world, target.backup);
    if (isGone || isInUse) {
      const refusal = isGone ? 'BackupNotFound' : 'BackupInUse';
      if (first === 'K1') return refuse(job, step, refusal);
      return step('K1 not applied: undo', () => {
        me.refusal = refusal;
        me.at = 'failing';
      });
    }
    const land = () => {
      target.marker.isActive = true;
    };
    step('K1 take the marker', () => {
      land();
      afterK1(job);
    });
    if (!world.beatsFail)
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
    const isMine = target.marker.isActive;
    step(isMine ? 'K1 unknown: read its marker' : 'K1 unknown: read none, again', () => {
      if (isMine) afterK1(job);
      else me.at = world.first === 'K1' ? 'start' : 'K1';
    });
  });
}

function insert(job: Job, step: Offer): void {
  const { world, rules, me, target } = job;
  const { store, first } = world;
  const { table } = target;
  const name = partitionOfName(world, target);
  store.lwt(name, () => {
    const holder = rules.insertIsConditional ? name.find(({ status }) => status !== 'absent') : undefined;
    if (holder !== undefined) {
      const refusal = holder.status === 'ACTIVE' ? 'TableAlreadyExists' : 'TableInUse';
      if (first === 'K2') return refuse(job, step, refusal);
      return step('K2 name is taken: undo K1', () => {
        me.refusal = refusal;
        me.at = 'undo K1';
      });
    }
    const land = () => {
      Object.assign(table, { status: 'CREATING', job: 'RUNNING', generation: ownGeneration, heartbeat: 1 });
      if (rules.startsBeating === 'with the row') target.ghost.beats = true;
    };
    step('K2 insert', () => {
      land();
      afterK2(job);
    });
    if (!world.beatsFail)
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
  const { world, rules, me, target } = job;
  world.store.read(partitionOfName(world, target), () => {
    const isMine = target.table.status !== 'absent';
    step(isMine ? 'K2 unknown: read its row' : 'K2 unknown: read none', () => {
      if (isMine) afterK2(job);
      else if (rules.afterLostInsert === 'gives up') me.at = world.first === 'K2' ? 'failed' : 'undo K1';
      else me.at = world.first === 'K2' ? 'start' : 'K2';
    });
  });
}

/** With K1 first, another process may have cleared the marker, because the target did not exist yet. */
function confirm(job: Job, step: Offer): void {
  const { world, rules, me, target } = job;
  const { marker } = target;
  const decide = () =>
    step(marker.isActive ? 'K2 the marker is its own' : 'K2 the marker is lost: undo', () => {
      if (marker.isActive) {
        if (rules.confirms === 'by a conditional write') marker.isConfirmed = true;
        me.at = rules.startsBeating === 'with the row' ? 'beat' : 'work';
      } else {
        me.refusal = 'BackupInUse';
        me.at = 'failing';
      }
    });
  const partition = partitionOf(world, target.backup);
  if (rules.confirms === 'by a conditional write') world.store.lwt(partition, decide);
  else world.store.read(partition, decide);
}

function undo(job: Job, step: Offer): void {
  const { world, me, target } = job;
  world.store.lwt(partitionOf(world, target.backup), () =>
    step('K1 undone', () => {
      if (target.marker.isActive) target.marker.isActive = false;
      me.at = me.refusal ?? 'failed';
      me.refusal = null;
    }),
  );
}
