/** The end of a round: whether the server still runs, and whether all that it has made can be removed and made again. */
import type { Operation, Outcome } from '../../oracles/values/types.ts';
import { summary } from '../runner/summary.ts';
import type { Anomaly } from './anomaly.ts';
import type { Lab } from './lab.ts';
import { backupsOf, row, schemaOf, settled } from './place.ts';
import { audit } from './usable.ts';

/** Whether the server has ended by itself, or answers nobody. Then nothing else can be asked. */
export async function goneIn(lab: Lab): Promise<Anomaly | undefined> {
  const echo = await lab.send('ListTables', { Limit: 1 });
  const health = echo.kind === 'unanswered' ? await lab.session.health() : { kind: 'up' as const };
  if (health.kind === 'up') return undefined;
  if (health.kind === 'crashed')
    return { kind: 'ended', where: 'server', expected: 'it runs on', actual: health.how.split('\n')[0] ?? '' };
  return { kind: 'no-answer', where: 'server', operation: 'ListTables', expected: 'an answer', actual: health.kind };
}

const removeMsMax = 5_000;

/**
 * Removes everything, and makes a table of each name again: names are free, and nothing of the earlier life comes back.
 *
 * @param wholeLife streams of new tables can be judged
 * @param broken keys of anomalies that show without a disturbance
 */
export async function cleared(
  lab: Lab,
  tables: readonly string[],
  wholeLife: boolean,
  broken: ReadonlySet<string>,
  found: Anomaly[],
): Promise<void> {
  // A request that was sent again may have begun a second backup.
  await settled(lab, { tables }, removeMsMax, found);
  for (const { arn } of await backupsOf(lab, tables, found)) {
    const outcome = await lab.ask('DeleteBackup', { BackupArn: arn }, found);
    unlessAccepted('DeleteBackup', 'backup', outcome, lab, found);
  }
  for (const name of tables) {
    await removed(lab, name, found);
    const outcome = await lab.ask('CreateTable', { ...schemaOf(lab), TableName: name }, found);
    const role = lab.inRoles(name);
    unlessAccepted('CreateTable', role, outcome, lab, found);
    if (outcome.kind !== 'ok') continue;
    const { passing } = await settled(lab, { tables: [name] }, removeMsMax, found);
    if (passing !== undefined) found.push({ kind: 'stuck', where: `new ${role}`, expected: 'ACTIVE', actual: passing });
    const put = await lab.ask('PutItem', { TableName: name, Item: row(0) }, found);
    unlessAccepted('PutItem', `new ${role}`, put, lab, found);
    await audit(lab, name, wholeLife, broken, found);
    await removed(lab, name, found);
  }
}

/** A refusal is an anomaly. A failure or silence is one already. */
function unlessAccepted(operation: Operation, where: string, outcome: Outcome, lab: Lab, found: Anomaly[]): void {
  if (outcome.kind !== 'rejected' || outcome.status >= 500) return;
  const actual = lab.inRoles(String(summary(outcome)));
  found.push({ kind: 'unusable', where, operation, expected: 'accepted', actual });
}

/** Deletes a table if it is there, and waits until it is gone. */
export async function removed(lab: Lab, TableName: string, found: Anomaly[]): Promise<void> {
  const role = lab.inRoles(TableName);
  const outcome = await lab.ask('DeleteTable', { TableName }, found);
  if (outcome.kind === 'rejected' && outcome.type === 'ResourceNotFoundException') return;
  unlessAccepted('DeleteTable', role, outcome, lab, found);
  const begin = performance.now();
  while (performance.now() - begin < removeMsMax) {
    const described = await lab.ask('DescribeTable', { TableName }, found);
    if (described.kind !== 'ok') return;
    await lab.session.pause(3);
  }
  found.push({ kind: 'stuck', where: role, expected: 'it is gone', actual: 'it is there after DeleteTable' });
}
