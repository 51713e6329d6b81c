import type { ClientSession, Db, Filter } from 'mongodb';
import type { AllocationDocument } from '../database/allocation-documents.ts';
import {
  ALLOCATIONS,
  COLD_MOVEMENTS,
  ENTRIES_BY_ORDER_INDEX,
  MOVEMENTS,
  RETURNS_OF_ORDERS,
  STANDING_SKU_INDEX,
} from '../database/inventory-indexes.ts';
import type { MovementDocument } from '../database/movement-documents.ts';
import type { ReturnedPart, ShippedPart } from '../model/ledger.ts';

/** Codes behind `from` up to `to`; without a bound where it is not there. */
export interface SkuRange {
  readonly from?: string;
  readonly to?: string;
}

export const within = (field: string, { from, to }: { readonly from?: string | undefined; readonly to?: string }) =>
  from === undefined && to === undefined
    ? {}
    : { [field]: { ...(from !== undefined && { $gt: from }), ...(to !== undefined && { $lte: to }) } };

/** Orders with lines of a range that are neither shipped nor released. */
function standing(tenant: string, range: SkuRange, line: object = {}): Filter<AllocationDocument> {
  const states: readonly AllocationDocument['state'][] = ['open', 'confirmed'];
  return { tenant, state: { $in: states }, lines: { $elemMatch: { sku: { $exists: true }, ...within('sku', range), ...line } } };
}

const LINE = '$lines';
const portionUnits = (portions: object) => ({ $sum: { $map: { input: portions, in: '$$this.units' } } });
const PORTIONS = { $ifNull: [`${LINE}.portions`, []] };
const inPortions = portionUnits(PORTIONS);
const inFirmPortions = portionUnits({ $filter: { input: PORTIONS, cond: '$$this.firm' } });
const ordered = {
  $add: [
    `${LINE}.allocated`,
    `${LINE}.shipped`,
    ...['cancelled', 'suspended'].map((name) => ({ $ifNull: [`${LINE}.${name}`, 0] })),
  ],
};
const lacking = {
  $subtract: [`${LINE}.quantity`, ordered],
};
/** The sources of portions together. */
const sourcesIn = (portions: object) => ({
  $reduce: {
    input: portions,
    initialValue: [],
    in: { $concatArrays: ['$$value', { $ifNull: ['$$this.sources', []] }] },
  },
});
const SOURCES = { $ifNull: [`${LINE}.sources`, []] };
const FIRM_SOURCES = sourcesIn({ $filter: { input: PORTIONS, cond: '$$this.firm' } });
/** The same where an order holds its units in warehouses, and nothing elsewhere. */
const ifSourced = (units: object) => ({ $cond: [{ $eq: [{ $type: '$sourcing' }, 'object'] }, units, 0] });
const unitsOf = (sources: object | string) => ({ $sum: { $map: { input: sources, as: 'source', in: '$$source.units' } } });
const differing = (a: unknown, b: unknown) => ({ $abs: { $subtract: [a, b] } });
const unevenPortions = {
  $sum: {
    $map: { input: PORTIONS, in: differing('$$this.units', unitsOf({ $ifNull: ['$$this.sources', []] })) },
  },
};
const above = (units: object) => ({ $sum: { $max: [0, units] } });
const ifConfirmed = (units: unknown, otherwise: unknown) => ({ $cond: [{ $eq: ['$state', 'confirmed'] }, units, otherwise] });

/** Adds up, by SKU, what orders hold and lack that are neither shipped nor released. */
export function holdsOf(tenant: string, range: SkuRange): object[] {
  return [
    { $match: standing(tenant, range) },
    { $unwind: LINE },
    { $match: within('lines.sku', range) },
    {
      $group: {
        _id: `${LINE}.sku`,
        held: { $sum: `${LINE}.allocated` },
        firm: { $sum: ifConfirmed(`${LINE}.allocated`, inFirmPortions) },
        waiting: above(ifConfirmed(0, lacking)),
        exceeding: above({ $multiply: [-1, lacking] }),
        unheld: above({ $subtract: [inPortions, `${LINE}.allocated`] }),
        sourced: { $sum: unitsOf(SOURCES) },
        unevenLines: { $sum: ifSourced(differing(`${LINE}.allocated`, unitsOf(SOURCES))) },
        unevenPortions: { $sum: ifSourced(unevenPortions) },
        lines: { $sum: 1 },
      },
    },
    { $sort: { _id: 1 } },
    { $set: { sku: '$_id' } },
    { $unset: '_id' },
  ];
}

