/** Everything that can be run, in one place: the command line, the README's tables and the CI matrix derive from it. */
import { models } from '../models/index.ts';
import { oracleMutants } from '../oracles/mutants.ts';
import { allCases } from '../suites/cases/index.ts';
import { targets } from '../suites/targets/index.ts';
import { bench } from './bench.ts';
import type { Command } from './command.ts';
import { findings } from './findings.ts';
import { fuzz } from './fuzz.ts';
import { model } from './model.ts';
import { mutants } from './mutants.ts';
import { repro } from './repro.ts';
import { run } from './run.ts';
import { serve } from './serve.ts';
import { sweep } from './sweep.ts';
import { targets as targetsCommand } from './targets.ts';
import { tour } from './tour.ts';

export const commands = {
  tour,
  run,
  fuzz,
  repro,
  sweep,
  model,
  mutants,
  findings,
  targets: targetsCommand,
  serve,
  bench,
} satisfies Record<string, Command>;

export const registry = { commands, models, targets, oracleMutants, cases: allCases };
