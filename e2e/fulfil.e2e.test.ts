import { existsSync } from 'node:fs';
import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen } from '@fulfilment/http';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startStubServer, stubAnswer, type StubServer } from './clients/stub-server.ts';
import { installTool, type InstalledTool, type Ran } from './fulfil/installed-tool.ts';
import { completeInFish, lacksShell, typeInZsh } from './fulfil/shells.ts';
import { eventsOf, startReceiver } from './system/receiver.ts';
import { makeShop, type Shop } from './system/shop.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import { processNamed, type TestSystem } from './system/start-test-system.ts';

const PATIENCE = { withinMs: 30_000 };

let system: TestSystem;
let tool: InstalledTool;
let stub: StubServer;
let baseUrl: string;
let accountId: string;
/** A key of the shop, in the environment of most runs. */
let key: string;
let shop: Shop;

beforeAll(async () => {
  [system, tool, stub] = await Promise.all([sharedTestSystem(), installTool(), startStubServer()]);
  ({ baseUrl } = processNamed(system, 'gateway'));
  accountId = (await system.operator.account('A shop at the command line')).id;
  key = (await system.operator.key({ accountId })).key;
  shop = makeShop(system.call, key);
});

afterAll(async () => {
  stub.stop();
  await tool.remove();
});

const env = (): Record<string, string> => ({ FULFILMENT_API_KEY: key, FULFILMENT_URL: baseUrl });
const fulfil = (line: string, input?: string): Promise<Ran> =>
  tool.run(line.split(' '), { env: env(), ...(input !== undefined && { input }) });

/** Makes a SKU with an output that cannot be written. @returns its exit status as the output. */
const madeIntoFull = (sku: string, json = ''): Promise<Ran> => {
  const line = `fulfil skus create --sku ${sku} --name Full ${json} > /dev/full; echo $?`;
  return tool.startProgram('bash', ['-c', line], { env: env(), input: '' }).ended;
};

const orderShape = z.looseObject({ id: z.string(), status: z.string(), version: z.number() });
const listShape = z.object({ data: z.array(z.looseObject({})), has_more: z.boolean() });

/** One document of a run that is to end well. */
function documentOf({ status, stdout, stderr }: Ran): unknown {
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

const recordsOf = (stdout: string): unknown[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));

const runWords = (...args: string[]): Promise<Ran> => tool.run(args, { env: env() });

describe('commands of operations', () => {
  test('write and read records, as tables and as JSON', async () => {
    const made = await runWords('skus', 'create', '--sku', 'GEN-01', '--name', 'Made by options', '--on-hand', '5', '--json');
    const adjusted = await runWords('skus', 'adjust', 'GEN-01', '--delta', '-2', '--reason', 'damaged', '--json');
    const changed = await runWords(
      'skus',
      'update',
      'GEN-01',
      '--data',
      '{"weight_g":null}',
      '--metadata',
      'shelf=top',
      '--json',
    );
    const moves = await runWords('skus', 'list-movements', 'GEN-01');
    const place = await runWords('locations', 'create', '--type', 'warehouse', '--code', 'GEN');
    const places = await runWords('locations', 'list', '--type', 'warehouse', '--json');
    const types = await runWords('event-types', 'list');
    const twice = await runWords('skus', 'create', '--sku', 'GEN-01', '--name', 'Again', '--json');

    expect(documentOf(made)).toMatchObject({ sku: 'GEN-01', on_hand: 5 });
    expect(documentOf(adjusted)).toMatchObject({ sku: 'GEN-01', delta: -2 });
    expect(documentOf(changed)).toMatchObject({ metadata: { shelf: 'top' }, weight_g: null });
    expect(moves.stdout).toMatch(/^ID +SKU[^]*GEN-01[^]*GEN-01/);
    expect(place.stdout).toMatch(/^code +GEN$/m);
    expect(documentOf(places)).toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ code: 'GEN' })]) });
    expect(types.stdout).toContain('order.shipped');
    expect(twice.status).toBe(1);
    expect(JSON.parse(twice.stderr)).toMatchObject({ error: { exit_status: 1, problem: { status: 409 } } });
  });

  test('show a new key once, and never the one that they use', async () => {
    const made = await runWords('keys', 'create', '--name', 'Made at the command line', '--role', 'integration', '--json');
    const { id, key: fresh } = z.looseObject({ id: z.string(), key: z.string() }).parse(documentOf(made));
    const listed = await runWords('keys', 'list');
    const revoked = await runWords('keys', 'revoke', id);

    expect(fresh).toMatch(/^fsk_sandbox_\w{16,}$/);
    expect(revoked.status).toBe(0);
    expect(listed.stdout).toContain('Made at the command line');
    expect(listed.stdout).not.toContain(fresh);
    expect(made.stdout).not.toContain(key);
  });
});

