import type { ScanRecord } from '@fulfilment/contracts';
import { type OutgoingMessage, shardOf, tenantKey } from '@fulfilment/kernel';
import { cloudEventHeaders } from '@fulfilment/messaging';
import type { ScanClaim, ScanEntry } from './scan-ports.ts';

/** The collection of scans. */
export const SCANS = 'scans';

/** A scan as its tenant sees it, and beside it, until they are published, its messages. */
export interface ScanDocument {
  /** The id of the scan: documents sort by time of receipt. */
  readonly _id: string;
  readonly tenant: string;
  readonly scan: ScanRecord;
  readonly event_id: string;
  /** The claim of its request, for ever, where that moves stock under an idempotency key. */
  readonly claim?: ScanClaim;
  /** Its event, removed once published: the scan needs no second copy. */
  readonly outbox?: OutboxFields;
  /** Its command for inventory, removed once published. */
  readonly command?: OutboxFields;
}

/** The fields that hold messages to be published. */
export type Unpublished = 'outbox' | 'command';

export interface OutboxFields {
  readonly state: 'new' | 'parked';
  readonly lane: number;
  readonly topic: string;
  readonly key: string;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The reason of a dead letter. */
  readonly error?: string;
}

/** The number of outbox shards over which the topic's keys are spread: the same in every process, for ever. */
export const SHARDS = 8;

/** The document of a scan that is not published yet. */
export function toScanDocument({ tenant, scan, event, command, claim }: ScanEntry): ScanDocument {
  return {
    _id: scan.id,
    tenant: tenantKey(tenant),
    scan,
    event_id: event.id,
    ...(claim ? { claim } : {}),
    outbox: outboxOf(event),
    ...(command ? { command: outboxOf(command) } : {}),
  };
}

function outboxOf({ id, type, topic, key, value, subject, at, requestId, traceparent }: OutgoingMessage): OutboxFields {
  return {
    state: 'new',
    lane: shardOf(key, SHARDS),
    topic,
    key,
    value,
    headers: cloudEventHeaders({ id, type, source: 'scans', subject, at, requestId, traceparent }),
  };
}
