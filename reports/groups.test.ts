import { describe, expect, test } from 'vitest';
import { rejected } from '../oracles/oracle.ts';
import { mutate } from '../oracles/policies/mutants.ts';
import type { Operation, Outcome } from '../oracles/values/types.ts';
import { allCases } from '../suites/cases/index.ts';
import type { Divergence } from '../suites/runner/record.ts';
import { runCases } from '../suites/runner/run.ts';
import { createOracleSession, targets } from '../suites/targets/index.ts';
import type { Session } from '../suites/targets/target.ts';
import { groupsOf } from './groups.ts';
import { divergence } from './testing/divergences.ts';

let drawn = 0;
const made = (more: Partial<Divergence>): Divergence =>
  divergence({
    ...{ fingerprint: String(drawn++).padStart(12, '0'), target: 'x', case: 'scan/a', findings: ['f/1'] },
    ...{ class: 'accepted', severity: 'major', step: '1', path: '', title: 'a title', because: 'it is so' },
    ...{ expected: 'ValidationException: no', actual: 'accepted', answers: { expected: null, actual: null } },
    request: { op: 'PutItem', input: { TableName: '<t>', Item: {} } },
    ...more,
  });
const sizes = (...all: Divergence[]): number[] => groupsOf(all).map(({ members }) => members.length);

describe('one cause is one entry', () => {
  test('the same request shape and the same refusal are one cause, whatever the case, its findings and the values', () => {
    const texts = ['Key g Expected: S Actual: N', 'Key g Expected: S Actual: BOOL'];
    const [one, other] = texts.map((text, at) =>
      made({ case: `scan/${at}`, findings: [`f/${at}`], expected: `ValidationException: ${text}` }),
    );
    expect(sizes(one!, other!)).toEqual([2]);
  });

  test('a value of the request inside a text makes no difference', () => {
    const refused = (type: string) =>
      made({
        request: { op: 'Scan', input: { TableName: '<t>', ExpressionAttributeValues: { ':t': { S: type } } } },
        expected: `ValidationException: unknown; type: ${type}, valid types: {S}`,
      });
    expect(sizes(refused('n'), refused("N' OR 1"), refused(''))).toEqual([3]);
  });

  test.each<[string, Partial<Divergence>]>([
    ['another target', { target: 'y' }],
    ['another status', { status: 'known' }],
    ['another operation', { request: { op: 'DeleteItem', input: { TableName: '<t>', Item: {} } } }],
    ['another member', { request: { op: 'PutItem', input: { TableName: '<t>', Item: {}, Expected: {} } } }],
    ['another refusal', { expected: 'ValidationException: yes' }],
    ['another class', { class: 'error-type', actual: 'X: y' }],
  ])('but not %s', (_, more) => {
    expect(sizes(made({}), made({ case: 'scan/b', ...more }))).toEqual([1, 1]);
  });

  const rows = (more: Partial<Divergence>): Divergence =>
    made({ class: 'rows-missing', path: 'Items', expected: [], request: { op: 'Query', input: {} }, ...more });

  test('the finding decides where the answers do not name the rule; one common finding is enough', () => {
    expect(sizes(rows({}), rows({ case: 'scan/b', findings: ['f/1', 'f/2'] }))).toEqual([2]);
    expect(
      sizes(rows({ case: 'scan/c', findings: ['f/2'] }), rows({}), rows({ case: 'scan/b', findings: ['f/1', 'f/2'] })),
    ).toEqual([3]);
    expect(sizes(rows({}), rows({ case: 'scan/b', findings: ['f/3'] }))).toEqual([1, 1]);
  });

  test('rows lost, repeated and out of order are one cause, and so is a condition that is wrong both ways', () => {
    expect(sizes(rows({}), rows({ class: 'rows-repeated' }), rows({ case: 'scan/b', class: 'rows-order' }))).toEqual([
      3,
    ]);
    const failed = 'ConditionalCheckFailedException: The conditional request failed';
    const condition = (expected: string, actual: string, ...findings: string[]) =>
      made({ class: expected === 'accepted' ? 'refused' : 'accepted', findings, expected, actual });
    expect(sizes(condition(failed, 'accepted', 'f/1'), condition('accepted', failed, 'f/1'))).toEqual([2]);
    expect(sizes(condition(failed, 'accepted', 'f/1'), condition(failed, 'accepted', 'f/2'))).toEqual([1, 1]);
  });

  test('divergences accepted for one reason are one entry; similar ones accepted for two reasons are two', () => {
    const known = (reason: string, more: Partial<Divergence> = {}) => made({ status: 'known', reason, ...more });
    expect(sizes(known('a'), known('a', { class: 'error-type', case: 'scan/b' }), known('b'))).toEqual([2, 1]);
  });

  test('indexes in a path are ignored', () => {
    const described = (at: number) =>
      made({ class: 'value', path: `Table.Indexes[${at}].Name`, expected: 'a', actual: 'b', step: String(at) });
    expect(sizes(described(0), described(1))).toEqual([2]);
  });
});

