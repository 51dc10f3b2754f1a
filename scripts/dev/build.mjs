/** Writes `dist`: the program of the published package (the entries of its command and of the threads of `model`), and `parallax/models`. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { declare } from './declare.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
await bundle(root, ['scripts/parallax.ts', 'scripts/model/jobs.ts', 'models/public.ts'], dist);
declare(root);
