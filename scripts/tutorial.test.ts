/** The tutorial does what it says: its changes fit, and its commands print what it shows. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DocumentStep, missingIn, stepsOf } from './testing/walkthrough.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const tutorial = readFileSync(join(root, 'models', 'TUTORIAL.md'), 'utf8');
const steps = stepsOf(tutorial);

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'tutorial-'));
  mkdirSync(join(place, 'node_modules'));
  symlinkSync(root, join(place, 'node_modules', 'parallax'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

test.each(steps.map((step, at) => [`step ${at + 1}: ${nameOf(step)}`, step] as const))('%s', (_, step) => {
  if (step.kind === 'change') change(step.before, step.after);
  else expect(missingIn(run(step.command), step.shown)).toEqual([]);
});

function nameOf(step: DocumentStep): string {
  return step.kind === 'run' ? step.command : `change of ${step.before.trim().split('\n')[0]}`;
}

function change(before: string, after: string): void {
  const file = join(place, 'lease.ts');
  const parts = readFileSync(file, 'utf8').split(before);
  expect([before, parts.length - 1]).toEqual([before, 1]);
  writeFileSync(file, parts.join(after));
}

function run(command: string): string {
  const [program, ...words] = command.split(' ');
  if (program === 'npm') return '';
  if (program === 'cp') {
    cpSync(join(place, words[0]!), join(place, 'fenced-lock.ts'));
    return '';
  }
  expect([program, words[0]]).toEqual(['npx', 'parallax']);
  const bin = join(root, 'scripts', 'bin.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [bin, ...words.slice(1)], { cwd: place, encoding: 'utf8' });
  return `${stderr}\n${stdout}`;
}

test('the lines for a test of your own do what they say', () => {
  const [, code] = /^```ts\n([\s\S]*?)^```/m.exec(tutorial)!;
  writeFileSync(join(place, 'own.ts'), `${code}console.log(verdict, states, trace, complaint);\nexport { lease };`);
  expect(run('npx parallax model ./own.ts --list')).toContain('holds 18 null null');
});

test('every command shows its output, and every example is named', () => {
  const silent = steps.flatMap((step) =>
    step.kind === 'run' && step.shown.length === 0 ? [step.command.split(' ')[0]] : [],
  );
  expect(silent).toEqual(['npm', 'cp']);
  const examples = readdirSync(join(root, 'models', 'examples'));
  expect(examples.filter((name) => !tutorial.includes(`\`${name}\``))).toEqual([]);
});

test('has no dead link', () => {
  const links = [...tutorial.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path]) => path!);
  expect(links.filter((path) => !existsSync(join(root, 'models', path)))).toEqual([]);
});
