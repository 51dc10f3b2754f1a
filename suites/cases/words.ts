/** Words that many refusals have in common. The number of errors before them is left out, since not all operations add it. */
import type { Expect, Template } from './case.ts';

const failed = (member: string, value: string, constraint: string): string =>
  `Value ${value} at '${member}' failed to satisfy constraint: Member must ${constraint}`;

export const isMissing = (member: string): string => failed(member, 'null', 'not be null');
export const isTooShort = (member: string, value: string, min: number): string =>
  failed(member, `'${value}'`, `have length greater than or equal to ${min}`);
export const isTooLong = (member: string, value: string, max: number): string =>
  failed(member, `'${value}'`, `have length less than or equal to ${max}`);
export const isTooSmall = (member: string, value: number, min: number): string =>
  failed(member, `'${value}'`, `have value greater than or equal to ${min}`);
export const isTooLarge = (member: string, value: number, max: number): string =>
  failed(member, `'${value}'`, `have value less than or equal to ${max}`);
export const isNoName = (member: string, value: string): string =>
  failed(member, `'${value}'`, 'satisfy regular expression pattern: [a-zA-Z0-9_.-]+');
export const isNoneOf = (member: string, value: string, ...words: string[]): string =>
  failed(member, `'${value}'`, `satisfy enum value set: [${words.join(', ')}]`);

export const invalidValues = (text: string): string => `One or more parameter values were invalid: ${text}`;
export const notFound = 'Requested resource not found';
/** The control plane says which table it does not find. */
export const tableNotFound = (name: Template): Template => ({ $text: [`${notFound}: Table: `, name, ' not found'] });

/** In these words, where they are known. */
export const inWords = (text: Template | undefined): Expect => (text === undefined ? {} : { texts: [text] });

/** `GlobalSecondaryIndexes.0.IndexName` as refusals write it. A step in lower case is a key of a map. */
export const memberPath = (path: string): string =>
  path
    .split('.')
    .map((step) => {
      if (/^\d+$/.test(step)) return `${Number(step) + 1}.member`;
      return /^[a-z$]/.test(step) ? `${step}.member` : step.charAt(0).toLowerCase() + step.slice(1);
    })
    .join('.');
