import type { ScanRecord } from '@fulfilment/contracts';
import { type OutgoingMessage, shardOf, tenantKey } from '@fulfilment/kernel';
import { cloudEventHeaders } from '@fulfilment/messaging';
import type { IndexDeclaration, RetiredIndex } from '@fulfilment/mongo';
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
  /** The event of its result, removed once published. */
  readonly result?: OutboxFields & { readonly since: Date };
  /** The id and time of that event, for good. A scan that an earlier release gave its result has none. */
  readonly result_event?: { readonly id: string; readonly at: Date };
  /** Time at which its command was sent again last. */
  readonly resent_at?: Date;
}

/** The fields that hold messages to be published. */
export const UNPUBLISHED = ['outbox', 'command', 'result'] as const;
export type Unpublished = (typeof UNPUBLISHED)[number];

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

/** The message as its scan holds it. */
export function outboxOf({ id, type, topic, key, value, subject, at, requestId, traceparent }: OutgoingMessage): OutboxFields {
  return {
    state: 'new',
    lane: shardOf(key, SHARDS),
    topic,
    key,
    value,
    headers: cloudEventHeaders({ id, type, source: 'scans', subject, at, requestId, traceparent }),
  };
}

/** The fields that lists are filtered by beside the type, the rarest values first. */
export const LISTED_BY = [
  'order_id',
  'barcode',
  'sku',
  'location',
  'device_id',
  'operator',
  'applied',
] as const satisfies readonly (keyof ScanRecord)[];
/** A field that lists are filtered by. */
export type ListedBy = (typeof LISTED_BY)[number];

/** Names of the indexes that lists are read from. */
export const NEWEST = 'scans_newest';
export const BY_TYPE = 'scans_by_type';
export const indexBy = (field: ListedBy): string => `scans_by_${field}`;

/** The scans of requests that moved stock under an idempotency key. */
export const UNDER_CLAIM = 'scans_under_claim';

/** The order of the messages of one key: scans as they were received, results as they came. */
export const orderOf = (field: Unpublished): Record<string, 1> => (field === 'result' ? { 'result_event.id': 1 } : { _id: 1 });

export const inOrderOf = (field: Unpublished): string => `scans_${field}_in_order`;

/** The index of a field that may be absent holds only scans that have it; with the type, since every scan has one. */
const listBy = (field: ListedBy): IndexDeclaration => ({
  collection: SCANS,
  name: indexBy(field),
  key: { tenant: 1, [`scan.${field}`]: 1, 'scan.type': 1, _id: -1 },
  options: { partialFilterExpression: { [`scan.${field}`]: { $gt: '' } } },
});

/** The field that says since when a message waits. */
export const SINCE = {
  outbox: 'scan.received_at',
  command: 'scan.received_at',
  result: 'result.since',
} as const satisfies Record<Unpublished, string>;

const unpublished = (field: Unpublished): readonly IndexDeclaration[] => {
  const options = { partialFilterExpression: { [`${field}.state`]: 'new' } };
  return [
    { collection: SCANS, name: inOrderOf(field), key: { [`${field}.lane`]: 1, [`${field}.key`]: 1, ...orderOf(field) }, options },
    { collection: SCANS, name: `scans_${field}_oldest`, key: { [SINCE[field]]: 1 }, options },
    {
      collection: SCANS,
      name: `scans_${field}_refused`,
      key: { [`${field}.state`]: 1, _id: 1 },
      options: { partialFilterExpression: { [`${field}.state`]: 'parked' } },
    },
  ];
};

/** Scans whose movement inventory has not answered, oldest first. */
export const UNANSWERED = 'scans_unanswered';

/** A `client_scan_id` names one scan of its device; those without a device have their ids together. */
export const CLIENT_SCAN_IDS: IndexDeclaration = {
  collection: SCANS,
  name: 'scans_client_scan_id_of_device',
  key: { tenant: 1, 'scan.client_scan_id': 1, 'scan.device_id': 1 },
  options: { unique: true, partialFilterExpression: { 'scan.client_scan_id': { $gt: '' } } },
};

/** In its place before: one scan of all devices. */
export const RETIRED_CLIENT_SCAN_IDS: RetiredIndex = { collection: SCANS, name: 'scans_client_scan_id' };

/** Those of the first version of the store. */
export const SCAN_INDEXES: readonly IndexDeclaration[] = [
  {
    collection: SCANS,
    name: UNANSWERED,
    key: { _id: 1, 'scan.applied': 1 },
    options: { partialFilterExpression: { 'scan.applied': 'pending' } },
  },
  { collection: SCANS, name: NEWEST, key: { tenant: 1, _id: -1 } },
  { collection: SCANS, name: BY_TYPE, key: { tenant: 1, 'scan.type': 1, _id: -1 } },
  ...LISTED_BY.map(listBy),
  {
    collection: SCANS,
    name: RETIRED_CLIENT_SCAN_IDS.name,
    key: { tenant: 1, 'scan.client_scan_id': 1 },
    options: { unique: true, partialFilterExpression: { 'scan.client_scan_id': { $gt: '' } } },
  },
  {
    collection: SCANS,
    name: UNDER_CLAIM,
    key: { tenant: 1, 'claim.id': 1, 'claim.place': 1 },
    options: { unique: true, partialFilterExpression: { 'claim.id': { $gt: '' } } },
  },
  ...unpublished('outbox'),
  ...unpublished('command'),
  ...unpublished('result'),
];
