import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOracle } from '../../../oracles/oracle.ts';
import { operationNames, operations } from '../../../oracles/values/operations.ts';
import type { JsonObject, Operation, Outcome } from '../../../oracles/values/types.ts';
import type { Template } from '../../cases/case.ts';
import { resolve } from '../../runner/play/template.ts';
import { put } from './items.ts';
import { faults, faulty } from './mutations/index.ts';
import type { Request, RequestArbitrary } from './request.ts';
import { anySchema, type Schema } from './schemas.ts';
import { generators } from './sequences.ts';
import { anyValue } from './values.ts';
import { ownWords, tableLabel } from './words.ts';

const names = new Map([[tableLabel, 'rows']]);
const bindings = { names, freshName: (name: string) => name, answers: new Map() };
const asSent = (input: Template): JsonObject => resolve(input, bindings) as JsonObject;

function opened(schema: Schema) {
  const oracle = createOracle();
  oracle.send('CreateTable', { ...schema.table, TableName: 'rows' });
  oracle.clock.advance(60_000);
  return (op: Operation, input: Template): Outcome => oracle.send(op, asSent(input));
}

/** An empty operand of a key condition, and a zero with a large exponent: they are generated, and refused. */
const byEdge = /cannot contain an empty (string|binary) value|Number overflow/;

/**
 * Any other valid request can only be refused because of the state: a missing path, an operand of another type, a
 * failed condition.
 */
const byState =
  /does not exist in the item|invalid for update|incorrect data type|conditional request failed|Transaction cancelled|does not match the schema type|Type mismatch for attribute to update|exceeds? .*supported/i;

const kinds: { readonly [name: string]: (schema: Schema) => RequestArbitrary } = Object.fromEntries(
  [...generators.requests, ...generators.transactions].map(([, generator]) => [generator.name, generator]),
);

describe('a request without a fault', () => {
  test('is drawn here of every operation about items, but for statements', () => {
    const drawn = new Set(Object.values(kinds).map((kind) => fc.sample(anySchema.chain(kind), 1)[0]!.op as string));
    const own = operationNames.filter(
      (op) => operations[op].leavesOnlyItems && !['DescribeTable', 'ListTables'].includes(op),
    );
    expect([...drawn].sort()).toEqual([...own].sort());
  });

  test.each(Object.entries(kinds))(
    '%s is accepted, or refused because of the stored items or of a value at the edge',
    (_, kind) => {
      const withSchema = anySchema.chain((schema) =>
        fc.tuple(fc.constant(schema), fc.array(put(schema), { maxLength: 3 }), kind(schema)),
      );
      fc.assert(
        fc.property(withSchema, ([schema, items, { op, input }]) => {
          const send = opened(schema);
          for (const item of items) send(item.op, item.input);
          const outcome = send(op, input);
          if (outcome.kind !== 'rejected' || byEdge.test(outcome.message)) return;
          expect(outcome.message).toMatch(byState);
        }),
        { numRuns: 150 },
      );
    },
  );
});

test('the oracle stores every generated value but a zero with a large exponent', () => {
  const send = opened({
    table: {
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
    },
    hash: { name: 'pk', type: 'S' },
    indexes: [],
    words: ownWords,
  });
  fc.assert(
    fc.property(anyValue, (alpha) => {
      const outcome = send('PutItem', { TableName: 'rows', Item: { pk: { S: 'a' }, alpha } as unknown as Template });
      expect(outcome.kind).toBe(JSON.stringify(alpha).includes('"0e1000"') ? 'rejected' : 'ok');
    }),
  );
});

test('each mutation fits somewhere, and changes one request into another', () => {
  const placed = new Set<string>();
  const any = anySchema.chain((schema) =>
    fc
      .oneof(...Object.values(kinds).map((kind) => kind(schema)))
      .map((request): [Schema, Request] => [schema, request]),
  );
  for (const [schema, request] of fc.sample(any, { numRuns: 800 })) {
    for (const [name, fault] of Object.entries(faults)) {
      const before = JSON.stringify(request.input);
      const input = fault({ op: request.op, input: JSON.parse(before), schema, pick: (from) => from[0]! });
      if (input !== undefined && JSON.stringify(input) !== before) placed.add(name);
      expect(JSON.stringify(request.input)).toBe(before);
    }
  }
  expect(Object.keys(faults).filter((name) => !placed.has(name))).toEqual([]);
});

test('most requests with a fault are refused', () => {
  const any = anySchema.chain((schema) =>
    fc
      .oneof(...Object.values(kinds).map((kind) => kind(schema)))
      .chain((request) => faulty(schema, request))
      .map((request): [Schema, Request] => [schema, request]),
  );
  const all = fc.sample(any, { numRuns: 300 });
  const refused = all.filter(([schema, { op, input }]) => opened(schema)(op, input).kind === 'rejected');
  expect(refused.length).toBeGreaterThan(200);
});
