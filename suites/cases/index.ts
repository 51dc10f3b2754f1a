import { cases as backupApi } from './backup-api/index.ts';
import { cases as batches } from './batches/index.ts';
import { cases as binaryOrder } from './binary-order/index.ts';
import { cases as capacity } from './capacity/index.ts';
import type { Case } from './case.ts';
import { cases as concurrency } from './concurrency/index.ts';
import { cases as conditions } from './conditions/index.ts';
import { cases as errors } from './errors/index.ts';
import { cases as expressions } from './expressions/index.ts';
import { cases as idempotency } from './idempotency/index.ts';
import { cases as itemIdentity } from './item-identity/index.ts';
import { cases as legacy } from './legacy/index.ts';
import { cases as limits } from './limits/index.ts';
import { cases as names } from './names/index.ts';
import { cases as numberPrecision } from './number-precision/index.ts';
import { cases as partiql } from './partiql/index.ts';
import { cases as queryPaging } from './query-paging/index.ts';
import { cases as restoreApi } from './restore-api/index.ts';
import { cases as restoreLifecycle } from './restore-lifecycle/index.ts';
import { cases as scan } from './scan/index.ts';
import { cases as secondaryIndex } from './secondary-index/index.ts';
import { cases as settings } from './settings/index.ts';
import { cases as streams } from './streams/index.ts';
import { cases as tableLifecycle } from './table-lifecycle/index.ts';
import { cases as tenancySecurity } from './tenancy-security/index.ts';
import { cases as transactions } from './transactions/index.ts';
import { cases as ttl } from './ttl/index.ts';
import { cases as updateItem } from './update-item/index.ts';
import { cases as values } from './values/index.ts';
import { cases as wire } from './wire/index.ts';

/** All cases. A case runs only if its area names its file. */
export const allCases: readonly Case[] = [
  ...backupApi,
  ...batches,
  ...binaryOrder,
  ...capacity,
  ...concurrency,
  ...conditions,
  ...errors,
  ...expressions,
  ...idempotency,
  ...itemIdentity,
  ...legacy,
  ...limits,
  ...names,
  ...numberPrecision,
  ...partiql,
  ...queryPaging,
  ...restoreApi,
  ...restoreLifecycle,
  ...scan,
  ...secondaryIndex,
  ...settings,
  ...streams,
  ...tableLifecycle,
  ...tenancySecurity,
  ...transactions,
  ...ttl,
  ...updateItem,
  ...values,
  ...wire,
];

const byId = new Map(allCases.map((subject) => [subject.id, subject]));

/** The case with that id, or undefined. */
export const caseById = (id: string): Case | undefined => byId.get(id);
