import type { ScanRecord } from '@fulfilment/contracts';
import type { IndexDeclaration } from '@fulfilment/mongo';
import { SCANS, type Unpublished } from './scan-documents.ts';

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
export type ListedBy = (typeof LISTED_BY)[number];

/** Names of the indexes that lists are read from. */
export const NEWEST = 'scans_newest';
export const BY_TYPE = 'scans_by_type';
export const indexBy = (field: ListedBy): string => `scans_by_${field}`;

/** The scans of requests that moved stock under an idempotency key. */
export const UNDER_CLAIM = 'scans_under_claim';

export const inOrderOf = (field: Unpublished): string => `scans_${field}_in_order`;

/** The index of a field that may be absent holds only scans that have it; with the type, since every scan has one. */
const listBy = (field: ListedBy): IndexDeclaration => ({
  collection: SCANS,
  name: indexBy(field),
  key: { tenant: 1, [`scan.${field}`]: 1, 'scan.type': 1, _id: -1 },
  options: { partialFilterExpression: { [`scan.${field}`]: { $gt: '' } } },
});

const unpublished = (field: Unpublished): readonly IndexDeclaration[] => {
  const options = { partialFilterExpression: { [`${field}.state`]: 'new' } };
  return [
    { collection: SCANS, name: inOrderOf(field), key: { [`${field}.lane`]: 1, [`${field}.key`]: 1, _id: 1 }, options },
    { collection: SCANS, name: `scans_${field}_oldest`, key: { 'scan.received_at': 1 }, options },
  ];
};

export const SCAN_INDEXES: readonly IndexDeclaration[] = [
  { collection: SCANS, name: NEWEST, key: { tenant: 1, _id: -1 } },
  { collection: SCANS, name: BY_TYPE, key: { tenant: 1, 'scan.type': 1, _id: -1 } },
  ...LISTED_BY.map(listBy),
  {
    collection: SCANS,
    name: 'scans_client_scan_id',
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
];
