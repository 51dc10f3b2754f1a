/** Tables created, described, changed, dropped and created again, with items written in between. */
import { from } from '../../../cases/case.ts';
import { createInput, newPlan, type Plan } from './plan.ts';
import { get, query, type Rows, readAll, readEverything, write } from './rows.ts';
import type { Script } from './script.ts';
import { anyChange, type Change } from './table-changes.ts';

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

function describe(script: Script, { of }: Made): void {
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
