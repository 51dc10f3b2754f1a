/** Validates a case from a file: every member by its type, and no unknown members. */
import * as v from 'valibot';
import { operationNames } from '../../oracles/values/operations.ts';
import type { Json, JsonObject } from '../../oracles/values/types.ts';
import { isObject, PlainObject } from '../validation.ts';
import { caseAreas, certainties, type Parallel, type Step, type Template, type Until } from './case.ts';

const Text = v.string('must be a string');
const Texts = v.array(Text, 'must be a list of strings');
const Count = v.number('must be a number');
const Flag = v.boolean('must be true or false');
const Yes = v.literal(true, 'must be true');

// JSON.parse can only return JSON. These schemas tell the compiler so and return the value unchanged.
const AnyJson = v.custom<Json>((value) => value !== undefined, 'must be JSON');
const AnyTemplate = v.custom<Template>((value) => value !== undefined, 'must be JSON');
const ObjectTemplate = v.custom<Template>(isObject, 'must be an object');

const wordOf = <const Words extends readonly string[]>(words: Words) =>
  v.picklist(words, `must be one of ${words.join(', ')}`);
const OperationName = v.picklist(
  operationNames,
  ({ received }) => `${received.replaceAll('"', "'")} is not an operation`,
);
const Names = v.custom<{ [name: string]: string }>(
  (names) => isObject(names) && Object.values(names).every((name) => typeof name === 'string'),
  'must be texts by name',
);
const Account = v.literal('other', "must be 'other'");

export const ExpectShape = v.strictObject({
  ok: v.exactOptional(AnyTemplate),
  rejected: v.exactOptional(v.union([Text, Texts], 'must be a string, or a list of strings')),
  members: v.exactOptional(AnyTemplate),
  wire: v.exactOptional(AnyTemplate),
  texts: v.exactOptional(v.array(AnyTemplate, 'must be a list')),
  certainty: v.exactOptional(wordOf(certainties)),
  source: v.exactOptional(Text),
});

export const DuringShape = v.strictObject({
  op: OperationName,
  input: AnyTemplate,
  path: Text,
  equals: AnyJson,
  over: AnyJson,
});

const requestMembers = {
  op: OperationName,
  input: ObjectTemplate,
  expect: v.exactOptional(ExpectShape),
  observe: v.exactOptional(Texts),
  ignore: v.exactOptional(Texts),
  unordered: v.exactOptional(Flag),
  raw: v.exactOptional(Flag),
  body: v.exactOptional(Text),
  headers: v.exactOptional(Names),
  account: v.exactOptional(Account),
};
const NoState = v.exactOptional(v.never('is not allowed in a step that repeats'));

export const CallShape = v.strictObject({
  ...requestMembers,
  as: v.exactOptional(Text),
  during: v.exactOptional(DuringShape),
});

const conditionMembers = {
  path: Text,
  absent: v.exactOptional(Yes),
  present: v.exactOptional(Yes),
  equals: v.exactOptional(AnyJson),
  size: v.exactOptional(Count),
  has: v.exactOptional(AnyJson),
  lacks: v.exactOptional(AnyJson),
  every: v.exactOptional(AnyJson),
  rejected: v.exactOptional(Text),
};

export const UntilShape: v.GenericSchema<unknown, Until> = v.strictObject({
  ...conditionMembers,
  and: v.exactOptional(v.lazy(() => UntilShape)),
});

const judgedMembers = {
  turns: v.exactOptional(Count),
  pauseMs: v.exactOptional(Count),
  expect: v.exactOptional(ExpectShape),
  unordered: v.exactOptional(Flag),
  observe: v.exactOptional(Texts),
};

export const RepeatShape = v.strictObject({
  ...judgedMembers,
  repeat: v.strictObject({ ...requestMembers, as: Text, during: NoState }),
  until: UntilShape,
  collect: v.exactOptional(Texts),
  continues: v.exactOptional(Text),
  despite: v.exactOptional(Texts),
});

export const ReadStreamShape = v.strictObject({
  ...judgedMembers,
  readStream: ObjectTemplate,
  until: v.strictObject({ records: Count }),
  account: v.exactOptional(Account),
  as: v.exactOptional(Text),
});

export const TimesShape = v.strictObject({
  times: Count,
  step: v.strictObject({ ...requestMembers, as: v.exactOptional(Text), during: NoState }),
  concurrency: v.exactOptional(Count),
});

export const WaitShape = v.strictObject({ wait: Count, because: Text });

/** Concurrent branches have no single order to shrink, so a sequence cannot contain them. */
type SequenceStep = Exclude<Step, Parallel>;

/** Selects the form of a step by the member that only this form has. */
const forms: { readonly [member: string]: v.GenericSchema<unknown, SequenceStep> } = {
  op: CallShape,
  repeat: RepeatShape,
  readStream: ReadStreamShape,
  times: TimesShape,
  wait: WaitShape,
};
const NoForm = v.never('is not a request, repeat, readStream, times or wait');

const StepShape = v.lazy((step: unknown): v.GenericSchema<unknown, SequenceStep> => {
  const member = isObject(step) ? Object.keys(forms).find((name) => Object.hasOwn(step, name)) : undefined;
  return member === undefined ? NoForm : forms[member]!;
});

const TableShapes = v.custom<{ [name: string]: JsonObject }>(
  (tables) => isObject(tables) && Object.values(tables).every(isObject),
  'must be tables by name',
);

/** A case file needs few members. Extra members beside them, such as a comment, are ignored. */
export const CaseFileShape = v.pipe(
  PlainObject,
  v.looseObject({
    id: v.exactOptional(Text),
    title: v.exactOptional(Text),
    area: v.exactOptional(wordOf([...caseAreas, 'own'])),
    findings: v.exactOptional(Texts),
    certainty: v.exactOptional(wordOf(certainties)),
    because: v.exactOptional(Text),
    sources: v.exactOptional(Texts),
    tables: v.exactOptional(TableShapes),
    steps: v.array(StepShape, 'must be a list of steps'),
    aliases: v.exactOptional(v.strictObject({ attributes: Names, indexes: Names })),
    passingStates: v.exactOptional(Flag),
    heavy: v.exactOptional(Flag),
  }),
);
