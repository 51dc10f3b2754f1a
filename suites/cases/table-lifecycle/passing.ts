/**
 * What is refused while a table comes, changes or goes. Each answer counts only if the table was in that state before
 * and after it.
 */
import type { Call, Case, Template, TemplateObject } from '../case.ts';
import { s } from '../case.ts';
import { sources } from '../sources.ts';
import { accepted, refused, untilActive, untilGone } from '../steps.ts';
import { change, create, made, making, onDemand, provisioned, units } from './requests.ts';

const state = (equals: string): Pick<Call, 'during'> => ({
  during: {
    ...{ op: 'DescribeTable', input: { TableName: made }, path: 'Table.TableStatus' },
    ...{ equals, over: 'ACTIVE' },
  },
});
const key = { pk: s('p') };
const remove: Call = { op: 'DeleteTable', input: { TableName: made }, observe: [] };
const of = (op: Call['op'], more: TemplateObject = {}): Call => ({
  op,
  input: { TableName: made, ...more },
  observe: [],
});
const itemRequests: Call[] = [
  of('PutItem', { Item: key }),
  of('GetItem', { Key: key }),
  of('UpdateItem', { Key: key }),
  of('DeleteItem', { Key: key }),
  of('Query', { KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': s('p') } }),
  of('Scan'),
  { op: 'BatchGetItem', input: { RequestItems: { '$name:made': { Keys: [key] } } }, observe: [] },
  {
    op: 'BatchWriteItem',
    input: { RequestItems: { '$name:made': [{ PutRequest: { Item: key } }] } },
    observe: [],
  },
  { op: 'TransactGetItems', input: { TransactItems: [{ Get: { TableName: made, Key: key } }] }, observe: [] },
  { op: 'TransactWriteItems', input: { TransactItems: [{ Put: { TableName: made, Item: key } }] }, observe: [] },
];
const inUse = (doing: string): Template => ({
  $text: [`Attempt to change a resource which is still in use: Table is being ${doing}: `, made],
});
/** The name of a table that is there is taken, whatever its state; while it is being made the words are those of any change. */
function wordsIn(doing: string, { op }: Call): Template {
  if (op === 'CreateTable' && doing !== 'created') return { $text: ['Table already exists: ', made] };
  if (op !== 'UpdateTimeToLive') return inUse(doing);
  return { $text: ['Attempt to change a resource which is still in use: Table ', made, ` is being ${doing}`] };
}
const noTimeToLive = (status: string): Call =>
  refused(of('DescribeTimeToLive'), 'ValidationException', {
    texts: [`Cannot describe time to live while table is in ${status} state: Current table state is ${status}`],
  });
const refusedIn = (status: string, doing: string, calls: Call[]): Call[] =>
  calls.map((call) =>
    refused({ ...call, ...state(status) }, 'ResourceInUseException', { texts: [wordsIn(doing, call)] }),
  );

const common = {
  area: 'table-lifecycle' as const,
  findings: [],
  passingStates: true,
  certainty: 'documented' as const,
};

const items: Case = {
  ...common,
  id: 'table-lifecycle/creating-has-no-items',
  title: 'No item operation finds a table that is CREATING',
  because: 'Items are read and written on ACTIVE tables only; before, the table is not found.',
  sources: [sources.createTable],
  steps: [
    accepted(create(onDemand)),
    ...itemRequests.map((call) => refused(call, 'ResourceNotFoundException')),
    // On a real clock the table may be ACTIVE before all of them were asked.
    { wait: 60_000, because: 'the table is ACTIVE by then' },
    untilActive('active', made),
    ...itemRequests.map(accepted),
  ],
};

const statement = (...text: Template[]): Template => ({ $text: text });
const statements: Call[] = [
  statement('SELECT * FROM "', made, '"'),
  statement('SELECT * FROM "', made, "\" WHERE pk = 'p'"),
  statement('INSERT INTO "', made, "\" VALUE {'pk': 'p'}"),
  statement('UPDATE "', made, "\" SET v = 1 WHERE pk = 'p'"),
  statement('DELETE FROM "', made, "\" WHERE pk = 'p'"),
].flatMap((Statement): Call[] => [
  { op: 'ExecuteStatement', input: { Statement }, observe: [] },
  ...(JSON.stringify(Statement).includes('WHERE')
    ? [{ op: 'ExecuteTransaction' as const, input: { TransactStatements: [{ Statement }] }, observe: [] }]
    : []),
]);
const noStatements: Case = {
  ...common,
  id: 'table-lifecycle/creating-has-no-statements',
  title: 'No statement finds a table that is CREATING',
  because: 'Items are read and written on ACTIVE tables only; before, the table is not found.',
  sources: [sources.createTable],
  steps: [
    accepted(create(onDemand)),
    ...statements.map((call) => refused(call, 'ResourceNotFoundException')),
    { wait: 60_000, because: 'the table is ACTIVE by then' },
    untilActive('active', made),
    ...statements.filter(({ op }) => op === 'ExecuteStatement').map(accepted),
  ],
};

const creating: Case = {
  ...common,
  id: 'table-lifecycle/creating-is-in-use',
  title: 'A table that is CREATING can be neither made again nor changed nor deleted',
  because: 'Each of these is ResourceInUseException until the table is ACTIVE.',
  sources: [sources.createTable, sources.updateTable, sources.deleteTable],
  steps: [
    accepted(create(onDemand)),
    ...refusedIn('CREATING', 'created', [
      create(onDemand),
      change({ DeletionProtectionEnabled: true }),
      remove,
      of('UpdateTimeToLive', { TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' } }),
    ]),
    untilActive('active', made),
  ],
};

const updating: Case = {
  ...common,
  id: 'table-lifecycle/updating-is-in-use',
  title: 'A table that is UPDATING can be neither changed nor deleted, and serves items',
  because: 'UpdateTable and DeleteTable are ResourceInUseException; a table can be used while it is UPDATING.',
  sources: [sources.updateTable, sources.deleteTable],
  steps: [
    ...making(provisioned),
    {
      ...change({ ProvisionedThroughput: units(3, 3) }),
      expect: { ok: { TableDescription: { TableStatus: 'UPDATING' } } },
    },
    ...refusedIn('UPDATING', 'updated', [change({ ProvisionedThroughput: units(4, 4) }), remove, create(onDemand)]),
    ...itemRequests.map((call) => accepted({ ...call, ...state('UPDATING') })),
    untilActive('active', made),
    {
      op: 'DescribeTable',
      input: { TableName: made },
      observe: [],
      expect: { ok: { Table: { ProvisionedThroughput: units(3, 3) } } },
    },
  ],
};

const timeToLive: Case = {
  ...common,
  id: 'table-lifecycle/passing-time-to-live',
  title: 'Time to live is not described while a table is CREATING or DELETING',
  certainty: 'measured',
  because: 'It is a ValidationException that names the state.',
  sources: [sources.updateTimeToLive, sources.createTable, sources.deleteTable],
  steps: [
    accepted(create(onDemand)),
    { ...noTimeToLive('CREATING'), ...state('CREATING') },
    untilActive('active', made),
    accepted(of('DescribeTimeToLive')),
    accepted(remove),
    { ...noTimeToLive('DELETING'), during: { ...state('DELETING').during!, over: null } },
    untilGone('gone', made),
  ],
};

// A real clock gives no way to tell an answer of a table that is DELETING from one of a table that has just gone.
const deleting: Case = {
  ...common,
  id: 'table-lifecycle/deleting-is-in-use',
  title: 'While a table is DELETING its name is taken, and the table cannot be changed',
  because: 'CreateTable and UpdateTable are ResourceInUseException until the table is gone.',
  sources: [sources.createTable, sources.updateTable],
  steps: [
    ...making(onDemand),
    { ...remove, expect: { ok: { TableDescription: { TableStatus: 'DELETING' } } } },
    ...[create(onDemand), change({ DeletionProtectionEnabled: true })].map((call) =>
      refused(call, 'ResourceInUseException', { texts: [wordsIn('deleted', call)] }),
    ),
    { wait: 60_000, because: 'the table is gone by then' },
    untilGone('gone', made),
    accepted(create(onDemand)),
    untilActive('again', made),
  ],
};

const deletedTwice: Case = {
  ...common,
  id: 'table-lifecycle/deleting-twice',
  title: 'A table that is DELETING cannot be deleted again',
  certainty: 'measured',
  because: 'The API reference says that nothing happens then; measured it is ResourceInUseException.',
  sources: [sources.deleteTable, sources.tableBeingDeleted],
  steps: [
    ...making(onDemand),
    accepted(remove),
    refused({ ...remove, during: { ...state('DELETING').during!, over: null } }, 'ResourceInUseException', {
      texts: [inUse('deleted')],
    }),
    untilGone('gone', made),
  ],
};

export const cases: readonly Case[] = [timeToLive, deletedTwice, items, noStatements, creating, updating, deleting];
