import { ERRORS } from '@fulfilment/contracts';
import { sampleLocation, sampleScan, sampleSku } from './records.ts';

/** The entry of the ledger for three mugs that were dropped. */
export const sampleMovement = {
  id: 'mov_01KAJ6Z4T8C2W6Q0N3RBMMVE01',
  sku: sampleSku.sku,
  location_id: sampleLocation.id,
  location: sampleLocation.path,
  delta: -3,
  balance: 97,
  reason: 'damaged',
  reference: null,
  note: 'Dropped.',
  actor: 'key_01KAJ6P2C4G8TN5YD0WQ9KEY01',
  version: 3,
  created_at: '2026-11-21T09:30:00.000Z',
};

const afterwards = {
  ...sampleSku,
  on_hand: 97,
  available: 95,
  stock: sampleSku.stock.map((place) => ({ ...place, on_hand: 97 })),
  version: 3,
  updated_at: sampleMovement.created_at,
};

/** The adjustment that {@link sampleMovement} is the whole of. */
export const sampleAdjustment = {
  sku: sampleSku.sku,
  delta: sampleMovement.delta,
  reason: sampleMovement.reason,
  note: sampleMovement.note,
  movements: [sampleMovement],
  record: afterwards,
  created_at: sampleMovement.created_at,
};

const { title, retryable } = ERRORS.sku_exists;

/** A batch of two items, the second refused. */
export const sampleInventoryBatchResult = {
  results: [
    { index: 0, status: 200, record: afterwards },
    { index: 1, status: 409, error: { title, code: 'sku_exists', detail: 'MUG-01 exists already.', retryable } },
  ],
};

/** A batch of two scans, the first one known already. */
export const sampleScanResults = {
  results: [
    { index: 0, status: 200, record: sampleScan },
    {
      index: 1,
      status: 201,
      record: { ...sampleScan, id: 'scn_01KAJ6Y7H3Q9M5W1R8TBSCAN02', client_scan_id: 'gun-7-000182' },
    },
  ],
};
