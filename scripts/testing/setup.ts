import fc from 'fast-check';
import { afterAll, expect, inject, vi } from 'vitest';

// A property without its own seed uses the seed of the test run, which the heading shows.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject('seed') });

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** State that one test file could leave to the next in the same process, by name. */
const shared = (): { readonly [name: string]: unknown } => ({
  ...process.env,
  // A copy put in its place would escape what undoes stubs.
  'process.env itself': process.env,
  'the working directory': process.cwd(),
  'the exit code': process.exitCode,
  ...Object.fromEntries(signals.map((signal) => [`listeners to ${signal}`, process.listenerCount(signal)])),
});

const before = shared();
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  const after = shared();
  // Only names: the value of an environment variable may be a secret.
  const changed = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
  expect(changed, 'what this file changes for the next one').toEqual([]);
});
