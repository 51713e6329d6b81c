import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { FulfilmentClient, verifyWebhook } from '@fulfilment/client';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { candidates } from './completion.ts';
import { fulfilProgram, runFulfil } from './run-fulfil.ts';
import { OPERATION_COMMANDS } from './generated/commands.ts';
import { memberOf, ProfileStore } from './profiles.ts';
import { groupsOf } from './scan-command.ts';
import { deliveryHeaders } from './webhooks/webhook-commands.ts';

const program = fulfilProgram(
  { stdout: new PassThrough() },
  () => Promise.resolve(),
  () => undefined,
);

const leaves = (command: Command, before: readonly string[] = []): ReadonlyArray<readonly [string, Command]> =>
  command
    .createHelp()
    .visibleCommands(command)
    .flatMap((each) => {
      const words = [...before, each.name()];
      if (each.name() === 'help') return [];
      return each.commands.length > 0 ? leaves(each, words) : [[words.join(' '), each] as const];
    });

function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return help;
}

describe.each(leaves(program))('fulfil %s', (name, command) => {
  const examples = [...helpOf(command).matchAll(/^ {2}fulfil (.*)$/gm)].map(([, line = '']) => line);

  test('has a description, and examples of itself', () => {
    expect(command.description()).toMatch(/\.$/);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(example.startsWith(name)).toBe(true);
  });

  test('takes its examples', async () => {
    for (const example of examples) {
      const words = example.replace(/ [|<>] .*$/, '').match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
      const args = words.map((word) => word.replaceAll(/^["']|["']$/g, ''));
      // Each command looks for a key or for its file first: with neither it goes no further.
      const stdin = PassThrough.from([]);
      const [stdout, stderr] = [new PassThrough(), new PassThrough()];
      const signal = AbortSignal.abort();
      const env = { XDG_CONFIG_HOME: '/nonexistent/fulfil' };
      await runFulfil({ args, env, stdin, stdout, stderr, signal });
      expect(String(stderr.read() ?? '')).not.toMatch(/error:/);
    }
  });
});

const words = (...line: string[]): string[] => candidates(program, line, ['live', 'shop']).map(({ word }) => word);

test('a folder is no file to import: nothing is sent', async () => {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const env = { FULFILMENT_API_KEY: 'fsk_sandbox_Q7vLxW2mTgB8nRkYp4ZsHc6JdFa1Eu', FULFILMENT_URL: 'http://127.0.0.1:1' };
  const args = ['skus', 'import', import.meta.dirname];
  const status = await runFulfil({ args, env, stdin, stdout, stderr, signal: new AbortController().signal });

  expect(status).toBe(2);
  expect(String(stderr.read())).toContain('is a folder: name a file');
});

test('a folder is no file to export to: nothing is asked for', async () => {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const env = { FULFILMENT_API_KEY: 'fsk_sandbox_Q7vLxW2mTgB8nRkYp4ZsHc6JdFa1Eu', FULFILMENT_URL: 'http://127.0.0.1:1' };
  const args = ['skus', 'export', '--format', 'csv', '--output', import.meta.dirname];
  const status = await runFulfil({ args, env, stdin, stdout, stderr, signal: new AbortController().signal });

  expect(status).toBe(2);
  expect(String(stderr.read())).toContain('is a folder: name a file');
});

test.each([
  ['0644', /^fulfil: warning: (\S+) holds keys, and others on this machine may read it: chmod 600 \1$/m],
  ['0640', /others on this machine may read it/],
  ['0600', /^(?!.*others on this machine)/s],
])('a key that is kept in a file of mode %s is used; that others may read it is said', async (mode, expected) => {
  const folder = await mkdtemp(join(tmpdir(), 'fulfil-mode-'));
  try {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const env = { XDG_CONFIG_HOME: folder };
    const store = new ProfileStore(env);
    const profile = { baseUrl: 'http://127.0.0.1:1', apiKey: 'fsk_sandbox_Q7vLxW2mTgB8nRkYp4ZsHc6JdFa1Eu' };
    await store.write({ current: 'shop', profiles: new Map([['shop', profile]]), webhookSecret: null });
    await chmod(store.path, Number.parseInt(mode, 8));
    await runFulfil({
      args: ['--retries', '0', 'skus', 'list'],
      env,
      stdin,
      stdout,
      stderr,
      signal: new AbortController().signal,
    });

    const told = String(stderr.read());
    expect(told).toMatch(expected);
    expect(told).toContain('127.0.0.1:1');
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe('completion', () => {
  test('offers commands, options, and the values that there are', () => {
    expect(words('or')).toEqual(['orders']);
    expect(words('--profile', 'live', 'sk')).toEqual(['skus']);
    expect(words('orders', 'create', '--no')).toEqual(['--note', '--no-backorder']);
    expect(words('scan', '--type', 'p')).toEqual(['putaway', 'pick', 'pack']);
    expect(words('skus', 'list', '--profile', '')).toEqual(['live', 'shop']);
    for (const command of [
      ['webhooks', 'listen'],
      ['events', 'tail'],
      ['events', 'list'],
    ])
      expect(words(...command, '--types', 'order.ship')).toEqual(['order.shipped']);
    expect(words('profiles', 'use', 's')).toEqual(['shop']);
    expect(words('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });

  test('offers nothing where a file or an id is meant, nor what is hidden', () => {
    expect(words('skus', 'import', '')).toEqual([]);
    expect(words('orders', 'ship', 'ord_1', '')).toEqual([]);
    expect(words('__')).toEqual([]);
  });
});

async function* typed(texts: readonly string[]): AsyncGenerator<string, void, undefined> {
  yield* texts;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('groups of scans', () => {
  test('are cut to size, and the rest follows', async () => {
    expect(await collect(groupsOf(typed(['a', 'b', 'c']), 2))).toEqual([['a', 'b'], ['c']]);
    expect(await collect(groupsOf(typed([]), 2))).toEqual([]);
  });

  test('do not wait for more than a short silence', async () => {
    const typing = new PassThrough({ objectMode: true });
    const groups = groupsOf<string>(typing, 10, 1);
    typing.write('a');

    expect((await groups.next()).value).toEqual(['a']);
    typing.end('b');
    expect((await groups.next()).value).toEqual(['b']);
  });
});

describe('operations', () => {
  const names = new Set(leaves(program).map(([name]) => name));

  test.each(OPERATION_COMMANDS)('$id has a command, and a method of the library', ({ words: own, call: [group, method] }) => {
    const client = new FulfilmentClient({ apiKey: 'fsk_test_0123456789abcdef', baseUrl: 'http://127.0.0.1:1' });

    expect(names).toContain(own.join(' '));
    expect(memberOf(memberOf(client, group), method)).toBeTypeOf('function');
  });

  test('complete their options and the values that are known', () => {
    expect(words('keys', 'create', '--role', '')).toContain('integration');
    expect(words('skus', 'create', '--on')).toEqual(['--on-hand']);
    expect(words('webhooks', 'create', '--events', 'order.sh')).toEqual(['order.shipped']);
  });

  test('say what is missing before anything is sent', async () => {
    const [stdin, stdout, stderr] = [PassThrough.from([]), new PassThrough(), new PassThrough()];
    const env = { FULFILMENT_API_KEY: 'fsk_test_0123456789abcdef', FULFILMENT_URL: 'http://127.0.0.1:1' };
    const args = ['skus', 'create', '--sku', 'MUG-01'];
    const status = await runFulfil({ args, env, stdin, stdout, stderr, signal: new AbortController().signal });

    expect(status).toBe(2);
    expect(String(stderr.read())).toContain('--name');
  });

  test.each([
    ['a duration of what is to come', ['keys', 'create', '--name', 'n', '--role', 'viewer'], '--expires-at', '30d', 'a date, or'],
    ['a duration of when to ship by', ['orders', 'update', 'ord_1'], '--ship-by', '2d', 'a date, or'],
    ['the end of a hold as a time ago', ['orders', 'hold', 'ord_1', '--reason', 'other'], '--until', '2d', 'a date, or'],
    ['a day that does not exist', ['skus', 'list-movements', 'A'], '--created-after', '2027-02-31', 'no such day'],
    ['a time without its offset', ['skus', 'list-movements', 'A'], '--created-after', '2027-01-31T00:00:00', 'offset'],
  ])('refuse %s, with the option and the reason', async (_what, command, option, value, reason) => {
    const [stdin, stdout, stderr] = [PassThrough.from([]), new PassThrough(), new PassThrough()];
    const env = { FULFILMENT_API_KEY: 'fsk_test_0123456789abcdef', FULFILMENT_URL: 'http://127.0.0.1:1' };
    const args = [...command, option, value];
    const status = await runFulfil({ args, env, stdin, stdout, stderr, signal: new AbortController().signal });

    expect(status).toBe(2);
    const told = String(stderr.read());
    expect(told).toContain(`option '${option} <time>'`);
    expect(told).toContain(reason);
  });

  test('take a time ago for what is over, and where a span of it ends', async () => {
    const [stdin, stdout, stderr] = [PassThrough.from([]), new PassThrough(), new PassThrough()];
    const env = { FULFILMENT_API_KEY: 'fsk_test_0123456789abcdef', FULFILMENT_URL: 'http://127.0.0.1:1' };
    const args = ['--retries', '0', 'webhooks', 'create-replay', 'whk_1', '--since', '2d', '--until', '1d'];
    const status = await runFulfil({ args, env, stdin, stdout, stderr, signal: new AbortController().signal });

    expect(status).toBe(3);
  });
});

test('both forms of the signature are those that the client library verifies', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = '{"id":"evt_1","type":"order.created"}';
  const { 'Service-Signature': own = '', ...standard } = deliveryHeaders({
    id: 'evt_1',
    type: 'order.created',
    body,
    secret,
    at: new Date(),
  });

  expect(verifyWebhook(body, standard, secret).events).toHaveLength(1);
  expect(verifyWebhook(body, { 'Service-Signature': own, ...standard }, secret)).toMatchObject({
    attempt: 1,
    id: expect.stringMatching(/^dlv_[0-9A-Z]{26}$/),
  });
  expect(() => verifyWebhook(`${body} `, { 'Service-Signature': own }, secret)).toThrow('No signature matches');
});

test('with --json a wrong command line is one document too, and nothing else is written', async () => {
  const [stdin, stdout, stderr] = [PassThrough.from([]), new PassThrough(), new PassThrough()];
  const env = { XDG_CONFIG_HOME: '/nonexistent/fulfil' };
  const args = ['--json', 'skus', 'list', '--limit', 'abc'];
  const status = await runFulfil({ args, env, stdin, stdout, stderr, signal: AbortSignal.abort() });

  expect(status).toBe(2);
  expect(JSON.parse(String(stderr.read()))).toEqual({
    error: { code: 'usage', message: expect.stringContaining('--limit'), exit_status: 2 },
  });
});
