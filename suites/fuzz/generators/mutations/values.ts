/** Makes attribute values invalid: in items, expression values and keys. */
import type { Template, TemplateObject } from '../../../cases/case.ts';
import { keyNamesOf } from '../items.ts';
import { indexKeys } from '../schemas.ts';
import { keyMaps, type RequestMutation, valueMaps } from './mutation.ts';

const nested = (depth: number): Template => (depth === 0 ? { N: '1' } : { L: [nested(depth - 1)] });

const wrongValues: readonly Template[] = [
  { N: 'abc' },
  { N: '' },
  { N: ' 1' },
  { N: '1 ' },
  { N: '0x10' },
  { N: 'NaN' },
  { N: 'Infinity' },
  { N: '1e' },
  { N: '.' },
  { N: '1e126' },
  { N: '-1e126' },
  { N: '1e-131' },
  { N: '123456789012345678901234567890123456789' },
  { N: '1.23456789012345678901234567890123456789' },
  { SS: [] },
  { NS: [] },
  { BS: [] },
  { SS: ['a', 'a'] },
  { NS: ['1', '1.0'] },
  { NS: ['x'] },
  { BS: ['AA==', 'AA=='] },
  { NULL: false },
  {},
  { S: 'a', N: '1' },
  { N: 1 },
  { S: 1 },
  { S: null },
  { BOOL: 'maybe' },
  { B: '!!' },
  { B: 'AA=' },
  { L: {} },
  { M: [] },
  { L: [{}] },
  { M: { branch: { N: 'abc' } } },
  { L: [{ SS: [] }] },
  { SS: [1] },
  { SS: 'a' },
  { Q: 'x' },
  'a',
  1,
  null,
  [],
  nested(32),
  { M: { branch: nested(31) } },
  nested(70),
  { N: '0e1000' },
  { N: '1e2147483647' },
  { N: '-1e99999999999' },
  { N: '1e-99999999999' },
  { N: '99999999999999999999999999999999999999e88' },
  { N: '99999999999999999999999999999999999999e89' },
  { N: '1.1e-130' },
  { N: '--1' },
  { N: '1_000' },
  { N: '\u0661' },
  { NS: ['1', 'NaN'] },
  { NS: [], SS: ['a'] },
  { SS: ['', ''] },
  { SS: [null] },
  { BS: ['AA=='], B: 'AA==' },
  { B: 'AAA' },
  { B: [1] },
  { BS: 'AA==' },
  { BS: ['!'] },
  { L: [null] },
  { L: ['a'] },
  { M: { '': { S: 'a' } } },
  { M: { branch: null } },
  { M: 'a' },
  { BOOL: null },
  { BOOL: 'true' },
  { BOOL: 1 },
  { NULL: 'true' },
  { NULL: 1 },
  { N: true },
  { SS: { a: 'b' } },
];

const value: RequestMutation = (ground) => {
  const maps = valueMaps(ground);
  const keys = new Set([...keyNamesOf(ground.schema), ...indexKeys(ground.schema).map(({ name }) => name)]);
  const free = maps.flatMap((map) =>
    Object.keys(map)
      .filter((name) => !keys.has(name))
      .map((name): [TemplateObject, string] => [map, name]),
  );
  if (free.length === 0) return undefined;
  const [map, name] = ground.pick(free);
  map[name] = structuredClone(ground.pick(wrongValues));
  return ground.input;
};

const longBytes = (length: number): string => Buffer.alloc(length, 7).toString('base64');

const wrongKeys: readonly Template[] = [
  { S: 'k'.repeat(1025) },
  { S: 'k'.repeat(2048) },
  { S: 'k'.repeat(2049) },
  { S: '\u00e9'.repeat(513) },
  { S: '\u00e9'.repeat(1025) },
  { B: longBytes(1025) },
  { B: longBytes(2048) },
  { B: longBytes(2049) },
  { S: 'a', N: '1' },
  { Q: 'a' },
  { M: {} },
  { N: '1e126' },
  { N: '1e-131' },
  { S: '' },
  { B: '' },
  { BOOL: true },
  { NULL: true },
  { L: [] },
  { SS: ['a'] },
  { N: 'abc' },
  { N: '123456789012345678901234567890123456789' },
  { S: 'a' },
  { N: '1' },
  { B: 'AA==' },
  {},
];

const key: RequestMutation = (ground) => {
  const keys = keyMaps(ground);
  if (keys.length === 0) return undefined;
  const map = ground.pick(keys);
  const names = keyNamesOf(ground.schema).filter((name) => name in map);
  const name = ground.pick(names);
  const how = ground.pick(['wrong', 'wrong', 'missing', 'surplus']);
  if (how === 'missing') delete map[name];
  else if (how === 'surplus') map.surplus = { S: 'a' };
  else map[name] = structuredClone(ground.pick(wrongKeys));
  return ground.input;
};

const wrongIndexKeys: readonly Template[] = [
  { S: '' },
  { S: '' },
  { B: '' },
  { S: 'a' },
  { N: '1' },
  { BOOL: true },
  { L: [] },
  { S: 'k'.repeat(1025) },
  { S: 'k'.repeat(2049) },
];

/** Makes an index key empty, too long or of the wrong type. */
const indexKey: RequestMutation = (ground) => {
  const own = indexKeys(ground.schema);
  const items = valueMaps(ground).filter((map) => ground.schema.hash.name in map);
  if (own.length === 0 || items.length === 0) return undefined;
  const { name } = ground.pick(own);
  ground.pick(items)[name] = structuredClone(ground.pick(wrongIndexKeys));
  return ground.input;
};

export const valueFaults = { value, key, indexKey } satisfies { [name: string]: RequestMutation };
