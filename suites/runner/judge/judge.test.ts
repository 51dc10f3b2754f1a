import { describe, expect, test } from 'vitest';
import type { Json, Outcome } from '../../../oracles/values/types.ts';
import type { Case, Step } from '../../cases/case.ts';
import type { Unexpected } from '../record.ts';
import { ok, refused } from '../testing/outcomes.ts';
import { judge } from './judge.ts';
import type { TargetTranscript } from './shown.ts';

const subject: Case = {
  id: 'scan/test',
  title: 'a test',
  area: 'scan',
  // Their severities in the catalogue are critical and minor.
  findings: ['mongo-rfc/m9', 'mongo-rfc/C9'],
  certainty: 'documented',
  because: 'it is one',
  steps: [{ op: 'GetItem', input: {}, expect: { ok: { Item: { a: 1 } } } }],
};

const transcript = (target: string, outcome: Outcome, unexpected?: Unexpected): TargetTranscript => ({
  target,
  names: { tables: new Map() },
  entries: [{ step: '0', op: 'GetItem', input: {}, outcome, ...(unexpected && { unexpected }) }],
});
const wrong = ok({ Item: { a: 2 } });
const right = ok({ Item: { a: 1 } });
const failed: Unexpected = { tier: 'outcome', class: 'value', path: 'Item.a', expected: 1, actual: 2 };

describe('the certainty and severity of a divergence', () => {
  test('a written expectation that fails has the certainty of its case and the severity of its worst finding', () => {
    expect(judge(subject, transcript('x', wrong, failed), transcript('oracle', right))).toMatchObject([
      {
        certainty: 'documented',
        evidence: 'case',
        severity: 'critical',
        status: 'new',
        class: 'value',
        path: 'Item.a',
      },
    ]);
  });

  test('the observation limits the severity: an omitted empty list is less severe than the finding', () => {
    const left: Unexpected = {
      tier: 'outcome',
      class: 'member-missing',
      path: 'UnprocessedKeys',
      expected: {},
      actual: null,
    };
    expect(judge(subject, transcript('x', wrong, left))).toMatchObject([{ evidence: 'case', severity: 'minor' }]);
  });

  test('a lost row of a user’s table is critical, although its case has no finding', () => {
    const lost: Unexpected = { tier: 'outcome', class: 'rows-missing', path: 'Items', expected: [{}], actual: [] };
    const own: Case = { ...subject, area: 'own', findings: [] };
    expect(judge(own, transcript('x', wrong, lost))).toMatchObject([{ evidence: 'case', severity: 'critical' }]);
  });

  test('what only the oracle says is inferred and never fails', () => {
    expect(judge(subject, transcript('x', wrong), transcript('oracle', right))).toMatchObject([
      { certainty: 'inferred', evidence: 'oracle', severity: 'minor', status: 'advisory' },
    ]);
  });

  test('what the real service says is measured', () => {
    expect(judge(subject, transcript('x', wrong), transcript('aws', right))).toMatchObject([
      { certainty: 'measured', evidence: 'aws', status: 'new' },
    ]);
  });

  test('an expectation that the reference fails itself is void', () => {
    expect(judge(subject, transcript('x', wrong, failed), transcript('aws', wrong, failed))).toEqual([]);
  });

  test('without a reference the written expectations judge alone', () => {
    expect(judge(subject, transcript('x', wrong, failed))).toMatchObject([
      { evidence: 'case', expected: 1, actual: 2, status: 'new' },
    ]);
    expect(judge(subject, transcript('x', wrong))).toEqual([]);
  });

  test('a missing answer is no divergence, nor is a step that was not sent', () => {
    const silent: Outcome = { kind: 'unanswered', cause: 'timeout', detail: '' };
    expect(judge(subject, transcript('x', silent), transcript('oracle', right))).toEqual([]);
    const blocked: TargetTranscript = {
      ...transcript('x', silent),
      entries: [{ ...transcript('x', silent).entries[0]!, blockedBy: 'backup' }],
    };
    expect(judge(subject, blocked, transcript('oracle', right))).toEqual([]);
  });

  test('a different text is advisory, whatever the source', () => {
    const texts = judge(
      subject,
      transcript('x', refused('T', 'one thing')),
      transcript('aws', refused('T', 'quite another')),
    );
    expect(texts).toMatchObject([{ tier: 'text', status: 'advisory', severity: 'minor' }]);
  });
});

describe('the answers as shown', () => {
  const names = {
    tables: new Map([['parallax_x_t_1_', 't']]),
    arnPrefix: 'arn:aws:dynamodb:us-east-1:000000000000:',
  };
  const arn = (id: string) => `${names.arnPrefix}table/parallax_x_t_1_/backup/${id}`;
  const shown = (expected: Json, actual: Json): unknown[] => {
    const about: Unexpected = { tier: 'outcome', class: 'value', path: 'BackupArn', expected, actual };
    const answer = { ...transcript('x', ok({ BackupArn: actual }), about), names };
    return judge(subject, answer).map((one) => [one.expected, one.actual]);
  };

  test('hide what the server chose', () => {
    expect(shown('deleted', arn('01700000000000-0a1b2c3d'))).toEqual([
      ['deleted', 'arn:aws:dynamodb:<region>:<account>:table/<t>/backup/<id>'],
    ]);
  });

  test('except where exactly that differs', () => {
    const prefix = 'arn:aws:dynamodb:<region>:<account>:table/<t>/backup/';
    expect(shown(arn('01700000000000-0a1b2c3d'), arn('01700000000001-0a1b2c3d'))).toEqual([
      [`${prefix}01700000000000-0a1b2c3d`, `${prefix}01700000000001-0a1b2c3d`],
    ]);
    const form = { $matches: 'arn:[^/]+:table/[^/]+/backup/[0-9]{14}-[0-9a-f]{8}' };
    expect(shown(form, arn('1700000000000-0a1b'))).toEqual([[form, `${prefix}1700000000000-0a1b`]]);
  });
});

test('an endless loop is one divergence, and its result is not compared', () => {
  const awaited = 'Count to be 1';
  const looping: Case = {
    ...subject,
    steps: [{ repeat: { op: 'Query', as: 'q', input: {} }, until: { path: 'Count', equals: 1 } }],
  };
  const looped = (outcome: Outcome, ended: 'until' | 'turns'): TargetTranscript => ({
    target: 'x',
    names: { tables: new Map() },
    entries: [{ step: '0', op: 'Query', input: {}, outcome, repeat: { turns: 100, ended, awaited, lastSeen: 0 } }],
  });
  const reference = looped(ok({ Items: [1], Count: 1 }), 'until');
  for (const outcome of [ok({ Items: [], Count: 0 }), refused('ResourceNotFoundException')])
    expect(
      judge(
        { ...looping, steps: [{ ...looping.steps[0]!, observe: ['Items'] } as Step] },
        looped(outcome, 'turns'),
        reference,
      ),
    ).toMatchObject([{ class: 'endless', expected: `an end: ${awaited}` }]);
});
