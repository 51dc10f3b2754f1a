/** Reads traces from JSON that this tool writes: a trace, a result of a model, or a whole report. Validates everything. */
import * as v from 'valibot';
import type { Trace } from '../../models/checker/result.ts';
import type { Value } from '../../models/language/domains.ts';
import type { Values } from '../../models/language/state/layout.ts';
import { PlainObject, problemsOf } from '../../suites/validation.ts';

export interface KeptTrace {
  readonly trace: Trace;
  /** As in the result; null when the file is only a trace. */
  readonly variant: string | null;
  readonly mutant: string | null;
}

const isValue = (value: unknown): value is Value => ['string', 'number', 'boolean'].includes(typeof value);

const Text = v.string('must be a string');
const Index = v.pipe(v.number('must be a step number'), v.integer('must be a step number'));

/** Variables by name, in an object without a prototype. The record schema of valibot would skip the name `__proto__`. */
const Variables = v.pipe(
  PlainObject,
  v.rawTransform(({ dataset: { value: input }, addIssue }): Values => {
    const copy = Object.create(null) as { [name: string]: Value };
    for (const [key, value] of Object.entries(input)) {
      if (isValue(value)) copy[key] = value;
      else
        addIssue({
          message: 'must be a string, a number, true or false',
          path: [{ type: 'object', origin: 'value', input, key, value }],
        });
    }
    return copy;
  }),
);

const Step = v.pipe(
  PlainObject,
  v.object({ process: Text, label: Text, before: Variables, after: Variables }),
  v.transform((step) => ({ ...step, changed: [], read: [] })),
);

const mayBeStep = (index: number | undefined, steps: readonly unknown[]): boolean =>
  index === undefined || (index >= 0 && index <= steps.length);

const TraceFile = v.pipe(
  PlainObject,
  v.object({
    brokenBy: v.picklist(['step', 'state', 'loop'], 'must be step, state or loop'),
    steps: v.array(Step, 'must be a list'),
    model: Text,
    property: Text,
    initial: Variables,
    loopFrom: v.exactOptional(Index),
    pendingFrom: v.exactOptional(Index),
  }),
  v.forward(
    v.check(({ loopFrom, steps }) => mayBeStep(loopFrom, steps), 'must be a step number'),
    ['loopFrom'],
  ),
  v.forward(
    v.check(({ pendingFrom, steps }) => mayBeStep(pendingFrom, steps), 'must be a step number'),
    ['pendingFrom'],
  ),
);

const Name = v.fallback(v.optional(v.nullable(v.string()), null), null);

const Result = v.pipe(PlainObject, v.object({ trace: v.nullish(TraceFile), variant: Name, mutant: Name }));

const Report = v.object({ models: v.array(Result, 'must be a list') });

/** Throws TypeError with the reason when the JSON contains no trace. */
export function readTraces(json: unknown): KeptTrace[] {
  const file = parsed(PlainObject, json);
  if (Object.hasOwn(file, 'steps')) return [{ trace: parsed(TraceFile, file), variant: null, mutant: null }];
  const results = Object.hasOwn(file, 'models') ? parsed(Report, file).models : [parsed(Result, file)];
  const kept = results.flatMap(({ trace, ...names }) => (trace ? [{ trace, ...names }] : []));
  if (kept.length === 0) throw new TypeError('the file has no trace');
  return kept;
}

function parsed<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output;
  throw new TypeError(problemsOf(issues)[0]);
}
