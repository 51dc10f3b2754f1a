import { existsSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { commandTarget } from './command.ts';
import { resolveTarget } from './index.ts';
import { residentMebibytes } from './memory-watch.ts';
import type { Session } from './target.ts';
import { alive } from './testing/alive.ts';

let session: Session | undefined;
afterEach(async () => {
  await session?.stop();
  session = undefined;
});

/** A server that knows one operation; `more` runs before it listens. */
const server = (more = ''): string =>
  `start:node -e '${more};require("http").createServer((q,s)=>{s.setHeader("content-type","application/x-amz-json-1.0");s.end(JSON.stringify({TableNames:[process.env.HOME]}))}).listen({port})' # {dir}`;

const start = async (text: string, readyMs = 20_000): Promise<Session> => {
  session = await commandTarget(text).start({ readyMs });
  return session;
};

test('a command line is a server with a private directory, which is gone at the end', async () => {
  const { send, stop } = await start(server());
  const outcome = await send('ListTables', {});
  const [home = ''] = outcome.kind === 'ok' ? (outcome.output.TableNames as string[]) : [];
  expect(existsSync(home)).toBe(true);
  await stop();
  expect(existsSync(home)).toBe(false);
});

test('two of one kind run at once', async () => {
  const other = await commandTarget(server()).start();
  const { process: own } = await start(server());
  expect(own?.port).not.toBe(other.process?.port);
  await other.stop();
});

test('what the command has started ends with it', async () => {
  const deaf = JSON.stringify('process.on("SIGTERM",()=>{});console.log(process.pid);setInterval(()=>{},1000)');
  const other = `const c=require("child_process").spawn(process.execPath,["-e",${deaf}]);c.stdout.on("data",d=>console.log("child "+d))`;
  const { log, stop } = await start(server(other));
  const pid = await vi.waitUntil(async () => Number(/child (\d+)/.exec(await log())?.[1]), { timeout: 10_000 });
  expect(alive(pid)).toBe(true);
  await stop();
  await vi.waitUntil(() => !alive(pid), { timeout: 10_000 });
});

test.runIf(process.platform === 'linux')('one that uses too much memory is ended, and its log says so', async () => {
  const eats = 'const all=[];setInterval(()=>all.push(Buffer.alloc(2**24,1)),20)';
  session = await commandTarget(server(eats)).start({ memoryMiBMax: 150 });
  const { process: own, log } = session;
  await vi.waitUntil(() => own?.ended() !== null, { timeout: 15_000 });
  expect(await log()).toMatch(/ended by Parallax: it used \d+ MiB of 150/);
  expect(residentMebibytes(process.pid * 1_000_000)).toBe(0);
});

test.each([
  ['never answers', 'start:sleep 600 # {port}', /did not answer within 300 ms/],
  ['ends', 'start:echo no {port}; exit 3', /does not keep running: it ended with code 3; its last words:\nno \d+/],
])('one that %s is no target', async (_, text, why) => {
  await expect(start(text, 300)).rejects.toMatchObject({ message: expect.stringMatching(why) });
});

test('a line without a place for the port is refused, with how to write it', () => {
  expect(() => resolveTarget('start:./x')).toThrow(
    expect.objectContaining({ remedy: expect.stringContaining('{port}') }),
  );
});
