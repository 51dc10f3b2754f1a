import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { explore } from './checker/explore.ts';
import { lease } from './checker/testing/lease.ts';
import * as domains from './language/domains.ts';
import { kindNames, kindOf } from './language/kinds.ts';
import { Model } from './language/model.ts';
import * as publicly from './public.ts';

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
const readme = read('README.md');

describe('how to write a model', () => {
  test('the example compiles', () => {
    const code = read('checker/testing/lease.ts');
    expect(readme).toContain(`\`\`\`ts\n${code.slice(code.indexOf('/**')).trimEnd()}\n\`\`\``);
  });

  test('the example holds, and is violated when the lease never runs out', () => {
    const { states, verdict } = explore(lease(2));
    expect([states, verdict]).toEqual([18, 'holds']);
    const broken = explore(lease(2, false));
    expect([broken.property, broken.trace?.steps.at(-1)?.label]).toEqual(['L: who waits gets in', 'crash']);
    expect(explore(lease(3), { properties: ['S'] }).reductions?.stored).toBeLessThan(explore(lease(3)).states);
  });

  test('names every domain and every call of the language', () => {
    const functions = Object.entries(domains).filter(([name, value]) => typeof value !== 'number' && name !== 'shown');
    expect(functions.map(([name]) => name).filter((name) => !readme.includes(`\`${name}`))).toEqual([]);
    const calls = Object.getOwnPropertyNames(Model.prototype).filter((name) => !inner.includes(name));
    expect(calls.filter((name) => !readme.includes(`m.${name}(`))).toEqual([]);
  });

  test('every domain, and every file of a store, is part of what a user imports', () => {
    expect(Object.keys(domains).filter((name) => name !== 'shown' && !(name in publicly))).toEqual([]);
    const stores = readdirSync(new URL('stores', import.meta.url)).filter((name) => /^[\w-]+\.ts$/.test(name));
    expect(stores.filter((name) => !read('public.ts').includes(`'./stores/${name}'`))).toEqual([]);
  });

  test('a call declares each kind of property that reports list', () => {
    const listed = kindNames.filter((kind) => kindOf({ kind }).text !== null);
    expect(listed.filter((kind) => !(kind in Model.prototype))).toEqual([]);
  });

  test('has no dead link', () => {
    const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path!);
    expect(links.filter((path) => !existsSync(new URL(path, import.meta.url)))).toEqual([]);
  });
});

/** For the checker, not for authors of models. */
const inner = [
  ...['constructor', 'observe', 'judge', 'property', 'shownAt'],
  ...['added', 'declare', 'declareFair', 'fieldsOf', 'refuse', 'refuseUnequal'],
];
