/** One call in a line: request and answer, short enough for a list. */
import type { Call } from './history.ts';

type Members = { readonly [name: string]: unknown };
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const noise: ReadonlySet<string> = new Set([
  'ReturnConsumedCapacity',
  'ReturnItemCollectionMetrics',
  'ConsumedCapacity',
]);
const lengthMax = 160;

export function callText({ operation, input, outcome }: Call): string {
  const asked = `${operation} ${cut(shown(input))}`;
  switch (outcome.kind) {
    case 'ok':
      return `${asked} → ${cut(shown(outcome.output)) || 'ok'}`;
    case 'rejected': {
      const { __type: _, message: __, Message: ___, ...members } = outcome.output;
      return `${asked} → ${outcome.name} ${cut(shown(members))}`.trimEnd();
    }
    case 'unknown':
      return `${asked} → no answer (${outcome.reason})`;
  }
}

/** Members of the outermost object without its braces. */
const shown = (value: Members): string =>
  Object.entries(value)
    .filter(([name, member]) => member !== undefined && !noise.has(name))
    .map(([name, member]) => `${name}=${plain(member)}`)
    .join(' ');

/** Attribute values without their descriptors where no doubt is left: numbers bare, strings quoted. */
function plain(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(plain).join(' ')}]`;
  if (!isObject(value)) return typeof value === 'string' && /^[\w.:/-]+$/.test(value) ? value : JSON.stringify(value);
  const entries = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined) {
    const [name, inner] = only;
    if (name === 'N' && typeof inner === 'string') return inner;
    if (name === 'S' && typeof inner === 'string') return JSON.stringify(inner);
    if (name === 'L' || name === 'M') return plain(inner);
  }
  return `{${entries.map(([name, inner]) => `${name}:${plain(inner)}`).join(' ')}}`;
}

const cut = (text: string): string => (text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1)}…`);
