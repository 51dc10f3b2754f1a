/** Tests the parsers against an independent printer and against random text. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import type { JsonObject } from '../values/types.ts';
import type { Condition, Operand, Path, PathPart, SetValue, UpdateAction } from './ast.ts';
import { ExpressionError } from './cursor.ts';
import { parseCondition, parseProjection, parseUpdate } from './parser.ts';

// Generators of expression trees.

const name = fc
  .stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,4}$/)
  .filter((word) => !/^(?:and|or|not|between|in|set|remove|add|delete)$/i.test(word));
const placeholder = (sign: string) => fc.stringMatching(/^[A-Za-z0-9_]{1,3}$/).map((text) => sign + text);
const namePart: fc.Arbitrary<PathPart> = fc.oneof(
  name.map((text) => ({ name: text })),
  placeholder('#').map((text) => ({ placeholder: text })),
);
const indexPart: fc.Arbitrary<PathPart> = fc.integer({ min: 0, max: 4_294_967_294 }).map((index) => ({ index }));
const path: fc.Arbitrary<Path> = fc
  .tuple(namePart, fc.array(fc.oneof(namePart, indexPart), { maxLength: 3 }))
  .map(([head, rest]) => [head, ...rest]);
const value = placeholder(':');
const { operand } = fc.letrec<{ operand: Operand }>((tie) => ({
  operand: fc.oneof(
    { maxDepth: 2 },
    path.map((parts): Operand => ({ kind: 'path', path: parts })),
    value.map((text): Operand => ({ kind: 'value', placeholder: text })),
    fc
      .tuple(name, fc.array(tie('operand'), { minLength: 1, maxLength: 3 }))
      .map(([called, args]): Operand => ({ kind: 'call', name: called, args })),
  ),
}));
const call = operand.filter((one): one is Operand & { kind: 'call' } => one.kind === 'call');
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4 },
    fc
      .tuple(fc.constantFrom('=', '<>', '<', '<=', '>', '>=' as const), operand, operand)
      .map(([op, left, right]): Condition => ({ kind: 'compare', op, left, right })),
    fc
      .tuple(operand, operand, operand)
      .map(([one, low, high]): Condition => ({ kind: 'between', operand: one, low, high })),
    fc
      .tuple(operand, fc.array(operand, { minLength: 1, maxLength: 3 }))
      .map(([one, members]): Condition => ({ kind: 'in', operand: one, members })),
    call.map((called): Condition => ({ kind: 'test', call: called })),
    tie('condition').map((of): Condition => ({ kind: 'not', of })),
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), tie('condition'), tie('condition'))
      .map(([kind, left, right]): Condition => ({ kind, left, right })),
  ),
}));
const setValue: fc.Arbitrary<SetValue> = fc.oneof(
  operand,
  fc
    .tuple(fc.constantFrom('+' as const, '-' as const), operand, operand)
    .map(([op, left, right]): SetValue => ({ kind: 'arithmetic', op, left, right })),
);
const action: fc.Arbitrary<UpdateAction> = fc.oneof(
  fc.tuple(path, setValue).map(([to, given]): UpdateAction => ({ section: 'SET', path: to, value: given })),
  path.map((of): UpdateAction => ({ section: 'REMOVE', path: of })),
  fc
    .tuple(fc.constantFrom('ADD' as const, 'DELETE' as const), path, value)
    .map(([section, of, text]): UpdateAction => ({ section, path: of, placeholder: text })),
);

// The printer.

const printPath = (parts: Path): string =>
  parts
    .map((part, i) => {
      if ('index' in part) return `[${part.index}]`;
      return (i === 0 ? '' : '.') + ('name' in part ? part.name : part.placeholder);
    })
    .join('');
function printOperand(one: Operand): string {
  if (one.kind === 'path') return printPath(one.path);
  return one.kind === 'value' ? one.placeholder : `${one.name}(${one.args.map(printOperand).join(', ')})`;
}
/** AND binds tighter than OR, NOT tighter than both. A right operand with the same operator needs parentheses. */
const strength = { or: 1, and: 2, not: 3 } as const;
const strengthOf = ({ kind }: Condition): number =>
  kind === 'or' || kind === 'and' || kind === 'not' ? strength[kind] : 4;
