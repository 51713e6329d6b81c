import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { delay } from '@fulfilment/kernel';
import { ARCHIVE, packFolder } from './archive.ts';
import { EXPECTED } from './expected.ts';
import { type Body, ReleaseClient, until } from './release-client.ts';
import { type ReleaseReceiver, startReleaseReceiver } from './release-receiver.ts';
import { ReleaseSystem } from './release-system.ts';

const PASSWORD = 'mugs fill the third shelf';
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };
const HOUR_SECONDS = 3_600;
const BARCODE = '4006381333931';
const MUG = { sku: 'MUG-01', name: 'Mug', on_hand: 100, reorder_point: 90, location: 'A3/S2' };

interface Made {
  readonly system: ReleaseSystem;
  readonly client: ReleaseClient;
  readonly receiver: ReleaseReceiver;
  readonly accountId: string;
}

const [, , checkout = ''] = process.argv;
if (checkout === '') throw new Error('usage: make-release-data.ts <checkout of the release>');
const folder = await mkdtemp(join(tmpdir(), 'release-data-'));
const dataDir = join(folder, 'data');
const releaseSystem = new ReleaseSystem(checkout, dataDir);
const releaseReceiver = await startReleaseReceiver();
try {
  await releaseSystem.start();
  const expected = await fill(releaseSystem, releaseReceiver);
  await releaseSystem.killEverything();
  await writeFile(EXPECTED, `${JSON.stringify(expected, null, 1)}\n`);
  await packFolder(dataDir, ARCHIVE);
  process.stdout.write(`${ARCHIVE}: ${(await stat(ARCHIVE)).size} bytes\n`);
} finally {
  await releaseSystem.killEverything();
  await releaseReceiver.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Brings the running release to every state, with work under way at the end. @returns what its clients know of it. */
async function fill(system: ReleaseSystem, receiver: ReleaseReceiver): Promise<Body> {
  await system.keepTopics();
  const accountId = String((await system.admin('account', 'create', '--name', 'Mugs & Co', '--plan', 'enterprise'))['id']);
  const keys = await makeKeys(system, accountId);
  const baseUrl = await system.baseUrl();
  const client = new ReleaseClient(baseUrl, { authorization: `Bearer ${keys.admin}` });
  const made = { system, client, receiver, accountId };

  const members = await makeMembers(baseUrl, made);
  const webhooks = await makeWebhooks(made);
  const orders = await work(made);
  const replay = await finishWebhooks(made, webhooks);
  const production = new ReleaseClient(baseUrl, { authorization: `Bearer ${keys.production}` });
  await production.post('/v1/inventory', { sku: 'MUG-01', name: 'Mug, for real', on_hand: 7 });
  await quiet(client, webhooks);
  const stockInProduction = await production.list('/v1/inventory');

  const inventory = await freeze(made, orders);
  const answered = client.keyed.filter(({ status }) => status !== 202);
  const pending = client.keyed.filter(({ status }) => status === 202);
  await system.moveEnds();
  // wait: the archive holds what the services wrote last.
  await delay(1_000);
  return {
    release: await releaseCommit(),
    accountId,
    keys,
    keyRecords: await client.list('/account/v1/keys'),
    members: { password: PASSWORD, ...members, records: await client.list('/account/v1/members') },
    auditLog: await client.list('/account/v1/audit-log'),
    ...(await readWebhooks(client, webhooks)),
    replay: await client.get(`/account/v1/webhooks/${webhooks.get('replayed')?.id}/replays/${replay}`),
    inventory: { ...inventory, production: stockInProduction },
    orders: await readOrders(client),
    scans: await client.list('/v1/scans'),
    feed: await client.list('/v1/events'),
    answered,
    pending,
  };
}

async function releaseCommit(): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['-C', checkout, 'rev-parse', 'HEAD']);
  return stdout.trim();
}

async function makeKeys(system: ReleaseSystem, accountId: string) {
  const issue = (role: string, ...more: string[]): Promise<Record<string, unknown>> =>
    system.admin('key', 'issue', '--account', accountId, '--role', role, '--name', `${role} of the release`, ...more);
  const rotate = (id: unknown, overlap: string) => system.admin('key', 'rotate', String(id), '--overlap', overlap);
  const limits = ['--burst', '100000', '--rate', '10000'];
  const admin = await issue('admin', ...limits);
  const scanner = await issue('scanner');
  const production = await issue('admin', '--environment', 'production', ...limits);
  const rotated = await issue('manager');
  const replaced = await issue('fulfilment');
  const revoked = await issue('viewer');
  const expired = await issue('viewer', '--expires', new Date(Date.now() + 20_000).toISOString());
  const rotatedNew = await rotate(rotated['id'], '1h');
  await rotate(replaced['id'], '0');
  await system.admin('key', 'revoke', String(revoked['id']));
  return {
    admin: textOf(admin),
    scanner: textOf(scanner),
    production: textOf(production),
    rotatedOld: textOf(rotated),
    rotatedNew: textOf(rotatedNew),
    replaced: textOf(replaced),
    revoked: textOf(revoked),
    expired: textOf(expired),
  };
}

