/**
 * Classifies a difference independently of random values. One fault that is found a thousand times is then one entry to
 * read, explain and count.
 */
import { createHash } from 'node:crypto';
import type { Json, JsonObject, Operation } from '../../../oracles/values/types.ts';
import { isObject } from '../../runner/play/path.ts';
import { type CaseVerdict, type Divergence, type DivergenceClass, divergenceClasses } from '../../runner/record.ts';
import { attributeNames, memberNames } from '../generators/words.ts';
import { type Aliases, inOurNames } from './aliases.ts';

export interface Kind {
  op: Operation;
  /** For a request without an answer: what happened to the target. */
  class: DivergenceClass | CaseVerdict;
  /** Path in the answer, without indexes and without the inside of items. */
  path: string;
  /** Shape of the expected and the actual value: a text without its variable parts, a descriptor, or `absent`. */
  expected: string;
  actual: string;
  /** Features of the smallest sequence; see `featuresOf`. */
  with: string[];
}

/** All names a generated request can contain. Longer ones first, so that none matches as a prefix. */
const generatedNames = [...attributeNames, ...memberNames].sort((a, b) => b.length - a.length);
const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const anyName = new RegExp(`(?<![A-Za-z])(?:${generatedNames.map(escaped).join('|')})(?![A-Za-z])`, 'gu');

/** Numbers that belong to the wording: the error count and the limits. */
const ownNumbers = [
  /\b\d+(?= validation errors? detected\b)/,
  /(?<=\b(?:than or equal to|(?:more|less|fewer|greater) than|at (?:most|least)|multiple of|limit of|maximum of|up to|of length) )\d+\b/,
  /(?<=\bof length \d+ or )\d+\b/,
  /\b\d+(?= ?[KMG]B\b)/,
];
/** Any other number may come from the request: a length, a list index, a column. */
const anyNumber = new RegExp(`(${ownNumbers.map(({ source }) => source).join('|')})|\\b\\d+\\b`, 'g');

