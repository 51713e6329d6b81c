import { tenantKey } from '@fulfilment/kernel';
import { isDuplicateKey, transact } from '@fulfilment/mongo';
import type { ClientSession, Collection, Db, MongoClient } from 'mongodb';
import type { OrderChange, OrderKey, OrderStore, OutgoingMessage } from '../use-cases/ports.ts';
import { toAnswer } from './answer-document.ts';
import { type HistoryDocument, toHistoryDocuments } from './history-document.ts';
import { type OrderDocument, toOrder, toOrderDocument } from './order-document.ts';
import { EXTERNAL_KEY_INDEX, ORDER_HISTORY, ORDERS } from './order-indexes.ts';

export interface MongoOrderStoreOptions {
  readonly client: MongoClient;
  readonly db: Db;
  /** Puts messages into the outbox, in the transaction of `session`. */
  readonly addToOutbox: (session: ClientSession, messages: readonly OutgoingMessage[]) => Promise<void>;
  /** Told after each commit: there may be something to send. */
  readonly onCommitted: () => void;
}

export function makeMongoOrderStore(options: MongoOrderStoreOptions): OrderStore {
  const orders = options.db.collection<OrderDocument>(ORDERS);
  const history = options.db.collection<HistoryDocument>(ORDER_HISTORY);
  return { ...readsOf(orders, history), ...writesTo(orders, history, options) };
}

function readsOf(
  orders: Collection<OrderDocument>,
  history: Collection<HistoryDocument>,
): Pick<OrderStore, 'find' | 'findMany' | 'findByExternalId' | 'findAnswer'> {
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
  };
}

function writesTo(
  orders: Collection<OrderDocument>,
  history: Collection<HistoryDocument>,
  { client, addToOutbox, onCommitted }: MongoOrderStoreOptions,
): Pick<OrderStore, 'place' | 'save'> {
  /** @returns false where `isLost` knows why the transaction was not committed. */
  const commit = async (
    work: (session: ClientSession) => Promise<void>,
    isLost: (error: unknown) => boolean,
  ): Promise<boolean> => {
    try {
      await transact(client, work);
    } catch (error) {
      if (isLost(error)) return false;
      throw error;
    }
    onCommitted();
    return true;
  };

  return {
    place: (order, command) => {
      const document = toOrderDocument(order);
      const write = async (session: ClientSession): Promise<void> => {
        await orders.insertOne(document, { session });
        await addToOutbox(session, [command]);
      };
      return commit(write, (error) => isDuplicateKey(error, EXTERNAL_KEY_INDEX));
    },
    save: async (changes) => {
      if (changes.length === 0) return true;
      const entries = changes.flatMap((change) => toHistoryDocuments(change.order, change.history));
      const messages = changes.flatMap((change) => change.messages);
      const write = async (session: ClientSession): Promise<void> => {
        await replaceAll(orders, changes, session);
        if (entries.length > 0) await history.insertMany(entries, { session });
        await addToOutbox(session, messages);
      };
      return commit(write, (error) => error instanceof OrderMoved);
    },
  };
}

/** Ends a transaction that was decided on an order which is not like that any more. */
class OrderMoved extends Error {}

async function replaceAll(
  orders: Collection<OrderDocument>,
  changes: readonly OrderChange[],
  session: ClientSession,
): Promise<void> {
  const replacements = changes.map(({ from, order }) => {
    const { _id: id, ...replacement } = toOrderDocument(order);
    return { replaceOne: { filter: { tenant: replacement.tenant, _id: id, version: from }, replacement } };
  });
  const { matchedCount } = await orders.bulkWrite(replacements, { session });
  if (matchedCount !== changes.length) throw new OrderMoved('An order moved on');
}

function byTenant(keys: readonly OrderKey[]): [tenant: string, ids: string[]][] {
  const groups = Map.groupBy(keys, (key) => tenantKey(key.tenant));
  return Array.from(groups, ([tenant, ofTenant]) => [tenant, ofTenant.map(({ id }) => id)]);
}
