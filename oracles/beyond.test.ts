import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { beyond } from './beyond.ts';
import { policies } from './policies.ts';

interface Finding {
  id: string;
  area: string;
}
const catalogue = readFileSync(new URL('../suites/findings/catalogue.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Finding);
const areas = new Set(['backup-api', 'restore-api', 'restore-lifecycle', 'table-lifecycle', 'tenancy-security', 'ttl']);
const policied = new Set(Object.values(policies).flatMap(({ findings }): readonly string[] => findings));
const explained = beyond.flatMap(({ findings }) => findings);

test('a finding of these areas has a policy, or a reason why it has none', () => {
  const open = catalogue.filter(({ id, area }) => areas.has(area) && !policied.has(id) && !explained.includes(id));
  expect(open.map(({ id }) => id)).toEqual([]);
});

test('a reason is given once, for a finding of the catalogue that has no policy', () => {
  const ids = new Set(catalogue.map(({ id }) => id));
  expect(explained.filter((id, i) => !ids.has(id) || policied.has(id) || explained.indexOf(id) !== i)).toEqual([]);
});
