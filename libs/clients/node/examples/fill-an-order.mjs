// Creates a SKU, sells two of it, packs and ships them. FULFILMENT_API_KEY and FULFILMENT_URL name the system.
import { ApiError, FulfilmentClient } from '@fulfilment/client';

const client = new FulfilmentClient({
  apiKey: process.env.FULFILMENT_API_KEY ?? '',
  baseUrl: process.env.FULFILMENT_URL ?? 'http://localhost:8080',
});
const sku = `EXAMPLE-${Date.now()}`;

await client.inventory.create({ sku, name: 'Mug', on_hand: 10 });
const order = await client.orders.create({ lines: [{ sku, quantity: 2 }] });
await client.orders.pack(order.id);
const shipped = await client.orders.ship(order.id, { carrier: 'DHL' });
const { on_hand: left } = await client.inventory.get(sku);
console.log(`${shipped.id} is ${shipped.status}; ${left} of ${sku} are left`);

try {
  await client.orders.cancel(order.id);
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.log(`${error.code}: the order is ${error.problem.current_status}`);
}
