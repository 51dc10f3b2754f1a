import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogue, hostileReport } from '../testing/report.ts';
import { reportFiles } from './files.ts';

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

/** Each file beside this one that renders a whole report, and its function. */
const renderers = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .flatMap((file) => {
    const [, name] = /^export (?:const|function) (render\w+)\b[^(]*\(report: Report\b/m.exec(read(file)) ?? [];
    return name === undefined ? [] : [{ file, name }];
  });

test('each renderer of a report is a file of --report, but for that of the terminal', () => {
  expect(renderers.map(({ name }) => name)).toEqual(expect.arrayContaining(['renderHtml', 'renderMarkdown']));
  const rows = read('files.ts').split('const formats = {')[1] ?? '';
  const others = renderers.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(rows));
  expect(others).toEqual([{ file: 'terminal.ts', name: 'renderTerminal' }]);
});

test('each renderer has a test beside it', () => {
  const tests = renderers.map(({ file }) => file.replace(/\.ts$/, '.test.ts'));
  expect(tests.filter((file) => !existsSync(new URL(file, import.meta.url)))).toEqual([]);
});

/** A terminal's escape, line separators, marks of direction, and half of a pair. */
const acting = ['\u001b', '\u009b', '\u2028', '\u2029', '\u202e', '\u2066', '\ud83d '];
const files = Object.entries(reportFiles(hostileReport(), catalogue)).filter(([name]) => !name.endsWith('.json'));

test.each(files)('%s holds no character from a server that a reader would act on', (_, content) => {
  expect(acting.filter((character) => content.includes(character))).toEqual([]);
});
