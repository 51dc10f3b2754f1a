import type { Exchange } from './exchange.ts';
import type { Breach, Invariant } from './invariant.ts';
import type { ServiceModel } from './model.ts';

export const refusalForm: Invariant = {
  statement: 'A refusal has status 4xx, a type of the service model, and a message.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html',
  needs: 'a refused request',
  judge: ({ exchanges, model }) => exchanges.flatMap((exchange) => faultsOf(exchange, model)),
};

/** A body that the service cannot read, and an unknown operation. Recorded by several public suites. */
const unexplained = new Set(['SerializationException', 'UnknownOperationException']);

function faultsOf(exchange: Exchange, model: ServiceModel): Breach[] {
  const { outcome } = exchange;
  if (outcome.kind !== 'rejected') return [];
  const { status, type, message } = outcome;
  const breach = (kind: Breach['class'], path: string, expected: string, actual: string | number): Breach[] => [
    { exchange, class: kind, path, expected, actual },
  ];
  if (status >= 500) return breach('server-error', '', 'no server error', `HTTP ${status}, ${type}: ${message}`);
  return [
    ...(status >= 400 ? [] : breach('error-member', 'status', '400 to 499', status)),
    ...(model.isException(type) ? [] : breach('error-type', '', 'an exception of the service model', type)),
    ...(message !== '' || unexplained.has(type) ? [] : breach('error-member', 'message', 'a message', '')),
  ];
}
