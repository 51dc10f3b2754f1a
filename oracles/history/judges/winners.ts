import type { History } from '../history.ts';
import { type Anomaly, type Judge, judgementOf } from '../judge.ts';
import { byItem, type ItemWrite, type TableFacts, tablesOf, writesOf } from '../tables.ts';
import { timeline } from '../timeline.ts';

const needs = 'an item that is written only by puts that ask for its absence';

export const winners: Judge = {
  statement: 'Of all puts of one item that ask for its absence exactly one succeeds.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithItems.html',
  needs,
  judge(history) {
    const tables = tablesOf(history);
    const contests = [...byItem(writesOf(history, tables)).values()].filter((writes) =>
      writes.every((write) => isContender(write, tables.get(write.table)!)),
    );
    return judgementOf(
      contests.length,
      contests.flatMap((writes) => faultsOf(history, writes)),
      [],
      needs,
    );
  },
};

/** `attribute_not_exists` of a key attribute, and nothing else. */
function isContender({ kind, request, call }: ItemWrite, { keys }: TableFacts): boolean {
  const condition = String(request.ConditionExpression ?? '');
  const name = /^\s*attribute_not_exists\s*\(\s*([#\w]+)\s*\)\s*$/.exec(condition)?.[1];
  const names = (request.ExpressionAttributeNames ?? {}) as { [name: string]: unknown };
  return call !== -1 && kind === 'put' && name !== undefined && keys.includes(String(names[name] ?? name));
}

function faultsOf(history: History, writes: readonly ItemWrite[]): Anomaly[] {
  const won = writes.filter(({ outcome }) => outcome === 'done');
  if (won.length > 1) {
    const calls = won.map(({ call }) => call);
    return [
      {
        kind: 'two winners',
        text: `${won.length} puts of one item found it absent.`,
        calls,
        shown: timeline(history, calls),
      },
    ];
  }
  const lost = writes.filter(({ call }) => isLost(history, call)).map(({ call }) => call);
  if (won.length === 1 || lost.length < writes.length) return [];
  const text = `Each of ${lost.length} puts was refused because the item is there, and none has put it there.`;
  return [{ kind: 'no winner', text, calls: lost, shown: timeline(history, lost.slice(0, 8)) }];
}

/** Refused for its condition: other refusals need no winner. */
function isLost({ calls }: History, call: number): boolean {
  const { operation, outcome } = calls[call]!;
  return operation === 'PutItem' && outcome.kind === 'rejected' && outcome.name === 'ConditionalCheckFailedException';
}
