import fc from 'fast-check';
import { inject } from 'vitest';

// A property that names no seed of its own gets the seed of the whole run, which its heading shows.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject('seed') });
