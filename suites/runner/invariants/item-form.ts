import { canonicalNumber } from '../../../oracles/values/number.ts';
import { itemSizeMax } from '../../../oracles/values/size.ts';
import type { Json, JsonObject } from '../../../oracles/values/types.ts';
import { isObject, listAt } from '../play/path.ts';
import type { Exchange } from './exchange.ts';
import type { TableFacts } from './facts.ts';
import type { Breach, Invariant } from './invariant.ts';
import { factsDuring } from './known/contradictions.ts';
import { plainValue, sizeOf } from './values.ts';

export const itemForm: Invariant = {
  statement:
    'An item that is returned could have been stored: its numbers are trimmed, its sets have no empty and no double member, it has its keys with their types, and at most 400 KB.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html',
  needs: 'an answer with items',
  judge: (seen) => {
    const facts = factsDuring(seen);
    return seen.exchanges.flatMap((exchange) =>
      itemsIn(exchange).flatMap(({ item, path, isWhole }) =>
        faultsOf(exchange, item, path, isWhole ? facts.get(exchange) : undefined),
      ),
    );
  },
};

interface Returned {
  item: JsonObject;
  path: string;
  /** With all attributes that the item has in its table. */
  isWhole: boolean;
}

const narrowing = ['ProjectionExpression', 'AttributesToGet'] as const;

function itemsIn({ op, input, outcome, body }: Exchange): Returned[] {
  if (outcome.kind !== 'ok' || body !== undefined) return [];
  const isWhole = narrowing.every((name) => input[name] === undefined);
  const { Item, Items, Attributes, Responses } = outcome.output;
  const whole = isWhole && (op === 'GetItem' || op === 'Query' || op === 'Scan');
  const images = ['ALL_OLD', 'ALL_NEW'].includes(String(input.ReturnValues));
  const batches = isObject(Responses) ? Object.values(Responses).flat() : [];
  return [
    ...returned([Item], 'Item', whole),
    ...returned(Array.isArray(Items) ? Items : [], 'Items[]', whole),
    ...returned([Attributes], 'Attributes', images),
    ...returned([...batches, ...listAt(outcome.output, 'Responses[].Item')], 'Responses[]', false),
  ];
}

const returned = (items: readonly (Json | undefined)[], path: string, isWhole: boolean): Returned[] =>
  items.filter(isObject).map((item) => ({ item, path, isWhole }));

function faultsOf(exchange: Exchange, item: JsonObject, path: string, table: TableFacts | undefined): Breach[] {
  const breach = (expected: Json, actual: Json): Breach => ({ exchange, class: 'value', path, expected, actual });
  const size = sizeOf(item);
  const keys = table?.keys.filter((name) => !hasType(item, name, table)) ?? [];
  return [
    ...Object.entries(item).flatMap(([name, value]) => wrongParts(value).map((why) => breach(why, { [name]: value }))),
    ...keys.map((name) => breach(`the key attribute ${name} with its type`, item[name] ?? 'absent')),
    ...(size !== undefined && size > itemSizeMax ? [breach(`at most ${itemSizeMax} bytes`, size)] : []),
  ];
}

function hasType(item: JsonObject, name: string, { types }: TableFacts): boolean {
  const value = item[name];
  return isObject(value) && Object.keys(value).join() === types.get(name);
}

/** What is wrong with a value, at any depth. */
function wrongParts(value: Json): string[] {
  if (!isObject(value)) return [];
  const { N, NS, SS, BS, L, M } = value;
  const numbers = [N, ...(Array.isArray(NS) ? NS : [])].filter((one) => typeof one === 'string');
  const sets = [NS, SS, BS].filter(Array.isArray);
  return [
    ...numbers.flatMap(wrongNumber),
    ...sets.flatMap((one) => (one.length === 0 ? ['a set with a member'] : [])),
    ...([NS, SS, BS].some((one) => Array.isArray(one) && hasDouble(one, value))
      ? ['a set without double members']
      : []),
    ...(Array.isArray(L) ? L.flatMap(wrongParts) : []),
    ...(isObject(M) ? Object.values(M).flatMap(wrongParts) : []),
  ];
}

/** "Leading and trailing zeroes are trimmed" (developer guide, data types). */
function wrongNumber(text: string): string[] {
  try {
    return canonicalNumber(text) === text ? [] : ['a number in its shortest form'];
  } catch {
    return ['a number within range and precision'];
  }
}

function hasDouble(list: readonly Json[], value: JsonObject): boolean {
  const plain = plainValue(value);
  const members = isObject(plain) ? Object.values(plain)[0] : list;
  return Array.isArray(members) && new Set(members).size < list.length;
}
