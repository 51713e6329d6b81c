import { z } from 'zod';
import { barcode, clientTimestamp, id, listQuery, metadata, pageOf, skuCode, text, timestamp } from './fields.ts';

export const SCAN_TYPES = ['receive', 'putaway', 'pick', 'pack', 'ship', 'count', 'lookup', 'other'] as const;
export const scanType = z.enum(SCAN_TYPES);

const what = {
  barcode: barcode.describe('What the device read.'),
};
const seen = {
  sku: skuCode.optional(),
  quantity: z.int().min(0).max(1_000_000).optional(),
  location: text(1, 128).optional(),
  order_id: text(1, 64).optional(),
  device_id: text(1, 64).optional(),
  operator: text(1, 100).optional(),
  scanned_at: clientTimestamp.optional().describe("The device's clock."),
  client_scan_id: text(1, 128).optional().describe("The device's own id of the scan: the same again changes nothing."),
  metadata: metadata.optional(),
};

export const createScanBody = z.strictObject({ ...what, type: scanType.default('other'), ...seen }).meta({
  id: 'ScanCreate',
  examples: [{ barcode: '4006381333931', type: 'pick', sku: 'MUG-01', quantity: 1, device_id: 'gun-7' }],
});
export type CreateScanBody = z.output<typeof createScanBody>;

export const scanRecord = z
  .strictObject({
    id: id('scn'),
    barcode: z.string(),
    type: scanType,
    sku: z.string().nullable(),
    quantity: z.int().nullable(),
    location: z.string().nullable(),
    order_id: z.string().nullable(),
    device_id: z.string().nullable(),
    operator: z.string().nullable(),
    scanned_at: timestamp.nullable().describe("The device's clock, in UTC."),
    client_scan_id: z.string().nullable(),
    metadata: z.record(z.string(), z.string()),
    received_at: timestamp.describe("The service's clock."),
  })
  .meta({ id: 'Scan' });
export type ScanRecord = z.output<typeof scanRecord>;

export const listScansQuery = z.strictObject({
  ...listQuery,
  sku: skuCode.optional(),
  barcode: barcode.optional(),
  type: scanType.optional(),
  order_id: text(1, 64).optional(),
  device_id: text(1, 64).optional(),
});
export type ListScansQuery = z.output<typeof listScansQuery>;

export const scanPage = pageOf(scanRecord).meta({ id: 'ScanPage' });
