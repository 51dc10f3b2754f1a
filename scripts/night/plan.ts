/** What a night does, as command lines of Parallax itself: each a unit that can be cut, played again, and given to another machine. */
import type { NightPlan, Suite } from '../../reports/night/record.ts';

export interface Unit {
  /** Its identity in the record, from night to night. */
  readonly name: string;
  readonly suite: Suite;
  readonly argv: readonly string[];
  /** Ends when it is told to, so that it gets a share of the time. */
  readonly endless: boolean;
}

/** Small enough that a kill costs little, large enough that starting servers does. */
const parts = 4;

/** In the order of the plan's suites. */
export function unitsOf(plan: NightPlan): Unit[] {
  return plan.suites.flatMap((suite) => planners[suite](plan));
}

type Planner = (plan: NightPlan) => Unit[];

const planners: { readonly [suite in Suite]: Planner } = {
  cases: ofTargets('cases', (_, target, part) => ['run', '--target', target, '--shard', part]),
  models: () => shards('models', ['model']),
  mutants: () => shards('mutants', ['mutants']),
  fuzz: ofTargets('fuzz', ({ runs }, target, part) => [
    'fuzz',
    '--target',
    target,
    '--runs',
    String(runs),
    '--shard',
    part,
  ]),
  race: ofTargets('race', rounds('race')),
  crash: ofTargets('crash', rounds('crash')),
};

const partNames = Array.from({ length: parts }, (_, at) => `${at + 1}/${parts}`);

function shards(suite: 'models' | 'mutants', argv: readonly string[]): Unit[] {
  return partNames.map((part) => ({
    name: `${suite} ${part}`,
    suite,
    argv: [...argv, '--shard', part],
    endless: false,
  }));
}

type Words = (plan: NightPlan, target: string, part: string) => string[];

function ofTargets(suite: 'cases' | 'fuzz' | 'race' | 'crash', words: Words): Planner {
  return (plan) =>
    plan.targets.flatMap((target) =>
      partNames.map((part) => ({
        ...{ name: `${suite} ${target} ${part}`, suite, endless: suite !== 'cases' },
        argv: [...words(plan, target, part), ...(plan.ledger === undefined ? [] : ['--ledger', plan.ledger])],
      })),
    );
}

function rounds(command: 'race' | 'crash'): Words {
  return ({ rounds: count }, target, part) => {
    const counted = ['--rounds', String(count), '--shard', part];
    return [command, '--target', target, ...counted];
  };
}

/** The words of a unit that may take only so long. */
export const within = ({ argv }: Unit, seconds: number): string[] => [
  ...argv,
  '--time',
  String(Math.max(1, Math.floor(seconds))),
];
