import { ALLOCATIONS, FULFILMENT_STATUSES } from '@fulfilment/contracts';
import { jsonBytesOf, type Page, type PageQuery, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { Cursors, IndexDeclaration } from '@fulfilment/mongo';
import type { Collection, Db, Filter, FindCursor } from 'mongodb';
import type { Fulfilment } from './domain/fulfilment.ts';
import { isUnlinked, type Order } from './domain/order.ts';
import type { Return } from './domain/return.ts';
import { type OrderDocument, ORDERS, toOrder } from './order-documents.ts';
import type {
  FulfilmentFilter,
  FulfilmentLists,
  FulfilmentOfOrder,
  ReturnFilter,
  ReturnLists,
  ReturnOfOrder,
} from './order-ports.ts';

interface PartNames {
  readonly list: 'fulfilments' | 'returns';
  /** Fields of the document: the ids of the parts, and their external ids. */
  readonly ids: 'fulfilment_ids' | 'return_ids';
  readonly keys: 'fulfilment_keys' | 'return_keys';
  /** Names of the indexes. */
  readonly byId: string;
  readonly byStatus: string;
  readonly byKey: string;
}

const FULFILMENTS: PartNames = {
  list: 'fulfilments',
  ids: 'fulfilment_ids',
  keys: 'fulfilment_keys',
  byId: 'tenant_fulfilment',
  byStatus: 'tenant_fulfilment_status',
  byKey: 'tenant_fulfilment_key',
};

const RETURNS: PartNames = {
  list: 'returns',
  ids: 'return_ids',
  keys: 'return_keys',
  byId: 'tenant_return',
  byStatus: 'tenant_return_status',
  byKey: 'tenant_return_key',
};

/** The indexes of fulfilments: an order that goes as a whole has no key in them. */
export const FULFILMENT_INDEXES = indexesOf(FULFILMENTS);
/** The indexes of returns: an order of which nothing comes back has no key in them. */
export const RETURN_INDEXES = indexesOf(RETURNS);

/** The index of returns without an order: no return of an order has a key in it. */
export const UNLINKED_INDEX: IndexDeclaration = {
  collection: ORDERS,
  name: 'tenant_unlinked_return_status',
  key: { tenant: 1, 'returns.status': 1, _id: -1 },
  options: { partialFilterExpression: { allocation: 'none' } },
};

/** The index of the warehouses of fulfilments: an order of which none has one has no key in it. */
export const WAREHOUSE_INDEX: IndexDeclaration = {
  collection: ORDERS,
  name: 'tenant_fulfilment_warehouse',
  key: { tenant: 1, fulfilment_warehouses: 1, _id: -1 },
  options: { partialFilterExpression: { fulfilment_warehouses: { $exists: true } } },
};

function indexesOf({ list, ids, keys, byId, byStatus, byKey }: PartNames): readonly IndexDeclaration[] {
  const partialFilterExpression = { [ids]: { $exists: true } };
  return [
    { collection: ORDERS, name: byId, key: { tenant: 1, [ids]: 1 }, options: { partialFilterExpression } },
    {
      collection: ORDERS,
      name: byStatus,
      key: { tenant: 1, [`${list}.status`]: 1, _id: -1 },
      options: { partialFilterExpression },
    },
    {
      collection: ORDERS,
      name: byKey,
      key: { tenant: 1, [keys]: 1 },
      options: { unique: true, partialFilterExpression: { [keys]: { $exists: true } } },
    },
  ];
}

/** Orders that are read at once for a page. */
const ORDERS_AT_ONCE = 50;
/** Lines at which a page ends, about: 1 MB. */
const MAX_LINES = 2_500;

/** Orders that a page looks at, at most, where no index tells all that is asked, and their bytes as JSON, about. */
const LOOKED_AT = 1_000;
const MAX_LOOKED_BYTES = 16_000_000;

interface Part {
  readonly id: string;
  readonly lines: readonly unknown[];
}

interface Wanted<Of extends Part> {
  readonly names: PartNames;
  readonly filter: ReturnFilter | FulfilmentFilter;
  readonly partsOf: (order: Order) => readonly Of[];
  readonly matches: (part: Of) => boolean;
}

/** Lists of fulfilments and of returns in MongoDB, from the documents of their orders. */
export class MongoPartLists implements FulfilmentLists, ReturnLists {
  readonly #orders: Collection<OrderDocument>;
  readonly #cursors: Cursors;

  constructor(db: Db, cursors: Cursors) {
    this.#orders = db.collection(ORDERS);
    this.#cursors = cursors;
  }

  async fulfilments(owner: Tenant, filter: FulfilmentFilter, query: PageQuery): Promise<Page<FulfilmentOfOrder>> {
    const wanted = { names: FULFILMENTS, filter, partsOf: fulfilmentsOf, matches: (each: Fulfilment) => matches(each, filter) };
    const page = await this.#page(owner, wanted, query);
    return { ...page, data: page.data.map(({ part, order }) => ({ fulfilment: part, order })) };
  }

  async returns(owner: Tenant, filter: ReturnFilter, query: PageQuery): Promise<Page<ReturnOfOrder>> {
    const wanted = { names: RETURNS, filter, partsOf: returnsOf, matches: (each: Return) => matchesReturn(each, filter) };
    const page = await this.#page(owner, wanted, query);
    return { ...page, data: page.data.map(({ part, order }) => ({ of: part, order })) };
  }

  async #page<Of extends Part>(owner: Tenant, wanted: Wanted<Of>, { limit, cursor }: PageQuery): Promise<Page<OfOrder<Of>>> {
    const tenant = tenantKey(owner);
    const scope = { tenant, list: wanted.names.list, filter: { ...wanted.filter } };
    const after = cursor === undefined ? undefined : parsePosition(this.#cursors.open(cursor, scope));
    const data: OfOrder<Of>[] = [];
    const endingAt = (position: Position) => ({
      data,
      has_more: true,
      next_cursor: this.#cursors.seal(JSON.stringify([position.orderId, position.partId]), scope),
    });
    let lines = 0;
    const looked = new Looked();
    for await (const document of this.#found(tenant, wanted, after)) {
      if (looked.last && looked.isOver) return endingAt(looked.last);
      const order = toOrder(document);
      for (const part of unreadOf(order, wanted, after)) {
        const last = data.at(-1);
        if (last && (data.length === limit || lines + part.lines.length > MAX_LINES))
          return endingAt({ orderId: last.order.id, partId: last.part.id });
        lines += part.lines.length;
        data.push({ part, order });
      }
      const [oldest] = isLooking(wanted.filter) ? wanted.partsOf(order) : [];
      if (oldest) looked.add(document, { orderId: order.id, partId: oldest.id });
    }
    return { data, has_more: false, next_cursor: null };
  }

  #found<Of extends Part>(tenant: string, wanted: Wanted<Of>, after: Position | undefined): FindCursor<OrderDocument> {
    const found = this.#orders
      .find(conditionsOf(tenant, wanted, after), { projection: { outbox: 0, history: 0 } })
      .sort({ _id: -1 })
      .batchSize(ORDERS_AT_ONCE);
    return wanted.filter.orderId === undefined ? found.hint(indexFor(wanted)) : found;
  }
}

