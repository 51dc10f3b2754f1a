/** What DescribeTable says, against what CreateTable and UpdateTable have asked for. */
import type { Json, JsonObject } from '../../../oracles/values/types.ts';
import { canonical, sameJson, sorted } from '../play/canonical.ts';
import { isObject, listAt, valueAt } from '../play/path.ts';
import type { Exchange } from './exchange.ts';
import type { Breach, Invariant } from './invariant.ts';
import { flagOf, withoutNulls } from './values.ts';

export const description: Invariant = {
  statement: 'The description of a table says what CreateTable and UpdateTable have asked for, and names the table.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeTable.html',
  needs: 'a table that a step of the case has created',
  judge: ({ exchanges }) => {
    const asked = new Map<string, JsonObject>();
    const changed = new Set<string>();
    return exchanges.flatMap((exchange) => {
      const { op, outcome, account, body } = exchange;
      if (outcome.kind !== 'ok' || account !== undefined || body !== undefined) return [];
      const input = withoutNulls(exchange.input) as JsonObject;
      const name = String(input.TableName);
      if (op === 'CreateTable') asked.set(name, input);
      if (op === 'UpdateTable' && asked.has(name)) {
        asked.set(name, updated(asked.get(name)!, input));
        changed.add(name);
      }
      const wanted = asked.get(name);
      const described = op === 'DescribeTable' ? 'Table' : op === 'CreateTable' ? 'TableDescription' : undefined;
      if (op === 'DeleteTable') {
        asked.delete(name);
        changed.delete(name);
      }
      const found = described && valueAt(outcome.output, described);
      if (!wanted || !described || !isObject(found)) return [];
      const isUnderWay = changed.has(name) && !isSettled(found);
      return faultsOf(exchange, described, wanted, found, isUnderWay);
    });
  },
};

/** What was asked for altogether. Where indexes are added or dropped, the lists that follow from them are not judged. */
function updated(before: JsonObject, input: JsonObject): JsonObject {
  const { GlobalSecondaryIndexUpdates: changes, AttributeDefinitions: _, ...given } = input;
  const forgotten = [
    ...(changes === undefined ? [] : ['AttributeDefinitions', 'GlobalSecondaryIndexes']),
    ...(given.BillingMode === 'PAY_PER_REQUEST' ? ['ProvisionedThroughput'] : []),
  ];
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([name]) => !forgotten.includes(name)));
}

const isSettled = (table: JsonObject): boolean =>
  [table.TableStatus, ...listAt(table, 'GlobalSecondaryIndexes[].IndexStatus')].every((state) => state === 'ACTIVE');

/** Members whose value must be the one that was asked for, each with its place in the description. */
const settings: readonly (readonly [asked: string, described: string])[] = [
  ['BillingMode', 'BillingModeSummary.BillingMode'],
  ['ProvisionedThroughput.ReadCapacityUnits', 'ProvisionedThroughput.ReadCapacityUnits'],
  ['ProvisionedThroughput.WriteCapacityUnits', 'ProvisionedThroughput.WriteCapacityUnits'],
  ['OnDemandThroughput.MaxReadRequestUnits', 'OnDemandThroughput.MaxReadRequestUnits'],
  ['OnDemandThroughput.MaxWriteRequestUnits', 'OnDemandThroughput.MaxWriteRequestUnits'],
  ['TableClass', 'TableClassSummary.TableClass'],
  ['DeletionProtectionEnabled', 'DeletionProtectionEnabled'],
  ['KeySchema', 'KeySchema'],
];

/** The default may be left out of a description. */
const defaults: { readonly [asked: string]: Json } = {
  BillingMode: 'PROVISIONED',
  TableClass: 'STANDARD',
  DeletionProtectionEnabled: false,
  'OnDemandThroughput.MaxReadRequestUnits': -1,
  'OnDemandThroughput.MaxWriteRequestUnits': -1,
};

