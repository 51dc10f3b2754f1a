import type { Json, JsonObject } from '../../../oracles/values/types.ts';
import { valueAt } from '../play/path.ts';
import type { Exchange } from './exchange.ts';
import type { AuditedTable, Breach, Invariant } from './invariant.ts';

export const activeUsable: Invariant = {
  statement: 'A table that is described as ACTIVE can be written and read.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TableDescription.html',
  needs: 'a table that a step of the case has created: a row of our own is written to it, and removed',
  judge: ({ exchanges }) => refusedWhileActive(exchanges),
  audit: async (table) => (table.made ? probe(table) : []),
};

const notReady = ['ResourceNotFoundException', 'ResourceInUseException', 'TableNotFoundException'];
const itemOps = ['PutItem', 'GetItem', 'UpdateItem', 'DeleteItem', 'Query', 'Scan'];

/** Requests between a description as ACTIVE and the next change of the table. */
function refusedWhileActive(exchanges: readonly Exchange[]): Breach[] {
  const active = new Set<Json>();
  return exchanges.flatMap((exchange): Breach[] => {
    const { op, input, outcome, account } = exchange;
    const name = input.TableName ?? null;
    if (account !== undefined || exchange.body !== undefined) return [];
    if (op === 'DescribeTable') {
      if (outcome.kind === 'ok' && valueAt(outcome.output, 'Table.TableStatus') === 'ACTIVE') active.add(name);
      else active.delete(name);
    } else if (!itemOps.includes(op)) active.clear();
    else if (
      active.has(name) &&
      !changedMeanwhile(exchange, exchanges) &&
      outcome.kind === 'rejected' &&
      notReady.includes(outcome.type) &&
      !input.IndexName
    )
      return [
        { exchange, class: 'refused', path: '', expected: 'an answer', actual: `${outcome.type}: ${outcome.message}` },
      ];
    return [];
  });
}

/** A table that is deleted while a write is under way may be gone for the write. */
const changedMeanwhile = (one: Exchange, exchanges: readonly Exchange[]): boolean =>
  exchanges.some(
    ({ op, sent }) => op !== 'DescribeTable' && !itemOps.includes(op) && sent > one.sent && sent < one.answered,
  );

const mark = 'parallax';

async function probe({ facts, ask }: AuditedTable): Promise<Breach[]> {
  const key = Object.fromEntries(facts.keys.map((name) => [name, probeKey(facts.types.get(name))]));
  const steps: [Exchange['op'], JsonObject][] = [
    ['PutItem', { Item: key }],
    ['DeleteItem', { Key: key }],
  ];
  for (const [op, input] of steps) {
    const { exchange, outcome } = await ask(op, input);
    if (outcome.kind === 'rejected' && outcome.status < 500)
      return [
        { exchange, class: 'refused', path: '', expected: 'accepted', actual: `${outcome.type}: ${outcome.message}` },
      ];
    if (outcome.kind !== 'ok') return [];
  }
  return [];
}

function probeKey(type: string | undefined): JsonObject {
  if (type === 'N') return { N: '-424242' };
  return type === 'B' ? { B: Buffer.from(mark).toString('base64') } : { S: mark };
}
