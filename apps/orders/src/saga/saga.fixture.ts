import { domainEvent } from '@fulfilment/contracts';
import { itemProblemOf } from '@fulfilment/http';
import { ensureAllTopics, type EventLog, startConsumer } from '@fulfilment/messaging';
import { openMemoryLog } from '@fulfilment/messaging/test-bed';
import { Metrics, silentLogger } from '@fulfilment/observability';
import { newId, type OutgoingMessage, type RequestContext, systemClock } from '@fulfilment/kernel';
import { FakeInventory } from './fake-inventory.fixture.ts';
import type { StockByWarehouse } from './fake-sources.fixture.ts';
import { makeOrderApplication, type OrderApplication } from '../application.ts';
import { MemoryOrderStore } from '../orders/memory-order-store.fixture.ts';
import { decodeStockOutcome, toReceivedOutcome } from '../orders/order-messages.ts';
import { OrderWatch, type OrderWatchOptions } from './order-watch.ts';
import { WaitBreaker } from './wait-breaker.ts';
import type { TakenOutcomes } from './take-outcomes.ts';

/** The saga in memory: orders without HTTP and MongoDB, and an inventory that answers over the log. */
export interface Saga {
  readonly orders: OrderApplication;
  /** The same with a wait of milliseconds. */
  readonly hasty: OrderApplication;
  /** The same in a process of its own: however often it waits in vain, the others go on waiting. */
  readonly hastyApart: OrderApplication;
  /** Another process: it hears of what that one commits. */
  readonly beside: OrderApplication;
  readonly inventory: FakeInventory;
  readonly log: EventLog;
  readonly store: MemoryOrderStore;
  /** Types of an order's events, in their order. */
  readonly eventsOf: (orderId: string) => readonly string[];
  /** All events that were told, in their order. */
  readonly events: readonly OutgoingMessage[];
  readonly taken: readonly TakenOutcomes[];
  /** Sets the clocks of all processes forward by milliseconds. */
  readonly passTime: (ms: number) => void;
  readonly context: RequestContext;
  /** @throws Error if an event was sent that its contract refuses. */
  stop(): Promise<void>;
}

export interface SagaOptions {
  readonly stock?: Readonly<Record<string, number>>;
  /** Units of orders that say where they ship from. */
  readonly warehouses?: StockByWarehouse | undefined;
  readonly maxWaiting?: number | undefined;
  /** The wait of the hasty application, in milliseconds. */
  readonly hasteMs?: number;
}

const PATIENCE_MS = 5_000;
const HASTE_MS = 20;

export async function startSaga(options: SagaOptions = {}): Promise<Saga> {
  const { stock = { 'MUG-01': 100 }, warehouses, maxWaiting, hasteMs = HASTE_MS } = options;
  const log = openMemoryLog();
  await ensureAllTopics(log, { replicationFactor: 1 });
  const sent: OutgoingMessage[] = [];
  const store = new MemoryOrderStore((messages) => {
    sent.push(...messages);
    void log.append(
      messages.map(({ topic, key, value, requestId }) => ({ topic, key, value, headers: { request_id: requestId } })),
    );
  });
  const watch = watchOver(store, maxWaiting);
  const elsewhere = watchOver(store, maxWaiting);
  const apart = watchOver(store, maxWaiting);
  let aheadMs = 0;
  const waiting = (waitMs: number, process = watch): OrderApplication =>
    makeOrderApplication({
      orders: store,
      lists: store,
      figures: store,
      partLists: store,
      admit: async () => true,
      onHoldError: rethrow,
      watch: process,
      announce: (ids) => elsewhere.notify(ids),
      now: () => new Date(systemClock().getTime() + aheadMs),
      waitMs,
      describe: itemProblemOf,
    });
  const orders = waiting(PATIENCE_MS);
  const taken: TakenOutcomes[] = [];
  const consumption = await startConsumer({
    log,
    group: 'orders',
    topics: ['stock.outcomes'],
    decode: decodeStockOutcome,
    handle: async (batch) => void taken.push(await orders.takeOutcomes(batch.map(toReceivedOutcome))),
    deadLetters: { add: async () => undefined, openKeys: async () => new Set(), allOpenKeys: async () => new Set() },
    logger: silentLogger,
    metrics: new Metrics({ service: 'orders', defaults: false }),
  });
  const inventory = new FakeInventory(log, stock, warehouses);
  await inventory.start();
  return {
    orders,
    hasty: waiting(hasteMs),
    hastyApart: waiting(hasteMs, apart),
    beside: waiting(PATIENCE_MS, elsewhere),
    inventory,
    log,
    store,
    eventsOf: (orderId) =>
      sent.filter(({ topic, subject }) => topic === 'orders.events' && subject === orderId).map(({ type }) => type),
    get events() {
      return sent.filter(({ topic }) => topic === 'orders.events');
    },
    passTime: (ms) => {
      aheadMs += ms;
    },
    taken,
    context: {
      tenant: { accountId: newId('acc'), environment: 'sandbox' },
      actor: newId('key'),
      requestId: 'req-1',
    },
    stop: async () => {
      await consumption.stop();
      await log.stop();
      await watch.stop();
      await elsewhere.stop();
      await apart.stop();
      expectEvents(sent);
    },
  };
}

/** @throws Error for the first event that webhooks would refuse. */
function expectEvents(sent: readonly OutgoingMessage[]): void {
  for (const { topic, type, value } of sent) {
    const told = topic === 'orders.events' ? domainEvent.safeParse(JSON.parse(value)) : undefined;
    if (told?.error) throw new Error(`A ${type} is not as its contract says: ${told.error.message}`);
  }
}

/** A watch over a store, of an outbox that is always empty. */
export function watchOver(orders: OrderWatchOptions['orders'], maxWaiting = 100): OrderWatch {
  const breaker = new WaitBreaker({ maxWaiting, oldestUnsentMs: async () => 0, onError: rethrow });
  return new OrderWatch({ orders, breaker, onError: rethrow });
}

function rethrow(error: unknown): never {
  throw error;
}
