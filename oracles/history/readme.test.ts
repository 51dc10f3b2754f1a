import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { judges } from './index.ts';
import { parseHistory } from './notation.ts';

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
const section = (name: string): string => readme.split(`\n## ${name}\n`)[1]!.split('\n## ')[0]!;

test('the README lists the judges that there are', () => {
  const named = [...section('The judges').matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
  expect(named).toEqual(Object.keys(judges));
});

test('the example of the notation can be read', () => {
  const example = /```\n([\s\S]*?)```/.exec(section('The notation'))![1]!;
  expect(parseHistory(example).calls.map(({ operation }) => operation)).toEqual([
    'UpdateItem',
    'UpdateItem',
    'GetItem',
  ]);
});
