import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ADDRESS_LIMIT } from '../accounts/domain/limits.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';

const SCRIPT = `export const answer = ${'4'.repeat(2_000)};`;
let folder: string;
let gateway: TestGateway;
let unbuilt: TestGateway;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-'));
  await mkdir(join(folder, 'assets'));
  await write('index.html', '<!doctype html><title>Console</title>');
  await write('assets/index-a1b2.js', SCRIPT);
  const env = gatewayEnv(inject('engines'), 'http://127.0.0.1:1');
  gateway = await startGateway({ ...env, CONSOLE_DIR: folder });
  unbuilt = await startGateway({ ...env, CONSOLE_DIR: join(folder, 'nothing') });
});

afterAll(async () => {
  await gateway?.stop();
  await unbuilt?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function write(file: string, content: string): Promise<void> {
  await writeFile(join(folder, file), content);
  await writeFile(join(folder, `${file}.gz`), gzipSync(content));
  await writeFile(join(folder, `${file}.br`), brotliCompressSync(content));
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(gateway.url + path, { headers, method });

test.each(['/console', '/console/', '/console/sandbox/developers/api-keys', '/console/invitation'])(
  '%s is the one page, checked at each visit, under a policy without inline scripts and styles',
  async (path) => {
    const page = await get(path);
    expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(await page.text()).toContain('<title>Console</title>');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);

    const again = await get(path, { 'if-none-match': page.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  },
);

test.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', null],
])('an asset may be cached for good, and comes in the encoding that a client takes: %s', async (accepted, encoding) => {
  const asset = await get('/console/assets/index-a1b2.js', { 'accept-encoding': accepted });
  expect([asset.status, asset.headers.get('content-encoding'), asset.headers.get('cache-control')]).toEqual([
    200,
    encoding,
    'public, max-age=31536000, immutable',
  ]);
  expect(await asset.text()).toBe(SCRIPT);
});

test('a site with one address opens the console on many devices at once, and its other requests are counted apart', async () => {
  const loads = await Promise.all(Array.from({ length: 4 * ADDRESS_LIMIT.burst }, () => get('/console/assets/index-a1b2.js')));
  expect(new Set(loads.map(({ status }) => status))).toEqual(new Set([200]));
  const policies = ['/console/assets/index-a1b2.js', '/console'].map(async (path) =>
    (await get(path)).headers.get('ratelimit-policy'),
  );
  expect(await Promise.all(policies)).toEqual(['"files";q=1000;w=10', '"address";q=100;w=10']);
});

test.each(['/console/assets/index-gone.js', '/console/assets/nothing', '/console/robots.txt', '/consoles'])(
  '%s is 404 and not the page',
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);

test('only GET and HEAD are allowed', async () => {
  expect((await get('/console', {}, 'HEAD')).status).toBe(200);
  expect((await get('/console', {}, 'POST')).status).toBe(405);
});

test('a gateway without a built console says so, and how to build it', async () => {
  const answer = await fetch(`${unbuilt.url}/console`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('npm run build');
});