describe('keys', () => {
  const own = { XDG_CONFIG_HOME: '' };
  beforeAll(() => {
    own.XDG_CONFIG_HOME = join(tool.folder, 'own');
  });

  test('a key is checked, kept for its owner alone, used, and forgotten', async () => {
    const login = ['login', '--base-url', `${baseUrl}/v1`, '--key-stdin'];
    const wrong = await tool.run(login, { env: own, input: `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}\n` });
    const right = await tool.run([...login, '--profile', 'shop'], { env: own, input: `${key}\n` });
    const who = await tool.run(['whoami'], { env: own });
    const json = await tool.run(['whoami', '--json'], { env: own });
    const { mode } = await stat(join(own.XDG_CONFIG_HOME, 'fulfil/config.json'));
    const profiles = await tool.run(['profiles', 'list'], { env: own });
    const elsewhere = await tool.run(['whoami', '--base-url', 'http://127.0.0.1:9'], { env: own });
    const out = await tool.run(['logout'], { env: own });
    const after = await tool.run(['whoami'], { env: own });

    expect(wrong).toMatchObject({ status: 4, stdout: '' });
    expect(wrong.stderr).toMatch(/unauthenticated, 401[^]*fulfil login/);
    expect(right).toMatchObject({ status: 0, stderr: '' });
    expect(who.stdout).toMatch(/account +A shop at the command line[^]*role +admin/);
    expect(documentOf(json)).toMatchObject({ role: 'admin', environment: 'sandbox' });
    expect(mode & 0o777).toBe(0o600);
    expect(profiles.stdout).toMatch(/\* +shop +http\S+ +fsk_sandbox_…\w{4}\n/);
    expect(elsewhere).toMatchObject({ status: 2, stdout: '' });
    expect(elsewhere.stderr).toContain('is not sent to http://127.0.0.1:9');
    expect(out.stdout).toContain('Forgotten: shop');
    expect(after).toMatchObject({ status: 4, stdout: '' });
  });

  test('a terminal asks for address and key, and shows no key', async () => {
    const asked = { ...own, TERM: 'xterm' };
    const run = tool.startProgram('script', ['-qefc', 'fulfil login --profile typed', '/dev/null'], { env: asked });
    await eventually(() => expect(run.output()).toContain('Base URL'), PATIENCE);
    run.type(`${baseUrl}\r`);
    await eventually(() => expect(run.output()).toContain('API key'), PATIENCE);
    run.type(`${key}\r`);
    const { status, stdout } = await run.ended;

    expect(status).toBe(0);
    expect(stdout).toMatch(/Logged in.* as admin of A shop at the command line, profile typed/);
    expect(stdout).not.toContain(key.slice(-10));
    expect(await readFile(join(own.XDG_CONFIG_HOME, 'fulfil/config.json'), 'utf8')).toContain(key);
  });
});

