import type { ScanRecord } from '@fulfilment/contracts';
import { tenantKey, laneOf } from '@fulfilment/kernel';
import { cloudEventHeaders } from '@fulfilment/messaging';
import type { IndexDeclaration } from '@fulfilment/mongo';
import type { ScanEntry } from '../use-cases/ports.ts';

export const SCANS = 'scans';

/** The scan as its tenant sees it, and beside it, until it is published, the record that tells of it. */
export interface ScanDocument {
  /** The id of the scan: documents sort as they came. */
  readonly _id: string;
  readonly tenant: string;
  readonly scan: ScanRecord;
  readonly event_id: string;
  /** Gone once the event is in the log: what is published needs no second copy of the scan. */
  readonly outbox?: OutboxFields;
}

export interface OutboxFields {
  readonly state: 'new' | 'parked';
  readonly lane: number;
  readonly topic: string;
  readonly key: string;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Why it was parked. */
  readonly error?: string;
}

/** Over how many lanes the topic's keys are spread: the same in every process, for ever. */
export const LANES = 8;

export const UNPUBLISHED_IN_ORDER = 'scans_unpublished_in_order';

/** A list by a field that a scan may lack: only those that have it are in the index. */
const listBy = (field: keyof ScanRecord): IndexDeclaration => ({
  collection: SCANS,
  name: `scans_by_${field}`,
  key: { tenant: 1, [`scan.${field}`]: 1, _id: -1 },
  options: { partialFilterExpression: { [`scan.${field}`]: { $gt: '' } } },
});

const unpublished = { partialFilterExpression: { 'outbox.state': 'new' } };

export const scanIndexes: readonly IndexDeclaration[] = [
  { collection: SCANS, name: 'scans_newest', key: { tenant: 1, _id: -1 } },
  listBy('sku'),
  listBy('barcode'),
  listBy('type'),
  listBy('order_id'),
  listBy('device_id'),
  {
    collection: SCANS,
    name: 'scans_client_scan_id',
    key: { tenant: 1, 'scan.client_scan_id': 1 },
    options: { unique: true, partialFilterExpression: { 'scan.client_scan_id': { $gt: '' } } },
  },
  { collection: SCANS, name: UNPUBLISHED_IN_ORDER, key: { 'outbox.lane': 1, 'outbox.key': 1, _id: 1 }, options: unpublished },
  { collection: SCANS, name: 'scans_unpublished_oldest', key: { 'scan.received_at': 1 }, options: unpublished },
];

/** The document of a scan that is not published yet. */
export function toScanDocument({ tenant, scan, event }: ScanEntry): ScanDocument {
  const { id, type, topic, key, value, requestId, traceparent } = event;
  const at = new Date(scan.received_at);
  return {
    _id: scan.id,
    tenant: tenantKey(tenant),
    scan,
    event_id: id,
    outbox: {
      state: 'new',
      lane: laneOf(key, LANES),
      topic,
      key,
      value,
      headers: cloudEventHeaders({ id, type, source: 'scans', subject: scan.id, at, requestId, traceparent }),
    },
  };
}
