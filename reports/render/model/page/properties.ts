/** The properties of a model: what must hold, what must be reachable, where it may stop, and its fairness assumptions. */
import { kindOf } from '../../../../models/language/kinds.ts';
import type { Model, Property } from '../../../../models/language/model.ts';
import { alike, othersText } from './alike.ts';
import { pageTable } from './markdown.ts';

export function propertiesSection(model: Model): string[] {
  const kept = model.properties.filter((property) => {
    const { judge, decisive } = kindOf(property);
    // `sometimes` properties are listed separately.
    return judge !== null && decisive !== true;
  });
  const rows = alike(
    kept,
    ({ name }) => name,
    (property) => property.kind + remarkOn(model, property),
  ).map(({ first, count }) => [kindOf(first).text ?? '', first.name + othersText(count), remarkOn(model, first)]);
  const hasRemarks = rows.some(([, , remark]) => remark !== '');
  return [
    '## Properties',
    ...(hasRemarks
      ? [pageTable(['must hold', 'property', 'remark'], rows)]
      : [
          pageTable(
            ['must hold', 'property'],
            rows.map((row) => row.slice(0, 2)),
          ),
        ]),
    [
      ...listed(model, 'sometimes', 'Must be seen to happen'),
      ...listed(model, 'ending', 'May stop where'),
      ...fairnessText(model),
    ].join('\n'),
  ].filter((part) => part !== '');
}

const remarkOn = ({ remarks }: Model, { id }: Property): string => remarks.get(id) ?? '';

function listed(model: Model, kind: Property['kind'], title: string): string[] {
  const texts = alike(
    model.properties.filter((property) => property.kind === kind),
    ({ name }) => name,
    (property) => remarkOn(model, property),
  ).map(({ first, count }) => {
    const remark = remarkOn(model, first);
    return first.name + othersText(count) + (remark === '' ? '' : ` (${remark})`);
  });
  return texts.length === 0 ? [] : [`- ${title}: ${texts.join('; ')}.`];
}

function fairnessText({ fairness }: Model): string[] {
  const texts = alike(fairness, ({ text }) => text).map(({ first, count }) => first.text + othersText(count));
  return texts.length === 0 ? [] : [`- Fairness assumptions: ${texts.join('; ')}.`];
}
