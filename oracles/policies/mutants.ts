/** Planted bugs: each wrong value of each policy is one mutant, which overrides one decision. */
import { type Decisions, type Policy, type PolicyName, policies, rightDecisions } from './index.ts';

export interface OracleMutant {
  readonly id: string;
  readonly policy: PolicyName;
  readonly value: string;
  /** The finding that this mutant reproduces. */
  readonly finding: string;
  /** All findings of the policy. */
  readonly findings: readonly string[];
  readonly title: string;
  /** Source of the right value. */
  readonly source: string;
}

const kebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .toLowerCase();

function mutantsOf(name: PolicyName): OracleMutant[] {
  const policy: Policy = policies[name];
  return policy.wrong.map((value) => ({
    id: `${kebab(name)}-${kebab(value)}`,
    policy: name,
    value,
    finding: policy.findingOf?.[value] ?? policy.findings[0]!,
    findings: policy.findings,
    title: `${policy.question} ${value.replaceAll('-', ' ')}, instead of ${policy.right.replaceAll('-', ' ')}`,
    source: policy.source,
  }));
}

export const oracleMutants: { readonly [id: string]: OracleMutant } = Object.freeze(
  Object.fromEntries(
    (Object.keys(policies) as PolicyName[]).flatMap(mutantsOf).map((mutant) => [mutant.id, mutant] as const),
  ),
);

/** DynamoDB's decisions with one overridden. @throws Error when there is no such mutant */
export function mutate(id: string): Decisions {
  const mutant = Object.hasOwn(oracleMutants, id) ? oracleMutants[id] : undefined;
  if (mutant === undefined) throw new Error(`no oracle mutant is called '${id}'`);
  return Object.freeze({ ...rightDecisions, [mutant.policy]: mutant.value }) as Decisions;
}
