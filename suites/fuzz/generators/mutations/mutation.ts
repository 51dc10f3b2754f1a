/** A single fault in a valid request. Two faults would only test which one is reported first. */
import type { Operation } from '../../../../oracles/values/operations.ts';
import type { JsonObject } from '../../../../oracles/values/types.ts';
import type { TemplateObject } from '../../../cases/case.ts';
import type { Schema } from '../schemas.ts';

export interface FaultSite {
  op: Operation;
  /** A copy, which a mutation may change in place. */
  input: TemplateObject;
  schema: Schema;
  /** Picks an element by a number drawn in advance. */
  pick<T>(from: readonly T[]): T;
}

/** Returns the request with the fault, or undefined if the fault does not fit. */
export type RequestMutation = (ground: FaultSite) => TemplateObject | undefined;

export const isMap = (value: unknown): value is TemplateObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The objects of a request that hold a key, an item or expressions: the request itself or its transaction's actions.
 */
export function parts({ op, input }: Pick<FaultSite, 'op' | 'input'>): TemplateObject[] {
  if (op !== 'TransactWriteItems' && op !== 'TransactGetItems') return [input];
  const items = Array.isArray(input.TransactItems) ? input.TransactItems : [];
  return items.flatMap((item) => (isMap(item) ? Object.values(item).filter(isMap) : []));
}

/** All maps of attribute values in a request, where one value may be replaced by an invalid one. */
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

/** All primary keys in a request, including those inside items. */
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
