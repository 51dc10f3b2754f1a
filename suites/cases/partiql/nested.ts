/** Paths of several steps, in each clause of a statement. */
import type { Case, Step, Template } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { put } from '../steps.ts';
import { conditionFailed, execute, invalid, plain, runs, select, stored } from './statements.ts';

const item = {
  pk: s('a'),
  d: {
    M: {
      e: { M: { f: n(1), g: s('x'), l: { L: [{ M: { g: s('y') } }, { L: [n(7), n(8)] }] } } },
      g: s('z'),
    },
  },
  f: { M: { e: { M: { d: n(9) } } } },
  l: { L: [{ L: [s('p'), { M: { q: s('r') } }] }] },
};
const whole = item as Template;
const e = item.d.M.e.M;
/** The item whose member `d.e` has other members. */
const withE = (members: { [name: string]: Template }): Template => ({
  ...item,
  d: { M: { ...item.d.M, e: { M: members } } },
});
const { f, g, l } = e;

const writes: readonly (readonly [clause: string, after: Template])[] = [
  ['SET d.e.f = 2', withE({ ...e, f: n(2) })],
  ['SET d.e.f = d.e.f + 2', withE({ ...e, f: n(3) })],
  ['SET d.e.f = f.e.d - d.e.f', withE({ ...e, f: n(8) })],
  ["SET d.e.h = 'new'", withE({ ...e, h: s('new') })],
  ['SET d.e.l[1][0] = 5', withE({ ...e, l: { L: [l.L[0]!, { L: [n(5), n(8)] }] } })],
  ["SET d.e.l[0].g = 'new'", withE({ ...e, l: { L: [{ M: { g: s('new') } }, l.L[1]!] } })],
  ['SET d.e.l[1] = list_append(d.e.l[1], [9])', withE({ ...e, l: { L: [l.L[0]!, { L: [n(7), n(8), n(9)] }] } })],
  ['SET "d"."e"."f" = 2', withE({ ...e, f: n(2) })],
  ['REMOVE d.e.f', withE({ g, l })],
  ['REMOVE d.e.f, d.e.g', withE({ l })],
  ['REMOVE d.e.l[0]', withE({ f, g, l: { L: [l.L[1]!] } })],
  ['REMOVE d.e.l[1][0]', withE({ f, g, l: { L: [l.L[0]!, { L: [n(8)] }] } })],
  ['REMOVE d.e.f SET d.e.g = 5', withE({ g: n(5), l })],
];
const cannot = 'The document path provided in the update expression is invalid for update';

export const cases: readonly Case[] = family(
  {
    name: 'nested',
    area: 'partiql',
    certainty: 'documented',
    because: 'A path goes from an attribute inwards, step by step, through maps and lists.',
    sources: [sources.partiqlSelect, sources.partiqlUpdate],
    tables: { t: plain },
  },
  {
    columns: {
      title: 'A column is what a path of several steps leads to',
      steps: [
        select("SELECT d.e.f, d.g FROM @t WHERE pk = 'a'", [{ f: n(1), g: s('z') }]),
        select("SELECT d.e.g FROM @t WHERE pk = 'a'", [{ g: s('x') }]),
        select("SELECT f.e.d FROM @t WHERE pk = 'a'", [{ d: n(9) }]),
        select("SELECT d.e FROM @t WHERE pk = 'a'", [{ e: item.d.M.e }]),
        select('SELECT "d"."e"."f" FROM @t WHERE pk = \'a\'', [{ f: n(1) }]),
        select("SELECT d.e.l[0].g FROM @t WHERE pk = 'a'", [{ g: s('y') }]),
        select("SELECT l[0][1].q FROM @t WHERE pk = 'a'", [{ q: s('r') }]),
        select("SELECT e.d.f, d.f.e, d.e.f.g, l[1][0].q, d.e.l[2].x FROM @t WHERE pk = 'a'", [{}]),
      ],
    },
    conditions: {
      title: 'A condition tests what a path of several steps leads to',
      steps: [
        ...[
          ...['d.e.f = 1', "d.e.g = 'x'", "d.g = 'z'", 'f.e.d = 9', "d.e.l[0].g = 'y'", 'd.e.l[1][1] = 8'],
          ...["l[0][1].q = 'r'", 'size(d.e.l) = 2', 'attribute_exists(d.e.l[1][0])', 'e.d.f IS MISSING'],
          ...["d.e.g IN ['w', 'x']", 'd.e.f BETWEEN 1 AND 2', "begins_with(d.e.l[0].g, 'y')", 'contains(d.e.l[1], 7)'],
          ...['d.e.f < f.e.d', 'd.e.g <> d.g', 'd.e.l[0].x IS MISSING', 'd.e.l[2] IS MISSING', 'd.e IS NOT MISSING'],
        ].map((condition) => select(`SELECT pk FROM @t WHERE pk = 'a' AND ${condition}`, [{ pk: s('a') }])),
        ...['d.f.e = 1', 'e.d.f = 1', "d.e.l[1].g = 'y'", "l[1][0].q = 'r'", 'd.e.f > f.e.d', 'd.e.f IS MISSING'].map(
          (condition) => select(`SELECT pk FROM @t WHERE pk = 'a' AND ${condition}`, []),
        ),
        execute("UPDATE @t SET x = 1 WHERE pk = 'a' AND d.e.f = 2", conditionFailed),
        execute("DELETE FROM @t WHERE pk = 'a' AND d.e.l[0].g = 'x'", conditionFailed),
        stored(whole),
      ],
    },
    writes: {
      title: 'An update changes what a path of several steps leads to, and leaves all beside it',
      steps: writes.flatMap(([clause, after]): Step[] => [
        put('t', item),
        runs(`UPDATE @t ${clause} WHERE pk = 'a'`),
        stored(after),
      ]),
    },
    'writes-nowhere': {
      title: 'An update through what is not there, or is of another kind, is refused',
      steps: [
        ...['d.x.f', 'x.e.f', 'd.e.f.g', 'd.e.l.g', 'd.e[0].f', 'l[1][0].q', 'l[0][0].q', 'd.e.l[0][0]'].map((path) =>
          execute(`UPDATE @t SET ${path} = 1 WHERE pk = 'a'`, invalid(cannot)),
        ),
        stored(whole),
      ],
    },
    returned: {
      title: 'RETURNING MODIFIED shows the path that was written, with the maps around it',
      certainty: 'documented' as const,
      steps: [
        execute("UPDATE @t SET d.e.f = 2 WHERE pk = 'a' RETURNING MODIFIED OLD *", {
          ok: { Items: [{ $exact: { d: { M: { e: { M: { f: n(1) } } } } } }] },
        }),
        execute("UPDATE @t SET d.e.g = 'new' WHERE pk = 'a' RETURNING MODIFIED NEW *", {
          ok: { Items: [{ $exact: { d: { M: { e: { M: { g: s('new') } } } } } }] },
        }),
      ],
    },
  } satisfies { [slug: string]: { title: string; certainty?: Case['certainty']; steps: Step[] } },
  ({ steps }) => ({ steps: [put('t', item), ...steps] }),
);