/** The service reads a text as the flag or the number that it spells. */
const sameText = (expected: Json, actual: Json | undefined): boolean =>
  typeof expected === 'string' &&
  typeof actual !== 'object' &&
  (typeof actual === 'boolean' ? flagOf(expected) === actual : expected.toLowerCase() === String(actual).toLowerCase());

function faultsOf(
  exchange: Exchange,
  at: string,
  wanted: JsonObject,
  found: JsonObject,
  isUnderWay: boolean,
): Breach[] {
  const breach = (path: string, expected: Json, actual: Json | undefined): Breach => ({
    ...{ exchange, path: `${at}.${path}`, expected },
    ...(actual === undefined ? { class: 'member-missing', actual: 'absent' } : { class: 'value', actual }),
  });
  const name = nameIn(String(wanted.TableName));
  const names = [
    ...(found.TableName === name ? [] : [breach('TableName', name, found.TableName)]),
    ...(String(found.TableArn).endsWith(`:table/${name}`)
      ? []
      : [breach('TableArn', `…:table/${name}`, found.TableArn)]),
  ];
  // Until a change is done, a table may still have what it had before.
  if (isUnderWay) return names;
  const ofSettings = settings.flatMap(([asked, described]) => {
    const [expected, actual] = [valueAt(wanted, asked), valueAt(found, described)];
    const isDefault = actual === undefined && expected === defaults[asked];
    return expected === undefined || isDefault || sameJson(expected, actual ?? null) || sameText(expected, actual)
      ? []
      : [breach(described, expected, actual)];
  });
  return [...names, ...ofSettings, ...ofLists(wanted, found, breach), ...ofStream(wanted, found, breach)];
}

const nameIn = (given: string): string => given.slice(given.lastIndexOf('/') + 1);
type Say = (path: string, expected: Json, actual: Json | undefined) => Breach;

/** Definitions and indexes have no order. */
function ofLists(wanted: JsonObject, found: JsonObject, breach: Say): Breach[] {
  const lists = ['AttributeDefinitions', 'LocalSecondaryIndexes', 'GlobalSecondaryIndexes'] as const;
  return lists.flatMap((name) => {
    if (wanted[name] === undefined) return [];
    const form = name === 'AttributeDefinitions' ? (one: Json) => one : indexForm;
    const [expected, actual] = [wanted, found].map((table) => sorted(listAt(table, name).map(form)));
    return canonical(expected!) === canonical(actual!) ? [] : [breach(name, expected!, found[name] && actual)];
  });
}

function indexForm(index: Json): Json {
  if (!isObject(index)) return index;
  const included = listAt(index, 'Projection.NonKeyAttributes');
  return {
    IndexName: index.IndexName ?? null,
    KeySchema: index.KeySchema ?? null,
    ProjectionType: valueAt(index, 'Projection.ProjectionType') ?? null,
    NonKeyAttributes: sorted(included),
  };
}

function ofStream(wanted: JsonObject, found: JsonObject, breach: Say): Breach[] {
  const asked = wanted.StreamSpecification;
  if (!isObject(asked)) return [];
  const isWanted = flagOf(asked.StreamEnabled ?? false) === true;
  // A stream without a view is no request of the service. What a store makes of it that takes it is its own affair.
  if (isWanted && typeof asked.StreamViewType !== 'string') return [];
  const view = isWanted ? asked.StreamViewType : undefined;
  const actual = valueAt(found, 'StreamSpecification.StreamViewType');
  if (view !== undefined && view !== actual) return [breach('StreamSpecification.StreamViewType', view, actual)];
  if (view !== undefined && typeof found.LatestStreamArn !== 'string')
    return [breach('LatestStreamArn', 'the stream', found.LatestStreamArn)];
  const isOn = valueAt(found, 'StreamSpecification.StreamEnabled') === true;
  return view === undefined && isOn ? [breach('StreamSpecification.StreamEnabled', false, true)] : [];
}
