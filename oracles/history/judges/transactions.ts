import { type Transaction, transactionsOf } from '../appends.ts';
import { type Cycle, connectedParts, type Edge, worstCycle } from '../dependencies.ts';
import { grouped } from '../grouped.ts';
import type { History } from '../history.ts';
import { type Anomaly, type Judge, type Judgement, judgementOf } from '../judge.ts';
import { timeline } from '../timeline.ts';

const needs = 'transactions or updates that append elements of their own to lists, and consistent reads of these lists';

export const transactions: Judge = {
  statement:
    'Transactions are as if one was executed after the other: none is seen half, refused or in between, and none overlooks another.',
  source:
    'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-isolation',
  needs,
  judge,
};

interface List {
  readonly name: string;
  /** By element: the transaction that appends it, and whether it is the last of those it appends. */
  readonly writers: ReadonlyMap<string, { readonly by: Transaction; readonly isLast: boolean }>;
  readonly reads: readonly { readonly by: Transaction; readonly elements: readonly string[] }[];
  /** The longest list that was read. */
  readonly order: readonly string[];
}

function judge(history: History): Judgement {
  const all = transactionsOf(history);
  const lists = listsOf(all);
  const doubled = lists
    .filter(({ writers }) => writers.size === 0)
    .map(({ name }) => `${name}: one element is appended by two calls`);
  const judged = lists.filter(({ writers }) => writers.size > 0);
  const direct = judged.flatMap((list) => [...readFaults(history, list), ...lostUpdates(history, list)]);
  // Where lists themselves contradict each other, no order follows from them.
  const edges = judged.filter((list) => orderFault(history, list) === undefined).flatMap(edgesOf);
  const cycles = connectedParts(edges).flatMap((part) => cycleAnomaly(history, worstCycle(part)));
  const wrong = judged.flatMap((list) => orderFault(history, list) ?? []);
  const count = all.filter(({ outcome }) => outcome === 'done').length;
  return judgementOf(lists.length === 0 ? 0 : count, [...direct, ...wrong, ...cycles], doubled, needs);
}

function listsOf(all: readonly Transaction[]): List[] {
  const names = new Set(all.flatMap(({ appends }) => appends.map(({ list }) => list)));
  return [...names].map((name) => {
    const writers = new Map<string, { by: Transaction; isLast: boolean }>();
    let isDoubled = false;
    for (const by of all)
      for (const { list, elements } of by.appends) {
        if (list !== name) continue;
        elements.forEach((element, i) => {
          isDoubled ||= writers.has(element);
          writers.set(element, { by, isLast: i === elements.length - 1 });
        });
      }
    const reads = all.flatMap((by) =>
      by.reads.filter(({ list }) => list === name).map(({ elements }) => ({ by, elements })),
    );
    const order = reads.reduce<readonly string[]>(
      (longest, { elements }) => (elements.length > longest.length ? elements : longest),
      [],
    );
    return { name, writers: isDoubled ? new Map() : writers, reads, order };
  });
}

const anomaly = (history: History, kind: string, text: string, some: readonly Transaction[]): Anomaly => {
  const calls = [...new Set(some.map(({ call }) => call))];
  return { kind, text, calls, shown: timeline(history, calls) };
};

/** Faults that one read shows. */
function readFaults(history: History, { name, writers, reads }: List): Anomaly[] {
  for (const { by, elements } of reads) {
    if (new Set(elements).size < elements.length)
      return [
        anomaly(history, 'double append', `A list of ${name} has an element twice.`, [by, ...writersOf(elements)]),
      ];
    const unknown = elements.find((element) => !writers.has(element) && !isOfSetup(element));
    if (unknown !== undefined)
      return [anomaly(history, 'garbage read', `${unknown} of ${name} was appended by nobody.`, [by])];
    const aborted = writersOf(elements).find(({ outcome }) => outcome === 'refused');
    if (aborted !== undefined)
      return [
        anomaly(history, 'G1a aborted read', `A read of ${name} shows what a refused call has appended.`, [
          aborted,
          by,
        ]),
      ];
    const last = writers.get(elements.at(-1) ?? '');
    if (last !== undefined && !last.isLast && last.by !== by)
      return [
        anomaly(history, 'G1b intermediate read', `A read of ${name} shows a part of what one call has appended.`, [
          last.by,
          by,
        ]),
      ];
  }
  return [];

  function writersOf(elements: readonly string[]): Transaction[] {
    return elements.flatMap((element) => writers.get(element)?.by ?? []);
  }
  /** At the beginning of every list that is not empty. */
  function isOfSetup(element: string): boolean {
    return reads.every(({ elements }) => elements.length === 0 || elements.includes(element));
  }
}

