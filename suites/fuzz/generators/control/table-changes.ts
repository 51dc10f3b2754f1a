/** Changes that fit a table, and what the table is afterwards. */
import type { JsonObject } from '../../../../oracles/values/types.ts';
import type { TemplateObject } from '../../../cases/case.ts';
import {
  ceilings,
  classes,
  definitionsOf,
  freeName,
  globalIndex,
  indexJson,
  keysOf,
  type Plan,
  units,
  unitsJson,
  views,
} from './plan.ts';
import type { Script } from './script.ts';

/** A change of a table: what to send, and the plan afterwards. Undefined where it does not fit. */
export type Change = (script: Script, plan: Plan) => [input: TemplateObject, after: Plan] | undefined;

const throughput: Change = ({ draw }, plan) => {
  if (plan.units === undefined) return undefined;
  const other = draw.chance(35) ? plan.units : units(draw);
  return [{ ProvisionedThroughput: unitsJson(other) }, { ...plan, units: other }];
};

const billing: Change = ({ draw }, plan) => {
  const { units: held, ceilings: _, ...rest } = plan;
  const globals = plan.indexes.filter(({ kind }) => kind === 'global');
  if (held !== undefined) {
    const indexes = plan.indexes.map(({ units: __, ...index }) => index);
    return [{ BillingMode: 'PAY_PER_REQUEST' }, { ...rest, indexes }];
  }
  const own = units(draw);
  const indexes = plan.indexes.map((index) => (index.kind === 'global' ? { ...index, units: units(draw) } : index));
  const updates = indexes.flatMap((index): JsonObject[] =>
    index.kind === 'global'
      ? [{ Update: { IndexName: index.name, ProvisionedThroughput: unitsJson(index.units!) } }]
      : [],
  );
  const input = { BillingMode: 'PROVISIONED', ProvisionedThroughput: unitsJson(own) };
  // Without units for its indexes, the change is refused.
  if (globals.length > 0 && draw.chance(15)) return [input, plan];
  return [
    { ...input, ...(updates.length > 0 && { GlobalSecondaryIndexUpdates: updates }) },
    { ...rest, units: own, indexes },
  ];
};

const addIndex: Change = ({ draw }, plan) => {
  const name = freeName(plan);
  if (name === undefined) return undefined;
  const index = globalIndex(draw, plan, name);
  const names = new Set(['pk', ...(plan.range ? ['sk'] : []), ...keysOf(index)]);
  return [
    {
      AttributeDefinitions: definitionsOf(plan, draw.chance(50) ? names : keysOf(index)),
      GlobalSecondaryIndexUpdates: [{ Create: indexJson(index) }],
    },
    { ...plan, indexes: [...plan.indexes, index] },
  ];
};

const dropIndex: Change = ({ draw }, plan) => {
  const globals = plan.indexes.filter(({ kind }) => kind === 'global');
  if (globals.length === 0) return undefined;
  const gone = draw.pick(globals);
  const indexes = plan.indexes.filter((index) => index !== gone);
  return [{ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: gone.name } }] }, { ...plan, indexes }];
};

const indexUnits: Change = ({ draw }, plan) => {
  const globals = plan.indexes.filter(({ kind }) => kind === 'global');
  if (globals.length === 0 || plan.units === undefined) return undefined;
  const held = draw.pick(globals);
  const other = { ...held, units: units(draw) };
  const Update = { IndexName: held.name, ProvisionedThroughput: unitsJson(other.units) };
  const indexes = plan.indexes.map((index) => (index === held ? other : index));
  return [{ GlobalSecondaryIndexUpdates: [{ Update }] }, { ...plan, indexes }];
};

export const stream: Change = ({ draw }, plan) => {
  const { stream: held, ...rest } = plan;
  if (held !== undefined && draw.chance(85)) return [{ StreamSpecification: { StreamEnabled: false } }, rest];
  const view = draw.pick(views);
  return [{ StreamSpecification: { StreamEnabled: true, StreamViewType: view } }, { ...rest, stream: held ?? view }];
};

const protection: Change = (_, plan) => [
  { DeletionProtectionEnabled: !plan.isProtected },
  { ...plan, isProtected: !plan.isProtected },
];

const tableClass: Change = ({ draw }, plan) => {
  const other = draw.pick(classes);
  return [{ TableClass: other }, { ...plan, tableClass: other }];
};

const onDemand: Change = ({ draw }, plan) => {
  if (plan.units !== undefined && draw.chance(80)) return undefined;
  const none = draw.chance(30);
  const given = none ? { MaxReadRequestUnits: -1, MaxWriteRequestUnits: -1 } : ceilings(draw);
  return [{ OnDemandThroughput: given }, plan];
};

const encryption: Change = (_, plan) => [
  { SSESpecification: plan.isEncrypted ? { Enabled: false } : { Enabled: true, SSEType: 'KMS' } },
  { ...plan, isEncrypted: !plan.isEncrypted },
];

const changes: readonly (readonly [weight: number, change: Change])[] = [
  [4, throughput],
  [3, billing],
  [5, addIndex],
  [4, dropIndex],
  [2, indexUnits],
  [2, stream],
  [1, protection],
  [2, tableClass],
  [2, onDemand],
  [1, encryption],
];

/** A change that fits the table. */
export const anyChange = (script: Script, plan: Plan): ReturnType<Change> =>
  script.draw.weighted(...changes)(script, plan);
