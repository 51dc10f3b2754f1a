/** One thing wrong in a request that is right otherwise: two at once would only compare which is told first. */
import type { GeneratedOperation } from '../../../../oracles/values/operations.ts';
import type { JsonObject } from '../../../../oracles/values/types.ts';
import type { TemplateObject } from '../../../cases/case.ts';
import type { Schema } from '../schemas.ts';

export interface FaultSite {
  op: GeneratedOperation;
  /** A copy: a fault may change it in place. */
  input: TemplateObject;
  schema: Schema;
  /** One of several, by a number that was drawn with the request. */
  pick<T>(from: readonly T[]): T;
}

/** Returns the request with the fault in it, or nothing where there is no place for it. */
export type RequestMutation = (ground: FaultSite) => TemplateObject | undefined;

export const isMap = (value: unknown): value is TemplateObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a request that hold a key, an item or expressions: itself, or the actions of a transaction. */
export function parts({ op, input }: Pick<FaultSite, 'op' | 'input'>): TemplateObject[] {
  if (op !== 'TransactWriteItems' && op !== 'TransactGetItems') return [input];
  const items = Array.isArray(input.TransactItems) ? input.TransactItems : [];
  return items.flatMap((item) => (isMap(item) ? Object.values(item).filter(isMap) : []));
}

/** The maps of attribute values in a request, where one of them may be made wrong. */
export function valueMaps(ground: FaultSite): TemplateObject[] {
  const own = parts(ground).flatMap((part) => [part.Item, part.ExpressionAttributeValues]);
  return [...own, ...batchItems(ground)].filter(isMap).filter((map) => Object.keys(map).length > 0);
}

export function batchRequests({ op, input }: Pick<FaultSite, 'op' | 'input'>): TemplateObject[] {
  if (op !== 'BatchWriteItem' || !isMap(input.RequestItems)) return [];
  return Object.values(input.RequestItems).flatMap((list) => (Array.isArray(list) ? list.filter(isMap) : []));
}

const batchItems = (ground: FaultSite): unknown[] =>
  batchRequests(ground).flatMap((request) => (isMap(request.PutRequest) ? [request.PutRequest.Item] : []));

/** The primary keys of a request, those in whole items included. */
export function keyMaps(ground: FaultSite): TemplateObject[] {
  const { op, input } = ground;
  const own = parts(ground).flatMap((part) => [part.Key, part.Item]);
  const written = batchRequests(ground).flatMap((request) => [
    isMap(request.PutRequest) ? request.PutRequest.Item : undefined,
    isMap(request.DeleteRequest) ? request.DeleteRequest.Key : undefined,
  ]);
  const read =
    op === 'BatchGetItem' && isMap(input.RequestItems)
      ? Object.values(input.RequestItems).flatMap((of) => (isMap(of) && Array.isArray(of.Keys) ? of.Keys : []))
      : [];
  return [...own, ...written, ...read].filter(isMap);
}

export const copied = <T extends TemplateObject | JsonObject>(value: T): T => structuredClone(value);