/** A text without the parts that come from the request. */
export const textShape = (text: string): string =>
  text
    .replace(/<x[0-9a-f]{4}\./g, '<')
    .replace(/x{20,}/g, 'x…')
    .replace(/(?<=specific reasons )\[([^\]]*)\]/g, (_, codes: string) =>
      [...new Set(codes.split(', '))].sort().join(' and '),
    )
    .replace(/expression size: \d+/g, 'expression size: n')
    .replace(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replace(/(near: ).*$/s, '$1…')
    .replace(/(converted to a numeric value: ).*$/s, '$1…')
    .replace(/(?<=Value )'[^']*'/gs, "'…'")
    .replace(/\[(?:[^[\]]|\[[^\]]*\])*\]/gs, (list) => (/^\[[A-Z_]+(?:, [A-Z_]+)*\]$/.test(list) ? list : '[…]'))
    .replace(/\{[^}]*\}/gs, '{…}')
    .replace(/:[A-Za-z][A-Za-z0-9]*\b/g, ':v')
    .replace(/#[A-Za-z][A-Za-z0-9]*\b/g, '#n')
    .replace(anyName, '<attribute>')
    .replace(anyNumber, (_, own: string | undefined) => own ?? 'n');

const descriptors: ReadonlySet<string> = new Set(['S', 'N', 'B', 'SS', 'NS', 'BS', 'L', 'M', 'BOOL', 'NULL']);

/** The type of a value; words of the protocol are kept. */
export function shapeOf(value: Json): string {
  if (value === null) return 'absent';
  if (typeof value === 'string') return textShape(value);
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'list';
  const [only, ...more] = Object.keys(value);
  return only !== undefined && more.length === 0 && descriptors.has(only) ? only : 'object';
}

const inItem =
  /^((?:Responses\.[^[\]]+|Items|UnprocessedKeys\.[^[\]]+\.Keys)\[\]|Responses\[\]\.Item|CancellationReasons\[\]\.Item|Item|Attributes|LastEvaluatedKey|Records\[\]\.dynamodb\.(?:Keys|NewImage|OldImage))\..+$/;

export const pathShape = (path: string): string => path.replace(/\[\d+\]/g, '[]').replace(inItem, '$1.*');

/**
 * The kind of a divergence, without the features of its sequence. For a violation of an invariant the path begins with its id, and
 * the request alone says when it shows: `invariant index-rows Items[]`.
 */
export function kindOf(divergence: Divergence, aliases?: Aliases): Kind {
  const kind = shapesOf(divergence, aliases);
  const { invariant, request } = divergence;
  if (invariant === undefined) return kind;
  return {
    ...kind,
    path: `invariant ${invariant} ${kind.path}`.trim(),
    with: [...membersOf(request.input), ...valueTypes(divergence.expected)],
  };
}

/** Members that shape a request, whatever they hold. */
const membersOf = (input: JsonObject): string[] =>
  Object.entries(input)
    .filter(([name]) => name !== 'TableName' && !name.startsWith('ExpressionAttribute'))
    .map(([name, value]) => (typeof value === 'boolean' || /^Return/.test(name) ? `${name} ${String(value)}` : name))
    .sort();

/** `values B` for a list of binaries, such as sort keys in their order: stores have an order for each type. */
function valueTypes(expected: Json): string[] {
  if (!Array.isArray(expected)) return [];
  const types = new Set(expected.map((one) => (isObject(one) ? Object.keys(one).join() : '')));
  const [type = '', ...others] = types;
  return others.length === 0 && descriptors.has(type) ? [`values ${type}`] : [];
}

function shapesOf({ request, class: kind, path, expected, actual }: Divergence, aliases?: Aliases): Kind {
  const shown = pathShape(inOurNames(path, aliases));
  // Inside an item only types count. `{"N":"1"}` against `{"N":"2"}` differs in the string below `N`, which alone would
  // count as a text.
  const inside = shown.endsWith('.*');
  // How long a loop waited and what it saw last depend on the run.
  if (kind === 'endless')
    return { op: request.op, class: kind, path: shown, expected: 'an end', actual: 'none', with: [] };
  const shape = (value: Json): string => {
    if (typeof value !== 'string') return shapeOf(value);
    return inside ? typeAt(path) : shapeOf(inOurNames(value, aliases));
  };
  return { op: request.op, class: kind, path: shown, expected: shape(expected), actual: shape(actual), with: [] };
}

/** The descriptor at the end of a path into an item. */
function typeAt(path: string): string {
  const last =
    path
      .split('.')
      .at(-1)
      ?.replace(/\[\d+\]$/, '') ?? '';
  return descriptors.has(last) ? last : 'value';
}

/** A text that identifies a kind. */
export const kindText = (kind: Kind): string =>
  [kind.op, kind.class, kind.path, kind.expected, kind.actual, ...kind.with].join('\n');

/** `gen` and nine hex digits, so that it never looks like a written case's fingerprint. */
export const kindFingerprint = (kind: Kind): string =>
  `gen${createHash('sha256').update(kindText(kind)).digest('hex').slice(0, 9)}`;

/**
 * Whether the two shapes alone identify the broken rule: two texts, or a refusal expected by the reference. For any
 * other kind the cause is in the request and the earlier writes.
 */
export const speaksForItself = ({ class: kind, expected }: Kind): boolean =>
  kind === 'error-text' ||
  (/^\w+Exception: /.test(expected) && !/^(?:ConditionalCheckFailed|TransactionCanceled)Exception/.test(expected));

/** Whether no reference is needed to show it. */
export const kindOfInvariant = ({ path }: Kind): boolean => path.startsWith('invariant ');

/** Whether there is no valid answer: the target crashed, hung or sent something unreadable. */
export const kindOfLoss = ({ class: kind }: Kind): boolean => !divergenceClasses.some((one) => one === kind);
