/** The table that a statement names. */
import type { RequestContext, Table } from '../store/state.ts';
import { usableTable } from '../store/tables.ts';
import { validation } from '../values/refusal.ts';
import type { FromSource } from './ast.ts';

/** Checks the form of the names before any lookup. @throws Refusal ValidationException, ResourceNotFoundException */
export function tableOf(context: RequestContext, source: FromSource): Table {
  const [name = ''] = source;
  if (source.includes('')) throw validation('Path component cannot be an empty string');
  if (!/^[a-zA-Z0-9_.-]{3,255}$/.test(name))
    throw validation(
      "Table name should be within the length [3, 255] and only contain 'a-z', 'A-Z', '0-9', '-', '_', '.'.",
    );
  return usableTable(context, name);
}