function printCondition(one: Condition): string {
  const inside = (part: Condition, least: number): string =>
    strengthOf(part) < least ? `(${printCondition(part)})` : printCondition(part);
  switch (one.kind) {
    case 'compare':
      return `${printOperand(one.left)} ${one.op} ${printOperand(one.right)}`;
    case 'between':
      return `${printOperand(one.operand)} BETWEEN ${printOperand(one.low)} AND ${printOperand(one.high)}`;
    case 'in':
      return `${printOperand(one.operand)} IN (${one.members.map(printOperand).join(',')})`;
    case 'test':
      return printOperand(one.call);
    case 'not':
      return `NOT ${inside(one.of, strength.not)}`;
    default:
      return `${inside(one.left, strength[one.kind])} ${one.kind.toUpperCase()} ${inside(one.right, strength[one.kind] + 1)}`;
  }
}
function printAction(one: UpdateAction): string {
  if (one.section === 'REMOVE') return printPath(one.path);
  if (one.section !== 'SET') return `${printPath(one.path)} ${one.placeholder}`;
  const { value: given } = one;
  const text =
    given.kind === 'arithmetic'
      ? `${printOperand(given.left)} ${given.op} ${printOperand(given.right)}`
      : printOperand(given);
  return `${printPath(one.path)} = ${text}`;
}

describe('parsing reverses printing', () => {
  test('conditions', () => {
    fc.assert(
      fc.property(condition, (one) => {
        const text = printCondition(one);
        expect(parseCondition(text)).toEqual({ condition: one, redundantParentheses: false });
      }),
      { numRuns: 500 },
    );
  });

  test('updates', () => {
    fc.assert(
      fc.property(fc.array(action, { minLength: 1, maxLength: 4 }), (actions) => {
        const text = actions.map((one) => `${one.section} ${printAction(one)}`).join(' ');
        expect(parseUpdate(text).actions).toEqual(actions);
      }),
      { numRuns: 500 },
    );
  });

  test('projections', () => {
    fc.assert(
      fc.property(fc.array(path, { minLength: 1, maxLength: 5 }), (paths) => {
        expect(parseProjection(paths.map(printPath).join(' , '))).toEqual(paths);
      }),
    );
  });
});

describe('random text', () => {
  const tokens = [
    'a',
    'size',
    '#n',
    ':v',
    '.',
    '[',
    ']',
    '0',
    '(',
    ')',
    ',',
    '=',
    '<',
    '>',
    '<>',
    'AND',
    'or',
    'NOT',
    'BETWEEN',
    'IN',
    'SET',
    'REMOVE',
    'ADD',
    '+',
    '-',
    ' ',
  ];
  const text = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.array(fc.constantFrom(...tokens), { maxLength: 30 }).map((some) => some.join(' ')),
    fc.array(fc.constantFrom(...tokens), { maxLength: 30 }).map((some) => some.join('')),
  );

  test('parses, or is refused as an invalid expression', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(parseCondition, parseUpdate, parseProjection), (any, parse) => {
        try {
          parse(any);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(ExpressionError);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('never crashes the oracle', () => {
    const oracle = createOracle();
    const table = {
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    };
    oracle.send('CreateTable', { TableName: 'rows', BillingMode: 'PAY_PER_REQUEST', ...table });
    oracle.clock.advance(1000);
    const request: JsonObject = {
      TableName: 'rows',
      Key: { pk: { S: 'a' } },
      ExpressionAttributeNames: { '#n': 'n' },
      ExpressionAttributeValues: { ':v': { N: '1' } },
    };
    fc.assert(
      fc.property(text, text, (update, condition) => {
        const sent = { ...request, UpdateExpression: update, ConditionExpression: condition };
        const outcome = oracle.send('UpdateItem', sent);
        expect(outcome).not.toMatchObject({ status: 500 });
      }),
      { numRuns: 1000 },
    );
  });
});
