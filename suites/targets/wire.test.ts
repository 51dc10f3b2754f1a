import { describe, expect, test } from 'vitest';
import { outcomeOf } from './wire.ts';

const of = (status: number, body: string | Uint8Array) =>
  outcomeOf(status, {}, typeof body === 'string' ? Buffer.from(body) : body);

describe('what an HTTP answer means', () => {
  test('an object with a 2xx status is an answer, even when a member is called __type or __proto__', () => {
    expect(of(200, '{"Item":{"pk":{"S":"a"}}}')).toMatchObject({ kind: 'ok', output: { Item: { pk: { S: 'a' } } } });
    expect(of(200, '{"__type":"x#Y"}')).toMatchObject({ kind: 'ok' });
    const outcome = of(200, '{"Item":{"__proto__":{"S":"a"}}}');
    expect(JSON.stringify(outcome.kind === 'ok' && outcome.output)).toBe('{"Item":{"__proto__":{"S":"a"}}}');
  });

  test('an empty body is a success only for operations without output', () => {
    const silent = (target: string) => outcomeOf(200, {}, Buffer.alloc(0), `DynamoDB_20120810.${target}`);
    expect(silent('UntagResource').kind).toBe('ok');
    expect(silent('GetItem')).toMatchObject({ detail: 'HTTP 200 with an empty body' });
    expect(silent('TagResource')).toEqual({ kind: 'ok', output: {}, wire: { status: 200, headers: {}, body: '' } });
  });

  test('an exception’s members are separate from its type and text', () => {
    const body = {
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
      Message: 'cancelled',
      CancellationReasons: [{ Code: 'None' }],
    };
    expect(of(400, JSON.stringify(body))).toEqual({
      kind: 'rejected',
      type: 'TransactionCanceledException',
      rawType: body.__type,
      message: 'cancelled',
      status: 400,
      members: { CancellationReasons: [{ Code: 'None' }] },
      wire: { status: 400, headers: {}, body: JSON.stringify(body) },
    });
  });

  test.each([
    ['message', '{"__type":"X","message":"m"}', 'm', {}],
    ['Message', '{"__type":"X","Message":"m"}', 'm', {}],
    ['neither', '{"__type":"X"}', '', {}],
    [
      'both: the second is a member like any other',
      '{"__type":"X","message":"m","Message":"M"}',
      'm',
      { Message: 'M' },
    ],
    ['a text that is no text', '{"__type":"X","message":1}', '', { message: 1 }],
    ['a member called __proto__', '{"__type":"X","__proto__":{"a":1}}', '', JSON.parse('{"__proto__":{"a":1}}')],
  ])('the text of an exception: %s', (_, body, message, members) => {
    const outcome = of(400, body);
    expect(outcome).toMatchObject({ kind: 'rejected', type: 'X', message });
    expect(JSON.stringify(outcome.kind === 'rejected' && outcome.members)).toBe(JSON.stringify(members));
  });

  test.each([
    ['nothing', 200, '', 'HTTP 200 with an empty body'],
    ['nothing', 400, '', 'HTTP 400 with an empty body'],
    ['white space', 200, ' ', 'HTTP 200 with a body that is not JSON'],
    ['a page', 502, '<html>Bad gateway</html>', 'HTTP 502 with a page of markup'],
    ['JSON cut off', 200, '{"Items":[{"pk"', 'HTTP 200 with a body that is not JSON'],
    ['a list', 200, '[]', 'HTTP 200 with JSON that is not an object'],
    ['null', 200, 'null', 'HTTP 200 with JSON that is not an object'],
    ['an error without a type', 400, '{"message":"boom"}', 'HTTP 400 with no error type'],
    ['the page of a gateway that overloads', 503, '<html>later</html>', 'HTTP 503 with a page of markup'],
    ['an error whose type is no text', 400, '{"__type":7}', 'HTTP 400 with no error type'],
    ['a redirection', 302, '{}', 'HTTP 302 with no error type'],
    ['bytes that are not UTF-8', 200, Buffer.from([0x7b, 0xff, 0x7d]), 'HTTP 200 with a body that is not UTF-8'],
    ['a byte order mark', 200, '\ufeff{}', 'HTTP 200 with a body that is not JSON'],
  ])('%s is garbage', (_, status, body, detail) => {
    expect(of(status, body)).toMatchObject({ kind: 'unanswered', cause: 'garbage', detail });
  });

  test.each([
    ['a page', 500, '<!doctype html><title>Oops</title>', 'HTTP 500', 'with a page of markup'],
    ['nothing', 500, '', 'HTTP 500', 'with an empty body'],
    ['an object without a type', 500, '{"message":"boom"}', 'HTTP 500', 'with no error type'],
    ['a text', 501, 'not here', 'HTTP 501', 'with a body that is not JSON'],
    ['an exception of its own', 500, '{"__type":"x#InternalServerError","message":"m"}', 'InternalServerError', 'm'],
  ])('a failure of the store is an answer: %s', (_, status, body, type, message) => {
    expect(of(status, body)).toMatchObject({ kind: 'rejected', type, message, status, wire: { body } });
  });
});
