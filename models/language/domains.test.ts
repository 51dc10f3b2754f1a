import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explore } from '../checker/explore.ts';
import { bit, type Domain, flag, list, oneOf, optional, sequence, setOf, shown, upTo } from './domains.ts';
import { Model } from './model.ts';
import { memberOf } from './records.ts';

test('a domain refuses values outside of it', () => {
  expect([oneOf('a', 'b').encode('c'), upTo(3).encode(4), upTo(3).encode(1.5), upTo(3).encode('1')]).toEqual([
    -1, -1, -1, -1,
  ]);
  expect([bit.encode(true), flag.encode(1)]).toEqual([-1, -1]);
  expect(() => oneOf('a', 'a')).toThrow('occurs twice');
  expect(() => upTo(70_000)).toThrow('1 to 65536 values');
});

const nodes = new Model('m').family('node', 3, { up: flag });
const plain: fc.Arbitrary<Domain<unknown>> = fc.oneof(
  fc
    .uniqueArray(fc.constantFrom('none', 'no none', 'a', '__proto__'), { minLength: 1 })
    .map((names) => oneOf(...names)),
  fc.nat(20).map(upTo),
  fc.constantFrom<Domain<unknown>>(bit, flag, memberOf(nodes)),
);
const domain = fc.oneof(plain, plain.map(optional));

test('each code is one value, and traces show different values differently', () => {
  fc.assert(
    fc.property(domain, (of) => {
      const codes = Array.from({ length: of.size }, (_, code) => code);
      expect(codes.map((code) => of.encode(of.decode(code)))).toEqual(codes);
      expect(new Set(codes.map((code) => shown(of, code))).size).toBe(of.size);
    }),
  );
});

/** Members of two families that refer to each other, and records that refer to them. `sorted`: with one block of words for each member. */
function referring(sorted: boolean): Model {
  const m = new Model('referring');
  const all = m.family('node', 3, { at: upTo(5) });
  const jobs = m.family('job', 2, { done: flag });
  const ties = m.family('tie', 3, {
    next: optional(memberOf(all)),
    seen: setOf(memberOf(all)),
    job: optional(memberOf(jobs)),
  });
  m.interchangeable(all, ties);
  m.interchangeable(jobs);
  m.record('it', {
    leader: optional(memberOf(all)),
    queue: sequence(2, memberOf(all)),
    voters: setOf(memberOf(all)),
    jobs: list(2, optional(memberOf(jobs))),
    mode: oneOf('a', 'b', 'c'),
  });
  m.layout.arrange(sorted);
  return m;
}

test.each([true, false])('packing and unpacking a state with references gives the same state; sorted: %s', (sorted) => {
  const { layout } = referring(sorted);
  const codes = fc.tuple(...layout.variables.map(({ domain: of }) => fc.nat(of.size - 1)));
  fc.assert(
    fc.property(codes, (state) => {
      expect(layout.unpack(layout.pack(state))).toEqual(state);
    }),
  );
  expect(layout.groups.length).toBe(sorted ? 2 : 0);
});

test('the next step reads what an effect wrote, for every kind of domain', () => {
  fc.assert(
    fc.property(
      fc.array(domain, { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
      (domains, picks) => {
        const m = new Model('writes');
        const shape = Object.fromEntries(domains.map((of, i) => [`f${i}`, of]));
        const it = m.record('it', {
          ...shape,
          kept: list(2, domains[0]!),
          queue: sequence(2, domains[0]!),
          done: flag,
        });
        const values = domains.map((of, i) => of.decode(picks[i]! % of.size));
        const same = m.always('S: as written');
        const fields = it as unknown as { [field: string]: unknown };
        m.process('p', ['write', 'read'], (step) => {
          if (!it.done) {
            step('write', () => {
              values.forEach((value, i) => {
                fields[`f${i}`] = value;
              });
              it.kept[1] = values[0];
              it.queue.push(values[0]);
              it.done = true;
            });
          } else {
            const read = values.every((value, i) => fields[`f${i}`] === value);
            const isAll = read && it.kept[1] === values[0] && it.queue.at(0) === values[0] && it.queue.length === 1;
            step('read', () => same(isAll));
          }
        });
        expect(explore(m, { properties: ['S'] }).verdict).toBe('holds');
      },
    ),
  );
});
