/** AND, OR, NOT and parentheses. */
import type { Case } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { type Held, held, isRefused, type Refused, shared } from './table.ts';

/** `y` is there and `x` is not, so that these are true and false without values. */
const item = { y: n(1), a: n(5) };
const T = 'attribute_exists(y)';
const F = 'attribute_exists(x)';
const words = (expression: string): string => expression.replace(/\bT\b/g, T).replace(/\bF\b/g, F);
const truths = (...rows: readonly (readonly [string, boolean])[]): Held['holds'] =>
  rows.map(([expression, truth]) => [words(expression), truth]);

const combined = family(
  {
    ...{ ...shared, name: 'logic' },
    because: 'NOT binds tighter than AND, AND tighter than OR, and parentheses come first.',
    sources: [sources.operators],
  },
  {
    and: {
      title: 'AND holds when both sides do',
      item,
      holds: truths(['T AND T', true], ['T AND F', false], ['F AND T', false], ['F AND F', false]),
    },
    or: {
      title: 'OR holds when one side does',
      item,
      holds: truths(['T OR T', true], ['T OR F', true], ['F OR T', true], ['F OR F', false]),
    },
    not: {
      title: 'NOT turns a condition round, also twice and before each kind of condition',
      item,
      holds: [
        ...truths(['NOT T', false], ['NOT F', true], ['NOT NOT T', true], ['NOT NOT NOT T', false]),
        ['NOT a = :v', false, { ':v': n(5) }],
        ['NOT a BETWEEN :v AND :w', true, { ':v': n(6), ':w': n(7) }],
        ['NOT a IN (:v, :w)', true, { ':v': n(6), ':w': n(7) }],
        ['NOT a < :v AND a < :w', true, { ':v': n(5), ':w': n(6) }],
      ],
    },
    'and-before-or': {
      title: 'AND binds tighter than OR, on either side',
      item,
      holds: truths(
        ['T OR T AND F', true],
        ['F AND T OR T', true],
        ['F OR T AND F', false],
        ['T OR F AND F OR F', true],
        ['F AND F OR F AND T', false],
      ),
    },
    'not-before-and': {
      title: 'NOT binds tighter than AND and OR',
      item,
      holds: truths(['NOT F AND F', false], ['NOT T OR T', true], ['T AND NOT F', true], ['F OR NOT T', false]),
    },
    parentheses: {
      title: 'Parentheses come before NOT, AND and OR',
      item,
      holds: truths(
        ['(T OR T) AND F', false],
        ['F AND (T OR T)', false],
        ['NOT (F AND F)', true],
        ['NOT (T OR F)', false],
        ['NOT (NOT (T))', true],
        ['(T AND (F OR (T AND T)))', true],
        ['(T) AND (T)', true],
      ),
    },
    'of-operands': {
      title: 'An operand may stand in parentheses, and so may what it stands in',
      certainty: 'recorded',
      sources: [sources.dynaliteTests],
      item: { ...item, t: s('abc') },
      holds: [
        ['(size(t)) = :v', true, { ':v': n(3) }],
        ['((size(t)) = :v) AND a = :w', true, { ':v': n(3), ':w': n(5) }],
        ['((a) = :v)', true, { ':v': n(5) }],
        ['(a = (:v))', true, { ':v': n(5) }],
        ['((a) = (:v)) AND ((a) > (:v))', false, { ':v': n(5) }],
        ['((a) BETWEEN (:v) AND (:w))', true, { ':v': n(5), ':w': n(6) }],
        ['((a) IN ((:v), (:w)))', true, { ':v': n(6), ':w': n(5) }],
        ['(contains((t), (:v)))', true, { ':v': s('b') }],
        ['(a) = (:v)', true, { ':v': n(5) }],
        ['(a) > (:v)', false, { ':v': n(5) }],
      ],
    },
    chains: {
      title: 'Long chains are read from left to right',
      item,
      holds: truths(
        ['T AND T AND T AND F', false],
        ['F OR F OR F OR T', true],
        ['T AND T AND T AND T', true],
        ['F OR F OR F OR F', false],
      ),
    },
    'any-case': {
      title: 'Keywords may be written in any case, with any blanks',
      certainty: 'measured',
      sources: [sources.alternatorConditionTests],
      item,
      holds: [
        ...(['and', 'And', 'AND'] as const).map((word) => [`${T} ${word} ${F}`, false] as const),
        ...(['or', 'oR', 'OR'] as const).map((word) => [`${F} ${word} ${T}`, true] as const),
        ...(['not', 'Not', 'NOT'] as const).map((word) => [`${word} ${F}`, true] as const),
        ['a between :v and :w', true, { ':v': n(5), ':w': n(5) }],
        ['a in (:v)', true, { ':v': n(5) }],
        ['  a=:v  ', true, { ':v': n(5) }],
        ['attribute_exists (y)', true],
      ],
    },
  } satisfies { [slug: string]: Held },
  held,
);

