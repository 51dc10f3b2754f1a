/** Document paths to the attributes that generated items have, and projections. */
import fc from 'fast-check';
import {
  type AttributeKind,
  type AttributeName,
  attributeKinds,
  attributeNames,
  isPlain,
  memberNames,
} from './words.ts';
import type { Path, Segment, Writer } from './writer.ts';

const named = (name: string): fc.Arbitrary<Segment> =>
  fc.oneof(
    { arbitrary: fc.constant({ name, alias: !isPlain(name) }), weight: 3 },
    { arbitrary: fc.constant({ name, alias: true }), weight: 1 },
  );

const inside: { readonly [kind in AttributeKind]?: fc.Arbitrary<Segment[]> } = {
  map: fc.constantFrom(...memberNames).chain((name) => named(name).map((segment) => [segment])),
  list: fc.nat({ max: 2 }).map((at) => [at]),
  any: fc.constantFrom<Segment[]>([0], [{ name: 'branch', alias: false }], [{ name: 'branch', alias: false }, 0]),
};

export const pathOf = (name: AttributeName): fc.Arbitrary<Path> => {
  const root = named(name).map((segment): Path => [segment]);
  const deeper = inside[attributeKinds[name]];
  if (deeper === undefined) return root;
  const nested = fc.tuple(root, deeper).map(([[first], rest]): Path => [first, ...rest]);
  return fc.oneof({ arbitrary: root, weight: 2 }, { arbitrary: nested, weight: 1 });
};

export const rootPath = (name: string): fc.Arbitrary<Path> => named(name).map((segment) => [segment]);
export const anyName = fc.constantFrom(...attributeNames);
export const anyPath: fc.Arbitrary<Path> = anyName.chain(pathOf);

export const root = ([first]: Path): string => (typeof first === 'number' ? '' : first.name);

/** Paths of a projection, none inside of another. */
export const anyProjection = (keys: readonly string[]): fc.Arbitrary<readonly Path[]> =>
  fc
    .uniqueArray(fc.constantFrom(...attributeNames, ...keys), { minLength: 1, maxLength: 3 })
    .chain((names) =>
      fc.tuple(
        ...names.map((name) => (Object.hasOwn(attributeKinds, name) ? pathOf(name as AttributeName) : rootPath(name))),
      ),
    );

export const projectionText = (writer: Writer, paths: readonly Path[]): string =>
  paths.map((path) => writer.path(path)).join(', ');