/** The orders that a page has looked at. */
class Looked {
  /** The last of them, with all its parts. */
  last: Position | undefined;
  #orders = 0;
  #bytes = 0;

  get isOver(): boolean {
    return this.#orders === LOOKED_AT || this.#bytes > MAX_LOOKED_BYTES;
  }

  add(document: OrderDocument, position: Position): void {
    this.last = position;
    this.#orders += 1;
    this.#bytes += jsonBytesOf(document);
  }
}

/** The parts of an order that belong to a list, newest first, without those that were read. */
function unreadOf<Of extends Part>(
  order: Order,
  { filter, partsOf, matches: belongs }: Wanted<Of>,
  after: Position | undefined,
): readonly Of[] {
  if (unlinkedIn(filter) === false && isUnlinked(order)) return [];
  const newestFirst = partsOf(order).toReversed();
  const read = order.id === after?.orderId ? newestFirst.findIndex(({ id }) => id === after.partId) + 1 : 0;
  return newestFirst.slice(read).filter((part) => belongs(part));
}

/** Statuses that a fulfilment does not stay in: few have them, however many there were. */
const PASSING: readonly string[] = ['open', 'packed'];

/** True where an index tells a part of what is asked alone: a page looks through what it has. */
function isLooking(filter: ReturnFilter | FulfilmentFilter): boolean {
  const { orderId, externalId, statuses } = filter;
  if (orderId !== undefined || externalId !== undefined) return false;
  const carrier = 'carrier' in filter ? filter.carrier : undefined;
  const isOfSome = warehouseIn(filter) !== undefined && statuses.length < FULFILMENT_STATUSES.length;
  return carrier !== undefined || isOfSome || unlinkedIn(filter) === false;
}