async function makeMembers(baseUrl: string, { system, accountId }: Made) {
  const browser = new ReleaseClient(baseUrl, SAME_ORIGIN);
  const invite = (email: string, role: string) =>
    system.admin('member', 'invite', '--account', accountId, '--email', email, '--role', role);
  const joinAs = async (email: string, role: string): Promise<ReleaseClient> => {
    const token = tokenOf(await invite(email, role));
    const joined = await browser.send('POST', '/account/v1/invitations/accept', { token, password: PASSWORD });
    if (joined.status !== 201) throw new Error(await joined.text());
    return new ReleaseClient(baseUrl, { ...SAME_ORIGIN, cookie: joined.headers.getSetCookie()[0]?.split(';')[0] ?? '' });
  };
  const [owner, developer, invited, removed] = ['owner', 'developer', 'invited', 'removed'].map((name) => `${name}@example.com`);
  if (owner === undefined || developer === undefined || invited === undefined || removed === undefined) throw new Error('no one');
  const session = await joinAs(owner, 'owner');
  await joinAs(developer, 'developer');
  await joinAs(removed, 'viewer');
  const all = await session.list('/account/v1/members');
  await session.send('DELETE', `/account/v1/members/${String(all.find(({ email }) => email === removed)?.['id'])}`);
  return { owner, developer, invited: { email: invited, token: tokenOf(await invite(invited, 'viewer')) } };
}

function textOf({ key }: Body): string {
  return String(key);
}

function tokenOf({ one_time_token: token }: Body): string {
  return String(Object(token)['token']);
}

/** The settings of an endpoint for the scans of one device. */
function scansOf(device: string) {
  return { events: ['scan.completed'], filter: { data: { device_id: [device] } } };
}

interface MadeEndpoint {
  readonly id: string;
  readonly secrets: { text: string; signs: boolean }[];
}
type MadeEndpoints = Map<string, MadeEndpoint>;

async function makeWebhooks({ client, receiver }: Made): Promise<MadeEndpoints> {
  const endpoints: MadeEndpoints = new Map();
  const settings: Readonly<Record<string, object>> = {
    everything: { events: ['*'], description: 'All of it', max_rate: 500 },
    held: { events: ['order.created', 'order.packed', 'order.shipped', 'order.cancelled'], ordered: true },
    batches: { events: ['inventory.updated'], batch: { max_events: 5, max_wait_ms: 500 } },
    failing: scansOf('gun-failing'),
    gone: scansOf('gun-gone'),
    resting: scansOf('gun-resting'),
    hanging: scansOf('gun-hanging'),
    replayed: { events: ['scan.completed'] },
    removed: { events: ['order.created'] },
  };
  for (const [name, more] of Object.entries(settings)) {
    const { id, secret } = await client.post('/account/v1/webhooks', { url: receiver.urlOf(name), ...more });
    endpoints.set(name, { id, secrets: [{ text: String(secret), signs: true }] });
  }
  const rotate = async (name: string, overlapSeconds: number): Promise<void> => {
    const found = endpoints.get(name);
    if (!found) throw new Error(name);
    const { secret } = await client.post(`/account/v1/webhooks/${found.id}/secret/rotate`, { overlap_seconds: overlapSeconds });
    found.secrets.unshift({ text: String(secret), signs: true });
  };
  await rotate('held', 20);
  await rotate('held', 24 * HOUR_SECONDS);
  await rotate('everything', 0);
  for (const [name, ended] of [
    ['held', 2],
    ['everything', 1],
  ] as const) {
    const old = endpoints.get(name)?.secrets[ended];
    if (old) old.signs = false;
  }
  await client.post(`/account/v1/webhooks/${endpoints.get('removed')?.id}/pause`);
  return endpoints;
}

