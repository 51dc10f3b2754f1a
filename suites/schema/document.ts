/** Parses YAML or JSON to plain values, and finds the lines of members for messages. */
import { type CollectionTag, isNode, LineCounter, parseDocument, type ScalarTag, YAMLMap, type YAMLSeq } from 'yaml';
import { type Place, SchemaError } from './table.ts';

export type Plain = null | boolean | number | string | Plain[] | { [member: string]: Plain };
export type PlainObject = { [member: string]: Plain };

export const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** CloudFormation functions with a short form: `!Sub x` is `{"Fn::Sub": x}`. Source: intrinsic function reference. */
const functions = [
  ...['And', 'Base64', 'Cidr', 'Equals', 'FindInMap', 'GetAZs', 'GetAtt', 'If', 'ImportValue', 'Join', 'Length'],
  ...['Not', 'Or', 'Select', 'Split', 'Sub', 'ToJsonString', 'Transform'],
];
const longForms: readonly (readonly [short: string, long: string])[] = [
  ['Ref', 'Ref'],
  ['Condition', 'Condition'],
  ...functions.map((name) => [name, `Fn::${name}`] as const),
];

function tagsOf([short, long]: readonly [string, string]): (ScalarTag | CollectionTag)[] {
  const tag = `!${short}`;
  const wrapped = (inner: unknown): YAMLMap => {
    const map = new YAMLMap();
    map.set(long, inner);
    return map;
  };
  return [
    { tag, resolve: (text: string) => ({ [long]: text }) },
    { tag, collection: 'seq', resolve: (seq) => wrapped(plainSeq(seq as YAMLSeq)) },
    { tag, collection: 'map', resolve: (map) => wrapped(plainMap(map as YAMLMap)) },
  ];
}

// The inner collection must not carry the tag again.
const plainSeq = (seq: YAMLSeq): YAMLSeq => Object.assign(seq, { tag: undefined });
const plainMap = (map: YAMLMap): YAMLMap => Object.assign(map, { tag: undefined });

const customTags = longForms.flatMap(tagsOf);

function documentOf(text: string, lines: LineCounter) {
  return parseDocument(text, { customTags, lineCounter: lines, merge: true, logLevel: 'silent', prettyErrors: false });
}

/** @throws SchemaError when the text is neither JSON nor YAML */
export function parseText(text: string): Plain {
  try {
    return JSON.parse(text) as Plain;
  } catch (error) {
    if (/^\s*[{[]/.test(text)) throw new SchemaError(`is not JSON: ${(error as Error).message}`);
  }
  const lines = new LineCounter();
  const document = documentOf(text, lines);
  const [first] = document.errors;
  if (first) {
    const { line, col } = lines.linePos(first.pos[0]);
    throw new SchemaError(`is not YAML: line ${line}, column ${col}: ${first.message.split('\n')[0]}`);
  }
  try {
    return document.toJS({ maxAliasCount: 1_000 }) as Plain;
  } catch (error) {
    throw new SchemaError(`is not YAML that can be read: ${(error as Error).message}`);
  }
}

/** The line of a member (from 1), or of the closest enclosing member that exists. */
export function lineOf(text: string, place: Place): number | undefined {
  const lines = new LineCounter();
  const document = documentOf(text, lines);
  for (let length = place.length; length > 0; length--) {
    const node = document.getIn(place.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return undefined;
}
