import { type Page, type PageQuery, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { Cursors, IndexDeclaration } from '@fulfilment/mongo';
import type { Collection, Db, Filter } from 'mongodb';
import type { Fulfilment } from './domain/fulfilment.ts';
import { type OrderDocument, ORDERS, toOrder } from './order-documents.ts';
import type { FulfilmentFilter, FulfilmentLists, FulfilmentOfOrder } from './order-ports.ts';

const BY_STATUS = 'tenant_fulfilment_status';
const BY_KEY = 'tenant_fulfilment_key';
const IN_PARTS = { fulfilment_ids: { $exists: true } } as const;

/** The indexes of fulfilments: an order that goes as a whole has no key in them. */
export const FULFILMENT_INDEXES: readonly IndexDeclaration[] = [
  {
    collection: ORDERS,
    name: 'tenant_fulfilment',
    key: { tenant: 1, fulfilment_ids: 1 },
    options: { partialFilterExpression: IN_PARTS },
  },
  {
    collection: ORDERS,
    name: BY_STATUS,
    key: { tenant: 1, 'fulfilments.status': 1, _id: -1 },
    options: { partialFilterExpression: IN_PARTS },
  },
  {
    collection: ORDERS,
    name: BY_KEY,
    key: { tenant: 1, fulfilment_keys: 1 },
    options: { unique: true, partialFilterExpression: { fulfilment_keys: { $exists: true } } },
  },
];

/** Orders that are read at once for a page. */
const ORDERS_AT_ONCE = 50;
/** Lines at which a page ends, about: 1 MB. */
const MAX_LINES = 2_500;

/** Lists of fulfilments in MongoDB, from the documents of their orders. */
export class MongoFulfilmentLists implements FulfilmentLists {
  readonly #orders: Collection<OrderDocument>;
  readonly #cursors: Cursors;

  constructor(db: Db, cursors: Cursors) {
    this.#orders = db.collection(ORDERS);
    this.#cursors = cursors;
  }

  async fulfilments(owner: Tenant, filter: FulfilmentFilter, { limit, cursor }: PageQuery): Promise<Page<FulfilmentOfOrder>> {
    const tenant = tenantKey(owner);
    const scope = { tenant, list: 'fulfilments', filter: { ...filter } };
    const after = cursor === undefined ? undefined : parsePosition(this.#cursors.open(cursor, scope));
    const data: FulfilmentOfOrder[] = [];
    let lines = 0;
    for await (const each of this.#matching(tenant, filter, after)) {
      if (data.length === limit || (data.length > 0 && lines + each.fulfilment.lines.length > MAX_LINES)) {
        const last = data.at(-1);
        const position = last ? JSON.stringify([last.order.id, last.fulfilment.id]) : '';
        return { data, has_more: true, next_cursor: this.#cursors.seal(position, scope) };
      }
      lines += each.fulfilment.lines.length;
      data.push(each);
    }
    return { data, has_more: false, next_cursor: null };
  }

  async *#matching(tenant: string, filter: FulfilmentFilter, after: Position | undefined): AsyncGenerator<FulfilmentOfOrder> {
    const found = this.#orders
      .find(conditionsOf(tenant, filter, after), { projection: { outbox: 0, history: 0 } })
      .sort({ _id: -1 })
      .batchSize(ORDERS_AT_ONCE);
    if (filter.orderId === undefined) found.hint(filter.externalId === undefined ? BY_STATUS : BY_KEY);
    for await (const document of found) {
      const order = toOrder(document);
      const newestFirst = (order.fulfilments ?? []).toReversed();
      const read = order.id === after?.orderId ? newestFirst.findIndex(({ id }) => id === after.fulfilmentId) + 1 : 0;
      for (const fulfilment of newestFirst.slice(read)) if (matches(fulfilment, filter)) yield { fulfilment, order };
    }
  }
}

interface Position {
  readonly orderId: string;
  readonly fulfilmentId: string;
}

/** Only what a page wrote: the cursor's signature is checked before. */
function parsePosition(text: string): Position {
  const [orderId, fulfilmentId]: readonly [string, string] = JSON.parse(text);
  return { orderId, fulfilmentId };
}

function conditionsOf(
  tenant: string,
  { statuses, orderId, carrier, externalId }: FulfilmentFilter,
  after: Position | undefined,
): Filter<OrderDocument> {
  const $elemMatch = {
    status: { $in: [...statuses] },
    ...(carrier === undefined ? {} : { 'shipment.carrier': carrier }),
    ...(externalId === undefined ? {} : { external_id: externalId }),
  };
  const id = { ...(orderId === undefined ? {} : { $eq: orderId }), ...(after ? { $lte: after.orderId } : {}) };
  return {
    tenant,
    ...IN_PARTS,
    ...(externalId === undefined ? {} : { fulfilment_keys: externalId }),
    fulfilments: { $elemMatch },
    ...(Object.keys(id).length > 0 ? { _id: id } : {}),
  };
}

/** True of a fulfilment that belongs to a list. */
export function matches({ status, shipment, externalId }: Fulfilment, filter: FulfilmentFilter): boolean {
  const { statuses, carrier } = filter;
  const isNamed = filter.externalId === undefined || filter.externalId === externalId;
  return statuses.includes(status) && (carrier === undefined || carrier === shipment.carrier) && isNamed;
}