/** Orders of every state, and stock of every kind. @returns the ids of the orders that are under way later, by external id. */
async function work({ client }: Made): Promise<Map<string, string>> {
  await client.keyedRequest('create-mug', { path: '/v1/inventory', body: MUG }, 201);
  await client.post('/v1/inventory', { sku: 'TEE-01', name: 'T-shirt', on_hand: 5, location: 'B1/S1' });
  await client.post('/v1/inventory', { sku: 'OLD-01', name: 'Not sold any more', on_hand: 3 });
  await client.post('/v1/inventory', { sku: 'MOVING-01', name: 'Orders of it are under way', on_hand: 50, location: 'C1/S1' });
  await client.send('DELETE', '/v1/inventory/OLD-01');
  await client.post('/v1/locations', { type: 'warehouse', code: 'W2', name: 'Second warehouse' });
  await client.keyedRequest(
    'less-damaged',
    { path: '/v1/inventory/MUG-01/adjustments', body: { delta: -3, reason: 'damaged' } },
    201,
  );
  const items = [
    { op: 'create', sku: 'BATCH-01', name: 'One of a batch', on_hand: 10 },
    { op: 'adjust', sku: 'MUG-01', delta: 3, reason: 'found' },
  ];
  await client.keyedRequest('batch', { path: '/v1/inventory/batch', body: { mode: 'atomic', items } }, 200);
  const shelf = (await client.list('/v1/locations')).find(({ path }) => path === 'MAIN:A3/S2');
  const transfer = { to: 'W2', sku: 'MUG-01', quantity: 20, note: 'half of them' };
  await client.keyedRequest('transfer', { path: `/v1/locations/${String(shelf?.['id'])}/transfer`, body: transfer }, 201);

  const ids = new Map<string, string>();
  const order = async (external_id: string, sku: string, quantity: number): Promise<string> => {
    const body = { external_id, lines: [{ sku, quantity }] };
    const { id } = await client.keyedRequest(`create-${external_id}`, { path: '/v1/orders', body }, 201);
    ids.set(external_id, id);
    return id;
  };
  const step = (id: string, name: string) => client.keyedRequest(`${name}-${id}`, { path: `/v1/orders/${id}/${name}` }, 200);
  await order('allocated', 'MUG-01', 2);
  await step(await order('packed', 'MUG-01', 3), 'pack');
  const shipped = await order('shipped', 'MUG-01', 4);
  await step(shipped, 'pack');
  await step(shipped, 'ship');
  await step(await order('cancelled', 'MUG-01', 5), 'cancel');
  const packedAndCancelled = await order('cancelled-packed', 'MUG-01', 6);
  await step(packedAndCancelled, 'pack');
  await step(packedAndCancelled, 'cancel');
  await order('partial', 'TEE-01', 8);
  await order('backordered', 'TEE-01', 4);
  await order('to-be-refused', 'TEE-01', 1);
  const unknown = { external_id: 'rejected', lines: [{ sku: 'NONE-01', quantity: 1 }] };
  await client.keyedRequest('create-rejected', { path: '/v1/orders', body: unknown }, 422);
  await order('packing', 'MOVING-01', 2);
  await step(await order('shipping', 'MOVING-01', 3), 'pack');
  await order('cancelling', 'MOVING-01', 4);
  await order('waiting', 'MOVING-01', 60);

  for (const place of [1, 2, 3]) await scan(client, { device_id: 'gun-7', client_scan_id: `gun-7-${place}` });
  const receipt = { type: 'receive', sku: 'MUG-01', quantity: 12, location: 'A3/S2', apply: true };
  await client.keyedRequest('scan-receipt', { path: '/v1/scans', body: { barcode: BARCODE, ...receipt } }, 201);
  await scan(client, { type: 'receive', sku: 'NONE-01', quantity: 1, apply: true, client_scan_id: 'refused' });
  const scans = [1, 2].map((place) => ({ barcode: BARCODE, device_id: 'gun-8', client_scan_id: `gun-8-${place}` }));
  await client.keyedRequest('scan-batch', { path: '/v1/scans/batch', body: { scans } }, 200);
  for (const device of ['gun-failing', 'gun-gone', 'gun-resting'])
    await scan(client, { device_id: device, client_scan_id: device });
  return ids;
}

function scan(client: ReleaseClient, body: object): Promise<Body> {
  return client.post('/v1/scans', { barcode: BARCODE, ...body });
}

/** Brings the endpoints to their last state. @returns the id of the replay that runs. */
async function finishWebhooks({ client }: Made, endpoints: MadeEndpoints): Promise<string> {
  const at = (name: string): string => `/account/v1/webhooks/${endpoints.get(name)?.id}`;
  await quiet(client, endpoints);
  for (const name of ['held', 'batches', 'replayed']) await client.post(`${at(name)}/pause`);
  const order = async (external_id: string): Promise<string> =>
    (await client.post('/v1/orders', { external_id, lines: [{ sku: 'MUG-01', quantity: 1 }] })).id;
  const told = await order('told-later');
  await client.post(`/v1/orders/${told}/pack`);
  await client.post(`/v1/orders/${told}/ship`);
  await order('told-later-too');
  await until('removed has what is not sent', async () => (await client.list(`${at('removed')}/deliveries`)).length > 0);
  await client.send('DELETE', at('removed'));
  endpoints.delete('removed');
  const since = new Date(Date.now() - HOUR_SECONDS * 1_000).toISOString();
  const { id } = await client.post(`${at('replayed')}/resend`, { since, status: 'all', rate: 50 });
  return id;
}

