/**
 * Limits mutation to a sample of the files in `mutate`. Tests are never mutated. MUTATE_SAMPLE=1/5 keeps the top-level
 * declarations whose text hashes to the first of five parts, so every machine gets the same sample.
 */
import { createHash } from 'node:crypto';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const [part, parts] = (process.env.MUTATE_SAMPLE ?? '1/1').split('/').map(Number);
if (!(Number.isInteger(part) && Number.isInteger(parts) && part >= 1 && part <= parts))
  throw new Error('MUTATE_SAMPLE must be PART/PARTS, such as 1/5');

const partOf = (text) => (createHash('sha256').update(text).digest().readUInt32BE(0) % parts) + 1;
const isTest = ({ body }) => body.some(({ type, source }) => type === 'ImportDeclaration' && source.value === 'vitest');

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'sample', {
    shouldIgnore(path) {
      if (path.parentPath?.isProgram() !== true) return undefined;
      if (isTest(path.parent)) return 'a test';
      return partOf(path.toString()) === part ? undefined : `not in part ${part} of ${parts}`;
    },
  }),
];
