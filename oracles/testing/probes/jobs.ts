import type { jobPolicies } from '../../policies/jobs.ts';
import { type Probe, probe, s } from './driver.ts';

const sent = (count: number, ask: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => ask(at));
const taken = (count: number): string[] => sent(count, () => 'ok');
const others = '111111111111';

export const jobProbes: { readonly [Name in keyof typeof jobPolicies]: Probe } = {
  jobBound: probe([taken(6), taken(5), 'BackupNotFoundException', 'ok'], (driver) => {
    driver.table('orders', { hash: 'pk:S' });
    driver.table('orders', { hash: 'pk:S' }, others);
    driver.put('orders', { pk: s('a') });
    const arns = sent(5, (at) => driver.backup('orders', `kept-${at}`));
    const backups = sent(6, (at) => driver.verdict('CreateBackup', { TableName: 'orders', BackupName: `more-${at}` }));
    driver.wait();
    const restore = (BackupArn: string, at: number): string =>
      driver.verdict('RestoreTableFromBackup', { BackupArn, TargetTableName: `copy-${at}` });
    const restores = arns.map(restore);
    return [
      backups,
      restores,
      restore(`${arns[0]!.slice(0, -8)}ffffffff`, 9),
      driver.verdict('CreateBackup', { TableName: 'orders', BackupName: 'theirs' }, others),
    ];
  }),
};
