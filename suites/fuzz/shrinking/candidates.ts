/** Lists every single reduction of a case. */
import type { Json, JsonObject } from '../../../oracles/values/types.ts';
import {
  type Case,
  isParallel,
  isRepeat,
  isTimes,
  type Step,
  type Template,
  type TemplateObject,
} from '../../cases/case.ts';
import { sameJson } from '../../runner/play/canonical.ts';
import { isObject } from '../../runner/play/path.ts';
import { withoutUnused } from '../generators/reads.ts';
import { smallerExpressions } from './expressions.ts';
import { oneLess } from './lists.ts';
import { smallerStatements } from './statements.ts';

/** Segments of a scan stay unchanged, since only together do they mean anything. */
function isWhole({ steps }: Case): boolean {
  const names = new Set(steps.flatMap((step) => (isRepeat(step) ? [step.repeat.as] : [])));
  return steps.every((step) => !isRepeat(step) || step.continues === undefined || names.has(step.continues));
}

/** @param keepsLast the last step is in every candidate */
export function* candidates(subject: Case, keepsLast = true): Generator<Case> {
  for (const fewer of fewerSteps(subject, keepsLast)) if (isWhole(fewer)) yield fewer;
  const having = (at: number, steps: readonly Step[]): Case => ({
    ...subject,
    steps: subject.steps.flatMap((one, index) => (index === at ? steps : [one])),
  });
  for (const [at, step] of subject.steps.entries()) {
    if (!('op' in step) || step.op !== 'CreateTable') continue;
    for (const input of plainTables(step.input)) yield having(at, [{ ...step, input }]);
  }
  for (let at = subject.steps.length - 1; at >= 0; at--)
    for (const steps of smallerSteps(subject.steps[at]!)) yield having(at, steps);
  yield* fewerIndexes(subject);
}

/** Removes all steps before those that are kept, then halves of them, quarters, down to single steps. */
function* fewerSteps(subject: Case, keepsLast: boolean): Generator<Case> {
  const kept = keepsLast ? 1 : 0;
  const before = subject.steps.slice(0, subject.steps.length - kept);
  const last = subject.steps.slice(before.length);
  for (let size = before.length; size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < before.length; at += size) {
      yield { ...subject, steps: [...before.slice(0, at), ...before.slice(at + size), ...last] };
    }
  }
}

function* fewerIndexes(subject: Case): Generator<Case> {
  for (const [name, schema] of Object.entries(subject.tables ?? {})) {
    for (const kind of ['GlobalSecondaryIndexes', 'LocalSecondaryIndexes']) {
      if (!(kind in schema)) continue;
      const { [kind]: _, ...rest } = schema;
      yield { ...subject, tables: { ...subject.tables, [name]: withoutUnusedDefinitions(rest) } };
    }
  }
}

/** Removes attribute definitions that no key uses, which CreateTable would refuse. */
function withoutUnusedDefinitions<Schema extends JsonObject | TemplateObject>(schema: Schema): Schema {
  const used = new Set<string>();
  const collect = (value: Json): void => {
    if (Array.isArray(value)) value.forEach(collect);
    else if (isObject(value)) {
      if (typeof value.AttributeName === 'string' && 'KeyType' in value) used.add(value.AttributeName);
      Object.values(value).forEach(collect);
    }
  };
  collect(schema);
  const definitions = Array.isArray(schema.AttributeDefinitions) ? schema.AttributeDefinitions : [];
  return {
    ...schema,
    AttributeDefinitions: definitions.filter((one) => isObject(one) && used.has(String(one.AttributeName))),
  };
}

