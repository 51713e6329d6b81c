import { CONSUMER_GROUPS } from '@fulfilment/contracts';
import { itemProblemOf } from '@fulfilment/http';
import { replay } from '@fulfilment/idempotency';
import { delay, newId, retry, type Sequence, systemClock, type Tenant, unwatched } from '@fulfilment/kernel';
import { isSaga, type OutboxRow, Relay } from '@fulfilment/messaging';
import { Lane } from '@fulfilment/mongo';
import { silentLogger } from '@fulfilment/observability';
import { makeApplyItems } from '../../apps/inventory/src/batches/apply-items.ts';
import { type BatchInventory, makeBatchInventory } from '../../apps/inventory/src/batches/batch-inventory.ts';
import { composeStock } from '../../apps/inventory/src/compose.ts';
import type { ChangeStock } from '../../apps/inventory/src/stock/change-stock.ts';
import { decodeStockCommand, handleStockCommands } from '../../apps/inventory/src/stock/stock-messages.ts';
import type { StockStore, StockTransaction, StockWrite } from '../../apps/inventory/src/stock/stock-ports.ts';
import { type Application, makeApplication } from '../../apps/orders/src/application.ts';
import type { PartSteps } from '../../apps/orders/src/saga/fulfil-in-parts.ts';
import type { Order } from '../../apps/orders/src/orders/domain/order.ts';
import { decodeStockOutcome, toReceivedOutcome } from '../../apps/orders/src/orders/order-messages.ts';
import type {
  OrderChange,
  OrderKey,
  OrderLists,
  OrderStore,
  ReceivedOutcome,
  SaveResult,
} from '../../apps/orders/src/orders/order-ports.ts';
import { NO_RETENTIONS } from '../../apps/orders/src/retention/no-retentions.fixture.ts';
import { OrderWatch } from '../../apps/orders/src/saga/order-watch.ts';
import { WaitBreaker } from '../../apps/orders/src/saga/wait-breaker.ts';
import { type CreateScan, makeCreateScan } from '../../apps/scans/src/scans/record-scans.ts';
import { decodeFromInventory, outcomesIn } from '../../apps/scans/src/scans/scan-messages.ts';
import { consume, metrics, type Process } from './consume.ts';
import type { MemoryOutbox } from './memory-outbox.ts';
import { unfairChanges } from './queue-watch.ts';
import { rowsOf, type System } from './system.ts';
import { startWebhooks, type WebhookApi } from './webhooks/start-webhooks.ts';

/** The use cases that clients ask a process for. */
export interface Apis {
  readonly orders: PartSteps &
    Pick<Application, 'createOrder' | 'createOrders' | 'packOrder' | 'shipOrder' | 'cancelOrder' | 'updateOrder'> &
    Pick<Application, 'editOrder' | 'holdOrder' | 'releaseHold'>;
  readonly inventory: { readonly changeStock: ChangeStock; readonly batch: BatchInventory };
  readonly scans: CreateScan;
  readonly webhooks: WebhookApi;
}
export type ServiceName = keyof Apis;

/** Milliseconds for which requests wait for inventory. */
const WAIT_MS = 300;
const MOST_ATTEMPTS = 10;
const BACK_OFF = { firstMs: 5, maxMs: 100 };

/** Starts a process of each service: the use cases as they are, on memory adapters of their ports. */
export const START: { readonly [Name in ServiceName]: (process: Process) => Promise<Apis[Name]> } = {
  orders: startOrders,
  inventory: startInventory,
  scans: startScans,
  webhooks: startWebhooks,
};

interface Relays {
  readonly handOver: (rows: readonly OutboxRow[]) => void;
  readonly doubt: () => void;
}

/** Opens the relays of a process. It resolves when the process may write. */
async function openRelays({ system, actor, instance }: Process, service: Exclude<ServiceName, 'webhooks'>): Promise<Relays> {
  const { outbox, leases: ofService } = system[service];
  const { leases, joined } = ofService.join(actor, instance);
  const relayOf = (part: 'sagas' | 'events'): Relay =>
    new Relay({
      source: outbox.sourceFor(actor, part),
      appender: system.log.clientOf(actor).openAppender(),
      leases,
      hints: system.hints.channelsOf(actor),
      logger: silentLogger,
      metrics,
    });
  const [sagas, events] = [relayOf('sagas'), relayOf('events')];
  await joined;
  return {
    handOver: (rows) => {
      sagas.handOver(rows.filter(isSaga));
      events.handOver(rows.filter((row) => !isSaga(row)));
    },
    doubt: () => {
      sagas.doubt();
      events.doubt();
    },
  };
}

