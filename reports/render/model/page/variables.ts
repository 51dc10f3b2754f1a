/** The variables of a model, a row for each record; similar records are merged. */
import { shown } from '../../../../models/language/domains.ts';
import type { Model } from '../../../../models/language/model.ts';
import type { Variable } from '../../../../models/language/state/variable.ts';
import { alike } from './alike.ts';
import { pageTable } from './markdown.ts';
import { fieldOf, recordOf } from './names.ts';

export function variablesSection({ layout }: Model): string[] {
  const records = new Map<string, Variable[]>();
  for (const variable of layout.variables.filter(({ domain }) => domain.size > 1)) {
    records.set(recordOf(variable), [...(records.get(recordOf(variable)) ?? []), variable]);
  }
  const texts = [...records].map(([record, variables]) => ({ record, fields: fieldTexts(variables) }));
  return [
    '## Variables',
    pageTable(
      ['record', 'how many', 'fields; the initial value is the first one (0, false, nothing) unless stated'],
      alike(
        texts,
        ({ record }) => record,
        ({ fields }) => fields.join(),
      ).map(({ first, count }) => [`\`${first.record}\``, String(count), first.fields]),
    ),
  ];
}

const fieldTexts = (variables: readonly Variable[]): string[] =>
  alike(variables, fieldOf, valuesText).map(
    ({ first, count }) => `\`${fieldOf(first)}\`${count === 1 ? '' : ` ×${count}`}: ${valuesText(first)}`,
  );

const valuesText = ({ domain, initial }: Variable): string =>
  domain.text.replace(/^one of /, '') + (initial === 0 ? '' : ` (initially ${shown(domain, initial)})`);
