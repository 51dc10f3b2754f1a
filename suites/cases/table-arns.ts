/** Requests that name a table by its ARN. */
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
// The SDKs hold a TableName against a pattern that an ARN does not match, so these go out as they stand.
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
