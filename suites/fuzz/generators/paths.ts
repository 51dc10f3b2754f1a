/** Generates projections and document paths into the attributes that items have. */
import fc from 'fast-check';
import { type AttributeKind, memberNames, perWords, standsBare, type Words } from './words.ts';
import type { PathTree, Segment, Writer } from './writer.ts';

const named = (name: string): fc.Arbitrary<Segment> =>
  fc.oneof(
    { arbitrary: fc.constant({ name, alias: !standsBare(name) }), weight: 3 },
    { arbitrary: fc.constant({ name, alias: true }), weight: 1 },
  );

const branch: Segment = { name: 'branch', alias: false };
const leaf: Segment = { name: 'leaf', alias: false };

const ofMap = fc.oneof(
  fc.constantFrom(...memberNames).chain((name) => named(name).map((segment) => [segment])),
  fc.constantFrom<Segment[]>([branch, branch], [branch, leaf], [leaf, 0], [leaf, 2], [leaf, 1]),
);
const ofList = fc.oneof(
  fc.nat({ max: 5 }).map((at): Segment[] => [at]),
  fc.constantFrom<Segment[]>([3, 0], [2, branch], [3, 1]),
);

const inside: { readonly [kind in AttributeKind]?: fc.Arbitrary<Segment[]> } = {
  map: ofMap,
  list: ofList,
  any: fc.oneof(ofMap, ofList),
};

const segmentOf = (part: string | number): fc.Arbitrary<Segment> =>
  typeof part === 'number' ? fc.constant(part) : named(part);

/** Paths seen in the user's rows, or else those that generated values have. */
function deeperOf(words: Words, name: string): fc.Arbitrary<Segment[]> | undefined {
  const seen = words.inside?.get(name) ?? [];
  return seen.length > 0
    ? fc.constantFrom(...seen).chain((parts) => fc.tuple(...parts.map(segmentOf)))
    : inside[words.kinds.get(name) ?? 'number'];
}

export const pathOf = (words: Words, name: string): fc.Arbitrary<PathTree> => {
  const root = named(name).map((segment): PathTree => [segment]);
  const deeper = deeperOf(words, name);
  // Below a scalar there is nothing: rarely asked, because most requests with such a path fail.
  const stray = fc.oneof(
    { arbitrary: root, weight: 24 },
    root.map(([first]): PathTree => [first, branch]),
  );
  if (deeper === undefined) return stray;
  const nested = fc.tuple(root, deeper).map(([[first], rest]): PathTree => [first, ...rest]);
  return fc.oneof({ arbitrary: root, weight: 3 }, { arbitrary: nested, weight: 2 });
};

export const rootPath = (name: string): fc.Arbitrary<PathTree> => named(name).map((segment) => [segment]);
export const anyName = perWords(({ kinds }) => fc.constantFrom(...kinds.keys()));
export const anyPath = perWords((words) => anyName(words).chain((name) => pathOf(words, name)));

/** Whether two paths name the same place, however their names are written. */
export const isSamePath = (one: PathTree, other: PathTree): boolean => placeOf(one) === placeOf(other);

const placeOf = (path: PathTree): string =>
  JSON.stringify(path.map((segment) => (typeof segment === 'number' ? segment : segment.name)));

/** Paths of a projection, none a prefix of another. */
export const anyProjection = (words: Words, keys: readonly string[]): fc.Arbitrary<readonly PathTree[]> =>
  fc
    .uniqueArray(fc.constantFrom(...words.kinds.keys(), ...keys), { minLength: 1, maxLength: 3 })
    .chain((names) => fc.tuple(...names.map((name) => (words.kinds.has(name) ? pathOf(words, name) : rootPath(name)))));

export const projectionText = (writer: Writer, paths: readonly PathTree[]): string =>
  paths.map((path) => writer.path(path)).join(', ');
