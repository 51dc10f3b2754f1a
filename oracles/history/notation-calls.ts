/** The words of one call in the text notation: `put x 1 if absent`, `add x 1 = 3`, `tx put x 1 & add y 2 !-,cond`. */
import type { Outcome, Request } from './history.ts';

interface Told extends Request {
  readonly outcome: Outcome;
}
type Input = Record<string, unknown>;

/** Items have the key `pk` and the attribute `v`; `other/x` is the item x of the table other, and `x` alone one of the table tab. */
interface Place {
  readonly TableName: string;
  readonly key: string;
}

const errors: Readonly<Record<string, string>> = {
  cond: 'ConditionalCheckFailedException',
  conflict: 'TransactionConflictException',
  invalid: 'ValidationException',
  missing: 'ResourceNotFoundException',
  used: 'ResourceInUseException',
  '500': 'InternalServerError',
};
const codes: Readonly<Record<string, string>> = {
  '-': 'None',
  cond: 'ConditionalCheckFailed',
  conflict: 'TransactionConflict',
};

/** @throws Error when a word is not known */
export function readCall(text: string): Told {
  const raw = /^([A-Z]\w+) (\{.*)$/.exec(text);
  if (raw !== null) return readRaw(raw[1]!, raw[2]!);
  const { body, how, result } = split(text);
  const [first = '', ...rest] = body.split(/\s+/);
  if (first === 'batch') return batch(actionsOf(rest), how, result);
  if (first === 'tx' || first.startsWith('tx#')) return transaction(actionsOf(rest), first.slice(3), how, result);
  if (first === 'scan' || first === 'query') return scan(first, rest, how, result);
  return single(actionOf([first, ...rest]), how, result);
}

type How = 'ok' | '=' | 'was' | '!' | '?';

function split(text: string): { body: string; how: How; result: string[] } {
  const found = /^(.*?)\s+(?:(=|was)(?:\s+(.*))?|(!)(.*)|(\?))$/.exec(text.trim());
  if (found === null) return { body: text.trim(), how: 'ok', result: [] };
  const [, body, sign, values, bang, error, question] = found;
  const result = (values ?? error ?? '').split(/\s+/).filter((word) => word !== '');
  return { body: body!, how: (sign ?? bang ?? question) as How, result };
}

/** `Operation {input} = {output}`, `Operation {input} !Name message`, `Operation {input} ?`. */
function readRaw(operation: string, text: string): Told {
  const found = /^(\{.*\})\s+(?:= (\{.*\})|(!)(\S+)\s*(.*)|(\?))$/.exec(text);
  const [, body = text, output = '{}', bang, name, message, question] = found ?? [];
  const input = JSON.parse(body);
  if (question !== undefined) return { operation, input, outcome: notOk('?') };
  if (bang !== undefined) return { operation, input, outcome: notOk('!', name, message) };
  return { operation, input, outcome: { kind: 'ok', output: JSON.parse(output) } };
}

function notOk(how: '!' | '?', word = '', message = ''): Outcome {
  if (how === '?') return { kind: 'unknown', reason: 'no answer' };
  return { kind: 'rejected', name: errors[word] ?? word, message, output: {} };
}

interface Action {
  readonly verb: string;
  readonly place: Place;
  readonly value: unknown;
  readonly condition: string | undefined;
}
const isRead = ({ verb }: Action): boolean => verb === 'get' || verb === 'peek';

const actionsOf = (words: readonly string[]): Action[] =>
  words
    .join(' ')
    .split(' & ')
    .map((part) => actionOf(part.split(' ')));

const verbs: Readonly<Record<string, boolean>> = {
  ...{ put: true, set: true, add: true, append: true },
  ...{ del: false, get: false, peek: false, check: false },
};

function actionOf(words: readonly string[]): Action {
  const at = words.indexOf('if');
  const [verb = '', key, value, ...more] = at === -1 ? words : words.slice(0, at);
  const takes = verbs[verb];
  if (takes === undefined) throw new Error(`'${verb}' is not known; words are ${Object.keys(verbs).join(', ')}`);
  if (key === undefined || more.length > 0 || takes !== (value !== undefined))
    throw new Error(`'${verb}' takes ${takes ? 'a key and a value' : 'a key'}`);
  const condition = at === -1 ? undefined : words[at + 1];
  return { verb, place: placeOf(key), value: value === undefined ? undefined : attributeOf(value), condition };
}

function placeOf(text: string): Place {
  const slash = text.indexOf('/');
  return slash === -1
    ? { TableName: 'tab', key: text }
    : { TableName: text.slice(0, slash), key: text.slice(slash + 1) };
}

/** `3` is a number, `(1,2)` a list, any other word a string. */
function attributeOf(text: string): unknown {
  if (/^-?\d+$/.test(text)) return { N: text };
  if (!text.startsWith('(')) return { S: text };
  const inner = text.slice(1, -1);
  return { L: inner === '' ? [] : inner.split(',').map(attributeOf) };
}

const keyOf = ({ key }: Place): Input => ({ pk: { S: key } });
const itemOf = ({ place, value }: Action): Input => ({ ...keyOf(place), v: value });

const updates: Readonly<Record<string, string>> = {
  set: 'SET v = :v',
  add: 'ADD v :v',
  append: 'SET v = list_append(if_not_exists(v, :none), :v)',
};

/** The request of one write, as PutItem, UpdateItem and DeleteItem take it, and as a member of TransactItems. */
function requestOf(action: Action): Input {
  const { verb, place, value, condition } = action;
  const values: Input = {
    ...(verb in updates && { ':v': verb === 'append' ? { L: [value] } : value }),
    ...(verb === 'append' && { ':none': { L: [] } }),
    ...(condition !== undefined && !(condition in presence) && { ':c': attributeOf(condition) }),
  };
  return {
    TableName: place.TableName,
    ...(verb === 'put' ? { Item: itemOf(action) } : { Key: keyOf(place) }),
    ...(verb in updates && { UpdateExpression: updates[verb] }),
    ...(condition !== undefined && { ConditionExpression: presence[condition] ?? 'v = :c' }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}
const presence: Readonly<Record<string, string>> = {
  absent: 'attribute_not_exists(pk)',
  present: 'attribute_exists(pk)',
};

const kinds: Readonly<Record<string, readonly [operation: string, member: string]>> = {
  put: ['PutItem', 'Put'],
  set: ['UpdateItem', 'Update'],
  add: ['UpdateItem', 'Update'],
  append: ['UpdateItem', 'Update'],
  del: ['DeleteItem', 'Delete'],
  check: ['', 'ConditionCheck'],
};

/** A shown item: `-` for none. */
const shown = (place: Place, word: string): Input | undefined =>
  word === '-' ? undefined : { ...keyOf(place), v: attributeOf(word) };

function single(action: Action, how: How, result: readonly string[]): Told {
  if (isRead(action)) return reading(action, how, result);
  const operation = kinds[action.verb]![0];
  if (operation === '') throw new Error(`'${action.verb}' stands in a transaction only`);
  const input = requestOf(action);
  if (how === '!' || how === '?') return { operation, input, outcome: notOk(how, result[0]) };
  if (how === 'ok') return { operation, input, outcome: { kind: 'ok', output: {} } };
  const [word = '-'] = result;
  const Attributes = how === '=' ? { v: attributeOf(word) } : shown(action.place, word);
  const ReturnValues = how === '=' ? 'UPDATED_NEW' : 'ALL_OLD';
  return {
    ...{ operation, input: { ...input, ReturnValues } },
    outcome: { kind: 'ok', output: Attributes === undefined ? {} : { Attributes } },
  };
}

function reading({ verb, place }: Action, how: How, result: readonly string[]): Told {
  const input = { TableName: place.TableName, Key: keyOf(place), ConsistentRead: verb === 'get' };
  if (how === '!' || how === '?') return { operation: 'GetItem', input, outcome: notOk(how, result[0]) };
  const Item = shown(place, result[0] ?? '-');
  return { operation: 'GetItem', input, outcome: { kind: 'ok', output: Item === undefined ? {} : { Item } } };
}

function transaction(actions: readonly Action[], token: string, how: How, result: readonly string[]): Told {
  if (actions.every(isRead)) return readingTogether(actions, how, result);
  const TransactItems = actions.map((action) => ({ [kinds[action.verb]![1]]: requestOf(action) }));
  const input = { TransactItems, ...(token !== '' && { ClientRequestToken: token }) };
  return { operation: 'TransactWriteItems', input, outcome: ended(how, result) };
}

function ended(how: How, [word = '']: readonly string[]): Outcome {
  if (how === '?') return notOk(how);
  if (how !== '!') return { kind: 'ok', output: {} };
  if (!word.includes(',') && !(word in codes)) return notOk(how, word);
  const CancellationReasons = word.split(',').map((code) => ({ Code: codes[code] ?? code }));
  return { kind: 'rejected', name: 'TransactionCanceledException', message: '', output: { CancellationReasons } };
}

function readingTogether(actions: readonly Action[], how: How, result: readonly string[]): Told {
  const TransactItems = actions.map(({ place }) => ({ Get: { TableName: place.TableName, Key: keyOf(place) } }));
  const operation = 'TransactGetItems';
  if (how === '!' || how === '?') return { operation, input: { TransactItems }, outcome: ended(how, result) };
  const Responses = actions.map(({ place }, i) => {
    const Item = shown(place, result[i] ?? '-');
    return Item === undefined ? {} : { Item };
  });
  return { operation, input: { TransactItems }, outcome: { kind: 'ok', output: { Responses } } };
}

function batch(actions: readonly Action[], how: How, result: readonly string[]): Told {
  const reads = actions.every(isRead);
  const RequestItems: Record<string, unknown> = {};
  for (const name of new Set(actions.map(({ place }) => place.TableName))) {
    const some = actions.filter(({ place }) => place.TableName === name);
    RequestItems[name] = reads
      ? { Keys: some.map(({ place }) => keyOf(place)), ConsistentRead: some.every(({ verb }) => verb === 'get') }
      : some.map((action) =>
          action.verb === 'put'
            ? { PutRequest: { Item: itemOf(action) } }
            : { DeleteRequest: { Key: keyOf(action.place) } },
        );
  }
  const operation = reads ? 'BatchGetItem' : 'BatchWriteItem';
  const told = { operation, input: { RequestItems } };
  if (how === '!' || how === '?') return { ...told, outcome: notOk(how, result[0]) };
  if (!reads) return { ...told, outcome: { kind: 'ok', output: { UnprocessedItems: {} } } };
  const Responses: Record<string, unknown[]> = {};
  actions.forEach(({ place }, i) => {
    const Item = shown(place, result[i] ?? '-');
    Responses[place.TableName] ??= [];
    if (Item !== undefined) Responses[place.TableName]!.push(Item);
  });
  return { ...told, outcome: { kind: 'ok', output: { Responses, UnprocessedKeys: {} } } };
}

/** `scan tab/by-v after x limit 2 = x:1 y:2 next y`: the index `by-v` of tab; a consistent read without an index. */
function scan(word: string, words: readonly string[], how: How, result: readonly string[]): Told {
  const [first = 'tab', ...options] = words[0] === 'after' || words[0] === 'limit' ? ['tab', ...words] : words;
  const [TableName, IndexName] = first.split('/') as [string, string?];
  const after = optionOf(options, 'after');
  const limit = optionOf(options, 'limit');
  const input = {
    TableName,
    ...(IndexName === undefined ? { ConsistentRead: true } : { IndexName }),
    ...(after !== undefined && { ExclusiveStartKey: { pk: { S: after } } }),
    ...(limit !== undefined && { Limit: Number(limit) }),
  };
  const operation = word === 'scan' ? 'Scan' : 'Query';
  if (how === '!' || how === '?') return { operation, input, outcome: notOk(how, result[0]) };
  const next = optionOf(result, 'next');
  const Items = result
    .filter((row) => row.includes(':'))
    .map((row) => {
      const colon = row.indexOf(':');
      return { pk: { S: row.slice(0, colon) }, v: attributeOf(row.slice(colon + 1)) };
    });
  const cursor = next === undefined ? {} : { LastEvaluatedKey: { pk: { S: next } } };
  return { operation, input, outcome: { kind: 'ok', output: { Items, Count: Items.length, ...cursor } } };
}

const optionOf = (words: readonly string[], name: string): string | undefined =>
  words.includes(name) ? words[words.indexOf(name) + 1] : undefined;
