import { OPERATIONS, operations, writes } from '@fulfilment/contracts';
import { makeEach, V1_RESOURCES } from './resources.ts';
import type { Shop } from './shop.ts';

/**
 * Makes a record of every kind by its card, and calls every read of the contract with success, on an empty tenant; the writes in between
 * are those of the specification that no card makes.
 */
export async function callEveryRead(shop: Shop): Promise<void> {
  const { ask } = shop;
  const made = await makeEach(V1_RESOURCES, { ask, mark: 'walk' });
  await ask(operations.updateSku, { at: made, body: { name: 'Mug, white', on_hand: 102 } });
  await shop.createLocation({ type: 'warehouse', code: 'W2', name: 'Second warehouse' });
  await ask(operations.transferStock, { at: made, body: { to: 'W2', sku: made.sku, quantity: 5 } });

  const cancelled = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 1 }] });
  await shop.cancel(cancelled.id);
  const whole = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 1 }] });
  await shop.pack(whole.id);
  await shop.ship(whole.id);
  await ask(operations.createScans, { body: { scans: [{ barcode: '4006381333931' }] } });

  for (const operation of OPERATIONS.filter((each) => !writes(each))) await ask(operation, { at: made });
  await shop.all('/orders', { status: 'shipped' });
  await ask(operations.archiveSku, { at: made });
}