async function startOrders(process: Process): Promise<Apis['orders']> {
  const { system, actor } = process;
  const hints = system.hints.channelsOf(actor);
  const store = new ProcessOrderStore(process, await openRelays(process, 'orders'));
  const breaker = new WaitBreaker({ maxWaiting: 100, oldestUnsentMs: async () => 0, onError: () => undefined });
  const watch = new OrderWatch({ orders: store, breaker, onError: () => undefined });
  hints.subscribe('orders.answered', (ids) => watch.notify(ids.split(',')));
  const application = makeApplication({
    orders: store,
    lists: listsOf(process),
    partLists: system.orders.store,
    admit: async () => true,
    onHoldError: () => undefined,
    watch,
    ...NO_RETENTIONS,
    announce: (ids) => hints.publish('orders.answered', ids.join(',')),
    now: systemClock,
    waitMs: WAIT_MS,
    describe: itemProblemOf,
  });
  const { received = (outcome: ReceivedOutcome) => outcome } = system.bugs.orders ?? {};
  await consume(process, {
    group: 'orders',
    topics: CONSUMER_GROUPS.orders.topics,
    decode: decodeStockOutcome,
    handle: async (batch, { signal }) =>
      void (await application.takeOutcomes(batch.map(toReceivedOutcome).map(received), signal)),
  });
  if (system.world === 'edits') void sweepHolds(application);
  return application;
}

/** The lists of orders as one process reads them. */
function listsOf({ system: { scheduler, orders }, actor }: Process): OrderLists {
  const { store } = orders;
  return {
    orders: store.orders,
    history: store.history,
    countByStatus: store.countByStatus,
    nextHoldEnd: () => scheduler.call(actor, 'find the next end of a hold', () => store.nextHoldEnd()),
    dueHolds: (at, atMost) => scheduler.call(actor, 'find holds that have ended', () => store.dueHolds(at, atMost)),
  };
}

/** Milliseconds between two looks for holds that have ended. */
const SWEEP_EVERY_MS = 2_000;

/** Every process looks, as two do for a while where a lease is taken over. It ends with its process, whose timers are gone then. */
async function sweepHolds({ expireHolds }: Application): Promise<never> {
  const { signal } = new AbortController();
  for (;;) {
    // What fails is found again by the next look.
    await expireHolds(() => undefined, signal).catch(() => undefined);
    // wait: for the next look, by the clock of the simulation.
    await delay(SWEEP_EVERY_MS);
  }
}

async function startInventory(process: Process): Promise<Apis['inventory']> {
  const relays = await openRelays(process, 'inventory');
  const { changeStock } = composeStock(processStockStore(process, relays), {
    logger: silentLogger,
    metrics,
    progress: unwatched,
  });
  const [decode, handle] = [decodeStockCommand, handleStockCommands(changeStock, systemClock)];
  await consume(process, { group: 'inventory', topics: CONSUMER_GROUPS.inventory.topics, decode, handle });
  await consume(process, { group: 'inventory-moves', topics: CONSUMER_GROUPS['inventory-moves'].topics, decode, handle });
  return { changeStock, batch: batchOf(process, changeStock) };
}

