import { accountOperations, type Operation, operations, takesIdempotencyKey, webhookWithSecret } from '@fulfilment/contracts';
import { z } from 'zod';
import { BARCODE, makeEach, pathTo, RESOURCES, type Values, valueOf } from '../system/resources.ts';
import type { Party, PartyRequest } from './party.ts';

const withId = z.looseObject({ id: z.string() });

type Options = Pick<PartyRequest, 'body' | 'headers'>;

/**
 * Leaves a record of every kind, made by its card, and further ones by hand, under SKUs, external ids, client scan ids and idempotency
 * keys that are the same for all parties.
 */
export async function leaveRecords(party: Party): Promise<void> {
  const values = await makeEach(RESOURCES, {
    ask: async (operation, request = {}) => JSON.parse(await asked(party, operation, request)),
    mark: party.mark,
    there: { whk_: await subscribe(party) },
  });
  party.finds.addOwn(BARCODE, valueOf(values, BARCODE));
  await fillWarehouse(party, values);
  await fillOrders(party);
  await fillScans(party);
}

interface Target extends Options {
  readonly at?: Values;
}

/** Under an idempotency key, where one is taken; the same for every party. */
async function asked(party: Party, operation: Operation, { at = {}, ...options }: Target): Promise<string> {
  const headers: Record<string, string> = {};
  if (takesIdempotencyKey(operation)) {
    const key = `${operation.id}-${party.finds.of('idempotency-key').length}`;
    party.finds.add('idempotency-key', key);
    headers['idempotency-key'] = key;
  }
  return (await party.ask({ operation, path: pathTo(operation, at), headers, ...options })).text;
}

const idOf = (text: string): string => withId.parse(JSON.parse(text)).id;

async function fillWarehouse(party: Party, values: Values): Promise<void> {
  const { mark } = party;
  const place = async (type: string, code: string, parent_id?: string): Promise<string> =>
    idOf(
      await asked(party, operations.createLocation, { body: { type, code, name: mark, ...(parent_id ? { parent_id } : {}) } }),
    );
  await place('shelf', 'S1', await place('aisle', 'A1', await place('warehouse', 'W2')));
  const sku = (code: string, location: string) => {
    const barcode = `${mark}-${code}`;
    party.finds.addOwn(BARCODE, barcode);
    const body = { sku: code, name: `Mug ${mark}`, on_hand: 100, reorder_point: 99, location, barcodes: [barcode] };
    return asked(party, operations.createSku, { body });
  };
  await sku(`ONLY-${party.finds.of('loc_')[0]?.slice(-8)}`, 'A3/S2');
  await sku('CUP-01', 'W2:A1/S1');
  await asked(party, operations.updateSku, { at: values, body: { reorder_point: 99 } });
  await asked(party, operations.adjustStock, { at: values, body: { delta: -3, reason: 'damaged', note: mark } });
  await asked(party, operations.transferStock, { at: values, body: { to: 'W2:A1/S1', sku: 'MUG-01', quantity: 1 } });
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
  await asked(party, operations.packOrder, { at: { ord_: shipped } });
  await asked(party, operations.shipOrder, {
    at: { ord_: shipped },
    body: { carrier: mark, tracking_number: '00340434161094042557' },
  });
  await asked(party, operations.cancelOrder, { at: { ord_: cancelled }, body: { reason: mark } });
}

async function fillScans(party: Party): Promise<void> {
  const scan = { barcode: '4006381333931', sku: 'MUG-01', location: 'A3/S2', operator: party.mark };
  const ofGun = { ...scan, device_id: 'gun-7' };
  await asked(party, operations.createScan, { body: { ...ofGun, client_scan_id: 'gun-7-000181' } });
  const applied = { ...ofGun, type: 'receive', quantity: 1, apply: true, client_scan_id: 'gun-7-000182' };
  await asked(party, operations.createScans, { body: { scans: [applied, { ...ofGun, client_scan_id: 'gun-7-3' }] } });
  // An id names a scan of its device: each is taken with and without one, so that what another party calls a scan is taken here too.
  const others = ['gun-7-000181', 'gun-7-000182', 'gun-7-3'].map((id) => ({ ...scan, client_scan_id: id }));
  await asked(party, operations.createScans, { body: { scans: [{ ...ofGun, client_scan_id: 'gun-7:1' }, ...others] } });
}

async function subscribe(party: Party): Promise<string> {
  const { mark: description, receiver } = party;
  const text = await asked(party, accountOperations.createWebhook, { body: { url: receiver.url, description } });
  const { id, secret } = webhookWithSecret.parse(JSON.parse(text));
  const rotated = await asked(party, accountOperations.rotateWebhookSecret, { at: { whk_: id }, body: {} });
  receiver.trust(secret, webhookWithSecret.parse(JSON.parse(rotated)).secret);
  return id;
}
