/** RestoreTableFromBackup: a write transaction registers the target; the job copies, with a short write transaction for each batch. */
import type { Model, Step } from '../../../../language/model.ts';
import type { Answer } from '../properties.ts';
import type { StepProperties } from './properties.ts';
import { isRight, type Rules, whileServing } from './rules.ts';
import { isAtRest, type Restore, rowsOfName, type Table, type World } from './world.ts';

const steps = [
  'Q1 register',
  'Q1 refused: TableInUse',
  'Q1 refused: TableAlreadyExists',
  'Q1 refused: BackupInUse',
  'Q1 refused: BackupNotFound',
  'Q2 commit a batch',
  'Q2 copying fails',
  'Q3 ACTIVE',
  'Q4 remove own target',
] as const;
const stepsOfMutants = [
  'Q1 look',
  'Q2 target gone: stop',
  'Q3 target gone',
  'Q4 nothing to remove',
  'cancelled with its request',
] as const;
type Label = (typeof steps)[number] | (typeof stepsOfMutants)[number];

interface Owner {
  readonly m: Model;
  readonly world: World;
  readonly rules: Rules;
  readonly properties: StepProperties;
  readonly id: number;
  readonly me: Restore;
  readonly target: Table;
  /** Its target, and other tables that may get the same name. */
  readonly named: readonly Table[];
}

export function declareRestore(m: Model, world: World, rules: Rules, id: number, properties: StepProperties): void {
  const me = world.restores[id]!;
  const owner: Owner = { m, world, rules, properties, id, me, target: world.tables[id]!, named: rowsOfName(world, id) };
  const labels: readonly Label[] = isRight(rules) ? steps : [...steps, ...stepsOfMutants];
  const handle = m.process(
    `restore ${id}`,
    labels,
    whileServing(world, rules, (step: Step<Label>) => offer(owner, step)),
  );
  m.weaklyFair(handle, { except: ['Q2 copying fails'] });
}

function offer(owner: Owner, step: Step<Label>): void {
  const { world, rules, me, id } = owner;
  if (!rules.jobIsDetached && world.clients[id]?.hasLeft && !isAtRest(me)) {
    step('cancelled with its request', () => stop(owner, 'cancelled'));
  } else if (!rules.registrationIsOneTransaction && me.at === 'insert') {
    world.database.write(() => step('Q1 register', () => insert(owner)));
  } else if (me.at === 'start') start(owner, step);
  else if (me.at === 'copy') copy(owner, step);
  else if (me.at === 'finish') finish(owner, step);
  else if (me.at === 'abort') abort(owner, step);
}

/** Call in an effect: continues at `at`, and forgets the progress of the copy. */
function stop({ me }: Owner, at: Restore['at']): void {
  me.batch = 0;
  me.at = at;
}

function start(owner: Owner, step: Step<Label>): void {
  const { world, rules, me } = owner;
  const look = () => {
    const refused = refusal(owner);
    if (refused !== null) step(`Q1 refused: ${refused}`, () => refuse(owner, refused));
    else if (rules.registrationIsOneTransaction) step('Q1 register', () => insert(owner));
    else {
      step('Q1 look', () => {
        me.at = 'insert';
      });
    }
  };
  if (rules.registrationIsOneTransaction) world.database.write(look);
  else world.database.read(look);
}

/** The name is checked first: a retry during its own restore must get the error of the name, not of the backup. */
function refusal({ world, rules, id }: Owner): Answer | null {
  const backup = world.backupOf(id);
  const ofName = (): Answer | null => {
    const holder = rules.holderOfName(world, id);
    if (holder === undefined) return null;
    return holder.status === 'CREATING' && world.targets.includes(holder) ? 'TableInUse' : 'TableAlreadyExists';
  };
  const ofBackup = (): Answer | null => {
    if (!rules.canBeRestored(world, backup)) return 'BackupNotFound';
    return rules.inUseForRestore(world, backup) ? 'BackupInUse' : null;
  };
  return rules.nameComesFirst ? (ofName() ?? ofBackup()) : (ofBackup() ?? ofName());
}

function refuse({ rules, me, id, target, named, properties }: Owner, answer: Answer): void {
  properties.restoreIsRefused(id, answer);
  properties.nameIsJudgedFirst(
    () =>
      answer === 'TableInUse' || answer === 'TableAlreadyExists' || named.every(({ status }) => status === 'absent'),
  );
  properties.refusalLeavesNothing(() => target.status === 'absent');
  me.at = rules.tells(answer);
}

/** Call in the effect of a write transaction. */
function insert({ target, rules, me }: Owner): void {
  target.status = 'CREATING';
  if (rules.targetHasTransitionTime) target.hasTransitionTime = true;
  me.at = 'copy';
}

/** Runs the body with the table that the job refers to. Only under a wrong rule may it be gone, and then the job goes on at `lost`. */
function refer(
  owner: Owner,
  step: Step<Label>,
  lost: { readonly label: Label; readonly at: Restore['at'] },
  body: (table: Table) => void,
): void {
  const { rules, target, named } = owner;
  const isItsOwn = rules.jobGoesBy === 'id' && rules.servesAfterSweep && rules.isAloneOnFile;
  if (isItsOwn) {
    body(target);
    return;
  }
  const table = (rules.jobGoesBy === 'id' ? [target] : named).find(({ status }) => status !== 'absent');
  if (table === undefined) step(lost.label, () => stop(owner, lost.at));
  else body(table);
}

function copy(owner: Owner, step: Step<Label>): void {
  const { world, me, id, target, properties } = owner;
  world.database.write(() => {
    refer(owner, step, { label: 'Q2 target gone: stop', at: 'abort' }, (table) => {
      step('Q2 commit a batch', () => {
        properties.ownTableOnly(() => table === target);
        table.batches[me.batch] = world.backups[world.backupOf(id)]!.data === 'full' ? 'whole' : 'torn';
        if (me.batch + 1 < world.scale.batches) me.batch++;
        else stop(owner, 'finish');
      });
    });
  });
  step('Q2 copying fails', () => stop(owner, 'abort'));
}

function finish(owner: Owner, step: Step<Label>): void {
  const { world, me, target, properties } = owner;
  world.database.write(() => {
    refer(owner, step, { label: 'Q3 target gone', at: 'failed' }, (table) => {
      step('Q3 ACTIVE', () => {
        properties.ownTableOnly(() => table === target);
        properties.activeComesFromCreating(() => table.status === 'CREATING');
        table.status = 'ACTIVE';
        me.at = 'completed';
      });
    });
  });
}

function abort(owner: Owner, step: Step<Label>): void {
  const { m, world, rules, me, target, properties } = owner;
  world.database.write(() => {
    refer(owner, step, { label: 'Q4 nothing to remove', at: 'failed' }, (table) => {
      if (!rules.abortRemoves) step('Q4 nothing to remove', () => stop(owner, 'failed'));
      else {
        step('Q4 remove own target', () => {
          properties.ownTableOnly(() => table === target);
          properties.removesRestoreTarget(() => table.status === 'CREATING');
          m.reset(table);
          me.at = 'failed';
        });
      }
    });
  });
}