describe('skus', () => {
  test.each([
    [
      'shopify-products.csv',
      [
        { sku: 'TEE-RED-S', name: 'Tee / S / Red', on_hand: 12, weight_g: 180, barcodes: ['4006381333931'] },
        { sku: 'TEE-RED-M', name: 'Tee / M / Red', on_hand: 7 },
        { sku: 'MUG-DAWN', name: 'Mug "Dawn"', on_hand: 40 },
      ],
      '1 row without a SKU',
    ],
    [
      'shopify-inventory.csv',
      [
        { sku: 'TEE-RED-S', on_hand: 12, hs_code: '610910', country_of_origin: 'PT' },
        { sku: 'TEE-RED-M', on_hand: 7 },
        { sku: 'POSTER', on_hand: 0 },
      ],
      '1 row of Location Front Shop (the first row is of Main Warehouse)',
    ],
    [
      'woocommerce.csv',
      [
        { sku: 'HOODIE-S', name: 'Hoodie - S', on_hand: 9, reorder_point: 2, weight_g: 450, barcodes: ['4006381333931'] },
        { sku: 'CAP', name: 'Cap, blue', on_hand: 30 },
      ],
      '1 row of Type variable: not imported.',
    ],
    [
      'square.csv',
      [
        { sku: 'CANDLE-L', name: 'Candle / Large', on_hand: 24, reorder_point: 5, weight_g: 680 },
        { sku: 'SOAP', name: 'Soap', on_hand: 100 },
      ],
      'New Quantity Harbour Street',
    ],
    [
      'amazon.txt',
      [
        { sku: 'PLATE-6', name: 'Plate 6" of stone', on_hand: 15, barcodes: ['4006381333931'] },
        { sku: 'BOWL', on_hand: 3, barcodes: [] },
      ],
      'listing-id',
    ],
    [
      'prestashop.csv',
      [
        { sku: 'TEAPOT', name: 'Théière', on_hand: 14, reorder_point: 3, weight_g: 800, barcodes: ['4006381333931'] },
        { sku: 'CUP-FR', on_hand: 60, barcodes: ['036000291452'] },
      ],
      'Active (0/1)',
    ],
    [
      'odoo.csv',
      [
        { sku: 'DESK', on_hand: 12, weight_g: 25_500 },
        { sku: 'LAMP', name: 'Lamp', on_hand: 0 },
      ],
      'Forecasted Quantity',
    ],
  ])('a file as another system writes it is imported by its preset: %s', async (name, skus, told) => {
    const other = await system.operator.account('A shop that comes from elsewhere');
    const own = (await system.operator.key({ accountId: other.id, environment: 'sandbox' })).key;
    const file = join(import.meta.dirname, 'examples/imports', name);
    const args = ['skus', 'import', file, '--map', name.slice(0, name.indexOf('.'))];

    const { status, stderr, stdout } = await tool.run(args, { env: { ...env(), FULFILMENT_API_KEY: own } });

    expect([status, stdout]).toEqual([
      0,
      `${skus.length} rows: ${skus.length} created, 0 updated, 0 adjusted, 0 unchanged, 0 refused.\n`,
    ]);
    expect(stderr.match(/Columns that are not imported/g)).toHaveLength(1);
    expect(stderr).toContain(told);
    for (const sku of skus) expect(await makeShop(system.call, own).sku(sku.sku)).toMatchObject(sku);
  });

  test('a dry run shows what each row would change, and the places that it would make', async () => {
    await fulfil('skus import -', 'sku,name,on_hand,location\nDRY-1,Mug,8,D3/S2\n');

    const { stdout } = await fulfil('skus import - --dry-run', 'sku,name,on_hand,location\nDRY-1,Mug,5,d3/S2\n');

    expect(stdout).toMatch(/1 +DRY-1 +on_hand +8 +5\n/);
    expect(stdout).toContain('New location: d3/S2, which differs from D3/S2 in upper and lower case alone\n');
  });

  test('--by location exports a row for each place of a SKU, and an import of it counts that place alone', async () => {
    await fulfil('skus import -', 'sku,name,on_hand,location\nBY-1,Jar,8,E1/S1\nBY-1,,,E1/S2\n');
    const counted = await fulfil('skus import - --by location', 'sku,location,on_hand\nBY-1,E1/S2,3\n');
    const byPlace = await fulfil('skus export --by location');
    const bySku = await fulfil('skus export --by sku');

    expect(counted).toMatchObject({ status: 0, stdout: expect.stringContaining('1 rows: 0 created, 1 updated') });
    expect(byPlace.stdout.match(/^BY-1,.*$/gm)?.map((row) => row.split(',', 5).join())).toEqual([
      'BY-1,Jar,E1/S1,8,11',
      'BY-1,Jar,E1/S2,3,11',
    ]);
    expect(bySku.stdout.match(/^BY-1,.*$/gm)?.map((row) => row.split(',', 4).join())).toEqual(['BY-1,Jar,active,11']);
  });

  test('a file is tried, imported with its refused rows shown, listed, read and exported', async () => {
    const rows = Array.from({ length: 60 }, (_, place) => `CLI-${String(place).padStart(2, '0')},Mug,9`);
    await writeFile(join(tool.folder, 'stock.csv'), `sku,name,on_hand\n${rows.join('\n')}\nBAD,Bad,-1\n`);
    const tried = await fulfil('skus import stock.csv --dry-run --json');
    const imported = await fulfil('skus import stock.csv');
    const again = await fulfil('skus import - --format ndjson', '{"op":"adjust","sku":"CLI-00","delta":1,"reason":"count"}\n');
    const [table, some, all, one, csv, missing] = await Promise.all([
      fulfil('skus list --search CLI --limit 2'),
      fulfil('skus list --search CLI --json'),
      fulfil('skus list --search CLI --all --json'),
      fulfil('skus get CLI-00 --json'),
      fulfil('skus export --output all.ndjson'),
      fulfil('skus get NONE --json'),
    ]);
    const exported = recordsOf(await readFile(join(tool.folder, 'all.ndjson'), 'utf8'));

    expect(tried.status).toBe(1);
    expect(JSON.parse(tried.stdout)).toMatchObject({ dry_run: true, rows: 61, failed: 1 });
    expect(imported).toMatchObject({ status: 1, stderr: '' });
    expect(imported.stdout).toMatch(
      /ROW +LINE +COLUMN[^]*on_hand[^]*61 rows: 60 created, 0 updated, 0 adjusted, 0 unchanged, 1 refused/,
    );
    expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining('1 adjusted') });
    expect(table.stdout).toMatch(/^SKU +NAME +ON HAND[^\n]*\nCLI-00 +Mug +10 .*\nCLI-01 +Mug +9 .*\n$/);
    expect(listShape.parse(documentOf(some))).toMatchObject({ data: { length: 50 }, has_more: true });
    expect(listShape.parse(documentOf(all))).toMatchObject({ data: { length: 60 }, has_more: false });
    expect(documentOf(one)).toMatchObject({ sku: 'CLI-00', on_hand: 10 });
    expect(csv).toMatchObject({ status: 0, stdout: '' });
    expect(exported).toContainEqual(expect.objectContaining({ sku: 'CLI-59', on_hand: 9 }));
    expect(missing).toMatchObject({ status: 1, stdout: '' });
    expect(JSON.parse(missing.stderr)).toMatchObject({ error: { code: 'not_found', exit_status: 1 } });
  });

  test('a reader that has seen enough ends the tool quietly', async () => {
    // It is gone before the first line is written.
    const line = 'fulfil skus export --format csv | true; echo "${PIPESTATUS[0]}"';
    const { stdout, stderr } = await tool.startProgram('bash', ['-c', line], { env: env(), input: '' }).ended;

    expect([stdout, stderr]).toEqual(['0\n', '']);
  });

  test('a file that is larger than an import takes is refused before a row of it is done', async () => {
    await writeFile(join(tool.folder, 'huge.csv'), 'sku,name\nHUGE-1,Huge\n');
    await truncate(join(tool.folder, 'huge.csv'), 67_108_865);
    const refused = await fulfil('skus import huge.csv');
    const found = await fulfil('skus list --sku HUGE-1 --json');

    expect(refused).toEqual({ status: 2, stdout: '', stderr: expect.stringContaining('takes 67.1 MB at most: split the file') });
    expect(listShape.parse(documentOf(found)).data).toEqual([]);
  });

  test.runIf(existsSync('/dev/full'))('an output that a full disk cuts off is told, and is no refusal', async () => {
    const forPeople = await madeIntoFull('FULL-1');
    const forPrograms = await madeIntoFull('FULL-2', '--json');
    const found = await fulfil('skus list --sku FULL-1 --sku FULL-2 --json');

    expect([forPeople.stdout, forPrograms.stdout]).toEqual(['74\n', '74\n']);
    expect(forPeople.stderr).toMatch(
      /^fulfil: The output could not be written: ENOSPC[^\n]+ What the command has done stands\.\n$/,
    );
    expect(JSON.parse(forPrograms.stderr)).toMatchObject({ error: { code: 'unwritten', exit_status: 74 } });
    expect(listShape.parse(documentOf(found)).data).toHaveLength(2);
  });
});

