/** The properties of a model: what must hold, what must be reachable, where it may stop, and its fairness assumptions. */
import { kindNames, kindOf } from '../../../../models/language/kinds.ts';
import type { Model, Property } from '../../../../models/language/model.ts';
import { alike, othersText } from './alike.ts';
import { pageTable } from './markdown.ts';

export function propertiesSection(model: Model): string[] {
  const kept = model.properties.filter((property) => {
    const { judge, hasList } = kindOf(property);
    return judge !== null && !hasList;
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
      ? [pageTable(['kind', 'property', 'remark'], rows)]
      : [
          pageTable(
            ['kind', 'property'],
            rows.map((row) => row.slice(0, 2)),
          ),
        ]),
    [...kindNames.flatMap((kind) => listOf(model, kind)), ...fairnessText(model)].join('\n'),
  ].filter((part) => part !== '');
}

const remarkOn = ({ remarks }: Model, { id }: Property): string => remarks.get(id) ?? '';

function listOf(model: Model, kind: Property['kind']): string[] {
  const { text, hasList } = kindOf({ kind });
  const texts = alike(
    model.properties.filter((property) => property.kind === kind),
    ({ name }) => name,
    (property) => remarkOn(model, property),
  ).map(({ first, count }) => {
    const remark = remarkOn(model, first);
    return first.name + othersText(count) + (remark === '' ? '' : ` (${remark})`);
  });
  return texts.length === 0 || !hasList ? [] : [`- ${text}: ${texts.join('; ')}.`];
}

function fairnessText({ fairness }: Model): string[] {
  const texts = alike(fairness, ({ text }) => text).map(({ first, count }) => first.text + othersText(count));
  return texts.length === 0 ? [] : [`- Fairness assumptions: ${texts.join('; ')}.`];
}