/** Adds up, by SKU and warehouse, what orders hold in warehouses that are neither shipped nor released. */
export function sourcesOf(tenant: string, range: SkuRange): object[] {
  const held = { $map: { input: SOURCES, in: { warehouse: '$$this.warehouse', units: '$$this.units', firm: 0 } } };
  const firm = { $map: { input: '$firm', in: { warehouse: '$$this.warehouse', units: 0, firm: '$$this.units' } } };
  return [
    { $match: standing(tenant, range, { sources: { $exists: true } }) },
    { $unwind: LINE },
    { $match: { ...within('lines.sku', range), 'lines.sources': { $exists: true } } },
    { $set: { firm: ifConfirmed(SOURCES, FIRM_SOURCES) } },
    { $project: { sku: `${LINE}.sku`, source: { $concatArrays: [held, firm] } } },
    { $unwind: '$source' },
    {
      $group: {
        _id: { sku: '$sku', warehouse: '$source.warehouse' },
        units: { $sum: '$source.units' },
        firm: { $sum: '$source.firm' },
      },
    },
    { $sort: { _id: 1 } },
    { $project: { _id: 0, sku: '$_id.sku', warehouse: '$_id.warehouse', units: 1, firm: 1 } },
  ];
}

interface Reading {
  readonly db: Db;
  /** Of the snapshot. */
  readonly options: { readonly session: ClientSession; readonly signal: AbortSignal; readonly batchSize: number };
  readonly tenant: string;
  readonly range: SkuRange;
}

/** Orders whose entries are read by one query. */
const ORDERS_AT_ONCE = 500;

/** Reads what orders that stand have shipped, and the entries of the ledger for it: of an order that is packed whole there are none. */
export async function* readShipments({ db, options, tenant, range }: Reading): AsyncGenerator<ShippedPart> {
  const stages = [
    { $match: standing(tenant, range, { shipped: { $gt: 0 } }) },
    { $unwind: LINE },
    { $match: { ...within('lines.sku', range), 'lines.shipped': { $gt: 0 } } },
    { $group: { _id: { sku: `${LINE}.sku`, order: '$order_id' }, shipped: { $sum: `${LINE}.shipped` } } },
    { $sort: { _id: 1 } },
    { $project: { _id: 0, sku: '$_id.sku', orderId: '$_id.order', shipped: 1 } },
  ];
  const rows = db
    .collection<AllocationDocument>(ALLOCATIONS)
    .aggregate<Omit<ShippedPart, 'booked'>>(stages, { ...options, allowDiskUse: true, hint: STANDING_SKU_INDEX });
  let together: Omit<ShippedPart, 'booked'>[] = [];
  for await (const row of rows) {
    together.push(row);
    if (together.length < ORDERS_AT_ONCE) continue;
    yield* withBooked({ db, options, tenant }, together, isShipment);
    together = [];
  }
  yield* withBooked({ db, options, tenant }, together, isShipment);
}

const isShipment = (reason: string): boolean => reason === 'shipment';
const isReturn = (reason: string): boolean => reason === 'return';

/** Reads what came back of orders that have returns, and the entries of the ledger for it. */
export async function* readReturns({ db, options, tenant, range }: Reading): AsyncGenerator<ReturnedPart> {
  const stages = [
    { $match: { tenant, return_ids: { $exists: true } } },
    { $unwind: LINE },
    { $match: within('lines.sku', range) },
    {
      $group: {
        _id: { sku: `${LINE}.sku`, order: '$order_id' },
        shipped: { $sum: `${LINE}.shipped` },
        returned: { $sum: { $ifNull: [`${LINE}.returned`, 0] } },
        returnIds: { $first: '$return_ids' },
      },
    },
    { $sort: { _id: 1 } },
    { $project: { _id: 0, sku: '$_id.sku', orderId: '$_id.order', shipped: 1, returned: 1, returnIds: 1 } },
  ];
  type Row = Omit<ReturnedPart, 'booked'>;
  const rows = db
    .collection<AllocationDocument>(ALLOCATIONS)
    .aggregate<Row>(stages, { ...options, allowDiskUse: true, hint: RETURNS_OF_ORDERS.name });
  let together: Row[] = [];
  for await (const row of rows) {
    together.push(row);
    if (together.length < ORDERS_AT_ONCE) continue;
    yield* withBooked({ db, options, tenant }, together, isReturn);
    together = [];
  }
  yield* withBooked({ db, options, tenant }, together, isReturn);
}

interface OfOrder {
  readonly sku: string;
  readonly orderId: string;
}

/** Rows with what the ledger took out of stock for them, in entries of some reasons. */
async function* withBooked<Row extends OfOrder>(
  { db, options, tenant }: Omit<Reading, 'range'>,
  rows: readonly Row[],
  counts: (reason: string) => boolean,
): AsyncGenerator<Row & { readonly booked: number }> {
  if (rows.length === 0) return;
  const orders = [...new Set(rows.map(({ orderId }) => orderId))];
  const booked = new Map<string, number>();
  for (const name of [MOVEMENTS, COLD_MOVEMENTS]) {
    const wanted = { tenant, 'reference.order_id': { $in: orders, $gt: '' } };
    const entries = db
      .collection<MovementDocument>(name)
      .find(wanted, { ...options, projection: { sku: 1, delta: 1, reason: 1, reference: 1 } })
      .hint(ENTRIES_BY_ORDER_INDEX);
    for await (const { sku, delta, reason, reference } of entries) {
      if (!counts(reason)) continue;
      const key = `${reference?.order_id} ${sku}`;
      booked.set(key, (booked.get(key) ?? 0) - delta);
    }
  }
  for (const row of rows) yield { ...row, booked: booked.get(`${row.orderId} ${row.sku}`) ?? 0 };
}
