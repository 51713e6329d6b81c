import { type Stoppable, tenantKey } from '@fulfilment/kernel';
import type { OrderKey, OrderStore } from '../use-cases/ports.ts';
import { toAnswer } from './answer-document.ts';
import type { HistoryDocument } from './history-document.ts';
import { type OrderDocument, toOrder } from './order-document.ts';
import { ORDER_HISTORY, ORDERS } from './order-indexes.ts';
import { makeOrderWriter, type OrderWriterOptions } from './order-writer.ts';

export function makeMongoOrderStore(options: OrderWriterOptions): OrderStore & Stoppable {
  const orders = options.db.collection<OrderDocument>(ORDERS);
  const history = options.db.collection<HistoryDocument>(ORDER_HISTORY);
  const writer = makeOrderWriter(options);
  return {
    find: async ({ tenant, id }) => {
      const found = await orders.findOne({ tenant: tenantKey(tenant), _id: id });
      return found ? toOrder(found) : undefined;
    },
    findMany: async (keys) => {
      const found = await Promise.all(
        byTenant(keys).map(([tenant, ids]) => orders.find({ tenant, _id: { $in: ids } }).toArray()),
      );
      return found.flat().map(toOrder);
    },
    findByExternalId: async (tenant, externalId) => {
      const found = await orders.findOne({ tenant: tenantKey(tenant), external_key: externalId });
      return found ? toOrder(found) : undefined;
    },
    findAnswer: async ({ tenant, id }, commandId) => {
      const found = await history.findOne({ tenant: tenantKey(tenant), order_id: id, 'answer.command_id': commandId });
      return found?.answer ? toAnswer(found.answer) : undefined;
    },
    place: (order, command) => writer.write({ from: 0, order, history: [], messages: [command] }),
    save: (change) => writer.write(change),
    stop: () => writer.stop(),
  };
}

function byTenant(keys: readonly OrderKey[]): [tenant: string, ids: string[]][] {
  const groups = Map.groupBy(keys, (key) => tenantKey(key.tenant));
  return Array.from(groups, ([tenant, ofTenant]) => [tenant, ofTenant.map(({ id }) => id)]);
}
