/** Operands that an update does not take. */
import type { AttributeValue } from '../../../oracles/values/types.ts';
import type { Case } from '../case.ts';
import { b, n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { type Applied, isRefused, list, measured, tables } from './applied.ts';

const wrongType = 'An operand in the update expression has an incorrect data type';
const missing = 'The provided expression refers to an attribute that does not exist in the item';
const before = { a: s('x'), n: n(1), l: list(n(1)) };
const refusals = family(
  {
    ...{ ...measured, name: 'refused' },
    because: 'An operand that is missing or of another type refuses the whole update, and nothing of it is written.',
  },
  {
    'copy-of-missing': {
      title: 'SET of an attribute that is not there is refused, also beside one that would work',
      before,
      expression: 'SET b = :v, c = nope',
      values: { ':v': n(1) },
      texts: [missing],
    },
    'copy-of-set-before': {
      title: 'An attribute that the same update creates is not there yet',
      before,
      expression: 'SET b = :v, c = b',
      values: { ':v': n(1) },
      texts: [missing],
    },
    'copy-in-missing-item': {
      title: 'A copy in an item that does not exist is refused',
      expression: 'SET c = nope',
      texts: [missing],
    },
    'plus-text-of-item': {
      title: 'A number plus an attribute that is a text is refused',
      before,
      expression: 'SET n = n + a',
      texts: [wrongType],
    },
    'text-of-item-minus': {
      title: 'A text of the item minus a number is refused',
      before,
      expression: 'SET n = a - n',
      texts: [wrongType],
    },
    'plus-text-given': {
      title: 'A text in the request is no operand of +',
      before,
      expression: 'SET n = n + :v',
      values: { ':v': s('1') },
    },
    'text-given-minus': {
      title: 'A text in the request is no operand of -, also on the left',
      before,
      expression: 'SET n = :v - n',
      values: { ':v': s('1') },
    },
    'plus-missing': {
      title: 'A missing attribute is no operand of +, unlike in ADD',
      before,
      expression: 'SET nope = nope + :v',
      values: { ':v': n(1) },
    },
    'append-no-list': {
      title: 'list_append to a text of the item is refused',
      before,
      expression: 'SET a = list_append(a, :v)',
      values: { ':v': list(n(1)) },
      texts: [wrongType],
    },
    'append-given-no-list': {
      title: 'list_append of a value that is no list is refused',
      before,
      expression: 'SET l = list_append(l, :v)',
      values: { ':v': n(2) },
    },
    'append-one-operand': {
      title: 'list_append needs two operands',
      before,
      expression: 'SET l = list_append(l)',
    },
    'append-three-operands': {
      title: 'list_append takes no third operand',
      before,
      expression: 'SET l = list_append(l, l, :v)',
      values: { ':v': list(n(2)) },
    },
    'default-of-value': {
      title: 'if_not_exists needs a path as its first operand',
      before,
      expression: 'SET b = if_not_exists(:v, :v)',
      values: { ':v': b(1) },
    },
    'default-of-default': {
      title: 'if_not_exists takes no function as its first operand',
      before,
      expression: 'SET b = if_not_exists(if_not_exists(b, :v), :v)',
      values: { ':v': n(1) },
    },
    'default-of-value-after-a-sign': {
      title: 'if_not_exists needs a path on the right of a sign, too',
      before,
      expression: 'SET n = n + if_not_exists(:v, :v)',
      values: { ':v': n(1) },
    },
    'default-of-value-within-append': {
      title: 'if_not_exists needs a path as the second operand of list_append, too',
      before,
      expression: 'SET l = list_append(l, if_not_exists(:v, :v))',
      values: { ':v': list(n(1)) },
    },
    'append-one-operand-after-a-sign': {
      title: 'The operands of a function on the right of a sign are counted',
      before,
      expression: 'SET n = n - list_append(l)',
    },
    'unknown-function': { title: 'A function that does not exist is refused', before, expression: 'SET b = f(a, n)' },
    'function-in-capitals': {
      title: 'Names of functions are written in small letters',
      before,
      expression: 'SET b = IF_NOT_EXISTS(b, :v)',
      values: { ':v': n(1) },
    },
    'three-summands': {
      title: 'A sum has two operands, not three',
      before,
      expression: 'SET n = n + n + :v',
      values: { ':v': n(1) },
    },
    'sum-within-function': {
      title: 'An operand of a function is no sum',
      before,
      expression: 'SET b = if_not_exists(b, :v + :v)',
      values: { ':v': n(1) },
    },
  } satisfies { [slug: string]: Applied & { texts?: string[] } },
  isRefused,
);

const appended: readonly Case[] = family(
  {
    ...({ area: 'update-item', name: 'list-append', certainty: 'measured', tables } as const),
    because: 'list_append joins two lists that are there.',
    sources: [sources.flociListAppend],
  },
  {
    'to-null': {
      title: 'list_append to NULL is refused by the type of the operand',
      before: { x: { NULL: true } as const },
      expression: 'SET x = list_append(x, :l)',
      values: { ':l': list(s('1')) },
      texts: ['An operand in the update expression has an incorrect data type'],
    },
    'to-missing': {
      title: 'list_append to an attribute that is not there is refused as missing',
      before: { x: { NULL: true } as const },
      expression: 'SET y = list_append(y, :l)',
      values: { ':l': list(s('1')) },
      texts: ['The provided expression refers to an attribute that does not exist in the item'],
    },
  },
  isRefused,
);

const typed: { [slug: string]: { title: string; value: AttributeValue } } = {
  binary: { title: 'A binary is no operand of + or -', value: b(1) },
  'text-set': { title: 'A set of texts is no operand of + or -', value: { SS: ['1'] } },
  'number-set': { title: 'A set of numbers is no operand of + or -', value: { NS: ['1'] } },
  'binary-set': { title: 'A set of binaries is no operand of + or -', value: { BS: [b(1).B] } },
  list: { title: 'A list is no operand of + or -', value: list(n(1)) },
  map: { title: 'A map is no operand of + or -', value: { M: { x: n(1) } } },
  flag: { title: 'A flag is no operand of + or -', value: { BOOL: true } },
  null: { title: 'NULL is no operand of + or -', value: { NULL: true } },
};
const noNumbers = family(
  {
    ...{ ...measured, name: 'no-number' },
    because: 'Only numbers are added and subtracted, whether they are given or in the item.',
  },
  typed,
  ({ value }) => ({
    steps: ['SET n = n + :x', 'SET n = :x - n', 'SET n = n - x', 'SET n = x + n'].flatMap(
      (expression) =>
        isRefused({
          ...{ title: '', expression, before: { n: n(1), x: value } },
          ...(expression.includes(':x') ? { values: { ':x': value } } : { texts: [wrongType] }),
        }).steps,
    ),
  }),
);

export const cases: readonly Case[] = [...refusals, ...appended, ...noNumbers];
