import { ALLOCATIONS } from '@fulfilment/contracts';
import { keptForms, type Page, type PageQuery, systemClock, type Tenant, tenantKey } from '@fulfilment/kernel';
import { type Cursors, type IndexDeclaration, type MigrationStep, type Picking, readPage } from '@fulfilment/mongo';
import type { Collection, Db, Filter } from 'mongodb';
import type { HistoryEntry, Order, OrderStatus } from './domain/order.ts';
import { isFoundIn, type OrderSearch, searchTermsOf } from './search/domain/search-terms.ts';
import { type HistoryDocument, ORDER_HISTORY, type OrderDocument, ORDERS, toHistoryEntry, toOrder } from './order-documents.ts';
import { moveHistory } from './order-outbox-store.ts';
import { progressOf } from './domain/units-in-parts.ts';
import { BY_TERM, searchCondition } from './search/order-search-store.ts';
import type { HistoryOf, OrderCount, OrderFilter, OrderLists } from './order-ports.ts';

/** Lists and counts of orders in MongoDB. */
export class MongoOrderLists implements OrderLists {
  readonly #db: Db;
  readonly #orders: Collection<OrderDocument>;
  readonly #history: Collection<HistoryDocument>;
  readonly #cursors: Cursors;

  constructor(db: Db, cursors: Cursors) {
    this.#db = db;
    this.#orders = db.collection(ORDERS);
    this.#history = db.collection(ORDER_HISTORY);
    this.#cursors = cursors;
  }

