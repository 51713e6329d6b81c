import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@fulfilment/dev-stack/processes';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { DriverResult } from './clients/driver.ts';
import { startDroppingProxy } from './clients/dropping-proxy.ts';
import { INSTALL_MS, type InstalledLibrary, installLibrary, lacksToolchain } from './clients/libraries.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import { makeShop } from './system/shop.ts';
import { processNamed, type TestSystem } from './system/start-test-system.ts';
import { openTenant } from './system/tenant.ts';

/** Beyond five pages. */
const MANY = 1_050;
const PATIENCE = { withinMs: 30_000 };

let system: TestSystem;
let baseUrl: string;

beforeAll(async () => {
  system = await sharedTestSystem();
  ({ baseUrl } = processNamed(system, 'gateway'));
});

const records = z.array(z.looseObject({ sku: z.string() }));
const recordWithId = z.looseObject({ id: z.string() });
const batch = z.object({ results: z.array(z.object({ index: z.number(), status: z.number() })) });

/** As large as a body of a delivery may be. */
const LARGEST_DELIVERY = 1_000_000;

function largestEvent() {
  const event = {
    id: 'evt_01KAJ71C5V8X2N6R4TPBEVNT08',
    type: 'largest.event',
    created_at: '2026-11-20T10:00:00.000Z',
    data: { note: '' },
  };
  return { ...event, data: { note: 'x'.repeat(LARGEST_DELIVERY - JSON.stringify(event).length) } };
}

/** Posts a body under the signature of an endpoint. */
function postSigned(url: string, secret: string, body: string): Promise<Response> {
  const at = Math.floor(Date.now() / 1_000);
  const v1 = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return fetch(url, { method: 'POST', headers: { 'service-signature': `t=${at},v1=${v1}` }, body });
}

function valueOf({ value, error }: DriverResult): unknown {
  expect(error).toBeUndefined();
  return value;
}

