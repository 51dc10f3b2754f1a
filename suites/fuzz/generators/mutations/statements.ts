/** Makes statements of PartiQL malformed, unsupported or wrong for the table. */
import type { Template, TemplateObject } from '../../../cases/case.ts';
import { table } from '../request.ts';
import type { Schema } from '../schemas.ts';
import { nameFor } from '../words.ts';
import { type FaultSite, isMap, type RequestMutation } from './mutation.ts';

/** `@` is the quoted name of the table, `$key` a condition on the whole key, `$hash` the name of its partition key. */
const wrong = [
  'SELECT',
  'SELECT * FROM',
  'SELECT FROM @',
  'SELECT *, alpha FROM @',
  'SELECT alpha, FROM @',
  'SELECT * FROM @ AS rows',
  'SELECT * FROM @ rows',
  'SELECT * FROM @, @',
  'SELECT DISTINCT alpha FROM @',
  'SELECT COUNT(*) FROM @',
  'SELECT alpha, alpha FROM @',
  'SELECT gamma.branch, delta[0], delta[0] FROM @',
  'SELECT alpha + 1 FROM @',
  "SELECT 'a' FROM @",
  'SELECT size(beta) FROM @',
  'SELECT * FROM @ WHERE',
  'SELECT * FROM @ WHERE alpha',
  'SELECT * FROM @ WHERE alpha =',
  'SELECT * FROM @ WHERE = 1',
  "SELECT * FROM @ WHERE beta LIKE 'a%'",
  'SELECT * FROM @ WHERE alpha + 1 = 2',
  'SELECT * FROM @ WHERE size(beta)',
  "SELECT * FROM @ WHERE no_such('a')",
  'SELECT * FROM @ WHERE attribute_exists(alpha, beta)',
  'SELECT * FROM @ WHERE begins_with(beta, 1)',
  "SELECT * FROM @ WHERE attribute_type(alpha, 'Q')",
  'SELECT * FROM @ WHERE alpha IN []',
  'SELECT * FROM @ WHERE alpha IN beta',
  'SELECT * FROM @ WHERE 1 IN [alpha]',
  'SELECT * FROM @ WHERE alpha = MISSING',
  'SELECT * FROM @ WHERE alpha = alpha',
  'SELECT * FROM @ WHERE alpha IS INTEGER',
  'SELECT * FROM @ WHERE alpha IS NOTHING',
  'SELECT * FROM @ WHERE 1 IS NULL',
  'SELECT * FROM @ WHERE alpha < TRUE',
  'SELECT * FROM @ WHERE alpha BETWEEN 2 AND 1',
  "SELECT * FROM @ WHERE alpha BETWEEN 1 AND 'a'",
  'SELECT * FROM @ WHERE alpha BETWEEN 1',
  'SELECT * FROM @ WHERE alpha = <<>>',
  "SELECT * FROM @ WHERE alpha = <<1, 'a'>>",
  'SELECT * FROM @ WHERE alpha = <<1, 1>>',
  'SELECT * FROM @ WHERE alpha = 1e200',
  'SELECT * FROM @ WHERE alpha = 1e9999999999',
  'SELECT * FROM @ WHERE (alpha = 1',
  'SELECT * FROM @ WHERE alpha = 1)',
  'SELECT * FROM @ WHERE delta[x] = 1',
  'SELECT * FROM @ WHERE delta[99999999999] = 1',
  'SELECT * FROM @ WHERE gamma. = 1',
  'SELECT * FROM @ WHERE $hash = TRUE',
  "SELECT * FROM @ WHERE $hash = ''",
  'SELECT * FROM @ WHERE $key AND $key',
  'SELECT * FROM @ WHERE $hash = 1 AND $hash = 2',
  'SELECT * FROM @\nWHERE alpha IS\nNOTHING',
  'SELECT * FROM @ WHERE alpha = +1 AND beta = - -1',
  'SELECT * FROM @ WHERE alpha = -beta',
  'SELECT * FROM @ WHERE attribute_exists(alpha) = 1',
  'SELECT * FROM @ WHERE EXISTS(alpha)',
  'SELECT * FROM @ WHERE alpha IS DOUBLE PRECISION',
  'SELECT * FROM @ WHERE alpha IN <<1, 2>> OR beta IN 1',
  'SELECT * FROM @ WHERE alpha = {beta: 1}',
  "SELECT * FROM @ WHERE alpha = {'a': 1, 'a': 2}",
  'SELECT * FROM @ WHERE alpha = [1 + 1]',
  'SELECT * FROM @ WHERE alpha = [size(beta)]',
  'SELECT * FROM @ ORDER BY $hash',
  'SELECT * FROM @ WHERE alpha = 1 ORDER BY $hash',
  'SELECT * FROM @ WHERE $key ORDER BY alpha',
  'SELECT * FROM @ WHERE $key ORDER BY $hash.x',
  'SELECT * FROM @ WHERE $key ORDER $hash',
  'SELECT * FROM @ WHERE $key LIMIT 1',
  'SELECT * FROM @."no-such-index"',
  'SELECT * FROM @.a.b',
  'SELECT * FROM @[0]',
  'SELECT * FROM ""',
  'SELECT * FROM "a b"',
  'SELECT * FROM "no-such-table"',
  'INSERT @ VALUE {}',
  'INSERT INTO @ VALUE 1',
  'INSERT INTO @ VALUE {}',
  'INSERT INTO @ VALUE {alpha: 1}',
  "INSERT INTO @ VALUE {'alpha': 1}",
  "INSERT INTO @ VALUE {'alpha': MISSING}",
  "INSERT INTO @ VALUE {'alpha': 1, 'alpha': 2}",
  "INSERT INTO @ VALUE {'alpha': upper('a')}",
  "INSERT INTO @ VALUES {'alpha': 1}",
  "INSERT INTO @ {'alpha': 1}",
  "INSERT INTO @.x VALUE {'alpha': 1}",
  "INSERT INTO @ VALUE {'alpha': 1} RETURNING ALL OLD *",
  "INSERT INTO @ VALUE {'alpha': 1} ON CONFLICT DO UPDATE",
  "INSERT INTO @ VALUE {'alpha': 1} ON NOTHING",
  'UPDATE @ WHERE $key',
  'UPDATE @ SET alpha WHERE $key',
  'UPDATE @ SET alpha = WHERE $key',
  'UPDATE @ SET alpha = 1',
  'UPDATE @ SET alpha = 1 WHERE alpha = 1',
  'UPDATE @ SET alpha = 1 WHERE $hash = 1 AND alpha = 2',
  'UPDATE @ SET alpha = [alpha] WHERE $key',
  'UPDATE @ SET alpha = no_such(beta) WHERE $key',
  'UPDATE @\n SET alpha = no_such(beta)\n WHERE $key',
  'UPDATE @ SET alpha = 1 WHERE $hash = 1 AND $hash = 2',
  'UPDATE @ SET $hash = 1 WHERE $key',
  'UPDATE @ SET alpha = 1, alpha = 2 WHERE $key',
  'UPDATE @ SET gamma = 1 SET gamma.branch = 2 WHERE $key',
  'UPDATE @ SET alpha = alpha * 2 WHERE $key',
  "UPDATE @ SET alpha = alpha || 'a' WHERE $key",
  "UPDATE @ SET alpha = alpha + 'a' WHERE $key",
  'UPDATE @ SET alpha = size(beta) WHERE $key',
  'UPDATE @ SET alpha = alpha IS NULL WHERE $key',
  'UPDATE @ SET alpha = NOT beta WHERE $key',
  'UPDATE @ SET epsilon = set_add(epsilon) WHERE $key',
  'UPDATE @ SET epsilon = set_add(alpha, <<1>>) WHERE $key',
  'UPDATE @ SET epsilon = set_add(epsilon, 1) WHERE $key',
  'UPDATE @ SET epsilon = set_delete(epsilon, alpha) WHERE $key',
  'UPDATE @ SET delta = list_append(delta, 1) WHERE $key',
  'UPDATE @ SET delta = list_append(delta) WHERE $key',
  'UPDATE @ SET alpha = if_not_exists(1, alpha) WHERE $key',
  'UPDATE @ SET delta[99999999999] = 1 WHERE $key',
  'UPDATE @."by-group" SET alpha = 1 WHERE $key',
  'DELETE FROM @."by-group" WHERE $key',
  'INSERT INTO @."by-group" VALUE {\'alpha\': 1}',
  'UPDATE @ rows SET alpha = 1 WHERE $key',
  'UPDATE @ SET alpha = 1 WHERE $key RETURNING ALL *',
  'UPDATE @ SET alpha = 1 WHERE $key RETURNING ALL OLD alpha',
  'UPDATE @ SET alpha = 1 WHERE $key RETURNING ALL OLD *, ALL NEW *',
  'REMOVE alpha FROM @ WHERE $key',
  'FROM @ WHERE $key',
  'DELETE @ WHERE $key',
  'DELETE FROM @',
  'DELETE FROM @ WHERE alpha = 1',
  'DELETE FROM @ WHERE $key RETURNING MODIFIED NEW *',
  'DELETE FROM @ WHERE $key RETURNING ALL NEW *',
  'EXISTS(SELECT * FROM @ WHERE $key)',
  'EXISTS(SELECT * FROM @ WHERE $key AND alpha = 1',
  'EXISTS SELECT * FROM @',
  '1 = 1',
  'alpha',
  'alpha IS NULL',
  'CREATE TABLE @',
  '(',
  "'",
  '/*',
  '#',
  ';',
] as const;

