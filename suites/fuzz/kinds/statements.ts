/** The shape of a statement of PartiQL: types in place of values, `path` in place of paths. Keys keep their names. */
import type { Json } from '../../../oracles/values/types.ts';
import { isObject } from '../../runner/play/path.ts';
import { keyNames } from '../generators/words.ts';
import { type Aliases, aliasOf, indexAliasOf } from './aliases.ts';

const tableHere = 'table';
const token = /"(?:[^"]|"")*"|'(?:[^']|'')*'|[A-Za-z_][A-Za-z0-9_]*|[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|--.*|\?/g;
const path = /path(?:\.path|\.member|\[N\]|\[S\])+/g;

/** Words that are not names: in capitals where the statement has them otherwise. */
const word =
  /^(?:SELECT|FROM|WHERE|INSERT|INTO|VALUES?|UPDATE|SET|REMOVE|DELETE|RETURNING|ALL|MODIFIED|OLD|NEW|AND|OR|NOT|IN|BETWEEN|IS|MISSING|NULL|BOOL|BOOLEAN|BLOB|STRING|NUMERIC|STRUCT|TUPLE|LIST|ORDER|BY|ASC|DESC|ON|CONFLICT|DO|NOTHING|EXISTS|TRUE|FALSE|AS|LIKE|LIMIT|DISTINCT)$/i;
const call =
  /^(?:size|contains|begins_with|attribute_type|attribute_exists|attribute_not_exists|if_not_exists|list_append|set_add|set_delete)$/i;

export function statementShape(statement: Json, parameters: Json[], aliases?: Aliases): string {
  const parts = isObject(statement) && Array.isArray(statement.$text) ? statement.$text : [statement];
  const text = parts.map((part) => (typeof part === 'string' ? part : isObject(part) ? tableHere : 'wrong')).join('');
  const types = parameters.map((value) => (isObject(value) ? Object.keys(value).join('+') : 'wrong'));
  let next = 0;
  const shaped = text.replace(token, (found) => {
    if (found === '?') return types[next++] ?? '?';
    if (found.startsWith('--')) return '';
    if (found.startsWith("'")) return 'S';
    if (/^[0-9]/.test(found)) return 'N';
    const name = found.startsWith('"') ? found.slice(1, -1) : found;
    if (name === tableHere || (found === name && call.test(name))) return name.toLowerCase();
    if (found === name && word.test(name)) return name.toUpperCase();
    const own = indexAliasOf(aliasOf(name, aliases), aliases);
    if ((keyNames as readonly string[]).includes(own) || own.startsWith('by-')) return own;
    return 'path';
  });
  const surplus = types.length > next ? [` with ${types.length - next} parameters more`] : [];
  return shaped.replace(path, 'path').replace(/\s+/g, ' ').trim() + surplus.join('');
}
