import { accountOperations, type Operation, operations, takesIdempotencyKey, webhookWithSecret } from '@fulfilment/contracts';
import { z } from 'zod';
import type { Party, PartyRequest } from './party.ts';
import { BARCODE } from './read-everything.ts';

const withId = z.looseObject({ id: z.string() });

type Options = Pick<PartyRequest, 'body' | 'headers'>;

/** Leaves records of every kind, under SKUs, external ids, client scan ids and idempotency keys that are the same for all parties. */
export async function fill(party: Party): Promise<void> {
  await subscribe(party);
  const { shelf } = await fillWarehouse(party);
  await fillOrders(party);
  await fillScans(party);
  await asked(party, operations.transferStock, { at: { id: shelf }, body: { to: 'A3/S2', sku: 'MUG-01', quantity: 1 } });
  await asked(party, accountOperations.createKey, { body: { name: party.mark, role: 'viewer' } });
}

interface Target extends Options {
  readonly at?: Readonly<Record<string, string>>;
}

/** Under an idempotency key, where one is taken; the same for every party. */
async function asked(party: Party, operation: Operation, { at = {}, ...options }: Target): Promise<string> {
  const path = operation.path.replaceAll(/:([a-z_]+)/g, (_all, name: string) => at[name] ?? '');
  const headers: Record<string, string> = {};
  if (takesIdempotencyKey(operation)) {
    const key = `${operation.id}-${party.finds.of('idempotency-key').length}`;
    party.finds.add('idempotency-key', key);
    headers['idempotency-key'] = key;
  }
  return (await party.ask({ operation, path, headers, ...options })).text;
}

const idOf = (text: string): string => withId.parse(JSON.parse(text)).id;

async function fillWarehouse(party: Party): Promise<{ readonly shelf: string }> {
  const { mark } = party;
  const place = async (type: string, code: string, parent_id?: string): Promise<string> =>
    idOf(
      await asked(party, operations.createLocation, { body: { type, code, name: mark, ...(parent_id ? { parent_id } : {}) } }),
    );
  const shelf = await place('shelf', 'S1', await place('aisle', 'A1', await place('warehouse', 'W2')));
  const sku = (code: string, location: string) => {
    const barcode = `${mark}-${code}`;
    party.finds.addOwn(BARCODE, barcode);
    const body = { sku: code, name: `Mug ${mark}`, on_hand: 100, reorder_point: 99, location, barcodes: [barcode] };
    return asked(party, operations.createSku, { body });
  };
  await sku('MUG-01', 'W2:A1/S1');
  await sku(`ONLY-${party.finds.of('loc_')[0]?.slice(-8)}`, 'A3/S2');
  await sku('CUP-01', 'A3/S2');
  await asked(party, operations.adjustStock, { at: { sku: 'MUG-01' }, body: { delta: -3, reason: 'damaged', note: mark } });
  return { shelf };
}

async function fillOrders(party: Party): Promise<void> {
  const { mark } = party;
  const order = async (external_id: string): Promise<string> => {
    const body = { external_id, lines: [{ sku: 'MUG-01', quantity: 2, external_line_id: '1' }], note: mark, metadata: { mark } };
    return idOf(await asked(party, operations.createOrder, { body }));
  };
  await order('shop-1001');
  // Every party sends exactly this, under the same key: a party that gets another's response has its order.
  await asked(party, operations.createOrder, { body: { external_id: 'shop-1000', lines: [{ sku: 'MUG-01', quantity: 1 }] } });
  const batched = (external_id: string) => ({ external_id, lines: [{ sku: 'MUG-01', quantity: 1 }], note: mark });
  await asked(party, operations.createOrders, { body: { orders: [batched('shop-1004'), batched('shop-1005')] } });
  const [shipped, cancelled] = [await order('shop-1002'), await order('shop-1003')];
  await asked(party, operations.packOrder, { at: { id: shipped } });
  await asked(party, operations.shipOrder, {
    at: { id: shipped },
    body: { carrier: mark, tracking_number: '00340434161094042557' },
  });
  await asked(party, operations.cancelOrder, { at: { id: cancelled }, body: { reason: mark } });
}

async function fillScans(party: Party): Promise<void> {
  const scan = { barcode: '4006381333931', sku: 'MUG-01', location: 'A3/S2', device_id: 'gun-7', operator: party.mark };
  await asked(party, operations.createScan, { body: { ...scan, client_scan_id: 'gun-7-000181' } });
  const applied = { ...scan, type: 'receive', quantity: 1, apply: true, client_scan_id: 'gun-7-000182' };
  await asked(party, operations.createScans, { body: { scans: [applied, { ...scan, client_scan_id: 'gun-7-3' }] } });
}

async function subscribe(party: Party): Promise<void> {
  const { mark: description, receiver } = party;
  const text = await asked(party, accountOperations.createWebhook, { body: { url: receiver.url, description } });
  const { id, secret } = webhookWithSecret.parse(JSON.parse(text));
  const rotated = await asked(party, accountOperations.rotateWebhookSecret, { at: { id }, body: {} });
  receiver.trust(secret, webhookWithSecret.parse(JSON.parse(rotated)).secret);
  await asked(party, accountOperations.testWebhook, { at: { id }, body: { type: 'order.shipped' } });
  const since = new Date(Date.now() - 60_000).toISOString();
  await asked(party, accountOperations.createReplay, { at: { id }, body: { since } });
}