describe('orders', () => {
  test('an order is created, watched, packed and shipped; what is refused is told', async () => {
    await shop.createSku({ sku: 'TEE=RED', name: 'Tee', on_hand: 10 });
    const create = 'orders create --line TEE=RED=2 --external-id cli-1 --metadata channel=cli --json';
    const { id } = orderShape.parse(documentOf(await fulfil(create)));
    const watch = tool.start(['orders', 'watch', id], { env: env() });
    await eventually(() => expect(watch.output()).toContain('created, allocated'), PATIENCE);
    const stale = await fulfil(`orders pack ${id} --if-match 99`);
    const packed = await fulfil(`orders pack ${id} --file - --json`, '{"packages":[{"weight_g":420}]}');
    const shipped = await fulfil(`orders ship ${id} --carrier DHL --tracking-number 0034`);
    const watched = await watch.ended;
    const again = await fulfil(`orders ship ${id}`);
    const [shown, list] = await Promise.all([fulfil(`orders get ${id} --json`), fulfil('orders list --status shipped')]);

    expect(stale).toMatchObject({ status: 1, stderr: expect.stringContaining('version_conflict') });
    expect(documentOf(packed)).toMatchObject({ status: 'packed', packages: [{ weight_g: 420 }] });
    expect(shipped.stdout).toMatch(/status +shipped[^]*tracking +0034[^]*SKU +NAME[^]*TEE=RED +Tee +2 +\d +2\n/);
    expect(watched).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/created, allocated\n[^]*shipped, with DHL 0034\n$/),
    });
    expect(again).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('invalid_transition') });
    expect(documentOf(shown)).toMatchObject({ id, status: 'shipped', metadata: { channel: 'cli' } });
    expect(list.stdout).toContain(id);
  });

  test('an order comes from JSON, is cancelled, and is seen by who watches all', async () => {
    await shop.createSku({ sku: 'CAP', name: 'Cap', on_hand: 1 });
    const all = tool.start(['orders', 'watch', '--json', '--since', 'oldest'], { env: env() });
    const order = { lines: [{ sku: 'CAP', quantity: 5 }], note: 'from a file' };
    const created = orderShape.parse(documentOf(await fulfil('orders create --file - --json', JSON.stringify(order))));
    const strict = await fulfil('orders create --line CAP=5 --no-backorder');
    const cancelled = await fulfil(`orders cancel ${created.id} --reason mistake --json`);
    await eventually(() => expect(all.output()).toContain('order.cancelled'), PATIENCE);
    all.interrupt();
    const { status, stdout, stderr } = await all.ended;
    const broken = await fulfil('orders create --file -', '{"lines":');

    expect(created).toMatchObject({ note: 'from a file', allocation: 'partial' });
    expect(strict).toMatchObject({ status: 1, stderr: expect.stringContaining('insufficient_stock') });
    expect(documentOf(cancelled)).toMatchObject({ status: 'cancelled', cancel_reason: 'mistake' });
    expect([status, stderr]).toEqual([130, '']);
    expect(recordsOf(stdout)).toContainEqual(
      expect.objectContaining({ type: 'order.cancelled', data: expect.objectContaining({ id: created.id }) }),
    );
    expect(broken).toMatchObject({ status: 2, stderr: expect.stringContaining('is no JSON') });
  });
});

