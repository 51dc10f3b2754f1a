import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Command } from './command-line/command.ts';
import { list } from './command-line/option.ts';
import { registry } from './registry.ts';
import { parallax } from './testing/cli.ts';
import { hasWorked, spawnParallax } from './testing/cli-child.ts';

const noStackTrace = /\n\s+at .*:\d+:\d+/;

describe('a wrong call', () => {
  test.each<[string, string[], RegExp]>([
    ['no command', [], /Usage: parallax/],
    ['an unknown command', ['tuor'], /unknown command 'tuor'[\s\S]*tour/],
    ['an unknown flag', ['run', '--tagret', 'oracle'], /unknown option '--tagret'/],
    ['an unknown target', ['run', '--target', 'extendb'], /no target is called 'extendb'[\s\S]*extenddb/],
    ['an unknown reference', ['run', '--reference', 'nobody'], /no target is called 'nobody'/],
    ['an unknown area', ['run', '--area', 'binary'], /no case has the area 'binary'[\s\S]*binary-order/],
    ['an unknown case', ['run', '--case', 'nothing/here'], /no case is called 'nothing\/here'/],
    ['an unknown finding', ['run', '--finding', 'C99'], /no finding is called 'C99'/],
    ['filters that leave nothing', ['run', '--area', 'scan', '--finding', 'M5'], /no case matches/],
    ['a wrong shard', ['run', '--shard', '3/2'], /'3\/2' is not a shard/],
    ['a wrong number', ['run', '--timeout', 'soon'], /'soon' is not a whole number/],
    ['an unknown model', ['model', 'paxos'], /no model is called 'paxos'/],
    ['an unknown scale', ['model', 'timed-restore', '--scale', 'galactic'], /has no scale 'galactic'/],
    ['a scale that no model has', ['model', '--scale', 'galactic'], /no model has 'galactic'/],
    ['an unknown model mutant', ['model', 'timed-restore', '--mutant', 'gremlin'], /has no mutant 'gremlin'/],
    ['an unknown mutant', ['mutants', 'gremlin'], /no mutant is called 'gremlin'/],
    ['an unknown mutant to serve', ['serve', '--mutant', 'gremlin'], /no planted bug is called 'gremlin'/],
    ['an unknown finding to repeat', ['repro', 'C99'], /no finding is called 'C99'/],
    ['a finding that no case checks', ['repro', 'mongo-rfc/M8'], /no case checks mongo-rfc\/M8/],
    ['a fingerprint of no case', ['repro', '000000000000'], /no case has divergences/],
    ['a record that is none', ['findings', '--record', 'package.json'], /package\.json is not a record of a run/],
    ['a record that is not there', ['findings', '--record', 'nowhere.json'], /cannot read nowhere\.json/],
    ['an unknown bench area', ['bench', '--area', 'beauty'], /the benchmark has no area 'beauty'/],
    ['a mistyped area', ['run', '--area', 'binray-order'], /no case has the area[\s\S]*did you mean binary-order\?/],
    [
      'a mistyped case',
      ['run', '--case', 'number-precison/keys'],
      /no case is called[\s\S]*did you mean number-precision/,
    ],
    ['a mistyped finding', ['repro', 'mongo-rfc/C88'], /no finding is called[\s\S]*did you mean mongo-rfc\/C8/],
    [
      'a mistyped target',
      ['repro', 'C8', '--target', 'dynalit'],
      /no target is called[\s\S]*did you mean dynalite, dynalite-file\?/,
    ],
    ['a mistyped model', ['model', 'index-cahce'], /no model is called[\s\S]*did you mean index-cache\?/],
    ['a mistyped model mutant', ['model', '--mutant', 'timer-make-active'], /did you mean timer-makes-active/],
    ['a mistyped mutant', ['mutants', 'string-order-utf16-unit'], /did you mean string-order-utf16-units\?/],
    [
      'a mistyped mutant to serve',
      ['serve', '--mutant', 'string-order-utf16-unit'],
      /did you mean string-order-utf16-/,
    ],
    ['a mistyped mutant to find', ['fuzz', '--mutant', 'string-order-utf16-unit'], /did you mean string-order-utf16-/],
    ['a mistyped area of findings', ['findings', '--area', 'strems'], /did you mean streams\?/],
    ['a mistyped bench area', ['bench', '--area', 'explorers'], /did you mean explorer\?/],
    ['a mistyped command', ['modle'], /Did you mean model\?/],
    ['a region that is part of another host', ['run', '--region', 'evil.example/#'], /is not the name of a region/],
    ['no runs', ['fuzz', '--runs', '0'], /'0' is not a whole number of at least 1/],
    ['a model without a name', ['model', ''], /no model is called ''/],
    ['a mutant without a name', ['mutants', ''], /no mutant is called ''/],
    ['a finding without a name', ['repro', ''], /no finding is called ''/],
    ['a reference without a name', ['run', '--reference', ''], /no target is called ''/],
    ['a JSON file nowhere', ['targets', '--json', '/nowhere/at/all.json'], /cannot write \/nowhere\/at\/all\.json/],
  ])('%s: a sentence, the next step, and exit code 2', async (_, args, sentence) => {
    const { code, out, err } = await parallax(...args);
    expect(`${out}${err}`).toMatch(sentence);
    expect(code).toBe(2);
    expect(err).not.toMatch(noStackTrace);
  });
});

