import * as v from 'valibot';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { problemsOf } from '../validation.ts';
import {
  type Call,
  type Case,
  type During,
  type Expect,
  isParallel,
  type ReadStream,
  type Repeat,
  type Step,
  type Times,
  type Until,
  type Wait,
} from './case.ts';
import { allCases } from './index.ts';
import {
  type CallShape,
  CaseFileShape,
  type DuringShape,
  type ExpectShape,
  type ReadStreamShape,
  type RepeatShape,
  type TimesShape,
  type UntilShape,
  type WaitShape,
} from './schema.ts';

// Fails to compile when a member is added to the types but not to the schema.
test('the schema has the same members and types as the Case type', () => {
  expectTypeOf<v.InferOutput<typeof CallShape>>().branded.toEqualTypeOf<Call>();
  expectTypeOf<v.InferOutput<typeof ExpectShape>>().branded.toEqualTypeOf<Expect>();
  expectTypeOf<v.InferOutput<typeof DuringShape>>().branded.toEqualTypeOf<During>();
  expectTypeOf<v.InferOutput<typeof UntilShape>>().branded.toEqualTypeOf<Until>();
  expectTypeOf<v.InferOutput<typeof RepeatShape>>().branded.toEqualTypeOf<Repeat>();
  expectTypeOf<v.InferOutput<typeof ReadStreamShape>>().branded.toEqualTypeOf<ReadStream>();
  expectTypeOf<v.InferOutput<typeof TimesShape>>().branded.toEqualTypeOf<Times>();
  expectTypeOf<v.InferOutput<typeof WaitShape>>().branded.toEqualTypeOf<Wait>();
  type File = v.InferOutput<typeof CaseFileShape>;
  expectTypeOf<keyof (typeof CaseFileShape)['pipe'][1]['entries']>().toEqualTypeOf<keyof Case>();
  expectTypeOf<Pick<File, keyof Case>>().toExtend<Partial<Case>>();
});

const isSequence = ({ steps }: Case): boolean => !steps.some((step: Step) => isParallel(step));

test.each(allCases.filter(isSequence).map((one) => [one.id, one] as const))('%s has the shape of a file', (_, one) => {
  const { issues = [] } = v.safeParse(CaseFileShape, JSON.parse(JSON.stringify(one)));
  expect(problemsOf(issues)).toEqual([]);
});

describe('each fault is reported with its place', () => {
  const call = { op: 'ListTables', input: {} };
  test.each<[unknown, string]>([
    [[], 'the file must be an object'],
    [{ steps: {} }, 'steps must be a list of steps'],
    [{ steps: [call, 7] }, 'steps[1] is not a request, repeat, readStream, times or wait'],
    [{ steps: [{ parallel: [[call]] }] }, 'steps[0] is not a request, repeat, readStream, times or wait'],
    [{ steps: [{ op: 'ListTables' }] }, 'steps[0].input is missing'],
    [{ steps: [{ ...call, op: 'PutItems' }] }, "steps[0].op 'PutItems' is not an operation"],
    [{ steps: [{ ...call, expct: {} }] }, 'steps[0].expct is not a known member'],
    [{ steps: [{ ...call, observe: 'Items' }] }, 'steps[0].observe must be a list of strings'],
    [{ steps: [{ repeat: call, until: { path: 'x' } }] }, 'steps[0].repeat.as is missing'],
    [{ steps: [{ times: '3', step: call }] }, 'steps[0].times must be a number'],
    [{ steps: [{ readStream: {}, until: {} }] }, 'steps[0].until.records is missing'],
    [{ steps: [call], tables: ['orders'] }, 'tables must be tables by name'],
    [{ steps: [call], aliases: {} }, 'aliases.attributes is missing'],
    [{ steps: [call], certainty: 'sure' }, 'certainty must be one of measured, recorded, documented, inferred'],
  ])('%#', (file, problem) => {
    expect(problemsOf(v.safeParse(CaseFileShape, file).issues ?? [])[0]).toBe(problem);
  });
});