describe('scans', () => {
  test('a scan moves stock; a loop records each line, alone or in batches', async () => {
    await shop.createSku({ sku: 'SCAN-1', name: 'Scanned', on_hand: 1, location: 'A3/S2' });
    const receive = '--type receive --sku SCAN-1 --quantity 5 --location A3/S2';
    const applied = await fulfil(`scan 4006381333931 ${receive} --apply --json`);
    const [loop, batch, bad] = await Promise.all([
      fulfil('scan --type pick --device-id gun-7', '4006381333931\r\n\r\nABC-1\t\n'),
      fulfil('scan --type putaway --batch 2 --json', 'B-1\nB-2\nB-3\n'),
      fulfil('scan --type count --apply --json', 'ONE\n'),
    ]);

    expect(documentOf(applied)).toMatchObject({ applied: 'done', quantity: 5 });
    expect((await shop.sku('SCAN-1')).on_hand).toBe(6);
    expect(loop).toMatchObject({ status: 0, stdout: expect.stringMatching(/^✓ 4006381333931 +pick.*\n✓ ABC-1 +pick.*\n$/) });
    expect(recordsOf(batch.stdout)).toMatchObject(
      ['B-1', 'B-2', 'B-3'].map((barcode) => ({ barcode, record: { type: 'putaway' } })),
    );
    expect(bad.status).toBe(1);
    expect(recordsOf(bad.stdout)).toMatchObject([{ barcode: 'ONE', status: 422, error: { code: 'validation_failed' } }]);
  });
});

describe('events', () => {
  test('the feed is read to its end, and on from the place in a file', async () => {
    await shop.createSku({ sku: 'FEED-1', name: 'Feed', on_hand: 1 });
    const seen = async (): Promise<void> => {
      expect((await shop.events()).map(({ data }) => data)).toContainEqual(expect.objectContaining({ sku: 'FEED-1' }));
    };
    await eventually(seen, PATIENCE);
    const tail = 'events tail --no-follow --json --types inventory.updated --state feed.place --since';
    const first = await fulfil(`${tail} oldest`);
    const second = await fulfil(`${tail} oldest`);
    const text = await fulfil('events tail --no-follow --since 1h --types inventory.updated');
    const later = await fulfil('events tail --no-follow --since 2099-01-01');
    const none = await fulfil('events tail --no-follow');
    const wrong = await fulfil('events tail --since yesterday');
    const nowhere = await fulfil('events tail --no-follow --since oldest --json --state no/such/folder');

    expect(recordsOf(first.stdout)).toContainEqual(expect.objectContaining({ type: 'inventory.updated' }));
    expect(second).toMatchObject({ status: 0, stdout: '' });
    expect(text.stdout).toMatch(/inventory\.updated +FEED-1 .*on_hand=1.*\(opening\)/);
    for (const empty of [later, none]) expect(empty).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining('no place in the feed') });
    expect(nowhere).toMatchObject({ status: 2, stderr: expect.stringContaining('A file cannot be used') });
  });
});

/** A receiver as its developer has it, on the installed library. */
const RECEIVER = `
import { createServer } from 'node:http';
import { WebhookReceiver } from '@fulfilment/client';

const receiver = new WebhookReceiver({ secrets: process.env.WEBHOOK_SECRET, onError: console.error });
receiver.on('order.created', (event) => console.log('received', event.data.id));
const handle = receiver.express();
const server = createServer((request, response) => void handle(request, response));
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port + '/hook'));
`;