/** What may stand in place of a step. */
function* smallerSteps(step: Step): Generator<Step[]> {
  if (isParallel(step)) {
    for (const branch of step.parallel) yield branch;
    yield step.parallel.flat();
    for (const parallel of oneLess(step.parallel)) yield [{ parallel }];
    return;
  }
  if ('wait' in step || 'readStream' in step) return;
  if (isTimes(step) && step.times > 1) {
    yield [{ ...step, times: Math.ceil(step.times / 2) }];
    yield [{ ...step, times: step.times - 1 }];
  }
  const call = isRepeat(step) ? step.repeat : isTimes(step) ? step.step : step;
  // The segments of one scan must keep identical requests.
  if (isRepeat(step) && isObject(call.input) && 'Segment' in call.input) return;
  const inputs = call.op === 'CreateTable' ? smallerTables(call.input) : smallerInputs(call.input);
  for (const input of inputs) {
    if (isRepeat(step)) yield [{ ...step, repeat: { ...step.repeat, input } }];
    else if (isTimes(step)) yield [{ ...step, step: { ...step.step, input } }];
    else yield [{ ...step, input }];
  }
}

/** The table with nothing but its keys, or nothing but its keys and indexes: most faults need no more. */
function* plainTables(input: Template): Generator<Template> {
  if (!isObject(input) || !Array.isArray(input.AttributeDefinitions)) return;
  const named = ['TableName', 'KeySchema', 'AttributeDefinitions'].filter((name) => name in input);
  const keys: TemplateObject = {
    ...Object.fromEntries(named.map((name) => [name, input[name]!])),
    BillingMode: 'PAY_PER_REQUEST',
  };
  const indexes = Object.fromEntries(
    ['GlobalSecondaryIndexes', 'LocalSecondaryIndexes'].flatMap((kind) => {
      const list = input[kind];
      return Array.isArray(list) ? [[kind, list.map(withoutUnits)]] : [];
    }),
  );
  for (const plain of [keys, { ...keys, ...indexes }]) {
    const fewer = withoutUnusedDefinitions(plain);
    if (JSON.stringify(fewer).length < JSON.stringify(input).length) yield fewer;
  }
}

function withoutUnits(index: Template): Template {
  if (!isObject(index)) return index;
  const { ProvisionedThroughput: _, ...rest } = index;
  return rest;
}

/** A table without an index, and without the definitions that only this index used. */
function* smallerTables(input: Template): Generator<Template> {
  for (const smaller of smallerInputs(input)) {
    const fewer =
      isObject(smaller) && Array.isArray(smaller.AttributeDefinitions) ? withoutUnusedDefinitions(smaller) : smaller;
    yield fewer;
    if (!sameJson(fewer, smaller)) yield smaller;
  }
}

function* smallerInputs(input: Template): Generator<Template> {
  for (const smaller of smallerValues(input, '')) yield pruned(smaller);
}

/** Removes placeholders whose expression is gone, wherever expressions occur. */
function pruned(value: Template): Template {
  if (Array.isArray(value)) return value.map(pruned);
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, pruned(member)]));
  return Object.keys(inner).some((name) => name.startsWith('ExpressionAttribute')) ? withoutUnused(inner) : inner;
}

const isReference = (value: TemplateObject): boolean =>
  Object.keys(value).some((name) => name.startsWith('$') && !name.includes(':'));

/** Every single reduction of a value: one member or element fewer, or one of them smaller. */
function* smallerValues(value: Template, name: string): Generator<Template> {
  if (typeof value === 'string') yield* smallerTexts(value, name);
  else if (Array.isArray(value)) {
    for (const at of value.keys()) yield value.filter((_, index) => index !== at);
    for (const [at, element] of value.entries()) {
      for (const smaller of smallerValues(element, name))
        yield value.map((one, index) => (index === at ? smaller : one));
    }
  } else if (isObject(value) && !isReference(value)) {
    if ('Statement' in value) yield* smallerStatements(value);
    for (const member of Object.keys(value)) {
      const { [member]: _, ...rest } = value;
      yield rest;
    }
    for (const [member, inner] of Object.entries(value)) {
      for (const smaller of smallerValues(inner, member)) yield { ...value, [member]: smaller };
    }
  }
}

/** Smaller expressions; simple numbers and strings in place of others. */
function* smallerTexts(text: string, name: string): Generator<string> {
  if (name.endsWith('Expression')) yield* smallerExpressions(text, name);
  else if (name === 'N' && text !== '1') yield '1';
  else if (name === 'S' && text !== 'a') yield 'a';
}
