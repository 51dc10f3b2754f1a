import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Case, Step } from '../case.ts';
import { b } from '../case.ts';
import { put, refused } from '../steps.ts';
import { holds, key, tables, type Values } from './holds.ts';

/** What the families of conditions share. */
export const shared = { ...({ area: 'conditions', certainty: 'documented', tables } as const) };

type Row = { title: string; item: Item } & Partial<Pick<Case, 'certainty' | 'sources'>>;

/** Each expression holds of the item, or does not. */
export type Held = Row & { holds: readonly (readonly [expression: string, truth: boolean, values?: Values])[] };

export const held = ({ item, holds: expressions }: Held): { steps: Step[] } => ({
  steps: [
    put('t', { ...key, ...item }),
    ...expressions.flatMap(([expression, truth, values]) => holds(expression, truth, values)),
  ],
});

/** Each expression is refused, on a write and as a filter. */
export type Refused = Row & { refused: readonly (readonly [expression: string, values?: Values, words?: string])[] };

export const isRefused = ({ item, refused: expressions }: Refused): { steps: Step[] } => ({
  steps: [
    put('t', { ...key, ...item }),
    ...expressions.flatMap(([expression, values, words]) =>
      holds(expression, false, values).map((step): Step => {
        if (!('op' in step)) return step;
        const texts = [
          step.op === 'Scan'
            ? `Invalid FilterExpression: ${words}`
            : `1 validation error detected: Invalid ConditionExpression: ${words}`,
        ];
        return { ...refused(step, 'ValidationException', words === undefined ? {} : { texts }), observe: [] };
      }),
    ),
  ],
});

export type Value = AttributeValue;
export const map = (members: Item): Value => ({ M: members });
export const list = (...elements: Value[]): Value => ({ L: elements });
export const bytes = (...members: number[][]): Value => ({ BS: members.map((member) => b(...member).B) });
