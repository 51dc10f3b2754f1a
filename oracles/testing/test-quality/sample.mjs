/**
 * What is mutated of the files that `mutate` names: no tests, and with MUTATE_SAMPLE=1/5 only the top-level declarations whose
 * text hashes into the first of five parts, each of them whole. The same text is in the same part on every machine.
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
