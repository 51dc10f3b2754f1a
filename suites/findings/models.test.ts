/** Checks the findings of each model against the catalogue. */
import { expect, test } from 'vitest';
import { models } from '../../models/index.ts';
import { propertiesFor } from '../../models/language/entry.ts';
import { noDeadlock, propertyId } from '../../models/language/model.ts';
import { findFinding, loadCatalogue } from './catalogue.ts';

const entries = Object.values(models);

test.each(entries)('$name names existing findings and its own properties', (entry) => {
  const builds = [
    ...entry.variants.map((variant) => ({ variant })),
    // What a hole of the protocol breaks is demanded only where the hole is not excused.
    ...entry.mutants
      .filter(({ isHole }) => isHole)
      .map(({ id, variant }) => ({ mutant: id, ...(variant && { variant }) })),
  ];
  const declared = builds.flatMap((choice) => entry.build({ ...choice, scale: 'small' }).properties);
  const known = new Set([noDeadlock, ...declared.flatMap(({ name }) => [name, propertyId(name)])]);
  for (const finding of entry.findings) {
    expect(findFinding(finding), finding).toBeDefined();
    expect(propertiesFor(entry, finding), `${finding} is checked by a property`).not.toEqual([]);
  }
  const named = [...Object.values(entry.checkedBy).flat(), ...entry.findings.flatMap((id) => propertiesFor(entry, id))];
  expect(named.filter((property) => !known.has(property))).toEqual([]);
});

test('every finding that a protocol model can check has a model', () => {
  const checked = new Set<string>(entries.flatMap(({ findings }) => findings));
  const open = [...loadCatalogue().values()].filter(
    ({ id, checks }) => checks.includes('protocol-model') && !checked.has(id),
  );
  expect(open.map(({ id }) => id)).toEqual([]);
});