describe('consequences', () => {
  const read = (more: Partial<Divergence>): Divergence =>
    made({
      ...{ class: 'member-extra', path: 'Item', expected: null, actual: {}, step: '2' },
      request: { op: 'GetItem', input: { TableName: '<t>', Key: {} } },
      ...more,
    });

  test('what is read after a change that only one side made is attributed to that change', () => {
    const [group] = groupsOf([made({}), read({})]);
    expect(group).toMatchObject({ members: [{ step: '1' }, { step: '2' }], representative: { step: '1' } });
  });

  test('but not for another table, another case or another status', () => {
    const elsewhere = { op: 'GetItem' as const, input: { TableName: '<u>', Key: {} } };
    expect(sizes(made({}), read({ request: elsewhere }))).toEqual([1, 1]);
    expect(sizes(made({}), read({ case: 'scan/b' }))).toEqual([1, 1]);
    expect(sizes(made({ status: 'known' }), read({}))).toEqual([1, 1]);
    expect(sizes(read({ step: '0' }), made({}))).toEqual([1, 1]);
  });

  test('something missing after a refusal is attributed to the refusal; a second refusal is not', () => {
    const refused = made({ class: 'refused', expected: 'accepted', actual: 'ValidationException: no' });
    const later = (actual: string) =>
      made({
        ...{ class: 'refused', expected: 'accepted', actual, step: '3' },
        request: { op: 'UpdateTable', input: { TableName: '<copy>' } },
      });
    expect(sizes(refused, later('ResourceNotFoundException: Requested resource not found'))).toEqual([2]);
    expect(sizes(refused, later('ValidationException: wrong'))).toEqual([1, 1]);
  });
});

test('the most severe first, then the largest; the smallest request represents the others', () => {
  const large = { op: 'PutItem' as const, input: { TableName: '<t>', Item: { a: { S: 'a long text' } } } };
  const groups = groupsOf([
    made({ expected: 'A: a' }),
    made({ expected: 'B: b', request: large }),
    made({ expected: 'B: b', step: '5' }),
    made({ expected: 'C: c', severity: 'critical' }),
    made({ expected: 'D: d', status: 'known', severity: 'critical' }),
  ]);
  const shown = groups.map((group) => [group.status, group.severity, group.representative.expected]);
  expect(shown).toEqual([
    ['new', 'critical', 'C: c'],
    ['new', 'major', 'B: b'],
    ['new', 'major', 'A: a'],
    ['known', 'critical', 'D: d'],
  ]);
  expect(groups[1]?.representative.step).toBe('5');
});

describe('a planted bug gives one entry or very few', () => {
  const found = async (open: () => Session, wanted: (id: string) => boolean): Promise<Divergence[]> => {
    const planted = {
      ...{ name: 'planted', title: 'planted', startedByUs: true, start: async () => open() },
      availability: async () => ({ kind: 'available' as const, version: '1', found: 'in process' }),
    };
    const cases = allCases.filter(({ id, heavy }) => wanted(id) && !heavy);
    const options = { cases, targets: [planted], reference: targets.oracle, runId: 'groups' };
    return (await runCases(options)).divergences.filter(({ status }) => status === 'new');
  };

  test.each([
    ['index-key-type-stored', 'secondary-index/', 30, 40],
    ['index-entry-identity-index-keys', 'query-paging/', 15, 3],
    ['key-number-precision-float64', 'number-precision/', 25, 4],
  ])('%s', async (id, start, divergences, groups) => {
    const all = await found(
      () => createOracleSession(mutate(id)),
      (name) => name.startsWith(start),
    );
    expect(all.length).toBeGreaterThanOrEqual(divergences);
    expect(groupsOf(all).length).toBeLessThanOrEqual(groups);
  });

  test('an operation that is always refused', async () => {
    const refusal = rejected('ValidationException', 'not today');
    const refusing = (): Session => {
      const session = createOracleSession();
      const send: Session['send'] = async (op: Operation, ...rest): Promise<Outcome> =>
        op === 'CreateBackup' && !rest[1]?.raw ? refusal : session.send(op, ...rest);
      return { ...session, send };
    };
    const all = await found(refusing, (name) => name.startsWith('restore-'));
    expect(all.length).toBeGreaterThan(40);
    expect(groupsOf(all)).toHaveLength(1);
  });
});
