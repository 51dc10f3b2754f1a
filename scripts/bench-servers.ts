/** The oracle and its server beside the servers of others, with one sequence of requests and one client. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createOracle } from '../oracles/oracle.ts';
import type { JsonObject, Operation } from '../oracles/values/types.ts';
import { endpointTarget } from '../suites/targets/endpoint.ts';
import { targets } from '../suites/targets/index.ts';
import type { Session, Target } from '../suites/targets/target.ts';
import type { Figure } from './figure.ts';

type Request = readonly [Operation, JsonObject];

const requestsCount = 6000;
const keysCount = 500;
const inFlight = 32;

const table: JsonObject = {
  TableName: 'bench',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
};

/** Four puts, three reads, two updates and a conditional put in every ten, over five hundred keys. */
function requestAt(at: number): Request {
  const TableName = 'bench';
  const key = { pk: { S: `p${at % keysCount}` }, sk: { S: `s${(at * 7) % keysCount}` } };
  const item = { ...key, n: { N: String(at) }, text: { S: 'x'.repeat(100) } };
  const kind = at % 10;
  if (kind < 4) return ['PutItem', { TableName, Item: item }];
  if (kind < 7) return ['GetItem', { TableName, Key: key, ConsistentRead: true }];
  if (kind < 9) {
    const ExpressionAttributeValues = { ':one': { N: '1' } };
    return ['UpdateItem', { TableName, Key: key, UpdateExpression: 'ADD n :one', ExpressionAttributeValues }];
  }
  return [
    'PutItem',
    { TableName, Item: item, ConditionExpression: 'attribute_exists(pk) OR attribute_not_exists(pk)' },
  ];
}
const sequence: readonly Request[] = Array.from({ length: requestsCount }, (_, at) => requestAt(at));

const perSecond = (beginMs: number): number => (requestsCount / (performance.now() - beginMs)) * 1000;

function inProcess(): number {
  const oracle = createOracle();
  oracle.send('CreateTable', table);
  oracle.clock.advance(60_000);
  const begin = performance.now();
  for (const [operation, input] of sequence)
    if (oracle.send(operation, input).kind !== 'ok')
      throw new Error(`the oracle refuses ${operation} of the benchmark`);
  return perSecond(begin);
}

async function ready(session: Session): Promise<void> {
  await session.send('CreateTable', table, { raw: true });
  for (let tries = 0; tries < 100; tries++) {
    const outcome = await session.send('DescribeTable', { TableName: 'bench' }, { raw: true });
    if (outcome.kind === 'ok' && (outcome.output.Table as JsonObject).TableStatus === 'ACTIVE') return;
    await session.pause(100);
  }
  throw new Error(`${session.target} does not make the table of the benchmark active`);
}

/** The second of two runs: what is compiled while it runs has been compiled by then. */
async function overHttp(target: Target): Promise<number> {
  const session = await target.start({});
  try {
    await ready(session);
    await playAll(session);
    const begin = performance.now();
    await playAll(session);
    return perSecond(begin);
  } finally {
    await session.stop();
  }
}

async function playAll(session: Session): Promise<void> {
  let next = 0;
  const play = async (): Promise<void> => {
    for (let request = sequence[next++]; request !== undefined; request = sequence[next++]) {
      const { kind } = await session.send(request[0], request[1], { raw: true });
      if (kind !== 'ok') throw new Error(`${session.target} refuses ${request[0]} of the benchmark`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, play));
}

/** Our server in a process of its own, as the others are. */
async function serveOverHttp(): Promise<number> {
  const bin = new URL('bin.mjs', import.meta.url).pathname;
  const child = spawn(process.execPath, [bin, 'serve'], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const [url] = /http:\/\/\S+/.exec(line) ?? [];
    if (url === undefined) throw new Error(`the server does not say where it answers: ${line}`);
    return await overHttp(endpointTarget(url));
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

/** Each figure over the same sequence on a server that this machine has; the client's work is in all that go over HTTP. */
export async function serverFigures(): Promise<Figure[]> {
  const oracle = Math.max(inProcess(), inProcess(), inProcess());
  const serve = await serveOverHttp();
  const figures: Figure[] = [];
  for (const target of [targets.dynoxide, targets.extenddb, targets.dynalite]) {
    if ((await target.availability()).kind !== 'available') continue;
    const theirs = await overHttp(target);
    const against = `${target.name} over HTTP, ${Math.round(theirs).toLocaleString('en')} operations/s`;
    const unit = 'operations/s';
    figures.push({ name: 'oracle in process', value: Math.round(oracle), unit, against, ratio: oracle / theirs });
    figures.push({ name: 'oracle over HTTP', value: Math.round(serve), unit, against, ratio: serve / theirs });
  }
  return figures;
}
