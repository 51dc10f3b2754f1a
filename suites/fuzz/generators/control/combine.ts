/** Building blocks for faults in how members go together. */
import type { Template, TemplateObject } from '../../../cases/case.ts';
import { isMap } from '../mutations/mutation.ts';
import type { Draw } from './draw.ts';

/** Undefined where the fault does not fit. */
export type Combination = (input: TemplateObject, draw: Draw) => TemplateObject | undefined;

export const having =
  (members: TemplateObject): Combination =>
  (input) => ({ ...input, ...structuredClone(members) });
export const without =
  (...members: string[]): Combination =>
  (input) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => !members.includes(name)));
export const both =
  (...all: Combination[]): Combination =>
  (input, draw) =>
    all.reduce<TemplateObject | undefined>((so, one) => so && one(so, draw), input);

export const listOf = (input: TemplateObject, member: string): TemplateObject[] =>
  Array.isArray(input[member]) ? input[member].filter(isMap) : [];

export const oneOf =
  (member: string, values: readonly Template[]): Combination =>
  (input, draw) => ({ ...input, [member]: structuredClone(draw.pick(values)) });