const literals = { S: "'a'", N: '1', B: "'AA=='" } as const;

/** The text with the schema's names, around the table's real name. */
function withTable(text: string, { hash, range, words }: Schema): Template {
  const keys = [hash, ...(range ? [range] : [])];
  const condition = keys.map(({ name, type }) => `"${name}" = ${literals[type]}`).join(' AND ');
  const named = text
    .replaceAll('$key', condition)
    .replaceAll('$hash', `"${hash.name}"`)
    .replace(/\b(?:alpha|beta|gamma|delta|epsilon)\b/g, (own) => {
      const name = nameFor(own, words);
      return name === own ? own : `"${name.replaceAll('"', '""')}"`;
    });
  const parts = named.split('@');
  return { $text: parts.flatMap((part, at): Template[] => (at === 0 ? [part] : ['"', table, `"${part}`])) };
}

const holdersOf = ({ input }: FaultSite): TemplateObject[] => {
  const lists = [input.Statements, input.TransactStatements].flatMap((list) => (Array.isArray(list) ? list : []));
  return [input, ...lists].filter(isMap).filter((one) => 'Statement' in one);
};

const statementText: RequestMutation = (ground) => {
  const holders = holdersOf(ground);
  if (holders.length === 0) return undefined;
  const holder = ground.pick(holders);
  holder.Statement = withTable(ground.pick(wrong), ground.schema);
  delete holder.Parameters;
  return ground.input;
};

