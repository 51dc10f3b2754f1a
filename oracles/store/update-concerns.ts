/**
 * UpdateTable changes one thing per request. This checks which members may be combined. The error texts sound
 * temporary, but depend on the request alone. Source: public measurements of 35 pairs, 2026-10-09.
 */
import { type Refusal, validation } from '../values/refusal.ts';
import type { Json, JsonObject } from '../values/types.ts';

/** Members that must stand alone. If several are present, the first one here is named. */
const alone: readonly (readonly [member: string, name: string])[] = [
  ['SSESpecification', 'Server-Side Encryption'],
  ['TableClass', 'TableClass'],
  ['DeletionProtectionEnabled', 'DeletionProtection'],
];

const isEmpty = (value: Json): boolean => Array.isArray(value) && value.length === 0;
const invalid = (text: string): Refusal => validation(`One or more parameter values were invalid: ${text}`);

const changesIndexes = (updates: Json | undefined): boolean =>
  ((updates ?? []) as JsonObject[]).some(({ Create, Delete }) => Create !== undefined || Delete !== undefined);

/** @throws Refusal ValidationException */
export function checkConcerns(request: JsonObject): void {
  const { TableName: _, AttributeDefinitions: __, ...changes } = request;
  const members = new Set(Object.keys(changes).filter((member) => !isEmpty(changes[member]!)));
  for (const [member, name] of alone)
    if (members.has(member) && members.size > 1)
      throw invalid(`${name} modification must be the only operation in the request`);
  const others = [...members].filter((member) => member !== 'OnDemandThroughput' && member !== 'BillingMode');
  if (members.has('OnDemandThroughput') && others.length > 0)
    throw invalid('OnDemandThroughput can only be combined with BillingMode in an UpdateTable request');
  const indexes = changesIndexes(request.GlobalSecondaryIndexUpdates);
  if (members.has('StreamSpecification') && members.has('ProvisionedThroughput'))
    throw invalid('You cannot modify stream status while updating table IOPS');
  if (indexes && members.has('ProvisionedThroughput') && !members.has('BillingMode'))
    throw invalid('You cannot create or delete index while updating table IOPS');
  if (indexes && members.has('StreamSpecification'))
    throw invalid('You cannot create or delete index while changing stream status');
}
