import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../oracles/values/types.ts';
import { wireMismatch } from './wire.ts';

const body = '{"__type":"com.amazon.coral.service#X","Message":"é"}';
const rejected = {
  kind: 'rejected',
  type: 'X',
  rawType: 'com.amazon.coral.service#X',
  message: 'é',
  status: 400,
} as const;
const inProcess: Outcome = { ...rejected, members: {} };
const overHttp = (headers: { [name: string]: string }): Outcome => ({
  ...inProcess,
  wire: { status: 400, headers, body },
});
const checksum = { 'x-amz-crc32': String(crc32(Buffer.from(body))) };

describe('over HTTP', () => {
  test('all that is named must be so', () => {
    const all = { status: 400, type: rejected.rawType, textIn: 'Message', checksum: 'right', headers: checksum };
    expect(wireMismatch(all, overHttp(checksum))).toBeUndefined();
    for (const [member, value] of Object.entries({ status: 500, type: 'X', textIn: 'message', checksum: 'wrong' }))
      expect(wireMismatch({ [member]: value }, overHttp(checksum))?.path).toBe(`HTTP ${member}`);
  });

  test('a checksum of other bytes, or none', () => {
    expect(wireMismatch({ checksum: 'wrong' }, overHttp({ 'x-amz-crc32': '1' }))).toBeUndefined();
    expect(wireMismatch({ checksum: 'absent' }, overHttp({}))).toBeUndefined();
  });

  test('the status of a success', () => {
    const ok: Outcome = { kind: 'ok', output: {}, wire: { status: 200, headers: {}, body: '{}' } };
    expect(wireMismatch({ status: 200, type: { $absent: true } }, ok)).toBeUndefined();
    expect(wireMismatch({ status: 201 }, ok)?.actual).toBe(200);
  });
});

test('in process, type and status of an exception are judged, and nothing else', () => {
  expect(wireMismatch({ checksum: 'right', headers: {}, textIn: 'message' }, inProcess)).toBeUndefined();
  expect(wireMismatch({ type: 'com.amazonaws.dynamodb.v20120810#X' }, inProcess)?.path).toBe('HTTP type');
  expect(wireMismatch({ status: 500 }, inProcess)?.actual).toBe(400);
  expect(wireMismatch({ status: 200 }, { kind: 'ok', output: {} })).toBeUndefined();
});
