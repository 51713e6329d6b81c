import type { ScanRecord } from '@fulfilment/contracts';
import { shardOf, tenantKey } from '@fulfilment/kernel';
import { cloudEventHeaders } from '@fulfilment/messaging';
import type { ScanClaim, ScanEntry, ScanMessage } from './scan-ports.ts';

/** The scan as its tenant sees it, and beside it, until they are published, the records that tell of it. */
export interface ScanDocument {
  /** The id of the scan: documents sort as they came. */
  readonly _id: string;
  readonly tenant: string;
  readonly scan: ScanRecord;
  readonly event_id: string;
  /** Of the request that it came with, for ever, where that moves stock under an idempotency key. */
  readonly claim?: ScanClaim;
  /** Its event. Gone once that is in the log: what is published needs no second copy of the scan. */
  readonly outbox?: OutboxFields;
  /** What inventory is asked to do about it, until that is in the log. */
  readonly command?: OutboxFields;
}

/** The fields of a scan whose records wait to be published. */
export type Unpublished = 'outbox' | 'command';

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

/** Shards over which the topic's keys are hashed: the same in every process, for ever. */
export const SHARDS = 8;

/** The document of a scan that is not published yet. */
export function toScanDocument({ tenant, scan, event, command, claim }: ScanEntry): ScanDocument {
  return {
    _id: scan.id,
    tenant: tenantKey(tenant),
    scan,
    event_id: event.id,
    ...(claim ? { claim } : {}),
    outbox: outboxOf(scan, event),
    ...(command ? { command: outboxOf(scan, command) } : {}),
  };
}

function outboxOf(scan: ScanRecord, { id, type, topic, key, value, requestId, traceparent }: ScanMessage): OutboxFields {
  const at = new Date(scan.received_at);
  return {
    state: 'new',
    lane: shardOf(key, SHARDS),
    topic,
    key,
    value,
    headers: cloudEventHeaders({ id, type, source: 'scans', subject: scan.id, at, requestId, traceparent }),
  };
}