describe('webhooks', () => {
  test('events are forwarded, signed as the service signs them, to a receiver, those too that a restart missed', async () => {
    const strict = await startReceiver();
    const command = ['webhooks', 'listen', '--types', 'order.created', '--json', '--state', 'hook.place', '--forward-to'];
    await writeFile(join(tool.folder, 'receiver.mjs'), RECEIVER);
    const first = tool.start([...command, strict.url], { env: env() });
    await eventually(() => expect(first.output()).toContain('listening'), PATIENCE);
    const { secret } = z.looseObject({ secret: z.string() }).parse(recordsOf(first.output())[0]);
    strict.trust(secret);
    const receiver = tool.startProgram('node', ['receiver.mjs'], { env: { WEBHOOK_SECRET: secret } });
    await eventually(() => expect(receiver.output()).toMatch(/http:\/\/\S+/), PATIENCE);
    const url = /http:\/\/\S+/.exec(receiver.output())?.[0] ?? '';
    const second = tool.start([...command.slice(0, 4), '--since', 'oldest', '--forward-to', url], { env: env() });
    await eventually(() => expect(second.output()).toContain(secret), PATIENCE);
    await shop.createSku({ sku: 'HOOK-1', name: 'Hook', on_hand: 1 });
    const order = await shop.createOrder({ lines: [{ sku: 'HOOK-1', quantity: 1 }] });
    await eventually(
      () => expect(eventsOf(strict).map(({ data }) => data)).toContainEqual(expect.objectContaining({ id: order.id })),
      PATIENCE,
    );
    await eventually(() => expect(receiver.output()).toContain(`received ${order.id}`), PATIENCE);
    await eventually(() => expect(second.output()).toMatch(new RegExp(`${order.id}.* → 204`)), PATIENCE);
    for (const run of [first, second, receiver]) run.interrupt();
    const [told, shown] = await Promise.all([first.ended, second.ended]);
    const missed = await shop.createOrder({ lines: [{ sku: 'HOOK-1', quantity: 1 }] });
    const again = tool.start([...command, strict.url], { env: env() });
    const received = (): unknown => eventsOf(strict).map(({ data }) => data);
    await eventually(() => expect(received()).toContainEqual(expect.objectContaining({ id: missed.id })), PATIENCE);
    again.interrupt();
    await again.ended;
    await strict.stop();

    expect(strict.faults).toEqual([]);
    expect(told.status).toBe(130);
    expect(recordsOf(told.stdout)).toContainEqual(
      expect.objectContaining({ kind: 'delivery', type: 'order.created', status: 204 }),
    );
    expect(shown.stdout).toMatch(new RegExp(`order\\.created .*${order.id}.* → 204 in \\d+ ms\n`));
  });
});

describe('webhooks trigger', () => {
  test('sends a test event of any type to the endpoints that are active, or to one', async () => {
    const receiver = await startReceiver();
    const other = await system.operator.account('A shop with endpoints');
    const { key: itsKey } = await system.operator.key({ accountId: other.id });
    const run = (...args: string[]): Promise<Ran> => tool.run(args, { env: { ...env(), FULFILMENT_API_KEY: itsKey } });
    const none = await run('webhooks', 'trigger', 'order.shipped');
    const unknown = await run('webhooks', 'trigger', 'order.shiped');
    const tenant = { accountId: other.id, environment: 'sandbox' } as const;
    const { id, secret } = await system.operator.addWebhook(tenant, { url: receiver.url, events: ['scan.completed'] });
    receiver.trust(secret);

    const sent = await run('webhooks', 'trigger', 'order.shipped');
    const named = await run('webhooks', 'trigger', 'scan.completed', '--endpoint', id, '--json');

    await eventually(
      () =>
        expect(
          eventsOf(receiver)
            .map(({ type }) => type)
            .toSorted(),
        ).toEqual(['order.shipped', 'scan.completed']),
      PATIENCE,
    );
    await receiver.stop();
    expect(none).toMatchObject({ status: 1, stderr: expect.stringContaining('No endpoint is active') });
    expect(unknown).toMatchObject({ status: 2, stderr: expect.stringContaining('There is no event type order.shiped') });
    expect([sent.status, sent.stderr]).toEqual([0, '']);
    expect(sent.stdout).toContain(`order.shipped to ${receiver.url}: dlv_`);
    expect(documentOf(named)).toMatchObject({ kind: 'test', webhook_id: id, delivery: { event_type: 'scan.completed' } });
  });
});

