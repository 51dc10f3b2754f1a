/** Other ways to write an expression that mean the same: blanks, none of them, lines, keywords in lower case. */
import fc from 'fast-check';
import type { Template } from '../../cases/case.ts';
import type { Request } from './request.ts';

const keyword = /(?<![#:.\w])(?:AND|OR|NOT|IN|BETWEEN|SET|REMOVE|ADD|DELETE)(?!\w)/g;
const around = / ?(<>|<=|>=|[=<>,+-]) ?/g;

const styles: { readonly [style: string]: (expression: string) => string } = {
  'in lower case': (text) => text.replace(keyword, (word) => word.toLowerCase()),
  'without blanks': (text) => text.replace(around, '$1'),
  'with more blanks': (text) => ` ${text.replaceAll(' ', '  ').replaceAll('(', '( ').replaceAll('.', ' . ')}\t`,
  'on lines': (text) => text.replaceAll(' ', '\n'),
};

function restyled(value: Template, style: (text: string) => string, name = ''): Template {
  if (typeof value === 'string') return name.endsWith('Expression') ? style(value) : value;
  if (Array.isArray(value)) return value.map((element) => restyled(element, style));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, restyled(inner, style, member)]));
}

/** Sometimes the same request in another style. */
export const styled = (request: fc.Arbitrary<Request>): fc.Arbitrary<Request> =>
  fc
    .tuple(
      request,
      fc.constantFrom<string | undefined>(...Object.keys(styles), ...Array<undefined>(40).fill(undefined)),
    )
    .map(([own, style]) =>
      style === undefined ? own : { ...own, input: restyled(own.input, styles[style]!) as Request['input'] },
    );
