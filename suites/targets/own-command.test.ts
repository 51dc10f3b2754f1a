/** A command line as a target: started on a free port, killed, and started again on its own directory. */
import { expect, test } from 'vitest';
import { resolveTarget } from './index.ts';
import { looksLikeCommand } from './own-command.ts';

const bin = `'${process.execPath}' scripts/bin.mjs serve --port {port}`;

test('neither a name nor a URL is a command line', () => {
  expect(['dynoxide', 'http://127.0.0.1:8000', bin].map(looksLikeCommand)).toEqual([false, false, true]);
});

test('only with a directory it keeps items', () => {
  expect([bin, `${bin} --file {directory}/log`].map((text) => resolveTarget(text).keepsItemsIn)).toEqual([
    'memory',
    'a file',
  ]);
});

test('it is killed and started again on its directory', { timeout: 30_000 }, async () => {
  const session = await resolveTarget(`${bin} --file {directory}/log`).start();
  try {
    const TableName = 'kept';
    const made = await session.send('CreateTable', {
      ...{ TableName, BillingMode: 'PAY_PER_REQUEST', KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }] },
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    });
    session.process!.signal('SIGKILL');
    await session.process!.restart();
    const described = await session.send('DescribeTable', { TableName });
    expect([made.kind, described.kind]).toEqual(['ok', 'ok']);
  } finally {
    await session.stop();
  }
});
