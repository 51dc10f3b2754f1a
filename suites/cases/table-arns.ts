/** Requests that identify a table by its ARN. */
import { from, s, type TemplateObject, table } from './case.ts';

export const tables = { t: table({ hash: ['pk', 'S'] }) };
export const row = { pk: s('p') };
export const describedTable = {
  op: 'DescribeTable' as const,
  as: 'table',
  input: { TableName: { $table: 't' } },
  observe: [],
};
export const arn = from('table', 'Table.TableArn');
// The SDK's pattern for TableName excludes ARNs, so these requests are sent raw.
export const createBackup = (tableArn: TemplateObject, name: string) => ({
  op: 'CreateBackup' as const,
  input: { TableName: tableArn, BackupName: { $name: name } },
  observe: [],
  raw: true,
});
export const listBackups = (tableArn: TemplateObject) => ({
  op: 'ListBackups' as const,
  input: { TableName: tableArn },
  observe: [],
  raw: true,
});
