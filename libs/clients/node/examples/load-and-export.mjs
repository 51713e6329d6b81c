// Loads SKUs from a file, changes them in a batch, and reads them back as a file and as a list.
import { FulfilmentClient } from '@fulfilment/client';

const client = new FulfilmentClient({
  apiKey: process.env.FULFILMENT_API_KEY ?? '',
  baseUrl: process.env.FULFILMENT_URL ?? 'http://localhost:8080',
});
const prefix = `LOAD-${Date.now()}`;
const skus = Array.from({ length: 20 }, (_, place) => `${prefix}-${place}`);

async function* file() {
  yield 'sku,name,on_hand\r\n';
  for (const sku of skus) yield `${sku},Mug,5\r\n`;
}

const report = await client.inventory.import(file, {}, { contentType: 'text/csv' });
const { results } = await client.inventory.batch({
  items: skus.map((sku) => ({ op: 'adjust', sku, delta: 1, reason: 'receipt' })),
});
let exported = 0;
for await (const record of (await client.inventory.export()).records())
  if (record.sku.startsWith(prefix) && record.on_hand === 6) exported += 1;
const listed = await client.inventory.list({ q: prefix, limit: 7 }).toArray(100);
console.log(`${report.created} created, ${results.length} changed, ${exported} exported, ${listed.length} listed`);
