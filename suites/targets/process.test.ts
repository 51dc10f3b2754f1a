import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, statSync } from 'node:fs';
import { createServer, type Server as NetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort, type Server, startServer } from './process.ts';
import { createRing } from './ring.ts';
import { TargetError } from './target.ts';
import { alive } from './testing/alive.ts';
import { standIn } from './testing/stand-in.ts';
import { startWatchdog } from './watchdog.ts';

const servers: Server[] = [];
const listeners: NetServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const listener of listeners.splice(0)) listener.close();
});

const ready = async () => true;
async function begin(...spec: Parameters<typeof standIn>): Promise<Server> {
  const server = await startServer(standIn(...spec), ready);
  servers.push(server);
  return server;
}

/** Waits for something in another process. The deadline only bounds a failure. */
async function eventually(holds: () => boolean): Promise<boolean> {
  const deadline = performance.now() + 8_000;
  while (!holds() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
  return holds();
}

describe('a server of ours', () => {
  test('has a directory that only we can read, and leaves nothing after two stops', async () => {
    const server = await begin();
    expect(statSync(server.directory).mode & 0o777).toBe(0o700);
    expect(alive(server.running.pid)).toBe(true);
    await Promise.all([server.stop(), server.stop()]);
    expect([alive(server.running.pid), existsSync(server.directory)]).toEqual([false, false]);
  });

  test('is killed if it ignores SIGTERM', async () => {
    const server = await begin("process.on('SIGTERM', () => {});");
    await server.stop();
    expect(await server.running.exited).toEqual({ code: null, signal: 'SIGKILL' });
  });

  test('takes its child processes with it', async () => {
    const server = await begin(
      "const child = require('child_process').spawn('sleep', ['600']); console.log('child ' + child.pid);",
    );
    expect(await eventually(() => /child \d+/.test(server.log()))).toBe(true);
    const child = Number(/child (\d+)/.exec(server.log())?.[1]);
    expect(alive(child)).toBe(true);
    await server.stop();
    expect(await eventually(() => !alive(child))).toBe(true);
  });

  test('is reported with exit code and last output when it dies', async () => {
    const server = await begin("process.on('SIGUSR2', () => { console.error('I am done for'); process.abort(); });");
    expect(server.running.exit()).toBeNull();
    process.kill(server.running.pid, 'SIGUSR2');
    expect(await server.running.exited).toEqual({ code: null, signal: 'SIGABRT' });
    expect(server.running.exit()).toEqual({ code: null, signal: 'SIGABRT' });
    expect(await eventually(() => server.log().includes('I am done for'))).toBe(true);
  });

  test('does not see our environment', async () => {
    process.env.PARALLAX_TEST_SECRET = 'hunter2';
    const server = await begin("console.log('env ' + Object.keys(process.env).sort());");
    delete process.env.PARALLAX_TEST_SECRET;
    expect(await eventually(() => /^env .*PATH/m.test(server.log()))).toBe(true);
    expect(server.log()).not.toContain('PARALLAX');
  });

  test.runIf(process.platform === 'linux')('cannot use more address space than allowed', async () => {
    const spec = standIn('', { addressSpaceMiB: 64 });
    await expect(startServer(spec, ready)).rejects.toThrow(/stand-in does not keep running/);
  });
});

describe('starting', () => {
  test('a port in use is not mistaken for ours, and another one is tried', async () => {
    const taken = await freePort();
    const stranger = createServer().listen(taken, '127.0.0.1');
    listeners.push(stranger);
    const ports: number[] = [];
    const own = standIn();
    const spec = {
      ...own,
      command: (port: number, directory: string) => {
        ports.push(port);
        return own.command(ports.length === 1 ? taken : port, directory);
      },
    };
    const server = await startServer(spec, ready);
    servers.push(server);
    expect([ports.length, server.running.port === ports[1]]).toEqual([2, true]);
  });

  test('a server that never answers is stopped and cleaned up', async () => {
    let directory = '';
    const own = standIn('', { readyMsMax: 600 });
    const spec = {
      ...own,
      command: (port: number, d: string) => {
        if (d !== '/tmp') directory = d;
        return own.command(port, d);
      },
    };
    const failure = await startServer(spec, async () => false).catch((thrown) => thrown);
    expect(failure).toBeInstanceOf(TargetError);
    expect(failure.message).toMatch(/did not answer within 600 ms; its last words:\nlistening on \d+/);
    expect(failure.remedy).toMatch(/^try it by hand: /);
    expect([directory !== '', existsSync(directory)]).toEqual([true, false]);
  });

  test('a program that is not there', async () => {
    const spec = { ...standIn(), command: () => ({ file: '/no/such/program', args: [] }) };
    await expect(startServer(spec, ready)).rejects.toThrow(/it ended with code 12[67]/);
  });
});

describe('whatever ends us ends the server and removes its directory', () => {
  const owner = join(import.meta.dirname, 'testing', 'owner.ts');

  async function run(ending: string): Promise<{ us: ChildProcess; pid: number; directory: string }> {
    const us = spawn(process.execPath, ['--import', 'tsx', owner, ending], { stdio: ['ignore', 'pipe', 'ignore'] });
    us.stdout!.setEncoding('utf8');
    const line = await new Promise<string>((resolve) => us.stdout!.once('data', resolve));
    return { us, ...JSON.parse(line) };
  }

  test.each(['return', 'exit', 'throw', 'SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'])('%s', async (ending) => {
    const signal = ending.startsWith('SIG') ? (ending as NodeJS.Signals) : undefined;
    const { us, pid, directory } = await run(signal === undefined ? ending : 'wait');
    if (signal !== undefined) {
      expect([alive(pid), existsSync(directory)]).toEqual([true, true]);
      us.kill(signal);
    }
    expect(await eventually(() => !alive(pid) && !existsSync(directory))).toBe(true);
    expect(await eventually(() => us.exitCode !== null || us.signalCode !== null)).toBe(true);
  });
});

describe('the log', () => {
  test('keeps the newest lines, shortened, and remembers the line it waited for', () => {
    const ring = createRing(/ready/);
    const write = ring.writer();
    write('ready\n');
    for (let i = 0; i < 1_000; i += 1) write(`${i} ${'x'.repeat(5_000)}\n`);
    expect(ring.seen()).toBe(true);
    const text = ring.text();
    expect([text.length < 300_000, text.includes('ready'), /^999 x+$/m.test(text)]).toEqual([true, false, true]);
  });

  test('an endless line does not grow', () => {
    const ring = createRing(/never/);
    const write = ring.writer();
    for (let i = 0; i < 1_000; i += 1) write('x'.repeat(5_000));
    expect([ring.text().length < 300_000, ring.seen()]).toEqual([true, false]);
  });

  test('a secret is removed even when it arrives in pieces, from two streams', () => {
    const ring = createRing(/x/, (line) => line.replace(/secret/g, '***'));
    const [one, two] = [ring.writer(), ring.writer()];
    one('a sec');
    two('b');
    one('ret\nc secret');
    two('d\n');
    expect(ring.text()).toBe('a ***\nbd\nc ***');
  });
});

test('a watchdog released twice, or given a server too late, does no harm', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'parallax-test-'));
  const watchdog = startWatchdog(directory);
  await watchdog.release();
  watchdog.forget();
  await watchdog.release();
  expect(existsSync(directory)).toBe(false);
});
