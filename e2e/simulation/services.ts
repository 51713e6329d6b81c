import { CONSUMER_GROUPS } from '@fulfilment/contracts';
import { itemProblemOf } from '@fulfilment/http';
import { replay } from '@fulfilment/idempotency';
import { delay, newId, systemClock, type Tenant, unwatched } from '@fulfilment/kernel';
import { silentLogger } from '@fulfilment/observability';
import { makeApplyItems } from '../../apps/inventory/src/batches/apply-items.ts';
import { type BatchInventory, makeBatchInventory } from '../../apps/inventory/src/batches/batch-inventory.ts';
import { composeStock } from '../../apps/inventory/src/compose.ts';
import type { RunCommand } from '../../apps/inventory/src/stock/run-command.ts';
import { decodeStockCommand, handleStockCommands } from '../../apps/inventory/src/stock/order-and-scan-messages.ts';
import { makeOrderApplication, type OrderApplication } from '../../apps/orders/src/application.ts';
import type { PartSteps } from '../../apps/orders/src/saga/fulfil-in-parts.ts';
import type { ReturnSteps } from '../../apps/orders/src/saga/take-returns.ts';
import { decodeStockOutcome, toReceivedOutcome } from '../../apps/orders/src/orders/order-messages.ts';
import type { OrderLists, ReceivedOutcome } from '../../apps/orders/src/orders/order-ports.ts';
import { OrderWatch } from '../../apps/orders/src/saga/order-watch.ts';
import { WaitBreaker } from '../../apps/orders/src/saga/wait-breaker.ts';
import { type CreateScan, makeCreateScan } from '../../apps/scans/src/scans/record-scans.ts';
import { decodeFromInventory, outcomesIn } from '../../apps/scans/src/scans/scan-messages.ts';
import { consume, metrics, type Process } from './consume.ts';
import { committing, openRelays, ProcessOrderStore, processStockStore } from './process-stores.ts';
import type { System, World } from './system.ts';
import { startWebhooks, type WebhookApi } from './webhooks/start-webhooks.ts';

/** The use cases that clients ask a process for. */
export interface Apis {
  readonly orders: PartSteps &
    ReturnSteps &
    Pick<OrderApplication, 'createOrder' | 'createOrders' | 'packOrder' | 'shipOrder' | 'cancelOrder' | 'updateOrder'> &
    Pick<OrderApplication, 'editOrder' | 'holdOrder' | 'releaseHold'>;
  readonly inventory: { readonly runCommand: RunCommand; readonly batch: BatchInventory };
  readonly scans: CreateScan;
  readonly webhooks: WebhookApi;
}
export type ServiceName = keyof Apis;

/** Milliseconds for which requests wait for inventory. */
const WAIT_MS = 300;

/** Starts a process of each service: the use cases as they are, on memory adapters of their ports. */
export const START: { readonly [Name in ServiceName]: (process: Process) => Promise<Apis[Name]> } = {
  orders: startOrders,
  inventory: startInventory,
  scans: startScans,
  webhooks: startWebhooks,
};

async function startOrders(process: Process): Promise<Apis['orders']> {
  const { system, actor } = process;
  const hints = system.hints.channelsOf(actor);
  const store = new ProcessOrderStore(process, await openRelays(process, 'orders'));
  const breaker = new WaitBreaker({ maxWaiting: 100, oldestUnsentMs: async () => 0, onError: () => undefined });
  const watch = new OrderWatch({ orders: store, breaker, onError: () => undefined });
  hints.subscribe('orders.answered', (ids) => watch.notify(ids.split(',')));
  const application = makeOrderApplication({
    orders: store,
    lists: listsOf(process),
    figures: process.system.orders.store,
    partLists: system.orders.store,
    admit: async () => true,
    onHoldError: () => undefined,
    watch,
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
  if (WITH_HOLDS.has(system.world)) void sweepHolds(application);
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
    dueHolds: (at, which) => scheduler.call(actor, 'find holds that have ended', () => store.dueHolds(at, which)),
  };
}

/** The worlds in which orders are put on hold. */
const WITH_HOLDS: ReadonlySet<World> = new Set(['edits', 'warehouses', 'returns']);

/** Milliseconds between two looks for holds that have ended. */
const SWEEP_EVERY_MS = 2_000;

/** Every process looks, as two do for a while where a lease is taken over. It ends with its process, whose timers are gone then. */
async function sweepHolds({ expireHolds }: OrderApplication): Promise<never> {
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
  const { runCommand } = composeStock(processStockStore(process, relays), {
    logger: silentLogger,
    metrics,
    progress: unwatched,
  });
  const [decode, handle] = [decodeStockCommand, handleStockCommands(runCommand, systemClock)];
  await consume(process, { group: 'inventory', topics: CONSUMER_GROUPS.inventory.topics, decode, handle });
  await consume(process, { group: 'inventory-moves', topics: CONSUMER_GROUPS['inventory-moves'].topics, decode, handle });
  return { runCommand, batch: batchOf(process, runCommand) };
}

/** Batches of stock. Their answers are kept beside the receipts of commands. */
function batchOf({ system, actor }: Process, runCommand: RunCommand): BatchInventory {
  const { receipts } = system.inventory.store;
  const { itemsHaveNoClaims = false } = system.bugs.stock ?? {};
  const applyItems = makeApplyItems(runCommand, systemClock);
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

/** The one tenant of all schedules. */
export const TENANT: Tenant = { accountId: 'acc_01KAKVGK000000000000000000', environment: 'sandbox' };
