import { type Stoppable, tenantKey } from '@fulfilment/kernel';
import { transact } from '@fulfilment/mongo';
import type { OrderKey, OrderStore } from './order-ports.ts';
import { toAnswer } from './answer-documents.ts';
import type { HistoryDocument } from './history-documents.ts';
import { type OrderDocument, toOrder } from './order-documents.ts';
import { ORDER_HISTORY, ORDERS } from './order-indexes.ts';
import { makeOrderWriter, type OrderWriterOptions } from './order-writer-store.ts';

export function makeMongoOrderStore(options: OrderWriterOptions): OrderStore & Stoppable {
  const { client, db, receipts } = options;
  const orders = db.collection<OrderDocument>(ORDERS);
  const history = db.collection<HistoryDocument>(ORDER_HISTORY);
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
    place: (order, command, receipt) => writer.write({ from: 0, order, history: [], messages: [command], receipt }),
    save: (change) => writer.write(change),
    findReceipt: async (tenant, claimId) => (await receipts.find(tenantKey(tenant), [claimId])).get(claimId),
    addReceipt: (tenant, receipt) =>
      transact(client, async (session) => {
        const found = await receipts.find(tenantKey(tenant), [receipt.id], session);
        if (found.size === 0) await receipts.add(session, tenantKey(tenant), [receipt]);
        return found.size === 0;
      }),
    stop: () => writer.stop(),
  };
}

function byTenant(keys: readonly OrderKey[]): [tenant: string, ids: string[]][] {
  const groups = Map.groupBy(keys, (key) => tenantKey(key.tenant));
  return Array.from(groups, ([tenant, ofTenant]) => [tenant, ofTenant.map(({ id }) => id)]);
}
