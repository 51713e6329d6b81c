import { ALLOCATIONS } from '@fulfilment/contracts';
import { keptForms, type Page, type PageQuery, systemClock, type Tenant, tenantKey } from '@fulfilment/kernel';
import {
  type Cursors,
  type IndexDeclaration,
  type MigrationStep,
  type Picking,
  pickingBy,
  readPage,
  type Test,
} from '@fulfilment/mongo';
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
    const list = {
      ...page,
      collection: this.#orders,
      ...(await this.#readingOf(tenant, filter)),
      sort: SORTS[filter.sort],
      without: CARRIED,
      scope: { tenant, list: 'orders', filter: { ...filter } },
    };
    return readPage(this.#cursors, list, toOrder);
  }

  /** An index that leaves few orders has all of the filter checked on them; through another a page looks at some of its orders. */
  async #readingOf(tenant: string, filter: OrderFilter): Promise<Reading> {
    const { search } = filter;
    const lead = search && (await this.#leadOf(tenant, search));
    if (search && lead !== undefined) {
      const { search: _found, ...others } = filter;
      const { filter: conditions, ...reading } = readingFew(tenant, others, BY_TERM);
      return { ...reading, filter: { ...conditions, ...searchCondition(search, lead) } };
    }
    if (filter.ids !== undefined) return readingFew(tenant, filter, BY_ID);
    for (const index of fewestFirst(filter))
      if (await this.#isNarrow(tenant, filter, index)) return readingFew(tenant, filter, index);
    return readingThrough(tenant, filter, indexInOrder(filter));
  }

  /** The word of a search that begins something of few orders. Where there is none, the list is looked through. */
  async #leadOf(tenant: string, { words, ofPersons }: OrderSearch): Promise<string | undefined> {
    for (const word of words.toSorted((a, b) => b.length - a.length)) {
      const condition = { tenant, ...searchCondition({ words: [word], ofPersons }, word) };
      if ((await this.#orders.countDocuments(condition, { hint: BY_TERM, limit: NARROW + 1 })) <= NARROW) return word;
    }
    return undefined;
  }

  /** True where few orders match as far as the keys of the index tell. */
  async #isNarrow(tenant: string, filter: OrderFilter, index: ListIndex): Promise<boolean> {
    const known = conditionsOf(tenant, withParts(filter, knownTo(index)));
    return (await this.#orders.countDocuments(known, { hint: index, limit: NARROW + 1 })) <= NARROW;
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
    const options = { projection: { holds_until: 1 }, hint: HOLDS_END.first, sort: { holds_until: 1 } } as const;
    return (await this.#orders.findOne({ holds_until: { $gt: new Date(0) } }, options))?.holds_until;
  }

  async dueHolds(at: Date, { after, atMost }: Parameters<OrderLists['dueHolds']>[1]): Promise<readonly Order[]> {
    const [isDue, inOrder] = [{ $lte: at }, { hint: HOLDS_END.byTenant, sort: { tenant: 1, holds_until: 1 } } as const];
    const options = { ...inOrder, projection: { _id: 0, tenant: 1 } } as const;
    const first = await this.#orders.findOne({ tenant: { $gt: after }, holds_until: isDue }, options);
    if (!first) return [];
    const due = this.#orders.find({ tenant: first.tenant, holds_until: isDue }, { ...inOrder, projection: CARRIED });
    return due.limit(atMost).map(toOrder).toArray();
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

interface Reading {
  readonly filter: Filter<OrderDocument>;
  readonly hint: string;
  readonly picking?: Picking<OrderDocument>;
}

/** Reads few orders, of which those are sorted that match. */
function readingFew(tenant: string, filter: OrderFilter, hint: string): Reading {
  const { search, progress } = filter;
  const untold = { ...withParts(filter, []), search, progress: progress === 'none' ? progress : undefined };
  return { filter: conditionsOf(tenant, filter), hint, ...pickingBy(testsOf(untold)) };
}

/** Reads orders in the order of the list, of which those are told apart that match what the keys of the index do not tell. */
function readingThrough(tenant: string, filter: OrderFilter, hint: ListIndex): Reading {
  const untold = withParts(
    filter,
    PARTS.filter((part) => !knownTo(hint).includes(part)),
  );
  return { filter: conditionsOf(tenant, withParts(filter, knownTo(hint))), hint, ...pickingBy(testsOf(untold)) };
}

/** The filter with these of its parts alone; statuses, allocations and words stay. */
function withParts(filter: OrderFilter, parts: readonly Part[]): OrderFilter {
  const others = PARTS.filter((part) => !parts.includes(part));
  return { ...filter, ...Object.fromEntries(others.map((part) => [part, undefined])) };
}

function testsOf(untold: OrderFilter): readonly Test<OrderDocument>[] {
  const { search, progress, externalId, sku, warehouse, onHold, updatedFrom } = untold;
  const forms: readonly string[] = externalId === undefined ? [] : keptForms(externalId);
  const now = systemClock();
  return [
    search && ((order) => isFoundIn(order.search ?? searchTermsOf(toOrder(order)), search)),
    progress === 'none' ? (order) => progressOf(toOrder(order)) === 'none' : undefined,
    progress === 'partial' ? (order) => order.partly_shipped === true : undefined,
    externalId === undefined ? undefined : (order) => typeof order.external_id === 'string' && forms.includes(order.external_id),
    sku === undefined ? undefined : (order) => order.lines.some((line) => line.sku === sku),
    warehouse === undefined ? undefined : (order) => order.warehouses?.includes(warehouse) === true,
    onHold === undefined ? undefined : (order) => isHeld(order, now) === onHold,
    ...createdWithin(untold),
    updatedFrom && ((order) => order.updated_at >= updatedFrom),
  ];
}

const isHeld = ({ holds }: OrderDocument, now: Date): boolean =>
  holds?.some(({ until }) => until === undefined || until > now) === true;

const createdWithin = ({ createdFrom, createdBefore }: OrderFilter): readonly Test<OrderDocument>[] => [
  createdFrom && ((order) => order.created_at >= createdFrom),
  createdBefore && ((order) => order.created_at < createdBefore),
];

function between(from: Date | undefined, before: Date | undefined) {
  return { ...(from ? { $gte: from } : {}), ...(before ? { $lt: before } : {}) };
}

/** Orders that are read and sorted for one page, at most. */
const NARROW = 1_000;

/** Names of the indexes that lists are read from. */
export const BY_STATUS = 'tenant_status_allocation_created';
const BY_SKU = 'tenant_sku_status_allocation_created';
export const BY_CHANGE = 'tenant_status_allocation_updated';
const BY_ID = '_id_';
/** Open orders alone of which some units were shipped. */
const BY_PARTLY = 'tenant_partly_status_allocation_created';
/** Orders with holds alone. */
export const BY_HOLD = 'tenant_held_status_allocation_created';
/** Orders that hold units in a warehouse or were shipped from one, by the order of the list. */
const BY_WAREHOUSE = {
  created_at: 'tenant_warehouse_status_allocation_created',
  updated_at: 'tenant_warehouse_status_allocation_updated',
} as const;

/** Parts of a filter that not every index tells. */
const PARTS = [
  'externalId',
  'sku',
  'warehouse',
  'onHold',
  'progress',
  'createdFrom',
  'createdBefore',
  'updatedFrom',
] as const satisfies readonly (keyof OrderFilter)[];
type Part = (typeof PARTS)[number];

/** Open orders of which a hold ends by itself, over all tenants. */
const HOLDS_END = { first: 'holds_until', byTenant: 'tenant_holds_until' } as const;
const BY_EXTERNAL_ID = 'tenant_external_id_status_allocation_created';

/** The parts that the keys of an index tell, beside statuses and allocations. */
const CREATED = ['createdFrom', 'createdBefore'] as const;
const TELLS = {
  [BY_STATUS]: CREATED,
  [BY_CHANGE]: ['updatedFrom'],
  [BY_SKU]: ['sku', ...CREATED],
  [BY_EXTERNAL_ID]: ['externalId', ...CREATED],
  [BY_PARTLY]: ['progress', ...CREATED],
  [BY_HOLD]: ['onHold', ...CREATED],
  [BY_WAREHOUSE.created_at]: ['warehouse', ...CREATED],
  [BY_WAREHOUSE.updated_at]: ['warehouse', 'updatedFrom'],
} as const satisfies Readonly<Record<string, readonly Part[]>>;
type ListIndex = keyof typeof TELLS;
const knownTo = (index: ListIndex): readonly Part[] => TELLS[index];

/**
 * The index in the order of a list that tells most of it. An index is hinted, since a plan that MongoDB chose for a common SKU or status
 * would be cached for a rare one.
 */
function indexInOrder({ sort, externalId, progress, warehouse, sku, onHold }: OrderFilter): ListIndex {
  if (sort === 'updated_at') return warehouse === undefined ? BY_CHANGE : BY_WAREHOUSE.updated_at;
  if (externalId !== undefined) return BY_EXTERNAL_ID;
  if (progress === 'partial') return BY_PARTLY;
  if (warehouse !== undefined) return BY_WAREHOUSE.created_at;
  if (sku !== undefined) return BY_SKU;
  return onHold === true ? BY_HOLD : BY_STATUS;
}

/** Indexes that may leave few orders, where the one in the order of the list leaves a part of its filter. */
function fewestFirst(filter: OrderFilter): readonly ListIndex[] {
  const inOrder = knownTo(indexInOrder(filter));
  const untold = PARTS.filter((part) => filter[part] !== undefined && !inOrder.includes(part));
  if (untold.length === 0) return [];
  const { externalId, progress, sku, onHold, warehouse, updatedFrom, createdFrom, createdBefore } = filter;
  const all: readonly (ListIndex | undefined)[] = [
    externalId === undefined ? undefined : BY_EXTERNAL_ID,
    progress === 'partial' ? BY_PARTLY : undefined,
    sku === undefined ? undefined : BY_SKU,
    onHold === true ? BY_HOLD : undefined,
    updatedFrom && (warehouse === undefined ? BY_CHANGE : BY_WAREHOUSE.updated_at),
    warehouse === undefined ? undefined : BY_WAREHOUSE.created_at,
    createdFrom || createdBefore ? BY_STATUS : undefined,
  ];
  return all.filter((index) => index !== undefined);
}

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

const endsOfHolds = (name: string, key: IndexDeclaration['key']): IndexDeclaration => ({
  collection: ORDERS,
  name,
  key,
  options: { partialFilterExpression: { holds_until: { $exists: true } } },
});

/** Of schema version 6: no order without a hold is in them. */
export const HOLD_INDEXES: readonly IndexDeclaration[] = [
  {
    collection: ORDERS,
    name: BY_HOLD,
    key: { tenant: 1, ...LISTED, ...NEWEST_FIRST },
    options: { partialFilterExpression: { holds: { $exists: true } } },
  },
  endsOfHolds(HOLDS_END.first, { holds_until: 1 }),
];

/** Of schema version 13. */
export const HOLDS_BY_TENANT_INDEX = endsOfHolds(HOLDS_END.byTenant, { tenant: 1, holds_until: 1 });
