/** DescribeLimits and DescribeEndpoints. */
import type { JsonObject } from '../values/types.ts';
import type { RequestContext } from './state.ts';

/** The initial quotas of an account. Source: AWS developer guide, service quotas. */
export const quotas = {
  AccountMaxReadCapacityUnits: 80_000,
  AccountMaxWriteCapacityUnits: 80_000,
  TableMaxReadCapacityUnits: 40_000,
  TableMaxWriteCapacityUnits: 40_000,
} as const;

export const describeLimits = (): JsonObject => ({ ...quotas });

export const describeEndpoints = ({ store }: RequestContext): JsonObject => ({
  Endpoints: [{ Address: `dynamodb.${store.region}.amazonaws.com`, CachePeriodInMinutes: 1440 }],
});