describe.each(['node', 'python', 'ruby', 'go'])('the library for %s, against the system', (name) => {
  let library: InstalledLibrary;
  let isAbsent: boolean;
  let client: { readonly api_key: string; readonly base_url: string };

  beforeAll(async () => {
    isAbsent = await lacksToolchain(name);
    if (isAbsent) return;
    library = await installLibrary(name);
    const { id: accountId } = await system.operator.account('A shop of a library');
    client = { api_key: (await system.operator.key({ accountId })).key, base_url: baseUrl };
  }, INSTALL_MS);

  beforeEach(({ skip }) => skip(isAbsent, 'the toolchain of the library is not on the PATH'));

  afterAll(() => (isAbsent ? undefined : library.remove()));

  const call = async (group: string, method: string, given: object = {}): Promise<unknown> =>
    valueOf(await library.driver.do({ do: 'call', client, call: { group, name: method, ...given } }));

  test('a shop is loaded from a file, read in pages and as a file, and changed in batches', async () => {
    const rows = Array.from({ length: MANY }, (_, place) => `BULK-${place},Mug,5\n`);
    const report = await call('inventory', 'import', { body: `sku,name,on_hand\n${rows.join('')}` });
    const pages = await library.driver.do({
      do: 'collect',
      limit: 5_000,
      client,
      call: { group: 'inventory', name: 'list', query: { limit: 200 } },
    });
    const file = await library.driver.do({ do: 'download', client, call: { group: 'inventory', name: 'export' } });
    const items = rows.map((_row, place) => ({ op: 'adjust', sku: `BULK-${place}`, delta: 1, reason: 'count' }));
    const changed = batch.parse(await call('inventory', 'batch', { body: { items } }));

    expect(report).toMatchObject({ created: MANY, failed: 0 });
    for (const list of [pages, file]) expect(new Set(records.parse(valueOf(list)).map(({ sku }) => sku)).size).toBe(MANY);
    expect(changed.results.map(({ index }) => index)).toEqual([...Array(MANY).keys()]);
    expect(new Set(changed.results.map(({ status }) => status))).toEqual(new Set([201]));
  });

  test('an order is created, packed and shipped once, though the answer to each request is lost', async () => {
    const proxy = await startDroppingProxy(baseUrl);
    const viaProxy = async (group: string, method: string, given: object): Promise<unknown> =>
      valueOf(
        await library.driver.do({
          do: 'call',
          client: { ...client, base_url: proxy.baseUrl },
          call: { group, name: method, ...given },
        }),
      );
    await viaProxy('inventory', 'create', { body: { sku: 'MUG-01', name: 'Mug', on_hand: 10 } });
    const order = recordWithId.parse(await viaProxy('orders', 'create', { body: { lines: [{ sku: 'MUG-01', quantity: 2 }] } }));
    await viaProxy('orders', 'pack', { path: [order.id] });
    const shipped = await viaProxy('orders', 'ship', { path: [order.id], body: { carrier: 'DHL' } });
    await viaProxy('inventory', 'adjust', { path: ['MUG-01'], body: { delta: -3, reason: 'damaged' } });
    proxy.stop();

    expect(proxy.lost).toHaveLength(5);
    expect(shipped).toMatchObject({ id: order.id, status: 'shipped' });
    expect(await call('inventory', 'get', { path: ['MUG-01'] })).toMatchObject({ on_hand: 5, allocated: 0 });
    const orders = await library.driver.do({ do: 'collect', limit: 9, client, call: { group: 'orders', name: 'list' } });
    expect(orders.value).toHaveLength(1);

    const again = await library.driver.do({ do: 'call', client, call: { group: 'orders', name: 'ship', path: [order.id] } });
    expect(again.error).toMatchObject({ code: 'invalid_transition', status: 409, problem: { current_status: 'shipped' } });
  });

  test('its examples run', async () => {
    const env = { FULFILMENT_API_KEY: client.api_key, FULFILMENT_URL: baseUrl };
    const run = (stem: string): Promise<string> => {
      const example = library.examples.find((each) => each.replaceAll('_', '-').startsWith(stem)) ?? stem;
      return library.runExample(example, { env });
    };

    expect(await run('fill-an-order')).toMatch(/is shipped; 8 of .* are left\ninvalid_transition: the order is shipped\n$/);
    expect(await run('load-and-export')).toBe('20 created, 20 changed, 20 exported, 20 listed\n');
    expect(await run('follow-the-feed')).toMatch(/inventory\.updated .*\n\d+ new events\n$/s);
  });

  test.each(['node', 'python'].filter((each) => each === name))(
    'its integration in %s runs: import, orders, restock, webhooks, and a mirror that equals the export',
    async () => {
      const { id: accountId } = await system.operator.account('A shop that is integrated');
      const { key } = await system.operator.key({ accountId });
      const example = library.examples.find((each) => each.startsWith('integration')) ?? 'integration';
      const env = { FULFILMENT_API_KEY: key, FULFILMENT_URL: baseUrl, ROWS: '120', ORDERS: '20' };

      expect(await library.runExample(example, { env })).toBe(
        '113 of 120 rows created, 7 refused, repeated: true\n8 allocated, 4 backordered, 8 partial\n6 shipped, 113 mirrored, consistent: true\n',
      );
    },
  );

  test.each(['ruby'].filter((each) => each === name))(
    'the code of its README in %s runs, from the first task to the last',
    async () => {
      const { id: accountId } = await system.operator.account('A shop of a README');
      const { key } = await system.operator.key({ accountId });
      const text = await readFile(join(import.meta.dirname, `../libs/clients/${name}/README.md`), 'utf8');
      const blocks = [...text.matchAll(/^```ruby\n(.*?)^```$/gms)].map(([, code = '']) => code);
      // The routes of frameworks lead nowhere here, and the feed ends at its end.
      const program = ['def run(_app) = nil', 'def mount(_app) = nil', ...blocks]
        .join('\n')
        .replace('"feed.place")', '"readme.place"), until_end: true');
      await writeFile(join(library.folder, 'examples/readme.rb'), program.replaceAll('http://localhost:8080', baseUrl));
      const output = await library.runExample('readme.rb', {
        env: { FULFILMENT_API_KEY: key, WEBHOOK_SECRET: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' },
      });

      expect(blocks).toHaveLength(10);
      expect(output).toContain('"invalid_transition"\n409\n');
      expect(output).toContain('MUG-01: 95\n');
      expect(output).toMatch(/#<struct Fulfilment::RateLimit .*\n"req_\w+"\nfalse\n$/);
    },
  );

  test('a key with a small limit gets all its answers, later', async () => {
    const { id: accountId } = await system.operator.account('A shop with a small limit');
    const { key } = await system.operator.key({ accountId, limit: { burst: 2, rate: 2 } });
    const slow = { ...client, api_key: key, retries: 6 };
    const asked = Array.from({ length: 6 }, () =>
      library.driver.do({ do: 'call', client: slow, call: { group: 'integrity', name: 'check' } }),
    );

    for (const result of await Promise.all(asked)) expect(result.error).toBeUndefined();
  });

  test('a delivery is verified, and the feed goes on where it stopped', async () => {
    const tenant = await openTenant(system);
    await tenant.shop.createSku({ sku: 'MUG-01', name: 'Mug "Blåbær 🫐"', on_hand: 8 });
    const delivery = await eventually(() => {
      const [first] = tenant.subscriber.deliveries;
      if (!first) throw new Error('no delivery yet');
      return first;
    }, PATIENCE);
    const verified = await library.driver.do({
      do: 'verify',
      body: delivery.rawBody,
      headers: delivery.headers,
      secrets: [tenant.secret],
    });
    const forged = await library.driver.do({
      do: 'verify',
      body: `${delivery.rawBody} `,
      headers: delivery.headers,
      secrets: [tenant.secret],
    });
    const places = await mkdtemp(join(tmpdir(), 'fulfilment-places-'));
    const feed = { do: 'feed', client: { ...client, api_key: tenant.shop.key }, place_file: join(places, 'place') };
    const first = await library.driver.do(feed);
    await tenant.shop.scan({ barcode: '4006381333931' });
    const scanned = await eventually(async () => {
      const scan = (await tenant.shop.events()).find(({ type }) => type === 'scan.completed');
      if (!scan) throw new Error('not in the feed yet');
      return scan.id;
    }, PATIENCE);
    const second = await library.driver.do(feed);
    await rm(places, { recursive: true });
    await tenant.stop();

    expect(verified.value).toMatchObject([{ id: delivery.event.id, type: delivery.event.type }]);
    expect(forged.error).toMatchObject({ code: 'invalid_signature' });
    expect(first.value).toContain(delivery.event.id);
    expect(second.value).toContain(scanned);
    const ids = [first.value, second.value].flatMap((value) => z.array(z.string()).parse(value));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('its example of a receiver takes the deliveries of the system, and refuses others', async () => {
    const PORT = String(await freePort());
    const url = `http://127.0.0.1:${PORT}/hook`;
    const { id: accountId } = await system.operator.account('A shop with a receiver');
    const tenant = { accountId, environment: 'sandbox' } as const;
    const shop = makeShop(system.call, (await system.operator.key(tenant)).key);
    const endpoint = await system.operator.addWebhook(tenant, { url, events: ['*'] });
    const receiver = library.startReceiver({
      PORT,
      WEBHOOK_SECRET: `whsec_IkYQ8QKJC8DkDEn/tFa7k9Rabe6I3Jp77zUfoQ0/hYI=,${endpoint.secret}`,
    });
    const wrote = (text: string): Promise<void> => eventually(() => expect(receiver.output()).toContain(text), PATIENCE);
    await wrote('listening on');
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 8 });
    const { id } = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 2 }] });
    await shop.pack(id);
    await shop.ship(id, { carrier: 'DHL' });
    await wrote(`${id} left with DHL`);
    const headers = { 'service-signature': `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}` };
    const forged = await fetch(url, { method: 'POST', headers, body: '{"id":"evt_1","type":"forged.event"}' });
    const large = await postSigned(url, endpoint.secret, JSON.stringify(largestEvent()));
    await wrote('largest.event');
    await system.operator.removeWebhook(accountId, endpoint.id);
    await receiver.stop();

    expect(forged.status).toBe(400);
    expect(large.status).toBeLessThan(300);
    expect(receiver.output()).toContain('order.created');
    expect(receiver.output()).not.toContain('forged.event');
  });
});
