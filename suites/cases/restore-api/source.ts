import { n, s, table } from '../case.ts';
import { backUp, backupArn, puts } from '../steps.ts';

/** The start of the restore cases: a small table with an index, and its backup `kept`. */
export const tables = { t: table({ hash: ['pk', 'S'], gsi: { 'by-g': { hash: ['g', 'S'] } } }) };
export const rows = [1, 2, 3].map((at) => ({ pk: s(`p${at}`), g: s('g'), at: n(at) }));
export const target = { $name: 'copy' };
export const begin = [
  { op: 'DescribeTable' as const, as: 'table', input: { TableName: { $table: 't' } }, observe: [] },
  ...puts('t', rows),
  ...backUp('kept', 't', 'kept'),
];
export const restoring = {
  op: 'RestoreTableFromBackup' as const,
  input: { BackupArn: backupArn('kept'), TargetTableName: target },
  observe: [],
};
