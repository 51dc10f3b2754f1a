import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Step, TemplateObject } from '../case.ts';
import { s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { get, getExactly, put, refused, update } from '../steps.ts';

export const key = { pk: s('p') };
export const tables = { t: table({ hash: ['pk', 'S'] }) };

/** What the families of updates share that a public suite has measured on DynamoDB. */
export const measured = {
  ...({ area: 'update-item', certainty: 'measured', tables } as const),
  sources: [sources.alternatorUpdateTests, sources.updateExpressions],
};

export const list = (...elements: AttributeValue[]): AttributeValue => ({ L: elements });

/** One update of one item. Items are written without their key. */
export interface Applied {
  title: string;
  /** The item before. Default: none. */
  before?: Item | undefined;
  expression: string;
  values?: { [placeholder: string]: AttributeValue };
  names?: { [placeholder: string]: string };
}

const request = ({ expression, values, names }: Applied, extra: TemplateObject = {}) =>
  update('t', key, expression, {
    ...(values && { ExpressionAttributeValues: values }),
    ...(names && { ExpressionAttributeNames: names }),
    ...extra,
  });

const stored = (before: Item | undefined): Step[] => (before === undefined ? [] : [put('t', { ...key, ...before })]);

/** The update leaves exactly this item, and answers it as ALL_NEW. */
export const gives = (row: Applied & { after: Item }): { steps: Step[] } => {
  const after = { $exact: { ...key, ...row.after } };
  return {
    steps: [
      ...stored(row.before),
      {
        ...request(row, { ReturnValues: 'ALL_NEW' }),
        observe: ['Attributes'],
        expect: { ok: { Attributes: after } },
      },
      get('t', key, after),
    ],
  };
};

/** The update is refused, and the item is as it was. */
export const isRefused = (row: Applied & { texts?: string[] }): { steps: Step[] } => ({
  steps: [
    ...stored(row.before),
    refused(request(row), 'ValidationException', row.texts ? { texts: row.texts } : {}),
    row.before === undefined ? get('t', key, 'absent') : getExactly('t', key, { ...key, ...row.before }),
  ],
});

/** What the update answers by each value of ReturnValues. Each is asked of the same item before. */
export const answers = (row: Applied & { old?: Item | 'nothing'; new?: Item | 'nothing' }): { steps: Step[] } => ({
  steps: (
    [
      ['UPDATED_OLD', row.old],
      ['UPDATED_NEW', row.new],
    ] as const
  ).flatMap(([ReturnValues, attributes]): Step[] =>
    attributes === undefined
      ? []
      : [
          ...stored(row.before),
          {
            ...request(row, { ReturnValues }),
            observe: ['Attributes'],
            expect: { ok: { Attributes: attributes === 'nothing' ? { $absent: true } : { $exact: attributes } } },
          },
        ],
  ),
});
