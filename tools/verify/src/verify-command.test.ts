import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { verifyCommand } from './verify-command.ts';

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const code = await verifyCommand(args, {
    env,
    print: (line) => void printed.push(line),
    complain: (line) => void complaints.push(line),
  });
  return { code, out: printed.join('\n'), err: complaints.join('\n') };
}

test('help names every invariant', async () => {
  const { code, out } = await run(['--help']);

  expect(code).toBe(0);
  for (const invariant of [1, 2, 3, 4, 5, 6, 7, 8]) expect(out).toMatch(new RegExp(`^ {2}${invariant} `, 'm'));
});

test.each([[['--jsn']], [['now']], [['--namespace', 'A-B']], [['--namespace']]])('wrong usage is 2: %j', async (args) => {
  const { code, out, err } = await run(args);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('npm run -s verify --');
});

test('a system that does not run is said to, in one line', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fulfilment-verify-'));

  expect(await run([], { FULFILMENT_DATA: dataDir })).toEqual({
    code: 1,
    out: '',
    err: 'The system is not running. Start it with: npm start',
  });
  await rm(dataDir, { recursive: true });
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a run on a store that does not answer ends by %s, in one line',
  async (signal) => {
    const store = createServer().listen(0, '127.0.0.1');
    await once(store, 'listening');
    onTestFinished(() => void store.close());
    const address = store.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const env = { MONGODB_URL: `mongodb://127.0.0.1:${port}/?directConnection=true`, FULFILMENT_DATA: '/nowhere' };
    const running = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const said = text(running.stderr);
    const ended = once(running, 'exit');
    const [socket] = await once(store, 'connection');
    onTestFinished(() => void socket.destroy());

    running.kill(signal);

    expect(await ended).toEqual([1, null]);
    expect(await said).toBe('The verification was interrupted before its end; nothing was changed.\n');
  },
);
