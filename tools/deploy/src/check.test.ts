import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { STACK_HOME } from './stack.ts';

/** Each service has the container `‹service›-1`, but for `$AWAY`; the check of `$ILL` says `$SAID` and fails `$TIMES` times. */
const DOCKER = `#!/bin/bash
echo "$*" >>"$FOLDER/calls"
case "$*" in
  "compose ps --quiet $AWAY") ;;
  'compose ps --quiet '*) echo "$4-1" ;;
  "exec $ILL-1 "*) if [ "$(grep -c "^exec $ILL-1" "$FOLDER/calls")" -le "$TIMES" ]; then echo "$SAID" >&2; exit 1; fi ;;
esac
`;

async function check(given: { readonly away?: string; readonly ill?: string; readonly said?: string; readonly times?: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'fulfilment-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'docker'), DOCKER, { mode: 0o755 });
  // Its pauses last no time.
  writeFileSync(join(folder, 'sleep'), '#!/bin/bash\n', { mode: 0o755 });
  const { away = 'none', ill = 'none', said = '', times = 99 } = given;
  const played = { FOLDER: folder, AWAY: away, ILL: ill, SAID: said, TIMES: String(times) };
  const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, ...played };
  const run = spawn(join(STACK_HOME, 'check'), { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [output, [code]] = await Promise.all([text(run.stderr), once(run, 'exit')]);
  return { code: Number(code), output, calls: readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n') };
}

test('a stack that has all that it uses is well, each process asked for the whole', async () => {
  const { code, output, calls } = await check({});

  expect({ code, output }).toEqual({ code: 0, output: '' });
  expect(calls.filter((call) => call.startsWith('exec '))).toEqual(
    ['gateway', 'inventory', 'orders', 'scans', 'webhooks'].map((name) => `exec ${name}-1 node /app/health.mjs --whole`),
  );
});

test('a process that serves without Redis is named with its checks', async () => {
  const said = '{"status":"degraded","checks":{"mongodb":"ok","redis":"failing"}}';

  expect(await check({ ill: 'orders', said })).toMatchObject({ code: 1, output: `orders orders-1: ${said}\n` });
});

test('a process that is well at its third look is well, and a service without a process is named', async () => {
  expect(await check({ ill: 'orders', times: 2 })).toMatchObject({ code: 0, output: '' });
  expect(await check({ away: 'scans' })).toMatchObject({ code: 1, output: 'scans does not run\n' });
});

test('`./smoke` ends with the check', () => {
  expect(readFileSync(join(STACK_HOME, 'smoke'), 'utf8').trimEnd().split('\n').at(-1)).toBe('./check');
});

/** The port of a process whose readiness says `status`. */
async function processThatIs(status: string): Promise<number> {
  const server = createServer((_request, response) => {
    response.statusCode = status === 'unready' ? 503 : 200;
    response.end(JSON.stringify({ status, checks: {} }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test.each([
  ['ready', 0, ''],
  ['degraded', 1, '127.0.0.1 127.0.0.1: {"status":"degraded","checks":{}}\n'],
  ['unready', 1, '127.0.0.1 127.0.0.1: {"status":"unready","checks":{}}\n'],
])('`helm test` of a %s process is exit code %i', async (status, expected, said) => {
  const script = readFileSync(join(STACK_HOME, '../helm/fulfilment/files/test.mjs'), 'utf8');
  const env = { PROCESSES: `${await processThatIs(status)} 127.0.0.1`, TRIES: '1' };
  const run = spawn(process.execPath, ['--input-type=module', '--eval', script], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [output, [code]] = await Promise.all([text(run.stderr), once(run, 'exit')]);

  expect({ code: Number(code), output }).toEqual({ code: expected, output: said });
});

test.each([
  ['ready', [], 0],
  ['ready', ['--whole'], 0],
  ['degraded', [], 0],
  ['degraded', ['--whole'], 1],
  ['unready', [], 1],
  ['unready', ['--whole'], 1],
])('the health of a %s process, asked with %j, is exit code %i', async (status, args, expected) => {
  const port = await processThatIs(status);
  const health = join(STACK_HOME, '../docker/health.mjs');
  const run = spawn(process.execPath, [health, ...args], { env: { INTERNAL_PORT: String(port) }, stdio: 'ignore' });
  const [code] = await once(run, 'exit');

  expect(code).toBe(expected);
});
