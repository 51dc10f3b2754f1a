/** Requests in flight at the same time, on different items, so that their order does not matter. */
import fc from 'fast-check';
import type { Item } from '../../../oracles/values/types.ts';
import type { Step } from '../../cases/case.ts';
import { change, get, put, remove } from './items.ts';
import { distinctKeys } from './keys.ts';
import { callOf, type Request, type RequestArbitrary } from './request.ts';
import type { Schema } from './schemas.ts';

const under = (key: Item, { input, ...request }: Request): Request => ({
  ...request,
  input: 'Item' in input ? { ...input, Item: { ...(input.Item as Item), ...key } } : { ...input, Key: key },
});

const requestFor = (schema: Schema, key: Item): RequestArbitrary =>
  fc
    .oneof(
      { arbitrary: put(schema), weight: 2 },
      { arbitrary: change(schema), weight: 3 },
      { arbitrary: remove(schema), weight: 1 },
      { arbitrary: get(schema), weight: 1 },
    )
    .map((request) => under(key, request));

const inFlightMin = 2;
const inFlightMax = 4;

export const inFlight = (schema: Schema): fc.Arbitrary<Step> =>
  distinctKeys(schema, inFlightMax)
    .filter((keys) => keys.length >= inFlightMin)
    .chain((keys) => fc.tuple(...keys.map((key) => requestFor(schema, key))))
    .map((requests) => ({ parallel: requests.map((request) => [callOf(request)]) }));
