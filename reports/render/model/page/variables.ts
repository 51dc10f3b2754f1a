/** The variables of a model, a row for each record and its like. */
import { shown } from '../../../../models/language/domains.ts';
import type { Model } from '../../../../models/language/model.ts';
import type { Variable } from '../../../../models/language/state/layout.ts';
import { alike } from './alike.ts';
import { pageTable } from './markdown.ts';
import { fieldOf, recordOf } from './names.ts';

export function variablesSection({ layout }: Model): string[] {
  const variables = layout.variables.filter(({ domain }) => domain.size > 1);
  const records = [...new Set(variables.map(recordOf))];
  return [
    '## Variables',
    pageTable(
      ['record', 'how many', 'fields, which start as the first value (0, false, nothing) unless it is said'],
      alike(records, (record) => record).map(({ first, count }) => [
        `\`${first}\``,
        String(count),
        fieldTexts(variables.filter((variable) => recordOf(variable) === first)),
      ]),
    ),
  ];
}

const fieldTexts = (variables: readonly Variable[]): string[] =>
  alike(variables, ({ name }) => name).map(
    ({ first, count }) => `\`${fieldOf(first)}\`${count === 1 ? '' : ` ×${count}`}: ${valuesText(first)}`,
  );

const valuesText = ({ domain, initial }: Variable): string =>
  domain.text.replace(/^one of /, '') + (initial === 0 ? '' : ` (starts as ${shown(domain, initial)})`);
