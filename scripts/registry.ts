/** Everything that can be run, in one place. The command line, the README's tables and the CI matrix derive from it. */
import { models } from '../models/index.ts';
import { oracleMutants } from '../oracles/policies/mutants.ts';
import { allCases } from '../suites/cases/index.ts';
import { targets } from '../suites/targets/index.ts';
import type { Command } from './command-line/command.ts';
import { bench } from './commands/bench.ts';
import { compare } from './commands/compare.ts';
import { crash } from './commands/crash.ts';
import { findings } from './commands/findings.ts';
import { fuzz } from './commands/fuzz.ts';
import { ledger } from './commands/ledger.ts';
import { merge } from './commands/merge.ts';
import { model } from './commands/model.ts';
import { mutants } from './commands/mutants.ts';
import { nightly } from './commands/nightly.ts';
import { race } from './commands/race.ts';
import { record } from './commands/record.ts';
import { repro } from './commands/repro.ts';
import { run } from './commands/run.ts';
import { serve } from './commands/serve.ts';
import { sweep } from './commands/sweep.ts';
import { targets as targetsCommand } from './commands/targets.ts';
import { tour } from './commands/tour.ts';

export const commands = {
  tour,
  run,
  fuzz,
  race,
  crash,
  compare,
  repro,
  record,
  ledger,
  sweep,
  model,
  mutants,
  nightly,
  merge,
  findings,
  targets: targetsCommand,
  serve,
  bench,
} satisfies Record<string, Command>;

export const registry = { commands, models, targets, oracleMutants, cases: allCases };
