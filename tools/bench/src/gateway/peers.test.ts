import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Contender, startBareProxy, startHaproxy, startNginx, startUpstream, versionOf } from './contender.ts';

const KEY = 'fsk_sandbox_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LIMIT = 20;
const [nginx, haproxy] = await Promise.all([versionOf('nginx'), versionOf('haproxy')]);

let folder: string;
let upstream: Contender;
const started: Contender[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'peers-'));
  upstream = await startUpstream(folder);
});

afterEach(async () => {
  for (const contender of [...started.splice(0), upstream]) await contender.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.each([
  { name: 'nginx', version: nginx, start: startNginx },
  { name: 'HAProxy', version: haproxy, start: startHaproxy },
])('$name', ({ version, start }) => {
  test.skipIf(version === undefined)('asks for the key, limits it, and gives each request an id', async () => {
    const peer = await start({ folder, upstreamPort: upstream.port, key: KEY, limit: LIMIT });
    started.push(peer);
    const ask = (key: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${peer.port}/v1/inventory/MUG-1`, { headers: { authorization: `Bearer ${key}` } });

    const refused = await ask('fsk_sandbox_another');
    const [first, second] = [await ask(KEY), await ask(KEY)];

    expect(refused.status).toBe(401);
    expect(first.status).toBe(200);
    expect(await first.json()).toMatchObject({ sku: 'MUG-1' });
    expect(first.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{32,36}$/);
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
    const crowd = await Promise.all(Array.from({ length: 5 * LIMIT }, () => ask(KEY)));
    expect(crowd.map(({ status }) => status)).toContain(429);
  });
});

test('the bare proxy passes on what comes, both ways', async () => {
  const proxy = await startBareProxy(folder, upstream.port);
  started.push(proxy);
  const origin = `http://127.0.0.1:${proxy.port}`;

  const read = await fetch(`${origin}/v1/inventory/MUG-1`);
  const written = await fetch(`${origin}/v1/inventory/MUG-1/adjustments`, { method: 'POST', body: '{"quantity":1}' });
  const streamed = await fetch(`${origin}/v1/inventory/export?bytes=1048576`);

  expect([read.status, written.status, streamed.status]).toEqual([200, 200, 200]);
  expect(await read.json()).toMatchObject({ sku: 'MUG-1' });
  expect((await streamed.arrayBuffer()).byteLength).toBe(1_048_576);
});