/** The words that bash offers. */
const complete = async (...words: string[]): Promise<string[]> => {
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const line = `source <(fulfil completion bash); COMP_WORDS=(fulfil ${quoted}); COMP_CWORD=${words.length}; _fulfil; complete -p fulfil; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = await tool.startProgram('bash', ['-c', line], { input: '' }).ended;
  expect(stderr).toBe('');
  const [registered, ...found] = stdout.trim().split('\n');
  expect(registered).toBe('complete -o default -F _fulfil fulfil');
  return found;
};

describe('the shell', () => {
  test('completes commands, options and their values', async () => {
    const [commands, below, options, values, hostile] = await Promise.all([
      complete('or'),
      complete('orders', ''),
      complete('orders', 'ship', '--tr'),
      complete('skus', 'list', '--status', 'a'),
      complete('$(touch hostile)', '`touch hostile`', ''),
    ]);

    expect(commands).toEqual(['orders']);
    expect(below.slice(0, 7)).toEqual(['list', 'get', 'create', 'pack', 'ship', 'cancel', 'watch']);
    const further = [
      'update',
      'close',
      'edit',
      'erase',
      'list-fulfilments',
      'create-fulfilment',
      'get-history',
      'hold',
      'release-hold',
      'reassign',
      'list-returns',
      'batch',
      'export',
      'help',
    ];
    expect(below.slice(7)).toEqual(further);
    expect(options).toEqual(['--tracking-number', '--tracking-url']);
    expect(values).toEqual(['active', 'archived', 'all']);
    expect(hostile).toContain('orders');
    await expect(stat(join(tool.folder, 'hostile'))).rejects.toThrow('ENOENT');
  });

  test('completes them in zsh, at a terminal', async ({ skip }) => {
    skip(await lacksShell('zsh'), 'zsh is not on the PATH');
    // What was completed is printed as words by `echo`, put before it.
    const echoed = '\u0001echo \n';

    await typeInZsh(tool, 'fulfil orders \t\t', /cancel +-- Cancel an order.*ship +-- Ship a packed order: its stock leaves\./s);
    await typeInZsh(tool, `fulfil skus list --status ar\t${echoed}`, /\nfulfil skus list --status archived\r/);
    await typeInZsh(tool, `fulfil '$(touch hostile)' '\`touch hostile\`' ord\t${echoed}`, /\nfulfil .* orders\r/);
    await expect(stat(join(tool.folder, 'hostile'))).rejects.toThrow('ENOENT');
  });

  test('completes them in fish', async ({ skip }) => {
    skip(await lacksShell('fish'), 'fish is not on the PATH');

    expect(await completeInFish(tool, 'fulfil or')).toEqual(['orders']);
    expect(await completeInFish(tool, 'fulfil orders ship --tr')).toEqual(['--tracking-number', '--tracking-url']);
    expect(await completeInFish(tool, 'fulfil skus list --status a')).toEqual(['active', 'all', 'archived']);
    expect(await completeInFish(tool, "fulfil '$(touch hostile)' '`touch hostile`' ")).toContain('orders');
    await expect(stat(join(tool.folder, 'hostile'))).rejects.toThrow('ENOENT');
  });
});

/** A port that nothing listens at. */
async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  await new Promise((done) => server.close(done));
  return port;
}

/** Runs a command against a server that always answers in one way. */
const against = (name: string, answer: object, line: string): Promise<Ran> => {
  const url = stub.play(name, [stubAnswer.parse(answer)]);
  const args = [...line.split(' '), '--retries', '0'];
  return tool.run(args, { env: { FULFILMENT_API_KEY: key, FULFILMENT_URL: url } });
};

describe('faults', () => {
  test('each has one clear message and an exit status', async () => {
    const page = { body: { data: [{ sku: 'A' }], has_more: true, next_cursor: null } };
    const closed = `http://127.0.0.1:${await closedPort()}`;
    const yesterday = new Date(Date.now() - 86_400_000).toUTCString();
    const [unreachable, unknown, hung, half, site, broken, clock, usage, mistyped, noKey] = await Promise.all([
      tool.run(['whoami', '--retries', '0'], { env: { ...env(), FULFILMENT_URL: closed } }),
      tool.run(['whoami', '--retries', '0'], { env: { ...env(), FULFILMENT_URL: 'http://no-such-host.invalid' } }),
      against('hang', { fault: 'hang' }, 'whoami --timeout 1'),
      against('half', { fault: 'half' }, 'whoami'),
      against('site', { text: '<html>', headers: { 'content-type': 'text/html' } }, 'whoami'),
      against('broken', page, 'skus list --json'),
      against(
        'clock',
        { body: { data: [], has_more: false, next_cursor: null }, headers: { date: yesterday } },
        'skus list --json',
      ),
      tool.run(['orders', 'list', `--key=${key}`], { env: env() }),
      tool.run(['ordes'], { env: env() }),
      tool.run(['skus', 'list']),
    ]);

    expect(unreachable).toMatchObject({
      status: 3,
      stdout: '',
      stderr: expect.stringContaining(`Nothing listens at ${closed}`),
    });
    expect(unknown).toMatchObject({ status: 3, stderr: expect.stringContaining('is not found') });
    expect(hung).toMatchObject({ status: 3, stderr: expect.stringContaining('did not answer within 1 s') });
    expect(half).toMatchObject({ status: 3, stderr: expect.stringContaining('No complete answer came from') });
    expect(site).toMatchObject({ status: 3, stderr: expect.stringContaining('check the base URL') });
    expect(broken).toMatchObject({ status: 3, stderr: expect.stringContaining('does not go on') });
    expect(clock).toMatchObject({
      status: 0,
      stdout: '{"data":[],"has_more":false}\n',
      stderr: expect.stringContaining('ahead of the service'),
    });
    expect(usage).toMatchObject({ status: 2, stdout: '' });
    expect(mistyped).toMatchObject({ status: 2, stderr: expect.stringContaining('Did you mean orders?') });
    expect(noKey).toMatchObject({ status: 4, stderr: expect.stringContaining('fulfil login') });
  });

  test('an export that breaks off leaves no file', async () => {
    const cut = await against('cut', { fault: 'half' }, 'skus export --output cut.csv');

    expect(cut).toMatchObject({ status: 3, stdout: '', stderr: expect.stringContaining('incomplete') });
    for (const name of ['cut.csv', 'cut.csv.part']) await expect(stat(join(tool.folder, name))).rejects.toThrow('ENOENT');
  });

  test('no run showed a key', () => {
    expect(tool.written()).toContain('fsk_sandbox_…');
    expect(tool.written()).not.toContain(key);
    expect(tool.written()).not.toContain(key.slice(12, 30));
  });
});