  async orders(owner: Tenant, filter: OrderFilter, page: PageQuery): Promise<Page<Order>> {
    const tenant = tenantKey(owner);
    const { search } = filter;
    const lead = search && (await this.#leadOf(tenant, search));
    const list = {
      ...page,
      collection: this.#orders,
      filter: { ...conditionsOf(tenant, filter), ...(search && lead !== undefined ? searchCondition(search, lead) : {}) },
      sort: SORTS[filter.sort],
      hint: lead === undefined ? await this.#indexFor(tenant, filter) : BY_TERM,
      without: CARRIED,
      scope: { tenant, list: 'orders', filter: { ...filter } },
      ...pickingOf(filter, lead),
    };
    return readPage(this.#cursors, list, toOrder);
  }

  /** The word of a search that begins something of few orders. Where there is none, the list is looked through. */
  async #leadOf(tenant: string, { words, ofPersons }: OrderSearch): Promise<string | undefined> {
    for (const word of words.toSorted((a, b) => b.length - a.length)) {
      const condition = { tenant, ...searchCondition({ words: [word], ofPersons }, word) };
      if ((await this.#orders.countDocuments(condition, { hint: BY_TERM, limit: NARROW + 1 })) <= NARROW) return word;
    }
    return undefined;
  }

  /**
   * The index is hinted, since a plan that MongoDB chose for a common SKU or status would be cached for a rare one. One in the order of
   * the list ends with the page. Where another one has few orders that match, those are read and sorted.
   */
  async #indexFor(tenant: string, filter: OrderFilter): Promise<string> {
    const { sku, updatedFrom, sort } = filter;
    if (isNamed(filter)) return filter.externalId === undefined ? BY_ID : BY_EXTERNAL_ID;
    if (await this.#isOfPartly(tenant, filter)) return BY_PARTLY;
    if (filter.warehouse !== undefined) return this.#indexInWarehouse(tenant, filter);
    if (sort === 'updated_at') return sku !== undefined && (await this.#isNarrow(tenant, filter, BY_SKU)) ? BY_SKU : BY_CHANGE;
    const inOrder = sku === undefined ? (filter.onHold === true ? BY_HOLD : BY_STATUS) : BY_SKU;
    return updatedFrom !== undefined && (await this.#isNarrow(tenant, filter, BY_CHANGE)) ? BY_CHANGE : inOrder;
  }

  /** True of a list of partly shipped orders where their index has the order of the list, or few of them. */
  async #isOfPartly(tenant: string, filter: OrderFilter): Promise<boolean> {
    const { progress, sku, warehouse, updatedFrom, sort } = filter;
    if (progress !== 'partial') return false;
    const isAlone = sku === undefined && warehouse === undefined && updatedFrom === undefined && sort === 'created_at';
    return isAlone || (await this.#isNarrow(tenant, filter, BY_PARTLY));
  }

  async #indexInWarehouse(tenant: string, filter: OrderFilter): Promise<string> {
    const { sku, updatedFrom, onHold, sort } = filter;
    if (sku !== undefined && (await this.#isNarrow(tenant, filter, BY_SKU))) return BY_SKU;
    if (onHold === true && (await this.#isNarrow(tenant, filter, BY_HOLD))) return BY_HOLD;
    const changed = updatedFrom !== undefined && (await this.#isNarrow(tenant, filter, BY_WAREHOUSE.updated_at));
    return changed ? BY_WAREHOUSE.updated_at : BY_WAREHOUSE[sort];
  }

  /** True where few orders match as far as the keys of the index tell. */
  async #isNarrow(tenant: string, filter: OrderFilter, hint: NarrowIndex): Promise<boolean> {
    const known = { ...filter, ...NOT_IN_KEYS[hint] };
    const count = await this.#orders.countDocuments(conditionsOf(tenant, known), { hint, limit: NARROW + 1 });
    return count <= NARROW;
  }

  async history({ tenant: owner, id, returnId }: HistoryOf, page: PageQuery): Promise<Page<HistoryEntry>> {
    const tenant = tenantKey(owner);
    await moveHistory(this.#db, { _id: id, tenant });
    const list = {
      ...page,
      collection: this.#history,
      filter: { tenant, order_id: id, ...(returnId !== undefined && { return_id: returnId }) },
      sort: { _id: 1 } as const,
      scope: { tenant, list: 'order history', filter: { id, returnId } },
    };
    return readPage(this.#cursors, list, toHistoryEntry);
  }

  async nextHoldEnd(): Promise<Date | undefined> {
    const options = { projection: { holds_until: 1 }, hint: HOLDS_END, sort: { holds_until: 1 } } as const;
    return (await this.#orders.findOne({ holds_until: { $gt: new Date(0) } }, options))?.holds_until;
  }

  async dueHolds(at: Date, atMost: number): Promise<readonly Order[]> {
    const due = this.#orders.find({ holds_until: { $lte: at } }, { projection: CARRIED });
    return due.sort({ holds_until: 1 }).hint(HOLDS_END).limit(atMost).map(toOrder).toArray();
  }

  /** Counts in the index of lists, which covers the query: no order is read, and no key of a closed order is examined. */
  countByStatus(tenant: Tenant, statuses: readonly OrderStatus[]): Promise<readonly OrderCount[]> {
    const stages = [
      { $match: { tenant: tenantKey(tenant), status: { $in: [...statuses] }, allocation: { $in: [...ALLOCATIONS] } } },
      { $group: { _id: { status: '$status', allocation: '$allocation' }, orders: { $sum: 1 } } },
      { $project: { _id: 0, status: '$_id.status', allocation: '$_id.allocation', orders: 1 } },
    ];
    return this.#orders.aggregate<OrderCount>(stages, { hint: BY_STATUS }).toArray();
  }
}

function conditionsOf(
  tenant: string,
  {
    statuses,
    allocations,
    externalId,
    ids,
    progress,
    sku,
    warehouse,
    onHold,
    createdFrom,
    createdBefore,
    updatedFrom,
  }: OrderFilter,
): Filter<OrderDocument> {
  const live = { $elemMatch: { $or: [{ until: { $exists: false } }, { until: { $gt: systemClock() } }] } };
  return {
    tenant,
    status: { $in: [...statuses] },
    allocation: { $in: [...allocations] },
    ...(externalId === undefined ? {} : { external_id: { $in: [...keptForms(externalId)] } }),
    ...(ids === undefined ? {} : { _id: { $in: [...ids] } }),
    ...(progress === 'partial' ? { partly_shipped: true as const } : {}),
    ...(sku === undefined ? {} : { 'lines.sku': sku }),
    ...(warehouse === undefined ? {} : { warehouses: warehouse }),
    ...(onHold === undefined ? {} : onHold ? { holds: { $exists: true, ...live } } : { holds: { $not: live } }),
    ...(createdFrom || createdBefore ? { created_at: between(createdFrom, createdBefore) } : {}),
    ...(updatedFrom ? { updated_at: { $gte: updatedFrom } } : {}),
  };
}

/** Conditions that no index tells of: words that many orders have, and that nothing of an order has left, which is true of nearly all that are open. */
function pickingOf({ search, progress }: OrderFilter, lead: string | undefined): { readonly picking?: Picking<OrderDocument> } {
  const isSearched = search !== undefined && lead === undefined;
  if (!isSearched && progress !== 'none') return {};
  const picks = (document: OrderDocument): boolean =>
    (!isSearched || isFoundIn(document.search ?? searchTermsOf(toOrder(document)), search)) &&
    (progress !== 'none' || progressOf(toOrder(document)) === 'none');
  return { picking: { picks, among: LOOKED_AT } };
}

/** True of a list that names its orders. One has an external id, beside the rejected ones before it: other conditions are checked on those. */
const isNamed = ({ externalId, ids }: OrderFilter): boolean => externalId !== undefined || ids !== undefined;

function between(from: Date | undefined, before: Date | undefined) {
  return { ...(from ? { $gte: from } : {}), ...(before ? { $lt: before } : {}) };
}

/** Orders that are read and sorted for one page, at most. */
const NARROW = 1_000;
/** Orders of a list that are looked at for one page, at most, where it picks some of them. */
const LOOKED_AT = 1_000;

/** Names of the indexes that lists are read from. */
export const BY_STATUS = 'tenant_status_allocation_created';
const BY_SKU = 'tenant_sku_status_allocation_created';
export const BY_CHANGE = 'tenant_status_allocation_updated';
const BY_ID = '_id_';
/** Open orders alone of which some units were shipped. */
const BY_PARTLY = 'tenant_partly_status_allocation_created';
/** Orders with holds alone. */
const BY_HOLD = 'tenant_held_status_allocation_created';
/** Orders that hold units in a warehouse or were shipped from one, by the order of the list. */
const BY_WAREHOUSE = {
  created_at: 'tenant_warehouse_status_allocation_created',
  updated_at: 'tenant_warehouse_status_allocation_updated',
} as const;

type NarrowIndex = keyof typeof NOT_IN_KEYS;

/** The conditions that the keys of an index do not tell. */
const NO_CREATION = { createdFrom: undefined, createdBefore: undefined, onHold: undefined } as const;
const NOT_IN_KEYS = {
  [BY_SKU]: { updatedFrom: undefined, warehouse: undefined, onHold: undefined },
  [BY_CHANGE]: { ...NO_CREATION, sku: undefined, warehouse: undefined },
  [BY_PARTLY]: { sku: undefined, warehouse: undefined, updatedFrom: undefined, onHold: undefined },
  [BY_HOLD]: { sku: undefined, warehouse: undefined, updatedFrom: undefined },
  [BY_WAREHOUSE.updated_at]: { ...NO_CREATION, sku: undefined },
} as const;
/** Open orders of which a hold ends by itself, over all tenants. */
export const HOLDS_END = 'holds_until';
const BY_EXTERNAL_ID = 'tenant_external_id_status_allocation_created';

/** Fields that an order carries until they are published: no part of its record. */
const CARRIED = { outbox: 0, history: 0 } as const;

/** The orders of lists. */
const NEWEST_FIRST = { created_at: -1, _id: -1 } as const;
const BY_UPDATE = { updated_at: 1, _id: 1 } as const;
const SORTS = { created_at: NEWEST_FIRST, updated_at: BY_UPDATE } as const;

const LISTED = { status: 1, allocation: 1 } as const;

export const ORDER_INDEXES: readonly IndexDeclaration[] = [
  {
    collection: ORDERS,
    name: 'tenant_external_key',
    key: { tenant: 1, external_key: 1 },
    options: { unique: true, partialFilterExpression: { external_key: { $exists: true } } },
  },
  // Lists name their statuses and allocations: MongoDB merges one scan for each pair, all in the order of the list, and sorts nothing.
  { collection: ORDERS, name: BY_STATUS, key: { tenant: 1, ...LISTED, ...NEWEST_FIRST } },
  { collection: ORDERS, name: BY_CHANGE, key: { tenant: 1, ...LISTED, ...BY_UPDATE } },
  { collection: ORDERS, name: BY_SKU, key: { tenant: 1, 'lines.sku': 1, ...LISTED, ...NEWEST_FIRST } },
  {
    collection: ORDERS,
    name: BY_EXTERNAL_ID,
    key: { tenant: 1, external_id: 1, ...LISTED, ...NEWEST_FIRST },
    options: { partialFilterExpression: { external_id: { $exists: true } } },
  },
  { collection: ORDER_HISTORY, name: 'tenant_order_id', key: { tenant: 1, order_id: 1, _id: 1 } },
];

/** Of schema version 9: no order that holds its units wherever they lie is in them. */
export const WAREHOUSE_INDEXES: readonly IndexDeclaration[] = (
  [
    { name: BY_WAREHOUSE.created_at, key: { tenant: 1, warehouses: 1, ...LISTED, ...NEWEST_FIRST } },
    { name: BY_WAREHOUSE.updated_at, key: { tenant: 1, warehouses: 1, ...LISTED, ...BY_UPDATE } },
  ] as const
).map((index) => ({ collection: ORDERS, ...index, options: { partialFilterExpression: { warehouses: { $exists: true } } } }));

const SHIPPED_PARTS = {
  $filter: { input: { $ifNull: ['$fulfilments', []] }, cond: { $eq: ['$$this.status', 'shipped'] } },
} as const;

/** Orders of releases before hold units in warehouses, or have fulfilments that were shipped from one: where others were shipped from is not known. */
export const WAREHOUSES_OF_ORDERS: MigrationStep = {
  type: 'update',
  collection: ORDERS,
  filter: {
    warehouses: { $exists: false },
    $or: [
      { 'lines.sources.warehouse_id': { $exists: true } },
      { fulfilments: { $elemMatch: { status: 'shipped', 'warehouse.id': { $exists: true } } } },
    ],
  },
  update: [
    {
      $set: {
        warehouses: {
          $setUnion: [
            {
              $reduce: {
                input: '$lines',
                initialValue: [],
                in: { $concatArrays: ['$$value', { $ifNull: ['$$this.sources.warehouse_id', []] }] },
              },
            },
            {
              $filter: {
                input: { $map: { input: SHIPPED_PARTS, in: '$$this.warehouse.id' } },
                cond: { $eq: [{ $type: '$$this' }, 'string'] },
              },
            },
          ],
        },
      },
    },
  ],
};

/** Of schema version 11: no order is in it that has left whole, or of which nothing has. */
export const PARTLY_INDEX: IndexDeclaration = {
  collection: ORDERS,
  name: BY_PARTLY,
  key: { tenant: 1, ...LISTED, ...NEWEST_FIRST },
  options: { partialFilterExpression: { partly_shipped: { $exists: true } } },
};

/** Open orders of releases before of which some units were shipped. */
export const PARTLY_SHIPPED: MigrationStep = {
  type: 'update',
  collection: ORDERS,
  filter: { partly_shipped: { $exists: false }, status: { $in: ['created', 'packed'] }, 'lines.shipped': { $gt: 0 } },
  update: [{ $set: { partly_shipped: true } }],
};

/** Of schema version 6: no order without a hold is in them. */
export const HOLD_INDEXES: readonly IndexDeclaration[] = [
  {
    collection: ORDERS,
    name: BY_HOLD,
    key: { tenant: 1, ...LISTED, ...NEWEST_FIRST },
    options: { partialFilterExpression: { holds: { $exists: true } } },
  },
  {
    collection: ORDERS,
    name: HOLDS_END,
    key: { holds_until: 1 },
    options: { partialFilterExpression: { holds_until: { $exists: true } } },
  },
];
