// A whole integration: places, an import with faults, orders, a restock by scan, shipping, webhooks, and a mirror of the stock.
// FULFILMENT_API_KEY (role admin, of an empty account) and FULFILMENT_URL name the system; ROWS and ORDERS its size.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf, FilePlaceStore, FulfilmentClient, StockMirror, WebhookReceiver } from '@fulfilment/client';

const { FULFILMENT_API_KEY: apiKey, FULFILMENT_URL: baseUrl, ROWS = '2000', ORDERS = '40' } = process.env;
const client = new FulfilmentClient({ apiKey, baseUrl, retries: 8 });
const numbers = (length) => Array.from({ length: Number(length) }, (_, n) => n);

const delivered = new Set();
const receiver = new WebhookReceiver({ secrets: () => endpoint.secret, onError: console.error });
const server = await receiver.onOther(({ id }) => void delivered.add(id)).listen(0);
const endpoint = await client.webhooks.create({ url: `http://localhost:${server.port}/`, events: ['*'] });

for (const code of ['EAST', 'WEST']) {
  const warehouse = await client.locations.create({ type: 'warehouse', code });
  const aisle = await client.locations.create({ type: 'aisle', code: 'A', parent_id: warehouse.id });
  for (const n of numbers(8)) await client.locations.create({ type: 'shelf', code: `S${n}`, parent_id: aisle.id });
}

const faults = ['A,,5,', ',Mug,5,', 'B,Mug,-1,', 'C,Mug,1.5,', 'D,Mug,many,', 'E,Mug,5,A', 'F,Mug,5,NOWHERE:A/S1'];
const goods = numbers(ROWS - faults.length).map((n) => `INT-${n},Mug ${n},${n % 5},EAST:A/S${n % 8}`);
const file = ['sku,name,on_hand,location', ...faults, ...goods].join('\n');
const tried = await client.inventory.import(file, { dry_run: true });
const report = await client.inventory.import(file, {}, { idempotencyKey: 'first-load' });
const again = await client.inventory.import(file, {}, { idempotencyKey: 'first-load' });
const rows = new Set(report.errors.map(({ row }) => row));
console.log(`${report.created} of ${tried.rows} rows created, ${rows.size} refused, repeated: ${answerOf(again).replayed}`);

const orders = [];
for (const n of numbers(ORDERS))
  orders.push(await client.orders.create({ external_id: `shop-${n}`, lines: [{ sku: `INT-${n}`, quantity: 3 }] }));
const having = (allocation) => orders.filter((order) => order.allocation === allocation);
console.log(['allocated', 'backordered', 'partial'].map((each) => `${having(each).length} ${each}`).join(', '));

const [waiting] = having('backordered');
await client.scans.create({ type: 'receive', barcode: 'INT-0', sku: 'INT-0', quantity: 3, location: 'EAST:A/S0', apply: true });
await client.waitForOrder(waiting.id, ({ allocation }) => allocation === 'allocated');
const ready = [waiting, ...having('allocated')].slice(0, 6);
for (const { id } of ready) {
  await client.orders.pack(id);
  await client.orders.ship(id, { carrier: 'DHL' });
}

const places = new FilePlaceStore(join(await mkdtemp(join(tmpdir(), 'integration-')), 'place'));
const [mirror, events] = [new StockMirror(), new Set()];
async function catchUp() {
  for await (const event of client.feed({ places, untilEnd: true })) {
    events.add(event.id);
    mirror.apply(event);
  }
}

await catchUp();
for (const n of numbers(8)) await client.inventory.adjust(`INT-${n}`, { delta: 2, reason: 'receipt' });
const exported = [];
for await (const record of (await client.inventory.export()).records()) exported.push(record);
while (!exported.every((record) => mirror.agrees(record)) || [...events].some((id) => !delivered.has(id))) {
  await catchUp();
  await sleep(100);
}
await client.webhooks.delete(endpoint.id);
console.log(`${ready.length} shipped, ${exported.length} mirrored, consistent: ${(await client.integrity.check()).consistent}`);
await server.close();