const api = (...args: string[]): Promise<Ran> => tool.run(['api', ...args], { env: env() });

describe('any operation', () => {
  test('is called by its method and path, and its answer is printed for people and for programs', async () => {
    const made = await api('POST', '/v1/inventory', '--data', '{"sku":"API-01","name":"Mug","on_hand":3}');
    const again = await api('POST', '/v1/inventory', '--data', '{"sku":"API-01","name":"Mug"}', '--json');
    const list = await api('GET', '/v1/inventory', '--query', 'sku=API-01', '--query', 'limit=1', '--json');
    const changed = await api('PATCH', '/v1/inventory/API-01', '--file', '-', '--if-match', '7');
    const shown = await api('GET', '/v1/inventory/API-01', '--include');

    expect([made.status, made.stderr]).toEqual([0, '']);
    expect(made.stdout).toContain('\n  "sku": "API-01",\n');
    expect(again).toMatchObject({ status: 1, stdout: '' });
    expect(JSON.parse(again.stderr)).toMatchObject({ error: { code: 'sku_exists', exit_status: 1, problem: { status: 409 } } });
    expect(documentOf(list)).toMatchObject({ data: [{ sku: 'API-01' }] });
    expect(changed).toMatchObject({ status: 2 });
    expect(shown.stdout).toMatch(/^200 OK\n[^]*\netag: "1"\n[^]*\n\n\{\n/);
  });

  test('a file with a byte order mark is read, and a path of no API is refused before anything is sent', async () => {
    const change = await tool.run(['api', 'PATCH', '/v1/inventory/API-01', '--file', '-', '--if-match', '1'], {
      env: env(),
      input: '\uFEFF{"name":"Red mug"}',
    });
    const stale = await api('DELETE', '/v1/inventory/API-01', '--if-match', '1');
    const wrong = await api('GET', 'v2/inventory');

    expect([change.status, change.stderr]).toEqual([0, '']);
    expect(stale.status).toBe(1);
    expect(stale.stderr).toContain('version_conflict, 412');
    expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining('/v1/ or /account/v1/') });
  });

  test('a write whose answer is lost names its key', async () => {
    const server = createServer((request) => request.socket.destroy());
    const port = await listen(server, { host: '127.0.0.1', port: 0 });
    const lost = await tool.run(['api', 'POST', '/v1/orders', '--data', '{"lines":[]}', '--idempotency-key', 'one'], {
      env: { ...env(), FULFILMENT_URL: `http://127.0.0.1:${port}` },
    });
    server.close();

    expect(lost).toMatchObject({ status: 3, stdout: '' });
    expect(lost.stderr).toContain('repeat it with --idempotency-key one');
  });

  test('a write that is interrupted says that it may have taken effect, and how to know', async () => {
    const asked = Promise.withResolvers<void>();
    const server = createServer(() => asked.resolve());
    const port = await listen(server, { host: '127.0.0.1', port: 0 });
    const words = ['skus', 'adjust', 'MUG-01', '--delta', '1', '--reason', 'found', '--idempotency-key', 'two'];
    const run = tool.start(words, { env: { ...env(), FULFILMENT_URL: `http://127.0.0.1:${port}` } });
    await asked.promise;
    run.interrupt();
    const { status, stderr } = await run.ended;
    server.closeAllConnections();
    server.close();

    expect(status).toBe(130);
    expect(stderr).toContain('may have taken effect');
    expect(stderr).toContain('--idempotency-key two');
  });

  test('requests go through the proxy of the environment, but for what it leaves out', async () => {
    const proxied: string[] = [];
    const proxy = createServer((request, response) => {
      proxied.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"account":{"id":"acc_1"}}');
    });
    const port = await listen(proxy, { host: '127.0.0.1', port: 0 });
    // A tunnel leads back to the proxy, which answers in the place of the API.
    proxy.on('connect', (request, socket, head) => {
      proxied.push(request.url ?? '');
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      proxy.emit('connection', socket);
      if (head.length > 0) socket.unshift(head);
    });
    const given = { ...env(), FULFILMENT_URL: 'http://api.example.test', HTTP_PROXY: `http://127.0.0.1:${port}` };

    const through = await tool.run(['me', 'get', '--json'], { env: given });
    const around = await tool.run(['me', 'get', '--json'], {
      env: { ...given, FULFILMENT_URL: baseUrl, NO_PROXY: '127.0.0.1,localhost' },
    });
    proxy.closeAllConnections();
    proxy.close();

    expect(documentOf(through)).toMatchObject({ account: { id: 'acc_1' } });
    expect(proxied.join(' ')).toContain('api.example.test');
    expect(documentOf(around)).toMatchObject({ account: { id: accountId } });
  });
});