describe('a list without a value', () => {
  const lists = Object.values(registry.commands).flatMap(({ name, arguments: operands = '', options = [] }: Command) =>
    options
      .filter(([, , parse]) => parse === list)
      .map(([flags]) => [name, flags.split(/[ ,]+/).find((word) => word.startsWith('--'))!, operands] as const),
  );

  test('the commands have such options', () =>
    expect(lists.map(([name]) => name)).toEqual(expect.arrayContaining(['run', 'fuzz'])));

  test.each(lists)('%s %s', async (name, flag, operands) => {
    const needed = operands.startsWith('<') ? ['C8'] : [];
    for (const given of [[''], [','], [' , '], ['x', flag, '']]) {
      const { code, err } = await parallax(name, ...needed, flag, ...given);
      expect([code, err]).toEqual([2, expect.stringMatching(/which is an empty list/)]);
    }
  });
});

test('every option is read somewhere, by the name that its flags give it', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.ts$/.test(path),
  );
  const code = sources.map((path) => readFileSync(join(folder, path), 'utf8')).join('\n');
  const unread = Object.values(registry.commands).flatMap(({ name, options = [] }: Command) =>
    options
      .map(([flags]) => /--([a-z-]+)/.exec(flags)?.[1] ?? flags)
      .filter((flag) => {
        const member = flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
        return !new RegExp(`[.{,]\\s*${member}\\b`).test(code);
      })
      .map((flag) => `${name} --${flag}`),
  );
  expect(unread).toEqual([]);
});

describe('something that cannot be an endpoint', () => {
  const bad = [
    'http://',
    'http://h:99999',
    'localhost:99999',
    'user:hunter2@h',
    'http://user:hunter2@h:80',
    'ftp://h/',
  ];
  const calls = Object.values(registry.commands).flatMap(({ name, arguments: operands = '', options = [] }: Command) =>
    ['--target', '--reference']
      .filter((flag) => options.some(([flags]) => flags.includes(flag)))
      .map((flag) => [name, flag, operands] as const),
  );

  test.each(calls)('%s %s: exit code 2, and no password is printed', async (name, flag, operands) => {
    const needed = operands.startsWith('<') ? ['C8'] : [];
    for (const text of bad) {
      const { code, out, err } = await parallax(name, ...needed, flag, text);
      expect([text, code]).toEqual([text, 2]);
      expect(`${out}${err}`).not.toContain('hunter2');
    }
  });
});

