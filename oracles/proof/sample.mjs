/**
 * Mutates a part of the declarations only: with MUTATE_SAMPLE=1/5, every top-level declaration whose hash falls into the
 * first of five parts, whole. The same part whenever the text of the declaration is the same.
 */
import { createHash } from 'node:crypto';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const [part, parts] = (process.env.MUTATE_SAMPLE ?? '1/1').split('/').map(Number);
if (!(Number.isInteger(part) && Number.isInteger(parts) && part >= 1 && part <= parts))
  throw new Error('MUTATE_SAMPLE must be PART/PARTS, such as 1/5');

const partOf = (text) => (createHash('sha256').update(text).digest().readUInt32BE(0) % parts) + 1;

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'sample', {
    shouldIgnore(path) {
      if (path.parentPath?.isProgram() !== true) return undefined;
      return partOf(path.toString()) === part ? undefined : `not in part ${part} of ${parts}`;
    },
  }),
];
