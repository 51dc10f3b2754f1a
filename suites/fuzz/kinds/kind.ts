/**
 * What kind of difference it is: the same whatever the random values were, so that one fault found a thousand times is one
 * thing to read, to explain and to count.
 */
import { createHash } from 'node:crypto';
import type { Json, Operation } from '../../../oracles/values/types.ts';
import { type CaseVerdict, type Divergence, type DivergenceClass, divergenceClasses } from '../../runner/record.ts';
import { attributeNames, memberNames } from '../generators/words.ts';
import { type Aliases, inOurNames } from './aliases.ts';

export interface Kind {
  op: Operation;
  /** Of a request without an answer: what became of the target. */
  class: DivergenceClass | CaseVerdict;
  /** Place in the answer without indexes and without what lies inside of an item. */
  path: string;
  /** The shape of the expected and of the actual value: a text without its values, a descriptor, `absent`. */
  expected: string;
  actual: string;
  /** What the smallest sequence that shows it consists of; see `featuresOf`. */
  with: string[];
}

/** Names that a request can hold, by what a shape says in their place. Longer ones first. */
const generatedNames = [...attributeNames, ...memberNames].sort((a, b) => b.length - a.length);
const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const anyName = new RegExp(`(?<![A-Za-z])(?:${generatedNames.map(escaped).join('|')})(?![A-Za-z])`, 'gu');

/** Numbers of the wording itself: how many errors are counted, and the bounds that are set. */
const ownNumbers = [
  /\b\d+(?= validation errors? detected\b)/,
  /(?<=\b(?:than or equal to|(?:more|less|fewer|greater) than|at (?:most|least)|multiple of|limit of|maximum of|up to|of length) )\d+\b/,
  /(?<=\bof length \d+ or )\d+\b/,
  /\b\d+(?= ?[KMG]B\b)/,
];
/** All others may come from the request: the length of a value, a place in a list, the column of a sign. */
const anyNumber = new RegExp(`(${ownNumbers.map(({ source }) => source).join('|')})|\\b\\d+\\b`, 'g');

/** A text with everything taken out that comes from the request. */
export const textShape = (text: string): string =>
  text
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

/** A value by its type; words that belong to the protocol stay. */
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
  /^((?:Responses\.[^[\]]+|Items|UnprocessedKeys\.[^[\]]+\.Keys)\[\]|Responses\[\]\.Item|CancellationReasons\[\]\.Item|Item|Attributes|LastEvaluatedKey)\..+$/;

export const pathShape = (path: string): string => path.replace(/\[\d+\]/g, '[]').replace(inItem, '$1.*');

/** What a divergence comes to, without what its sequence consists of. */
export function kindOf({ request, class: kind, path, expected, actual }: Divergence, aliases?: Aliases): Kind {
  const shown = pathShape(inOurNames(path, aliases));
  // Inside of an item only the types count: `{"N":"1"}` for `{"N":"2"}` has the path of the text.
  const inside = shown.endsWith('.*');
  // How long a loop was awaited, and what was seen last, is of the run.
  if (kind === 'endless')
    return { op: request.op, class: kind, path: shown, expected: 'an end', actual: 'none', with: [] };
  const shape = (value: Json): string => {
    if (typeof value !== 'string') return shapeOf(value);
    return inside ? typeAt(path) : shapeOf(inOurNames(value, aliases));
  };
  return { op: request.op, class: kind, path: shown, expected: shape(expected), actual: shape(actual), with: [] };
}

/** The descriptor that a path into an item ends in. */
function typeAt(path: string): string {
  const last =
    path
      .split('.')
      .at(-1)
      ?.replace(/\[\d+\]$/, '') ?? '';
  return descriptors.has(last) ? last : 'value';
}

/** One text for each kind. */
export const kindText = (kind: Kind): string =>
  [kind.op, kind.class, kind.path, kind.expected, kind.actual, ...kind.with].join('\n');

/** `gen` and nine hex digits: never mistaken for the fingerprint of a written case. */
export const kindFingerprint = (kind: Kind): string =>
  `gen${createHash('sha256').update(kindText(kind)).digest('hex').slice(0, 9)}`;

/**
 * Whether the two shapes by themselves say which rule is broken: two texts, or a refusal that the reference words. Of
 * everything else the cause is in the request and in what was written before.
 */
export const speaksForItself = ({ class: kind, expected }: Kind): boolean =>
  kind === 'error-text' ||
  (/^\w+Exception: /.test(expected) && !/^(?:ConditionalCheckFailed|TransactionCanceled)Exception/.test(expected));

/** Whether it is no answer at all: the target crashed, hung, or said nothing that could be read. */
export const kindOfLoss = ({ class: kind }: Kind): boolean => !divergenceClasses.some((one) => one === kind);
