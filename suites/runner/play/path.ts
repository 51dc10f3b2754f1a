import type { Json } from '../../../oracles/values/types.ts';

/**
 * `Items[].pk`, `TableDescription.GlobalSecondaryIndexes[0].IndexStatus`: names, `[n]` for an index, `[]` for every
 * element.
 */
type PathPart = string | number | 'each';

/** @throws RangeError when the text is not a valid path */
export function parsePath(text: string): PathPart[] {
  const parts: PathPart[] = [];
  if (!/^(?:(?:^|\.)[^.[\]]+|\[\d*\])*$/.test(text)) throw new RangeError(`not a path: ${JSON.stringify(text)}`);
  for (const [part, index] of text.matchAll(/\[(\d*)\]|[^.[\]]+/g)) {
    parts.push(index === undefined ? part : index === '' ? 'each' : Number(index));
  }
  return parts;
}

export const isObject = (value: Json | undefined): value is { [member: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path, or undefined. `[]` maps over a list and drops absent values. */
export function valueAt(value: Json | undefined, path: readonly PathPart[] | string): Json | undefined {
  const [part, ...rest] = typeof path === 'string' ? parsePath(path) : path;
  if (part === undefined) return value;
  if (part === 'each') {
    if (!Array.isArray(value)) return undefined;
    return value.map((element) => valueAt(element, rest)).filter((found) => found !== undefined);
  }
  if (typeof part === 'number') return Array.isArray(value) ? valueAt(value[part], rest) : undefined;
  return isObject(value) && Object.hasOwn(value, part) ? valueAt(value[part], rest) : undefined;
}

/** The list at a path; empty if there is none. */
export function listAt(value: Json | undefined, path: string): Json[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
}

/** Leaves out what the paths select. */
export const omit = (value: Json, paths: readonly string[]): Json =>
  paths.reduce((left, path) => omitted(left, parsePath(path)), value);

function omitted(value: Json, [part, ...rest]: readonly PathPart[]): Json {
  if (part === undefined) return value;
  if (typeof part === 'number' || part === 'each')
    return Array.isArray(value)
      ? value.map((element, at) => (part === 'each' || part === at ? omitted(element, rest) : element))
      : value;
  if (!isObject(value) || !Object.hasOwn(value, part)) return value;
  const { [part]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...value, [part]: omitted(inner!, rest) };
}

/** Keeps only what the paths select, in the same structure. */
export function project(value: Json, paths: readonly string[]): Json {
  let picked: Json | undefined;
  for (const path of paths) picked = pick(value, parsePath(path), picked);
  return picked ?? {};
}

function pick(value: Json | undefined, [part, ...rest]: readonly PathPart[], into: Json | undefined): Json | undefined {
  if (part === undefined || value === undefined) return value;
  if (typeof part === 'number' || part === 'each') {
    if (!Array.isArray(value)) return value;
    const list = Array.isArray(into) ? into : [];
    // Selected elements keep their index. Otherwise two of them could swap places unnoticed.
    return value.map((element, at) =>
      part === 'each' || part === at ? (pick(element, rest, list[at]) ?? null) : (list[at] ?? null),
    );
  }
  if (!isObject(value)) return value;
  const found = Object.hasOwn(value, part)
    ? pick(value[part], rest, isObject(into) ? into[part] : undefined)
    : undefined;
  return found === undefined ? into : { ...(isObject(into) ? into : {}), [part]: found };
}
