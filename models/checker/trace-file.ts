/** Reads traces from the JSON that this tool writes: a bare trace, a result of a model, or a whole report. Trusts nothing. */
import type { Value } from '../language/domains.ts';
import type { Values } from '../language/state/layout.ts';
import type { Trace, TraceStep } from './result.ts';

export interface KeptTrace {
  readonly trace: Trace;
  /** As the result said; null where the file is a bare trace. */
  readonly variant: string | null;
  readonly mutant: string | null;
}

type Json = { readonly [key: string]: unknown };

/** Throws TypeError, with what is wrong, when there is no trace in it. */
export function readTraces(json: unknown): KeptTrace[] {
  const file = object(json, 'the file');
  if (Object.hasOwn(file, 'steps')) return [{ trace: traceFrom(file), variant: null, mutant: null }];
  const results = Object.hasOwn(file, 'models') ? array(file.models, 'models') : [file];
  const kept = results.flatMap((result) => {
    const { trace, variant, mutant } = object(result, 'a result');
    if (trace === null || trace === undefined) return [];
    return [{ trace: traceFrom(object(trace, 'trace')), variant: textOrNull(variant), mutant: textOrNull(mutant) }];
  });
  if (kept.length === 0) throw new TypeError('the file has no trace');
  return kept;
}

function traceFrom(json: Json): Trace {
  const brokenBy = text(json.brokenBy, 'brokenBy');
  if (brokenBy !== 'step' && brokenBy !== 'state' && brokenBy !== 'loop') throw new TypeError('brokenBy is unknown');
  const steps = array(json.steps, 'steps').map(stepFrom);
  return {
    model: text(json.model, 'model'),
    property: text(json.property, 'property'),
    brokenBy,
    initial: values(json.initial, 'initial'),
    steps,
    ...index('loopFrom', json.loopFrom, steps.length),
    ...index('pendingFrom', json.pendingFrom, steps.length),
  };
}

function stepFrom(json: unknown, at: number): TraceStep {
  const step = object(json, `step ${at + 1}`);
  return {
    process: text(step.process, `process of step ${at + 1}`),
    label: text(step.label, `label of step ${at + 1}`),
    before: values(step.before, `before of step ${at + 1}`),
    after: values(step.after, `after of step ${at + 1}`),
    changed: [],
    read: [],
  };
}

function object(value: unknown, what: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new TypeError(`${what} is not an object`);
}

function array(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new TypeError(`${what} is not a list`);
}

function text(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`${what} is not a text`);
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function index<K extends string>(key: K, value: unknown, most: number): { [key in K]?: number } {
  if (value === undefined) return {};
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most) {
    return { [key]: value } as { [key in K]: number };
  }
  throw new TypeError(`${key} is not the number of a step`);
}

/** Variables by name, in an object that has no prototype. */
function values(value: unknown, what: string): Values {
  const copy = Object.create(null) as { [name: string]: Value };
  for (const [name, one] of Object.entries(object(value, what))) {
    if (typeof one !== 'string' && typeof one !== 'number' && typeof one !== 'boolean') {
      throw new TypeError(`${name} in ${what} is not a value`);
    }
    copy[name] = one;
  }
  return copy;
}
