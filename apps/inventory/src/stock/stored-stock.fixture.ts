import { newId, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { Allocation } from '../model/allocation.ts';
import type { Movement } from '../model/ledger.ts';
import { mainWarehouse } from '../model/location.builder.ts';
import type { ScanAnswer } from '../model/scan-answer.ts';
import type { Sku } from '../model/sku.ts';
import { minute } from './domain/commands/command.builder.ts';
import type { StockReader, StockStore, StockWrite } from './stock-ports.ts';
import { WRITES_NOTHING } from './stock.fixture.ts';

// Records of the conformance suites of stores of stock, and transactions that write and read them.

export interface StoreUnderTest {
  readonly tenant: Tenant;
  readonly store: StockStore;
  /** The same stock by a store that has committed nothing of it. */
  readonly other: StockStore;
}

export type Open = () => Promise<StoreUnderTest>;

export const home = mainWarehouse();

/** With all facts that a SKU can have. */
export const mug: Required<Sku> = {
  code: 'MUG',
  name: 'Mug',
  onHand: 12,
  unavailable: 1,
  reserved: 0,
  reservations: 0,
  safetyStock: 0,
  allocated: 7,
  firm: 3,
  waiting: 2,
  filling: true,
  ranked: true,
  reorderPoint: 5,
  details: {
    barcodes: ['4006381333931'],
    gtins: ['04006381333931'],
    metadata: { colour: 'blue' },
    weightG: 310,
    unitCost: '2.50',
    currency: 'EUR',
    hsCode: '6912.00',
    countryOfOrigin: 'PT',
  },
  homeId: home.id,
  stock: [{ locationId: home.id, onHand: 12 }],
  warehouses: [{ id: home.id, onHand: 12, unavailable: 1, allocated: 4, firm: 2, reserved: 1, safetyStock: 3, reorderPoint: 20 }],
  version: 4,
  createdAt: minute(1),
  updatedAt: minute(2),
  lastChange: { version: 4, actor: 'mem_1' },
  counts: [{ locationId: null, at: minute(2), scanId: 'scn_1' }],
  archivedAt: minute(3),
};

export const allocationOf = (order: number, changes: Partial<Allocation> = {}): Allocation => ({
  orderId: `ord_${order}`,
  orderCreatedAt: minute(order),
  priority: undefined,
  shipBy: undefined,
  returns: undefined,
  sourcing: undefined,
  lines: [{ id: `lin_${order}`, sku: 'MUG', name: 'Mug', quantity: 4, allocated: 1, shipped: 0 }],
  state: 'open',
  lastAttempt: 1,
  lastAnswer: { commandId: `allocate:${order}`, type: 'allocate', refusal: null },
  version: 1,
  updatedAt: minute(order),
  ...changes,
});

/** With facts of its one line. */
export function withLine(order: number, facts: Partial<Allocation['lines'][number]>): Allocation {
  const allocation = allocationOf(order);
  return { ...allocation, lines: allocation.lines.map((line) => ({ ...line, ...facts })) };
}

export const entry = (version: number, changes: Partial<Movement> = {}): Movement => ({
  id: newId('mov'),
  sku: 'MUG',
  version,
  line: 0,
  locationId: home.id,
  delta: 1,
  balance: version,
  reason: 'receipt',
  reference: { type: 'scan', id: `scn_${version}` },
  note: null,
  actor: 'key_1',
  requestId: `req_${version}`,
  at: minute(version),
  claim: null,
  ...changes,
});

export const answer: ScanAnswer = { scanId: 'scn_1', commandId: 'move:scn_1', refusal: null, at: minute(1) };

export const NOTHING: StockWrite = { ...WRITES_NOTHING, locations: new Map([[home.id, home]]) };

/** Commits records as one transaction. */
export const commit = ({ store, tenant }: StoreUnderTest, changes: Partial<StockWrite>): Promise<void> =>
  store.transact(tenantKey(tenant), ({ write }) => write({ ...NOTHING, ...changes }));

/** Decides on records, and writes those again that it has to. */
export function read<Result>(
  { tenant }: StoreUnderTest,
  store: StockStore,
  work: (reader: StockReader) => Promise<Result>,
  again: Partial<StockWrite> = {},
): Promise<Result> {
  return store.transact(tenantKey(tenant), async ({ read: reader, write }) => {
    const result = await work(reader);
    await write({ ...NOTHING, ...again });
    return result;
  });
}
