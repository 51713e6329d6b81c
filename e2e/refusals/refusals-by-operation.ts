import { type ErrorCode, OPERATIONS } from '@fulfilment/contracts';
import { bodyOfContract } from '../every-operation/request-of-contract.ts';
import { IMPOSSIBLE, kindsIn, pathTo, UNKNOWN, unknownOf, type Values } from '../system/resources.ts';
import type { Standing } from './standing.ts';

/** A well-formed request that the records as they stand do not allow. */
export interface RecordRefusal {
  readonly what: string;
  readonly request: (standing: Standing) => readonly [method: string, path: string, body?: unknown];
  readonly headers?: Readonly<Record<string, string>>;
  readonly code: ErrorCode;
  /** Members of the first of `errors`, where the refusal is about a part of the body. */
  readonly item?: Readonly<Record<string, unknown>>;
  /** Members of the problem document that help to mend it. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

const NO_LOCATION = unknownOf('loc_');

/** Each operation on a record, at values that name none. */
function ofValues(what: string, values: Values): readonly RecordRefusal[] {
  const named = OPERATIONS.filter((each) => each.path.includes(':') && kindsIn(each).every((kind) => kind in values));
  return named.map((operation) => ({
    what: `${operation.id} of ${what}`,
    request: () => [operation.method, pathTo(operation, values), bodyOfContract(operation).body],
    code: 'not_found',
  }));
}

const OF_SKUS: readonly RecordRefusal[] = [
  {
    what: 'creating a SKU again',
    request: () => ['POST', '/inventory', { sku: 'MUG-01', name: 'x' }],
    code: 'sku_exists',
    item: { pointer: '/sku' },
  },
  {
    what: 'creating an archived SKU again',
    request: () => ['POST', '/inventory', { sku: 'OLD-01', name: 'x' }],
    code: 'sku_exists',
    item: { pointer: '/sku' },
  },
  {
    what: 'creating a SKU in an unknown warehouse',
    request: () => ['POST', '/inventory', { sku: 'NEW-01', name: 'x', location: 'W9:A1/S1' }],
    code: 'unknown_location',
    item: { pointer: '/location' },
  },
  {
    what: 'moving a SKU home to an unknown warehouse',
    request: () => ['PATCH', '/inventory/MUG-01', { name: 'x', location: 'W9:A1/S1' }],
    code: 'unknown_location',
    item: { pointer: '/location' },
  },
  {
    what: 'setting a SKU for an unknown warehouse',
    request: () => ['PATCH', '/inventory/MUG-01/warehouses/W9', { safety_stock: 1 }],
    code: 'unknown_location',
    item: { pointer: '/warehouse' },
  },
  {
    what: 'setting an unknown SKU for a warehouse',
    request: () => ['PATCH', '/inventory/MUG-99/warehouses/MAIN', { safety_stock: 1 }],
    code: 'not_found',
  },
  {
    what: 'counting an archived SKU',
    request: () => ['PATCH', '/inventory/OLD-01', { name: 'x', on_hand: 6 }],
    code: 'sku_archived',
    item: { pointer: '/on_hand' },
  },
  {
    what: 'counting less than packed orders hold',
    request: () => ['PATCH', '/inventory/MUG-01', { name: 'x', on_hand: 2 }],
    code: 'insufficient_stock',
    item: { pointer: '/on_hand', sku: 'MUG-01', requested: 2, minimum: 3 },
  },
];

const stale = { 'if-match': '"999"' };

/** Before it is looked at whether the stock allows it. */
const OF_SKU_VERSIONS: readonly RecordRefusal[] = (
  [
    ['PATCH', '/inventory/MUG-01', { on_hand: 0 }],
    ['PATCH', '/inventory/OLD-01', { on_hand: 6 }],
    ['DELETE', '/inventory/MUG-01', {}],
    ['POST', '/inventory/MUG-01/adjustments', { delta: -100, reason: 'lost' }],
  ] as const
).map(([method, path, body]) => ({
  what: `${method} ${path} at another version`,
  request: () => [method, path, body],
  headers: stale,
  code: 'version_conflict',
}));

const adjust = (delta: number, more: object = {}) => ({ delta, reason: 'lost', ...more });

const OF_STOCK: readonly RecordRefusal[] = [
  {
    what: 'adjusting an archived SKU',
    request: () => ['POST', '/inventory/OLD-01/adjustments', adjust(1)],
    code: 'sku_archived',
    item: { pointer: '/delta' },
  },
  {
    what: 'taking more than packed orders leave',
    request: () => ['POST', '/inventory/MUG-01/adjustments', adjust(-94)],
    code: 'insufficient_stock',
    item: { pointer: '/delta', sku: 'MUG-01', requested: 94, available: 92, minimum: 3 },
  },
  {
    what: 'taking more than lies at a place',
    request: () => ['POST', '/inventory/MUG-01/adjustments', adjust(-1, { location: 'MAIN' })],
    code: 'insufficient_stock',
    item: { pointer: '/delta', requested: 1, available: 0 },
  },
  {
    what: 'adding more than there can be',
    request: () => ['POST', '/inventory/MUG-01/adjustments', adjust(2_147_483_647)],
    code: 'validation_failed',
    item: { pointer: '/delta', code: 'out_of_range', maximum: 2_147_483_647 },
  },
  {
    what: 'adjusting at an unknown warehouse',
    request: () => ['POST', '/inventory/MUG-01/adjustments', adjust(1, { location: 'W9:A1/S1' })],
    code: 'unknown_location',
    item: { pointer: '/location' },
  },
  {
    what: 'a count that believes in another total',
    request: () => ['PATCH', '/inventory/MUG-01', { on_hand: 1, expected_on_hand: 5 }],
    code: 'version_conflict',
  },
  {
    what: 'a batch of all or none of which one item fails',
    request: () => [
      'POST',
      '/inventory/batch',
      {
        mode: 'atomic',
        items: [
          { op: 'create', sku: 'NEW-01', name: 'x' },
          { op: 'adjust', sku: 'MUG-01', ...adjust(-94) },
        ],
      },
    ],
    code: 'insufficient_stock',
    item: { pointer: '/items/1/delta' },
  },
];

const OF_LOCATIONS: readonly RecordRefusal[] = [
  {
    what: 'creating a warehouse again',
    request: () => ['POST', '/locations', { type: 'warehouse', code: 'MAIN' }],
    code: 'location_exists',
    item: { pointer: '/code' },
  },
  {
    what: 'creating a warehouse inside something',
    request: ({ place }) => ['POST', '/locations', { type: 'warehouse', code: 'W2', parent_id: place.id }],
    code: 'validation_failed',
    item: { pointer: '/parent_id' },
  },
  {
    what: 'creating an aisle nowhere',
    request: () => ['POST', '/locations', { type: 'aisle', code: 'A1' }],
    code: 'validation_failed',
    item: { pointer: '/parent_id' },
  },
  {
    what: 'creating an aisle on a shelf',
    request: ({ place }) => ['POST', '/locations', { type: 'aisle', code: 'A1', parent_id: place.id }],
    code: 'validation_failed',
    item: { pointer: '/parent_id' },
  },
  {
    what: 'creating an aisle in an unknown warehouse',
    request: () => ['POST', '/locations', { type: 'aisle', code: 'A1', parent_id: NO_LOCATION }],
    code: 'unknown_location',
    item: { pointer: '/parent_id' },
  },
];

const OF_LOCATION_CHANGES: readonly RecordRefusal[] = [
  {
    what: 'another code for the default warehouse',
    request: ({ defaultWarehouse: { id } }) => ['PATCH', `/locations/${id}`, { code: 'W1' }],
    code: 'default_warehouse',
  },
  {
    what: 'archiving the default warehouse',
    request: ({ defaultWarehouse: { id } }) => ['DELETE', `/locations/${id}`],
    code: 'default_warehouse',
  },
  {
    what: 'archiving a location that stock lies at',
    request: ({ place }) => ['DELETE', `/locations/${place.id}`],
    code: 'location_not_empty',
    item: { pointer: '', sku: 'MUG-01' },
  },
  {
    what: 'archiving a location that stock lies below',
    request: ({ place }) => ['DELETE', `/locations/${place.parent_id}`],
    code: 'location_not_empty',
    item: { pointer: '', sku: 'MUG-01' },
  },
  {
    what: 'taking a location that stock lies at out of sale',
    request: ({ place }) => ['PATCH', `/locations/${place.id}`, { usage: 'quarantine' }],
    code: 'location_not_empty',
    item: { pointer: '', sku: 'MUG-01' },
  },
  {
    what: 'renaming another version of a location',
    request: ({ place }) => ['PATCH', `/locations/${place.id}`, { name: 'x' }],
    headers: { 'if-match': '"999"' },
    code: 'version_conflict',
    facts: { current_version: 1, current: { path: 'MAIN:A3/S2' } },
  },
  {
    what: 'archiving another version of a location',
    request: ({ place }) => ['DELETE', `/locations/${place.id}`],
    headers: { 'if-match': '"999"' },
    code: 'version_conflict',
    facts: { current_version: 1 },
  },
];

const move = { to: 'MAIN', sku: 'MUG-01', quantity: 1 };

const OF_TRANSFERS: readonly RecordRefusal[] = [
  {
    what: 'a transfer to an unknown warehouse',
    request: ({ place }) => ['POST', `/locations/${place.id}/transfer`, { ...move, to: 'W9' }],
    code: 'unknown_location',
    item: { pointer: '/to' },
  },
  {
    what: 'a transfer to an unknown id',
    request: ({ place }) => ['POST', `/locations/${place.id}/transfer`, { ...move, to: NO_LOCATION }],
    code: 'unknown_location',
    item: { pointer: '/to' },
  },
  {
    what: 'a transfer to where it comes from',
    request: ({ place }) => ['POST', `/locations/${place.id}/transfer`, { ...move, to: 'A3/S2' }],
    code: 'validation_failed',
    item: { pointer: '/to' },
  },
  {
    what: 'a transfer of an unknown SKU',
    request: ({ place }) => ['POST', `/locations/${place.id}/transfer`, { ...move, sku: 'NO-SUCH' }],
    code: 'unknown_sku',
    item: { pointer: '/sku' },
  },
  {
    what: 'a transfer of an archived SKU',
    request: ({ place }) => ['POST', `/locations/${place.id}/transfer`, { ...move, sku: 'OLD-01' }],
    code: 'sku_archived',
    item: { pointer: '/sku' },
  },
  {
    what: 'a transfer of more than lies there, to a shelf that would be new',
    request: ({ place }) => ['POST', `/locations/${place.id}/transfer`, { to: 'A8/S8', sku: 'MUG-01', quantity: 97 }],
    code: 'insufficient_stock',
    item: { pointer: '/quantity', sku: 'MUG-01', requested: 97, available: 95 },
  },
  {
    what: 'a transfer of lines that together are more than lies there',
    request: ({ place }) => [
      'POST',
      `/locations/${place.id}/transfer`,
      {
        to: 'MAIN',
        lines: [
          { sku: 'MUG-01', quantity: 50 },
          { sku: 'MUG-01', quantity: 47 },
        ],
      },
    ],
    code: 'insufficient_stock',
    item: { pointer: '/lines/0/quantity', requested: 97, available: 95 },
  },
];

const lineOf = (sku: string) => ({
  lines: [
    { sku: 'MUG-01', quantity: 1 },
    { sku, quantity: 1 },
  ],
});

const OF_ORDERS: readonly RecordRefusal[] = [
  {
    what: 'an order of an unknown SKU',
    request: () => ['POST', '/orders', lineOf('NO-SUCH')],
    code: 'unknown_sku',
    item: { pointer: '/lines/1/sku' },
  },
  {
    what: 'an order of an archived SKU',
    request: () => ['POST', '/orders', lineOf('OLD-01')],
    code: 'unknown_sku',
    item: { pointer: '/lines/1/sku' },
  },
  {
    what: 'another order with an external id that is taken',
    request: () => ['POST', '/orders', { ...lineOf('MUG-01'), external_id: 'created' }],
    code: 'duplicate_external_id',
  },
];

const WRONG_STEPS = [
  ['created', 'ship'],
  ['packed', 'pack'],
  ['shipped', 'pack'],
  ['shipped', 'ship'],
  ['shipped', 'cancel'],
  ['cancelled', 'pack'],
  ['cancelled', 'ship'],
  ['cancelled', 'cancel'],
  ['created', 'erase'],
  ['packed', 'erase'],
] as const;

const OF_STEPS: readonly RecordRefusal[] = WRONG_STEPS.map(([status, step]) => ({
  what: `${step} of an order that is ${status}`,
  request: (standing) => ['POST', `/orders/${standing[status].id}/${step}`],
  code: 'invalid_transition',
  facts: { current_status: status },
}));

/** Before it is looked at whether the step can be made from the state that the order is in. */
const OF_VERSIONS: readonly RecordRefusal[] = (
  [
    ['pack', 'created'],
    ['cancel', 'created'],
    ['ship', 'packed'],
    ['ship', 'created'],
    ['cancel', 'shipped'],
    ['erase', 'shipped'],
  ] as const
).map(([step, status]) => ({
  what: `${step} of another version of an order that is ${status}`,
  request: (standing) => ['POST', `/orders/${standing[status].id}/${step}`],
  headers: { 'if-match': '"1", "999"' },
  code: 'version_conflict',
}));

const OF_SCANS: readonly RecordRefusal[] = [
  {
    what: 'another scan with a client scan id that is taken',
    request: () => ['POST', '/scans', { barcode: '2', client_scan_id: 'gun-7:1' }],
    code: 'duplicate_client_scan_id',
  },
];

/** Unknown, archived or taken records, and steps from a wrong state. */
export const RECORD_REFUSALS: readonly RecordRefusal[] = [
  ...ofValues('an unknown record', UNKNOWN),
  ...ofValues('what cannot be a record', IMPOSSIBLE),
  ...OF_SKUS,
  ...OF_SKU_VERSIONS,
  ...OF_STOCK,
  ...OF_LOCATIONS,
  ...OF_LOCATION_CHANGES,
  ...OF_TRANSFERS,
  ...OF_ORDERS,
  ...OF_STEPS,
  ...OF_VERSIONS,
  ...OF_SCANS,
];