function indexFor({ names, filter }: Asked): string {
  if (filter.externalId !== undefined) return names.byKey;
  if (unlinkedIn(filter) === true) return UNLINKED_INDEX.name;
  const isPassing = filter.statuses.every((status) => PASSING.includes(status));
  return warehouseIn(filter) === undefined || isPassing ? names.byStatus : WAREHOUSE_INDEX.name;
}

function unlinkedIn(filter: ReturnFilter | FulfilmentFilter): boolean | undefined {
  return 'unlinked' in filter ? filter.unlinked : undefined;
}

function warehouseIn(filter: ReturnFilter | FulfilmentFilter): string | undefined {
  return 'warehouseId' in filter ? filter.warehouseId : undefined;
}

interface OfOrder<Of> {
  readonly part: Of;
  readonly order: Order;
}

const fulfilmentsOf = ({ fulfilments = [] }: Order): readonly Fulfilment[] => fulfilments;
const returnsOf = ({ returns = [] }: Order): readonly Return[] => returns;

interface Position {
  readonly orderId: string;
  readonly partId: string;
}

/** Only what a page wrote: the cursor's signature is checked before. */
function parsePosition(text: string): Position {
  const [orderId, partId]: readonly [string, string] = JSON.parse(text);
  return { orderId, partId };
}

type Asked = Pick<Wanted<Part>, 'names' | 'filter'>;

function conditionsOf(tenant: string, { names, filter }: Asked, after: Position | undefined): Filter<OrderDocument> {
  if (!isLooking(filter)) return exactConditions(tenant, { names, filter }, after);
  // What the index tells; the rest is told apart by the parts.
  const isByStatus = indexFor({ names, filter }) === names.byStatus;
  return {
    tenant,
    [names.ids]: { $exists: true },
    ...(isByStatus
      ? { [`${names.list}.status`]: { $in: [...filter.statuses] } }
      : { fulfilment_warehouses: warehouseIn(filter) }),
    ...(after ? { _id: { $lte: after.orderId } } : {}),
  };
}

function exactConditions(tenant: string, { names, filter }: Asked, after: Position | undefined): Filter<OrderDocument> {
  const { statuses, orderId, externalId } = filter;
  const carrier = 'carrier' in filter ? filter.carrier : undefined;
  const warehouse = warehouseIn(filter);
  const unlinked = unlinkedIn(filter);
  const $elemMatch = {
    status: { $in: [...statuses] },
    ...(carrier === undefined ? {} : { 'shipment.carrier': carrier }),
    ...(warehouse === undefined ? {} : { 'warehouse.id': warehouse }),
    ...(externalId === undefined ? {} : { external_id: externalId }),
  };
  const id = { ...(orderId === undefined ? {} : { $eq: orderId }), ...(after ? { $lte: after.orderId } : {}) };
  return {
    tenant,
    [names.ids]: { $exists: true },
    ...(externalId === undefined ? {} : { [names.keys]: externalId }),
    ...(warehouse === undefined ? {} : { fulfilment_warehouses: warehouse }),
    ...(unlinked === undefined ? {} : { allocation: unlinked ? 'none' : { $in: [...ALLOCATIONS] } }),
    [names.list]: { $elemMatch },
    ...(Object.keys(id).length > 0 ? { _id: id } : {}),
  };
}

/** True of a fulfilment that belongs to a list. */
export function matches({ status, shipment, externalId, warehouse }: Fulfilment, filter: FulfilmentFilter): boolean {
  const { statuses, carrier, warehouseId } = filter;
  if (warehouseId !== undefined && warehouseId !== warehouse?.id) return false;
  const isNamed = filter.externalId === undefined || filter.externalId === externalId;
  return statuses.includes(status) && (carrier === undefined || carrier === shipment.carrier) && isNamed;
}

/** True of a return that belongs to a list. */
export function matchesReturn({ status, externalId }: Return, filter: ReturnFilter): boolean {
  return filter.statuses.includes(status) && (filter.externalId === undefined || filter.externalId === externalId);
}