const token = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\w+|<<|>>|[^\s\w]/g;

/** A statement with one word or sign less, or one of them twice. */
const statementToken: RequestMutation = (ground) => {
  const holders = holdersOf(ground);
  if (holders.length === 0) return undefined;
  const { Statement: statement } = ground.pick(holders);
  const parts = isMap(statement) ? statement.$text : undefined;
  const last = Array.isArray(parts) ? parts.at(-1) : undefined;
  if (!Array.isArray(parts) || typeof last !== 'string') return undefined;
  const found = [...last.slice(1).matchAll(token)];
  if (found.length === 0) return undefined;
  const { index = 0, 0: text } = ground.pick(found);
  const again = ground.pick([false, false, true]);
  const [before, after] = [last.slice(0, index + 1), last.slice(index + 1 + (again ? 0 : text.length))];
  parts[parts.length - 1] = again ? `${before}${text} ${after}` : before + after;
  return ground.input;
};

const parameters: RequestMutation = (ground) => {
  const holders = holdersOf(ground);
  if (holders.length === 0) return undefined;
  const holder = ground.pick(holders);
  const given = Array.isArray(holder.Parameters) ? holder.Parameters : [];
  holder.Parameters = ground.pick<Template[]>([
    [...given, { S: 'a' }],
    given.slice(1),
    [{ N: 'abc' }, ...given.slice(1)],
    [{ N: '1e2147483648' }, ...given.slice(1)],
    [{ L: [{ NS: ['1', '1e-2147483649'] }] }, ...given.slice(1)],
    [{ SS: [] }, ...given.slice(1)],
    [{ NULL: true }, ...given.slice(1)],
    [{ S: '' }, ...given.slice(1)],
    [],
  ]);
  return ground.input;
};

const tokens = ['x', 'e30=', 'bnVsbA==', Buffer.from('{"account":"1","request":"2","keys":{}}').toString('base64')];

const nextToken: RequestMutation = ({ op, input, pick }) =>
  op === 'ExecuteStatement' ? { ...input, NextToken: pick(tokens) } : undefined;

export const statementFaults = { statementText, statementToken, parameters, nextToken } satisfies {
  [name: string]: RequestMutation;
};