const refusals = family(
  {
    ...{ ...shared, name: 'syntax' },
    because: 'A condition is a comparison, a function or a combination of them, and anything else is refused.',
    sources: [sources.operators],
  },
  {
    'single-operand': {
      title: 'An attribute or a value alone is no condition',
      certainty: 'measured',
      sources: [sources.alternatorConditionTests],
      item,
      refused: [['a'], [':v', { ':v': { BOOL: true } }]],
    },
    'dangling-word': {
      title: 'AND, OR and NOT need what they join',
      item,
      refused: [[`${T} AND`], [`OR ${T}`], ['NOT'], [`${T} ${T}`], [`${T} AND OR ${T}`]],
    },
    'open-parenthesis': {
      title: 'Parentheses come in pairs',
      item,
      refused: [[`(${T}`], [`${T})`], ['()'], [`(${T}))`]],
    },
    'redundant-parentheses': {
      title: 'Doubled parentheses are refused',
      certainty: 'recorded',
      sources: [sources.conformance],
      item,
      refused: [[`((${T}))`], ['((a = :v))', { ':v': n(5) }]],
    },
    chain: {
      title: 'A comparison is no operand of a comparison',
      item,
      refused: [
        ['a = :v = :v', { ':v': n(5) }],
        ['a < y < :v', { ':v': n(9) }],
      ],
    },
    'unknown-comparator': {
      title: 'There are six comparators, and != is none of them',
      item,
      refused: [
        ['a != :v', { ':v': n(5) }],
        ['a == :v', { ':v': n(5) }],
        ['a =< :v', { ':v': n(5) }],
        ['a LIKE :v', { ':v': s('x') }],
      ],
    },
    'in-without-members': {
      title: 'IN needs a member',
      certainty: 'measured',
      sources: [sources.alternatorConditionTests],
      item,
      refused: [['a IN ()'], ['a IN :v', { ':v': n(5) }]],
    },
    'unknown-function': {
      title: 'Functions are six, and their names are written in small letters',
      item,
      refused: [['exists(a)'], ['ATTRIBUTE_EXISTS(a)'], ['if_not_exists(a, :v)', { ':v': n(1) }], ['f(a, y)']],
    },
    'function-as-operand': {
      title: 'Only size() yields a value, and it is no condition by itself',
      item,
      refused: [['size(a)'], ['attribute_exists(a) = :v', { ':v': { BOOL: true } }], ['contains(a, size(y))', {}]],
    },
    'number-of-operands': {
      title: 'Each function takes its own number of operands',
      item,
      refused: [
        ['attribute_exists(a, y)'],
        ['attribute_not_exists(a, y)'],
        ['attribute_type(a)'],
        ['begins_with(a)'],
        ['begins_with(a, :v, :v)', { ':v': s('x') }],
        ['contains(a)'],
        ['contains(a, :v, :v)', { ':v': s('x') }],
        ['size(a, y) = :v', { ':v': n(1) }],
      ],
    },
  } satisfies { [slug: string]: Refused },
  isRefused,
);

export const cases: readonly Case[] = [...combined, ...refusals];
