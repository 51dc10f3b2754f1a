/** DescribeLimits and DescribeEndpoints. */
import type { Case } from '../case.ts';
import { sources } from '../sources.ts';

const limits: Case = {
  id: 'settings/limits',
  title: 'DescribeLimits has the four quotas of an account',
  area: 'settings',
  findings: [],
  certainty: 'documented',
  because: 'Quotas of the account and of a table, for reading and for writing; their values may be raised.',
  sources: [sources.describeLimits],
  steps: [
    {
      op: 'DescribeLimits',
      input: {},
      observe: [],
      expect: {
        ok: {
          AccountMaxReadCapacityUnits: { $present: true },
          AccountMaxWriteCapacityUnits: { $present: true },
          TableMaxReadCapacityUnits: { $present: true },
          TableMaxWriteCapacityUnits: { $present: true },
        },
      },
    },
    {
      op: 'DescribeLimits',
      input: {},
      observe: [],
      // The initial quotas, which a new account has in every large region.
      expect: {
        ok: {
          ...{ AccountMaxReadCapacityUnits: 80_000, AccountMaxWriteCapacityUnits: 80_000 },
          ...{ TableMaxReadCapacityUnits: 40_000, TableMaxWriteCapacityUnits: 40_000 },
        },
        certainty: 'inferred',
      },
    },
  ],
};

const endpoints: Case = {
  id: 'settings/endpoints',
  title: 'DescribeEndpoints answers with a list of one address and how long it may be kept',
  area: 'settings',
  findings: [],
  certainty: 'documented',
  because: 'Both members are required in each endpoint.',
  sources: [sources.describeEndpoints],
  steps: [
    {
      op: 'DescribeEndpoints',
      input: {},
      observe: [],
      expect: {
        ok: { Endpoints: [{ Address: { $matches: '[^/ ]+' }, CachePeriodInMinutes: { $present: true } }] },
      },
    },
  ],
};

export const cases: readonly Case[] = [limits, endpoints];
