/** Each rule about the direction of imports reports what it must, with the configuration of this tree, and nothing else. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');

/** Examples of wrong and right imports, by the file that contains them. Every form of import occurs. */
const wrong: { readonly [file: string]: string } = {
  'models/a.ts': "import type { A } from '../oracles/x.ts';",
  'models/language/types.ts': "import type { A } from '../checker/x.ts';",
  'models/checker/types.ts': "import type { A } from '../stores/x.ts';",
  'models/stores/types.ts': "import type { A } from '../protocols/x.ts';",
  'models/protocols/types.ts': "import type { A } from '../checker/x.ts';",
  'oracles/types.ts': "import type { A } from '../suites/x.ts';",
  'suites/types.ts': "import type { A } from '../reports/x.ts';",
  'reports/types.ts': "import type { A } from '../scripts/x.ts';",
  'scripts/types.ts': "import type { A } from './testing/x.ts';",
  'models/language/a.ts': "import { a } from '../checker/x.ts';",
  'models/language/state/b.ts': "export type { A } from '../../stores/x.ts';",
  'models/checker/a.ts': "import { a } from '../protocols/x.ts';",
  'models/checker/wasm/b.ts': "export * from '../../stores/x.ts';",
  'models/stores/a.ts': "import '../checker/x.ts';",
  'models/protocols/lease/a.ts': "import { a } from '../../checker/x.ts';",
  'oracles/a.ts': "import { a } from '../models/x.ts';",
  'oracles/store/b.ts': "const a = await import('../../suites/x.ts');",
  'suites/a.ts': "import { a } from '../reports/x.ts';",
  'suites/b.test.ts': "import { a } from '../scripts/x.ts';",
  'reports/a.ts': "import { a } from '../scripts/x.ts';",
  'scripts/a.ts': "import { a } from './testing/x.ts';",
  'scripts/b.mjs': "import { a } from '../models/x.test.ts';",
};
const right: { readonly [file: string]: string } = {
  'models/right.ts': "import { a } from './protocols/x.ts';",
  'models/checker/right.ts': "import { a } from '../language/x.ts';",
  'models/protocols/right.ts': "import { a } from '../stores/x.ts';",
  'models/protocols/right.test.ts': "import { a } from '../checker/testing/x.ts';",
  'suites/right.ts': "import { a } from '../oracles/x.ts';",
  'suites/testing/right.ts': "import { a } from './x.ts';",
  'reports/right.ts': "import { a } from '../suites/x.ts';",
  'scripts/right.ts': "import { a } from '../reports/x.ts';",
  'scripts/dev/right.ts': "import { a } from '../../models/testing/x.ts';",
};

let place: string;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'parallax-rules-'));
  const { vcs: _, $schema: __, ...config } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  const files = { ...wrong, ...right, 'biome.json': JSON.stringify(config) };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    writeFileSync(join(place, file), `${text}\n`);
  }
  cpSync(join(root, 'scripts', 'dev', 'rules'), join(place, 'scripts', 'dev', 'rules'), { recursive: true });
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

test('an import against the direction is an error, and no other import is', () => {
  const { stdout } = spawnSync(
    process.execPath,
    [
      biome,
      'lint',
      '--only=plugin',
      '--reporter=json',
      '--max-diagnostics=none',
      ...Object.keys({ ...wrong, ...right }),
    ],
    { cwd: place, encoding: 'utf8' },
  );
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { category: string; location: { path: string } }[] };
  const found = diagnostics.filter(({ category }) => category === 'plugin').map(({ location }) => location.path);
  expect(found.sort()).toEqual(Object.keys(wrong).sort());
});
