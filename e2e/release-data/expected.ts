import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The file beside the archive: all that a client of the release was told, and how it was answered last. */
export const EXPECTED = fileURLToPath(new URL('./expected.json', import.meta.url));

/** A body as the release answered it. Later answers may have more fields, and none less. */
const record = z.looseObject({ id: z.string() });
const skuBody = z.looseObject({ sku: z.string(), on_hand: z.int(), allocated: z.int(), version: z.int() });

const secret = z.object({
  /** Its text. */
  text: z.string(),
  /** True if it signs: its overlap has not ended. */
  signs: z.boolean(),
});

const endpoint = z.object({
  record: record.extend({ url: z.string(), status: z.string() }),
  secrets: z.array(secret),
});

/** A request under an idempotency key, and its answer, byte for byte. */
const keyedRequest = z.object({
  method: z.string(),
  path: z.string(),
  idempotencyKey: z.string(),
  body: z.unknown().optional(),
  status: z.int(),
  text: z.string(),
});

const order = record.extend({ external_id: z.string(), status: z.string(), version: z.int() });
const scan = record.extend({ client_scan_id: z.string().nullable(), applied: z.string().nullable() });
const delivery = record.extend({ status: z.string(), event_type: z.string(), event_id: z.string().nullable() });

const expected = z.object({
  release: z.string(),
  accountId: z.string(),
  keys: z.object({
    admin: z.string(),
    scanner: z.string(),
    production: z.string(),
    rotatedOld: z.string(),
    rotatedNew: z.string(),
    replaced: z.string(),
    revoked: z.string(),
    expired: z.string(),
  }),
  keyRecords: z.array(record),
  members: z.object({
    password: z.string(),
    records: z.array(record.extend({ email: z.string(), status: z.string() })),
    owner: z.string(),
    developer: z.string(),
    invited: z.object({ email: z.string(), token: z.string() }),
  }),
  auditLog: z.array(record),
  webhooks: z.record(z.string(), endpoint),
  webhookChanges: z.array(record),
  /** By the id of their endpoint, newest first, with every attempt. */
  deliveries: z.record(z.string(), z.array(delivery)),
  /** The replay that was running. */
  replay: record,
  inventory: z.object({
    /** SKUs that no work was under way for. */
    still: z.array(skuBody),
    /** The SKU of the orders and scans under way, before them. */
    moving: skuBody,
    /** By SKU, newest first. */
    movements: z.record(z.string(), z.array(record)),
    locations: z.array(record),
    production: z.array(skuBody),
  }),
  orders: z.object({
    records: z.array(order),
    histories: z.record(z.string(), z.array(z.looseObject({ transition: z.string(), version: z.int() }))),
  }),
  scans: z.array(scan),
  /** The events feed, oldest first. */
  feed: z.array(record),
  /** Requests that were answered for good. */
  answered: z.array(keyedRequest),
  /** Requests that were answered with 202. */
  pending: z.array(keyedRequest),
});

/** The data that the release left, as its clients knew it. */
export type Expected = z.output<typeof expected>;
export type KeyedRequest = z.output<typeof keyedRequest>;

export async function readExpected(): Promise<Expected> {
  return expected.parse(JSON.parse(await readFile(EXPECTED, 'utf8')));
}
