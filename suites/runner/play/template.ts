import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../../oracles/values/types.ts';
import type { Template } from '../../cases/case.ts';
import { isObject, valueAt } from './path.ts';

/** The values of a case's references at one moment of its run. */
export interface Bindings {
  /** Real names of leased tables and of tables that the case creates itself. */
  names: ReadonlyMap<string, string>;
  freshName(name: string): string;
  /** Newest successful answer by step name. */
  answers: ReadonlyMap<string, JsonObject>;
  /** Counter of a `times` step. */
  counter?: number;
  /**
   * In a pattern, a reference to something absent must not weaken the check, so it becomes a rule that never matches.
   */
  inPattern?: boolean;
}

/** A reference that can never be resolved, which is a fault of the case. */
class TemplateError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TemplateError';
  }
}

/** Resolves a template; undefined when it refers to something absent. */
export function resolve(template: Template, bindings: Bindings): Json | undefined {
  if (Array.isArray(template)) {
    return template.map((element) => resolve(element, bindings)).filter((value) => value !== undefined);
  }
  if (!isObject(template)) return template;
  const reference = resolveReference(template, bindings);
  if (reference !== undefined) return reference.value;
  // fromEntries defines own members, also one called __proto__.
  return Object.fromEntries(
    Object.entries(template).flatMap(([member, part]) => {
      const value = resolve(part, bindings);
      return value === undefined ? [] : [[tableNameKey(member, bindings), value] as const];
    }),
  );
}

/** Batch requests are keyed by table name, and a JSON key cannot be an object, so `$table:orders` is the reference. */
function tableNameKey(member: string, bindings: Bindings): string {
  if (member.startsWith('$table:')) return tableNamed(member.slice('$table:'.length), bindings);
  return member.startsWith('$name:') ? bindings.freshName(member.slice('$name:'.length)) : member;
}

function tableNamed(name: string, bindings: Bindings): string {
  const real = bindings.names.get(name);
  if (real === undefined) throw new TemplateError(`no table '${name}' is declared by this case`);
  return real;
}

function resolveReference(
  template: { [member: string]: Template },
  bindings: Bindings,
): { value: Json | undefined } | undefined {
  const text = (member: string): string => {
    const value = template[member];
    if (typeof value !== 'string') throw new TemplateError(`${member} needs a text`);
    return value;
  };
  if (Object.hasOwn(template, '$table')) return { value: tableNamed(text('$table'), bindings) };
  if (Object.hasOwn(template, '$name')) return { value: bindings.freshName(text('$name')) };
  if (Object.hasOwn(template, '$token')) return { value: tokenOf(bindings.freshName(text('$token'))) };
  if (Object.hasOwn(template, '$i')) return { value: counterText(bindings.counter, template.$i) };
  if (Array.isArray(template.$text)) {
    const parts = template.$text.map((part) => resolve(part, bindings));
    return { value: parts.every((part) => typeof part === 'string') ? parts.join('') : undefined };
  }
  if (Array.isArray(template.$sum)) return { value: sumText(template.$sum, bindings) };
  if (Object.hasOwn(template, '$arn')) return { value: arnWith(template, bindings) };
  if (!Object.hasOwn(template, '$from')) return undefined;
  const answer = bindings.answers.get(text('$from'));
  const value = answer && valueAt(answer, text('path'));
  if (value !== undefined) return { value };
  if (template.else !== undefined) return { value: resolve(template.else, bindings) };
  return { value: bindings.inPattern ? { $unresolved: `${text('$from')}.${text('path')}` } : undefined };
}

/** Run names are too long for a ClientRequestToken of at most 36 characters. */
const tokenOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 32);

function counterText(counter: number | undefined, form: Template | undefined): string {
  if (counter === undefined) throw new TemplateError('$i stands only inside of a times step');
  if (form === 'number') return String(counter);
  if (form === 'padded') return String(counter).padStart(6, '0');
  throw new TemplateError(`$i is 'number' or 'padded', not ${JSON.stringify(form)}`);
}

/** Attributes have numbers as text. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function sumText(parts: readonly Template[], bindings: Bindings): string | undefined {
  const numbers = parts.map((part) => numberOf(resolve(part, bindings)));
  if (!numbers.every((part) => part !== undefined)) return undefined;
  return String(Math.floor(numbers.reduce((sum, one) => sum + one, 0)));
}

const arnParts = ['arn', 'partition', 'service', 'region', 'account', 'resource'] as const;

/**
 * `arn:partition:service:region:account:resource` with parts replaced and `suffix` appended. A text with colons for
 * `account` is an ARN of that account; `table` replaces only the name within `table/NAME/…`.
 */
function arnWith(template: { [member: string]: Template }, bindings: Bindings): string | undefined {
  const arn = resolve(template.$arn ?? null, bindings);
  if (arn === undefined) return undefined;
  if (typeof arn !== 'string') throw new TemplateError('$arn needs a text');
  const [prefix = '', partition = '', service = '', region = '', account = '', ...resource] = arn.split(':');
  const parts = [prefix, partition, service, region, account, resource.join(':')];
  const changed = arnParts.map((part, at) => {
    const replacement = part === 'arn' ? undefined : resolve(template[part] ?? null, bindings);
    if (typeof replacement !== 'string') return parts[at];
    return part === 'account' ? (replacement.split(':')[4] ?? replacement) : replacement;
  });
  const table = template.table;
  if (typeof table === 'string') changed[5] = changed[5]!.replace(/^table\/[^/]*/, `table/${table}`);
  return changed.join(':') + (typeof template.suffix === 'string' ? template.suffix : '');
}

/** The steps that a template refers to. */
export function referencesOf(template: Template): string[] {
  if (Array.isArray(template)) return template.flatMap(referencesOf);
  if (!isObject(template)) return [];
  const own = typeof template.$from === 'string' && typeof template.path === 'string' ? [template.$from] : [];
  return [...own, ...Object.values(template).flatMap(referencesOf)];
}