/** Two lists of which neither begins with the other. */
function orderFault(history: History, { name, reads, order }: List): Anomaly | undefined {
  const longest = reads.find(({ elements }) => elements === order);
  const other = reads.find(({ elements }) => elements.some((element, i) => element !== order[i]));
  if (other === undefined || longest === undefined) return undefined;
  return anomaly(history, 'incompatible order', `Two reads of ${name} show its elements in two orders.`, [
    longest.by,
    other.by,
  ]);
}

/** Several that read the same list and all appended to it: all but one have overlooked another. */
function lostUpdates(history: History, { name, reads, writers }: List): Anomaly[] {
  const appenders = new Set([...writers.values()].map(({ by }) => by));
  const versions = grouped(
    reads.filter(({ by }) => appenders.has(by)),
    ({ elements }) => elements.join(),
  );
  const lost = [...versions.values()]
    .map((some) => [...new Set(some.map(({ by }) => by))])
    .find((some) => some.length > 1);
  if (lost === undefined) return [];
  return [
    anomaly(
      history,
      'lost update',
      `${lost.length} calls read the same list of ${name}, and each was told that it appended to it.`,
      lost,
    ),
  ];
}

function edgesOf({ name, writers, reads, order }: List): Edge[] {
  const edges: Edge[] = [];
  const add = (
    kind: Edge['kind'],
    from: Transaction | undefined,
    to: Transaction | undefined,
    because: string,
  ): void => {
    if (from !== undefined && to !== undefined) edges.push({ kind, from: from.call, to: to.call, because });
  };
  const writer = (element: string | undefined): Transaction | undefined =>
    element === undefined ? undefined : writers.get(element)?.by;
  const seen = new Set(order);
  // Answered, and in no list that was read: after all of them.
  const later = [...writers].flatMap(([element, { by }]) =>
    by.outcome === 'done' && !seen.has(element) ? [{ element, by }] : [],
  );
  for (const [i, element] of order.entries())
    add('ww', writer(element), writer(order[i + 1]), `${element} stands before ${order[i + 1]} in ${name}`);
  for (const { element, by } of later)
    add('ww', writer(order.at(-1)), by, `${element} came to ${name} after ${order.at(-1)}`);
  for (const { by, elements } of reads) {
    add('wr', writer(elements.at(-1)), by, `it saw ${elements.at(-1)} in ${name}`);
    const next = order[elements.length];
    add('rw', by, writer(next), `it saw ${name} without ${next}`);
    if (next === undefined)
      for (const { element, by: other } of later) add('rw', by, other, `it saw ${name} without ${element}`);
  }
  return edges;
}

function cycleAnomaly(history: History, cycle: Cycle | undefined): Anomaly[] {
  if (cycle === undefined) return [];
  const { kind, edges } = cycle;
  const calls = [...new Set(edges.map(({ from }) => from))].sort((a, b) => a - b);
  const lines = edges.map(({ from, to, kind: edge, because }) => `call ${from} –${edge}→ call ${to}: ${because}`);
  const text = `${sentences[kind]} (${edges.map((edge) => edge.kind).join(', ')}).`;
  return [{ kind: nameOf(cycle), text, calls, shown: [...lines, '', timeline(history, calls)].join('\n') }];
}

const sentences: { readonly [kind in Cycle['kind']]: string } = {
  G0: 'Transactions have overwritten each other in both orders',
  G1c: 'Transactions depend on each other in a circle',
  'G-single': 'A transaction has seen one part of another and missed the other part',
  G2: 'Transactions have each missed what another wrote',
};

function nameOf({ kind, edges }: Cycle): string {
  if (kind === 'G-single' && edges.length === 2 && edges.some((edge) => edge.kind === 'wr'))
    return 'G-single (fractured read)';
  return kind === 'G2' && edges.every((edge) => edge.kind === 'rw') ? 'G2 (write skew)' : kind;
}
