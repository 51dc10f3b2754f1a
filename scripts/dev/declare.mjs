/** Writes the types of `parallax/models` into `dist/types`, where package.json says that they are. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export function declare(root) {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const settings = join(root, 'scripts', 'dev', 'declarations.json');
  execFileSync(process.execPath, [compiler, '--project', settings], { stdio: ['ignore', 'inherit', 'inherit'] });
}