/** Batches of stock. Their answers are kept beside the receipts of commands. */
function batchOf({ system, actor }: Process, changeStock: ChangeStock): BatchInventory {
  const { receipts } = system.inventory.store;
  const { itemsHaveNoClaims = false } = system.bugs.stock ?? {};
  const applyItems = makeApplyItems(changeStock, systemClock);
  return makeBatchInventory({
    applyItems: (items, context, terms) =>
      applyItems(itemsHaveNoClaims ? items.map(({ claim: _claim, ...item }) => item) : items, context, terms),
    receipts: {
      find: (_tenant, ids) =>
        system.scheduler.call(
          actor,
          'find receipts',
          () => new Map(ids.flatMap((id) => [receipts.get(id) ?? []].flat().map((found) => [id, found]))),
        ),
    },
    answerOnce: async ({ idempotency: claim }, work) => {
      const result = await work();
      if (!claim) return { result, replayed: false };
      const first = await system.scheduler.call(actor, 'keep answer', () => {
        const known = receipts.get(claim.id);
        if (!known) receipts.set(claim.id, { ...claim, subject: null, answer: { type: 'result', result } });
        return known;
      });
      return first ? { result: replay(first, claim), replayed: true } : { result, replayed: false };
    },
    describe: itemProblemOf,
  });
}

async function startScans(process: Process): Promise<Apis['scans']> {
  const { system } = process;
  const { store, outbox } = system.scans;
  const relays = await openRelays(process, 'scans');
  const written = <Result>(name: string, effect: () => Promise<Result>): Promise<Result> =>
    committing(process, { name, outbox, relays, effect });
  const createScan = makeCreateScan(
    { append: (submission) => written('append scans', () => store.append(submission)) },
    { now: systemClock, newId },
  );
  await consume(process, {
    group: 'scans',
    topics: CONSUMER_GROUPS.scans.topics,
    decode: decodeFromInventory,
    handle: async (batch) => {
      const outcomes = outcomesIn(batch);
      await written('record outcomes of scans', async () => {
        if (system.bugs.scans?.recordsAgain === true) forgetOutcomes(store, outcomes);
        return store.recordOutcomes(outcomes);
      });
    },
  });
  return createScan;
}

function forgetOutcomes(store: System['scans']['store'], outcomes: readonly { readonly scanId: string }[]): void {
  for (const [place, entry] of store.entries.entries()) {
    if (!outcomes.some(({ scanId }) => scanId === entry.scan.id)) continue;
    store.entries[place] = { ...entry, scan: { ...entry.scan, applied: 'pending', refusal: null } };
  }
}

interface Commit<Result> {
  readonly name: string;
  readonly outbox: MemoryOutbox;
  readonly relays: Relays;
  readonly effect: () => Promise<Result>;
}

/** A commit in one step. Its rows are handed to the relays once the process knows of it; where it does not, they are doubted. */
async function committing<Result>({ system, actor }: Process, { name, outbox, relays, effect }: Commit<Result>): Promise<Result> {
  const rows: OutboxRow[] = [];
  try {
    const result = await system.scheduler.call(actor, name, async () => {
      const before = outbox.messages.length;
      const committed = await effect();
      rows.push(...rowsOf(outbox, outbox.messages.slice(before)));
      return committed;
    });
    relays.handOver(rows);
    return result;
  } catch (error) {
    relays.doubt();
    throw error;
  }
}

/** Stock as one process sees it: a transaction begins at one step and is committed at another. */
function processStockStore(process: Process, relays: Relays): StockStore {
  const { system, actor } = process;
  const { store, outbox, unfair } = system.inventory;
  const { transaction: changed = (each: StockTransaction) => each, commitsBlindly = false } = system.bugs.stock ?? {};
  const commit = async (tenant: string, writes: readonly StockWrite[], own: { readonly commit: () => void }): Promise<void> => {
    let last = own;
    if (commitsBlindly) {
      const blind = store.begin(tenant);
      for (const changes of writes) await blind.write(changes);
      last = blind;
    }
    const before = new Map(store.allocations);
    last.commit();
    unfair.push(...unfairChanges({ before, after: store.allocations, movements: writes.flatMap(({ movements }) => movements) }));
    outbox.add(writes.flatMap(({ messages }) => messages));
  };
  return {
    transact: (tenant, work) =>
      retry(
        async () => {
          const begun = await system.scheduler.call(actor, 'begin', () => store.begin(tenant));
          const writes: StockWrite[] = [];
          const write = async (changes: StockWrite): Promise<void> => {
            await begun.write(changes);
            writes.push(changes);
          };
          const result = await work(changed({ read: begun.read, write }));
          await committing(process, { name: 'commit stock', outbox, relays, effect: () => commit(tenant, writes, begun) });
          return result;
        },
        { maxAttempts: MOST_ATTEMPTS, backOff: BACK_OFF },
      ),
    filling: (atMost, after) => system.scheduler.call(actor, 'look for SKUs to fill', () => store.filling(atMost, after)),
  };
}

