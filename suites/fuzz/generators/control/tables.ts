/** Tables created, described, changed, dropped and created again, with items written in between. */
import type { JsonObject } from '../../../../oracles/values/types.ts';
import { from, type TemplateObject } from '../../../cases/case.ts';
import {
  ceilings,
  classes,
  createInput,
  definitionsOf,
  freeName,
  globalIndex,
  indexJson,
  keysOf,
  newPlan,
  type Plan,
  units,
  unitsJson,
  views,
} from './plan.ts';
import { get, query, type Rows, readAll, readEverything, write } from './rows.ts';
import type { Script } from './script.ts';

/** A table that a sequence has created. */
export interface Made {
  of: string;
  plan: Plan;
  rows: Rows;
}

/** Creates a table and waits until it can be used. */
export function make(script: Script, of: string, plan: Plan = newPlan(script.draw)): Made {
  const input = { ...createInput(plan), TableName: script.name(of) };
  script.request('CreateTable', input);
  script.settle(script.name(of));
  script.keepArn(of);
  if (script.draw.chance(15)) {
    script.faulty('CreateTable', input);
    script.settle(script.name(of));
  }
  return { of, plan, rows: new Map() };
}

/** A table is deleted only without protection. */
export function drop(script: Script, { of, plan }: Made): void {
  const TableName = script.name(of);
  if (plan.isProtected) {
    script.call('DeleteTable', { TableName });
    script.call('UpdateTable', { TableName, DeletionProtectionEnabled: false });
    script.settle(TableName);
  }
  script.request('DeleteTable', { TableName });
  script.gone(TableName);
}

/** A change of a table: what to send, and the plan afterwards. Undefined where it does not fit. */
type Change = (script: Script, plan: Plan) => [input: TemplateObject, after: Plan] | undefined;

const throughput: Change = ({ draw }, plan) => {
  if (plan.units === undefined) return undefined;
  const other = draw.chance(20) ? plan.units : units(draw);
  return [{ ProvisionedThroughput: unitsJson(other) }, { ...plan, units: other }];
};

const billing: Change = ({ draw }, plan) => {
  const { units: held, ceilings: _, ...rest } = plan;
  const globals = plan.indexes.filter(({ kind }) => kind === 'global');
  if (held !== undefined) {
    const indexes = plan.indexes.map(({ units: __, ...index }) => index);
    return [{ BillingMode: 'PAY_PER_REQUEST' }, { ...rest, indexes }];
  }
  const own = units(draw);
  const indexes = plan.indexes.map((index) => (index.kind === 'global' ? { ...index, units: units(draw) } : index));
  const updates = indexes.flatMap((index): JsonObject[] =>
    index.kind === 'global'
      ? [{ Update: { IndexName: index.name, ProvisionedThroughput: unitsJson(index.units!) } }]
      : [],
  );
  const input = { BillingMode: 'PROVISIONED', ProvisionedThroughput: unitsJson(own) };
  // Without units for its indexes, the change is refused.
  if (globals.length > 0 && draw.chance(15)) return [input, plan];
  return [
    { ...input, ...(updates.length > 0 && { GlobalSecondaryIndexUpdates: updates }) },
    { ...rest, units: own, indexes },
  ];
};

const addIndex: Change = ({ draw }, plan) => {
  const name = freeName(plan);
  if (name === undefined) return undefined;
  const index = globalIndex(draw, plan, name);
  const names = new Set(['pk', ...(plan.range ? ['sk'] : []), ...keysOf(index)]);
  return [
    {
      AttributeDefinitions: definitionsOf(plan, draw.chance(50) ? names : keysOf(index)),
      GlobalSecondaryIndexUpdates: [{ Create: indexJson(index) }],
    },
    { ...plan, indexes: [...plan.indexes, index] },
  ];
};

const dropIndex: Change = ({ draw }, plan) => {
  const globals = plan.indexes.filter(({ kind }) => kind === 'global');
  if (globals.length === 0) return undefined;
  const gone = draw.pick(globals);
  const indexes = plan.indexes.filter((index) => index !== gone);
  return [{ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: gone.name } }] }, { ...plan, indexes }];
};

const indexUnits: Change = ({ draw }, plan) => {
  const globals = plan.indexes.filter(({ kind }) => kind === 'global');
  if (globals.length === 0 || plan.units === undefined) return undefined;
  const held = draw.pick(globals);
  const other = { ...held, units: units(draw) };
  const Update = { IndexName: held.name, ProvisionedThroughput: unitsJson(other.units) };
  const indexes = plan.indexes.map((index) => (index === held ? other : index));
  return [{ GlobalSecondaryIndexUpdates: [{ Update }] }, { ...plan, indexes }];
};

export const stream: Change = ({ draw }, plan) => {
  const { stream: held, ...rest } = plan;
  if (held !== undefined && draw.chance(85)) return [{ StreamSpecification: { StreamEnabled: false } }, rest];
  const view = draw.pick(views);
  return [{ StreamSpecification: { StreamEnabled: true, StreamViewType: view } }, { ...rest, stream: held ?? view }];
};

const protection: Change = (_, plan) => [
  { DeletionProtectionEnabled: !plan.isProtected },
  { ...plan, isProtected: !plan.isProtected },
];

const tableClass: Change = ({ draw }, plan) => {
  const other = draw.pick(classes);
  return [{ TableClass: other }, { ...plan, tableClass: other }];
};