/** Waits until all that is not meant to wait was delivered, failed or held. */
async function quiet(client: ReleaseClient, endpoints: MadeEndpoints): Promise<void> {
  await until('no scan is pending', async () => (await client.list('/v1/scans?applied=pending')).length === 0);
  let seen = -1;
  await until('the feed stands still', async () => {
    const before = seen;
    seen = (await client.list('/v1/events')).length;
    // wait: a feed stands still where two looks find the same.
    await delay(1_500);
    return seen === before;
  });
  for (const [name, { id }] of endpoints) {
    if (name === 'hanging' || name === 'resting') continue;
    const path = `/account/v1/webhooks/${id}/deliveries?status=pending`;
    await until(`nothing is pending for ${name}`, async () => (await client.list(path)).length === 0);
  }
  const resting = endpoints.get('resting')?.id;
  await until('one delivery rests', async () => {
    const [first] = await client.list(`/account/v1/webhooks/${resting}/deliveries?status=pending`);
    return first?.['attempts'] === 1;
  });
}

/**
 * Brings work under way and leaves it there. Kafka stands still while inventory changes stock: its events stay in the outbox.
 * Then inventory stands still: commands stay on their topics. Then Kafka stands still too: commands stay in the outboxes.
 */
async function freeze({ client, system, receiver }: Made, orders: ReadonlyMap<string, string>) {
  await system.signal('kafka', 'SIGSTOP');
  const lost = { delta: -1, reason: 'lost' };
  await client.keyedRequest('unpublished-adjustment', { path: '/v1/inventory/BATCH-01/adjustments', body: lost }, 201);
  const inventory = await readInventory(client);
  await system.signal('inventory', 'SIGSTOP');
  await system.signal('kafka', 'SIGCONT');

  const create = (external_id: string, quantity: number) => {
    const body = { external_id, lines: [{ sku: 'MOVING-01', quantity }] };
    return client.keyedRequest(`create-${external_id}`, { path: '/v1/orders', body }, 202);
  };
  const step = (name: string, external_id: string) =>
    client.keyedRequest(`${name}-${external_id}`, { path: `/v1/orders/${orders.get(external_id)}/${name}` }, 202);
  const moved = (quantity: number, client_scan_id: string) =>
    scan(client, { type: 'receive', sku: 'MOVING-01', quantity, location: 'C1/S1', apply: true, client_scan_id });
  await Promise.all([
    create('created', 1),
    step('pack', 'packing'),
    step('ship', 'shipping'),
    step('cancel', 'cancelling'),
    step('pack', 'to-be-refused'),
    moved(20, 'received'),
    scan(client, { device_id: 'gun-hanging', client_scan_id: 'gun-hanging' }),
  ]);
  await until('commands are on their topic', async () => (await system.unpublished())['orders'] === 0);
  await until('a delivery is under way', () => receiver.cameTo('hanging') > 0);
  // wait: the archive is to hold work that was under way for some time.
  await delay(3_000);
  await system.signal('kafka', 'SIGSTOP');
  await Promise.all([create('created-unpublished', 2), moved(40, 'received-unpublished')]);
  const unpublished = await system.unpublished();
  process.stdout.write(`${JSON.stringify(unpublished)} rows are not published\n`);
  if (!Object.values(unpublished).every((rows) => rows > 0)) throw new Error('the outboxes have nothing under way');
  return inventory;
}

async function readInventory(client: ReleaseClient) {
  const skus = await client.list('/v1/inventory?status=all');
  const movements: Record<string, Body[]> = {};
  for (const { sku } of skus) movements[String(sku)] = await client.list(`/v1/inventory/${String(sku)}/movements`);
  const moving = skus.find(({ sku }) => sku === 'MOVING-01');
  return { still: skus.filter((each) => each !== moving), moving, movements, locations: await client.list('/v1/locations') };
}

async function readOrders(client: ReleaseClient) {
  const all = 'pending,created,packed,shipped,cancelled,rejected';
  const records = await client.list(`/v1/orders?status=${all}`);
  const histories: Record<string, Body[]> = {};
  for (const { id } of records) histories[String(id)] = await client.list(`/v1/orders/${String(id)}/history`);
  return { records, histories };
}

async function readWebhooks(client: ReleaseClient, endpoints: MadeEndpoints) {
  const webhooks: Record<string, unknown> = {};
  const deliveries: Record<string, Body[]> = {};
  for (const [name, { id, secrets }] of endpoints) {
    webhooks[name] = { record: await client.get(`/account/v1/webhooks/${id}`), secrets };
    const list = await client.list(`/account/v1/webhooks/${id}/deliveries`);
    deliveries[id] = await Promise.all(list.map((each) => client.get(`/account/v1/deliveries/${String(each['id'])}`)));
  }
  return { webhooks, deliveries, webhookChanges: await client.list('/account/v1/webhooks/changes') };
}
