/** Error texts are being reworded by the service region by region, so they are compared by what they tell, in either wording. */
import { sameErrorText } from '../../oracles/texts.ts';

export const sameText = (a: string, b: string): boolean => a === b || sameErrorText(a, b);

const constraint = /at '([^']*)' failed to satisfy constraint/gi;

/** Members that a constraint message names, in lower case since the newer wording capitalises them; sorted. */
export const membersNamed = (text: string): string[] =>
  [...text.matchAll(constraint)].map(([, member]) => (member ?? '').toLowerCase()).sort();
