/** Generates the pages of the models and their table in the README. `--sizes`: explores the models first and pins their sizes. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { models } from '../../models/index.ts';
import { exploreSizes, readSizes, sizesOf } from '../../models/sizes.ts';
import { modelPage } from '../../reports/render/model/page/page.ts';
import { withModelTable } from '../../reports/render/model/readme-table.ts';

const at = (path: string): URL => new URL(`../../${path}`, import.meta.url);
const { values, positionals } = parseArgs({
  options: { sizes: { type: 'boolean', default: false }, scale: { type: 'string', multiple: true } },
  allowPositionals: true,
});

const chosen = Object.values(models).filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (values.sizes) {
  const sizes = { ...readSizes() };
  for (const entry of chosen)
    sizes[entry.name] = exploreSizes(entry, values.scale ?? ['small', 'default'], sizes[entry.name]);
  const inOrder = Object.fromEntries(Object.keys(models).map((name) => [name, sizes[name]]));
  // One size a line, for readable diffs.
  const text = JSON.stringify(inOrder, null, 2).replace(/\[[^\]]*\]/g, (size) => size.replace(/\s+/g, ' '));
  writeFileSync(at('models/sizes.json'), `${text}\n`);
}
mkdirSync(at('models/pages'), { recursive: true });
for (const entry of chosen) writeFileSync(at(`models/pages/${entry.name}.md`), modelPage(entry, sizesOf(entry)));
writeFileSync(at('README.md'), withModelTable(readFileSync(at('README.md'), 'utf8')));