/** Orders as one process sees them: it remembers what it committed last, and what waits shares a commit. */
class ProcessOrderStore implements OrderStore {
  readonly #process: Process;
  readonly #relays: Relays;
  readonly #remembered = new Map<string, Order>();
  readonly #lane = new Lane<OrderChange, SaveResult>({ commit: (_tenant, changes) => this.#commit(changes) });

  constructor(process: Process, relays: Relays) {
    this.#process = process;
    this.#relays = relays;
  }

  find: OrderStore['find'] = (key) => this.#read('find order', (store) => store.find(key));

  lastCommitted: OrderStore['lastCommitted'] = ({ id }: OrderKey) => this.#remembered.get(id);

  findMany: OrderStore['findMany'] = (keys) => this.#read('find orders', (store) => store.findMany(keys));

  findVersions: OrderStore['findVersions'] = (keys) => this.#read('find versions', (store) => store.findVersions(keys));

  findByExternalId: OrderStore['findByExternalId'] = (tenant, externalId) =>
    this.#read('find external id', (store) => store.findByExternalId(tenant, externalId));

  findByFulfilment: OrderStore['findByFulfilment'] = (tenant, id) =>
    this.#read('find fulfilment', (store) => store.findByFulfilment(tenant, id));

  findByFulfilmentExternalId: OrderStore['findByFulfilmentExternalId'] = (tenant, externalId) =>
    this.#read('find external id of fulfilment', (store) => store.findByFulfilmentExternalId(tenant, externalId));

  findByReturn: OrderStore['findByReturn'] = (tenant, id) => this.#read('find return', (store) => store.findByReturn(tenant, id));

  findByReturnExternalId: OrderStore['findByReturnExternalId'] = (tenant, externalId) =>
    this.#read('find external id of return', (store) => store.findByReturnExternalId(tenant, externalId));

  findAnswer: OrderStore['findAnswer'] = (key, commandId) =>
    this.#read('find answer', (store) => store.findAnswer(key, commandId));

  findReceipt: OrderStore['findReceipt'] = (tenant, claimId) =>
    this.#read('find receipt', (store) => store.findReceipt(tenant, claimId));

  addReceipt: OrderStore['addReceipt'] = (tenant, receipt) =>
    this.#read('add receipt', (store) => store.addReceipt(tenant, receipt));

  save(change: OrderChange, sequence?: Sequence): Promise<SaveResult> {
    return this.#lane.submit('all', change, sequence);
  }

  #read<Result>(name: string, effect: (store: System['orders']['store']) => Promise<Result>): Promise<Result> {
    const { system, actor } = this.#process;
    return system.scheduler.call(actor, name, () => effect(system.orders.store));
  }

  async #commit(changes: readonly OrderChange[]): Promise<readonly SaveResult[]> {
    const { system, actor } = this.#process;
    const { outbox, ids } = system.orders;
    const { saved = (change: OrderChange) => change, addsMessagesLater = false } = system.bugs.orders ?? {};
    const effect = async (): Promise<readonly SaveResult[]> => {
      const results: SaveResult[] = [];
      for (const change of changes) {
        const version = (await system.orders.store.find(change.order))?.version ?? 0;
        results.push(await system.orders.store.save(saved(change, version)));
        ids.add(change.order.id);
      }
      return results;
    };
    const results = await committing(this.#process, { name: 'save orders', outbox, relays: this.#relays, effect });
    const kept = changes.filter((_, place) => results[place] === 'saved');
    for (const { order } of kept) this.#remembered.set(order.id, order);
    if (addsMessagesLater) {
      await system.scheduler.call(actor, 'add messages', () => outbox.add(kept.flatMap(({ messages }) => messages)));
      this.#relays.doubt();
    }
    return results;
  }
}

/** The one tenant of all schedules. */
export const TENANT: Tenant = { accountId: 'acc_01KAKVGK000000000000000000', environment: 'sandbox' };