describe('an endpoint that is not DynamoDB', () => {
  const servers: Server[] = [];
  afterEach(() => void servers.splice(0).map((server) => server.close()));

  async function listen(answer: (socket: Socket) => void): Promise<string> {
    const open = new Set<Socket>();
    const server = createServer((socket) => {
      open.add(socket);
      socket.on('error', () => {}).on('close', () => open.delete(socket));
      socket.once('data', () => answer(socket));
    });
    server.once('close', () => void [...open].map((socket) => socket.destroy()));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  }

  const http = (body: string, type: string): string =>
    `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

  test.each<[string, (socket: Socket) => void, RegExp]>([
    ['answers garbage', (socket) => socket.end('\u0000\u0001 not HTTP at all\r\n\r\n'), /garbage/],
    ['answers a page', (socket) => socket.end(http('<html>welcome</html>', 'text/html')), /garbage/],
    ['hangs', () => {}, /timeout/],
    ['closes early', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"Table'), /closed/],
  ])('%s: no verdict, exit code 3', async (_, answer, word) => {
    const url = await listen(answer);
    const { code, out, err } = await parallax(
      'run',
      '--target',
      url,
      '--timeout',
      '300',
      '--area',
      'scan',
      '--json',
      '-',
    );
    expect(code).toBe(3);
    expect(err).toMatch(word);
    expect(`${out}${err}`).not.toMatch(noStackTrace);
    expect(JSON.parse(out)).toMatchObject({ verdict: 'unknown', targets: [{ name: url, matched: 0 }] });
  });

  test('is not reachable: no verdict, exit code 3', async () => {
    const { code, out } = await parallax('run', '--target', 'http://127.0.0.1:1', '--area', 'scan');
    expect(code).toBe(3);
    expect(out).toMatch(/refused[\s\S]*no verdict/);
  });

  test('real DynamoDB is not used without explicit permission', async () => {
    const { code, out } = await parallax('run', '--target', 'aws', '--area', 'scan');
    expect(code).toBe(3);
    expect(out).toMatch(/--yes-real-aws/);
  });

  test.each(['run', 'fuzz'])('%s: a remote host is not used without explicit permission', async (command) => {
    const { code, out } = await parallax(command, '--target', 'store.example:8000');
    expect(code).toBe(3);
    expect(out).toMatch(/--yes-remote/);
  });

  test('host and port mean http', async () => {
    const { out } = await parallax('run', '--target', '127.0.0.1:1', '--area', 'scan');
    expect(out).toMatch(/http:\/\/127\.0\.0\.1:1 /);
  });
});

describe('output that scripts depend on', () => {
  const envelope = ['command', 'version', 'seed', 'startedAt', 'durationMs', 'verdict'];
  const json = async (...args: string[]): Promise<{ [member: string]: unknown }> => {
    const { code, out } = await parallax(...args, '--json', '-');
    expect(code).toBe(0);
    return JSON.parse(out) as { [member: string]: unknown };
  };

  test('run', async () => {
    const result = await json('run', '--target', 'oracle', '--area', 'scan', '--seed', 'abc');
    expect(Object.keys(result)).toEqual([...envelope, 'targets', 'divergences', 'groups']);
    expect(result).toMatchObject({ command: 'run', seed: 'abc', verdict: 'holds' });
    const [target] = result.targets as { [member: string]: unknown }[];
    expect(target).toMatchObject({ name: 'oracle', diverged: 0, known: 0, new: 0, unknown: 0, skipped: 0 });
    expect(target?.matched).toBe(target?.cases);
  });

  test('model', async () => {
    const result = await json('model', 'owner-generation-restore', '--scale', 'small', '--variant', 'one-name');
    const [model] = result.models as { [member: string]: unknown }[];
    expect(Object.keys(result)).toEqual([...envelope, 'models']);
    for (const member of [
      'name',
      'variant',
      'mutant',
      'states',
      'transitions',
      'interleavings',
      'depth',
      'durationMs',
      'verdict',
      'property',
      'traceLength',
    ]) {
      expect(model).toHaveProperty(member);
    }
    expect(model?.interleavings).toMatch(/^\d+$/);
  });

  test('mutants', async () => {
    const result = await json('mutants', 'owner-generation-restore/timer-makes-active');
    expect(Object.keys(result)).toEqual([...envelope, 'mutants', 'killed', 'total']);
    expect(result).toMatchObject({
      killed: 1,
      total: 1,
      mutants: [{ kind: 'model', killed: true, equivalent: false }],
    });
  });

  test('findings and targets', async () => {
    const { findings } = await json('findings', 'C8');
    expect(findings).toMatchObject([
      { id: 'mongo-rfc/C8', area: 'streams', checks: expect.any(Array), mutants: expect.any(Array), targets: {} },
    ]);
    const { targets } = await json('targets');
    expect(targets).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'oracle', kind: 'available' })]));
  });

  test('findings, with the result of a run on each target', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'record-'));
    const file = join(directory, 'run.json');
    try {
      await parallax('run', '--target', 'oracle', '--finding', 'C8', '--json', file);
      expect((await json('findings', 'C8', '--record', file)).findings).toMatchObject([
        { targets: { oracle: 'matches' } },
      ]);
      expect((await json('findings', 'C9', '--record', file)).findings).toMatchObject([
        { targets: { oracle: 'untested' } },
      ]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  test('--list prints names and does nothing else', async () => {
    expect((await json('run', '--list')).cases).toEqual(expect.arrayContaining([expect.stringMatching(/^scan\//)]));
    expect((await json('mutants', '--list')).mutants).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'oracle' })]),
    );
    expect((await json('model', '--list')).models).toHaveLength(Object.keys(registry.models).length);
  });
});

test('a violated property of a planted bug is exit code 1, with its lanes and its diagram', async () => {
  const { code, out } = await parallax('model', '--mutant', 'timer-makes-active');
  expect(code).toBe(1);
  expect(out).toMatch(/S1: complete when ACTIVE[\s\S]*sequenceDiagram/);
});

test('one finding is repeated with both answers side by side', async () => {
  const { code, out } = await parallax('repro', 'mongo-rfc/C8', '--target', 'oracle');
  expect(code).toBe(0);
  expect(out).toMatch(/GetRecords[\s\S]*INSERT/);
});

test('Ctrl-C ends what was started, keeps what was found, and leaves nothing behind', async () => {
  const { child, ended, place, printed, left, clear } = spawnParallax(['run', '--target', 'dynalite', '--json', '-']);
  const started = (): boolean => readdirSync(place).some((name) => name.startsWith('parallax-'));
  try {
    await vi.waitUntil(() => started() || child.exitCode !== null, { timeout: 25_000 });
    child.kill('SIGINT');
    const { code } = await ended;
    expect([code, printed.err]).toEqual([130, expect.stringContaining('interrupted')]);
    expect(JSON.parse(printed.out)).toMatchObject({
      command: 'run',
      verdict: expect.stringMatching(/unknown|violated/),
    });
    expect(await left(10_000)).toEqual({ files: [], processes: [] });
  } finally {
    clear();
  }
});

test('Ctrl-C ends a long search', async () => {
  const args = ['model', 'claim-restore-cassandra', '--scale', 'largest', '--variant', 'claim-first-anyone-clears'];
  const { child, ended, clear } = spawnParallax(args, { CI: '1' });
  try {
    // After the start of the program, during the search.
    await hasWorked(child, { seconds: 1.5, msMax: 5_000 });
    expect(child.exitCode).toBeNull();
    child.kill('SIGINT');
    const late = new Promise<{ code: string }>((resolve) =>
      setTimeout(() => resolve({ code: 'still running' }), 10_000),
    );
    expect((await Promise.race([ended, late])).code).toBe(130);
  } finally {
    clear();
  }
});