const onDemand: Change = ({ draw }, plan) => {
  if (plan.units !== undefined && draw.chance(80)) return undefined;
  const none = draw.chance(30);
  const given = none ? { MaxReadRequestUnits: -1, MaxWriteRequestUnits: -1 } : ceilings(draw);
  return [{ OnDemandThroughput: given }, plan];
};

const encryption: Change = (_, plan) => [
  { SSESpecification: plan.isEncrypted ? { Enabled: false } : { Enabled: true, SSEType: 'KMS' } },
  { ...plan, isEncrypted: !plan.isEncrypted },
];

const changes: readonly (readonly [weight: number, change: Change])[] = [
  [3, throughput],
  [3, billing],
  [5, addIndex],
  [4, dropIndex],
  [2, indexUnits],
  [2, stream],
  [1, protection],
  [2, tableClass],
  [2, onDemand],
  [1, encryption],
];

/** A change that fits the table. */
export const anyChange = (script: Script, plan: Plan): ReturnType<Change> =>
  script.draw.weighted(...changes)(script, plan);

export function change(script: Script, made: Made, only: Change = anyChange): void {
  const [input, after] = only(script, made.plan) ?? [];
  if (input === undefined || after === undefined) return;
  const TableName = script.name(made.of);
  const grows = JSON.stringify(input).includes('"Create"');
  script.request('UpdateTable', { TableName, ...input });
  if (grows && made.rows.size > 0 && script.draw.chance(20)) write(script, made.of, made.plan, made.rows);
  script.settle(TableName);
  made.plan = after;
}

const described = ['DescribeTable', 'DescribeTimeToLive', 'ListTagsOfResource'] as const;

export function describe(script: Script, { of }: Made): void {
  const op = script.draw.pick(described);
  script.request(op, op === 'ListTagsOfResource' ? { ResourceArn: script.arn(of) } : { TableName: script.table(of) });
}

/** Names that follow one of the sequence's own, which nothing else can stand between. */
function list(script: Script): void {
  const { draw } = script;
  if (draw.chance(25)) {
    script.faulty('ListTables', { ExclusiveStartTableName: script.name('0'), Limit: 2 });
    return;
  }
  if (draw.chance(40)) {
    // Whether more names follow the first is certain only before the second table.
    const last = draw.chance(60) ? '0' : 'a';
    script.call(
      'ListTables',
      { ExclusiveStartTableName: script.name(last), Limit: 1 },
      { observe: last === '0' ? ['TableNames', 'LastEvaluatedTableName'] : ['TableNames'] },
    );
    return;
  }
  const as = `listed ${script.steps.length}`;
  const start = from(as, 'LastEvaluatedTableName', script.name(draw.pick(['0', 'a', 'b'])));
  script.steps.push({
    repeat: {
      op: 'ListTables',
      as,
      raw: true,
      input: { ExclusiveStartTableName: start, ...(draw.chance(70) && { Limit: draw.pick([2, 5, 100]) }) },
    },
    until: { path: 'LastEvaluatedTableName', absent: true },
    ...{ turns: 100, collect: ['TableNames'], observe: ['TableNames'] },
  });
}

/** Writes and reads of a table's items. */
export function data(script: Script, made: Made): void {
  const { draw } = script;
  const { of, plan, rows } = made;
  for (let left = 1 + draw.int(3); left > 0; left--) write(script, of, plan, rows);
  if (draw.chance(40)) query(script, of, plan);
  if (draw.chance(20)) get(script, of, plan);
  if (draw.chance(30))
    readAll(script, of, draw.chance(70) && plan.indexes.length > 0 ? draw.pick(plan.indexes) : undefined);
}

/** Requests to a table that is gone. */
function afterwards(script: Script, made: Made): void {
  const { draw } = script;
  const table = made.of;
  const asks = [
    () => get(script, table, made.plan),
    () => write(script, table, made.plan, new Map()),
    () => query(script, table, made.plan),
    () => script.call('DeleteTable', { TableName: script.name(table) }),
    () => script.call('UpdateTable', { TableName: script.name(table), TableClass: 'STANDARD' }),
    () => script.call('ListTagsOfResource', { ResourceArn: script.arn(table) }),
    () => script.call('DescribeTable', { TableName: script.arn(table) }),
    () => script.call('DescribeTimeToLive', { TableName: script.name(table) }),
  ];
  for (const ask of draw.some(asks, 1 + draw.int(3))) ask();
}

function again(script: Script, made: Made): void {
  drop(script, made);
  if (script.draw.chance(60)) afterwards(script, made);
  const same = script.draw.chance(50) ? { ...made.plan, isProtected: false } : newPlan(script.draw);
  Object.assign(made, make(script, made.of, same));
  readEverything(script, made.of, made.plan);
}

export function tables(script: Script): void {
  const { draw } = script;
  const made = make(script, 'a');
  const beside = make(script, 'b', { ...newPlan(draw), indexes: [], isProtected: false });
  for (let left = 7 + draw.int(8); left > 0; left--) {
    const one = draw.chance(88) ? made : beside;
    draw.weighted(
      [6, () => data(script, one)],
      [7, () => change(script, one)],
      [2, () => describe(script, one)],
      [2, () => list(script)],
      [1, () => again(script, one)],
    )();
  }
  readEverything(script, made.of, made.plan);
  readEverything(script, beside.of, beside.plan);
}
