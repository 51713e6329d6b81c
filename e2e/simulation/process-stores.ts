import { retry, type Sequence } from '@fulfilment/kernel';
import { isSaga, type OutboxRow, Relay } from '@fulfilment/messaging';
import { Lane } from '@fulfilment/mongo';
import { silentLogger } from '@fulfilment/observability';
import { sourceOf } from '../../apps/inventory/src/model/location.ts';
import type { StockStore, StockTransaction, StockWrite } from '../../apps/inventory/src/stock/stock-ports.ts';
import { warehouseViolationsOf } from '../../apps/inventory/src/stock/warehouse-violations.fixture.ts';
import type { Order } from '../../apps/orders/src/orders/domain/order.ts';
import type { OrderChange, OrderKey, OrderStore, SaveResult } from '../../apps/orders/src/orders/order-ports.ts';
import { metrics, type Process } from './consume.ts';
import type { MemoryOutbox } from './memory-outbox.ts';
import { unfairChanges } from './queue-watch.ts';
import { rowsOf, type System } from './system.ts';

const MOST_ATTEMPTS = 10;
const BACK_OFF = { firstMs: 5, maxMs: 100 };

/** The publishers of a process. */
export interface Relays {
  readonly handOver: (rows: readonly OutboxRow[]) => void;
  readonly doubt: () => void;
}

/** Opens the relays of a process. It resolves when the process may write. */
export async function openRelays(
  { system, actor, instance }: Process,
  service: 'orders' | 'inventory' | 'scans',
): Promise<Relays> {
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

interface Commit<Result> {
  readonly name: string;
  readonly outbox: MemoryOutbox;
  readonly relays: Relays;
  readonly effect: () => Promise<Result>;
}

/** A commit in one step. Its rows are handed to the relays once the process knows of it; where it does not, they are doubted. */
export async function committing<Result>(
  { system, actor }: Process,
  { name, outbox, relays, effect }: Commit<Result>,
): Promise<Result> {
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
export function processStockStore(process: Process, relays: Relays): StockStore {
  const { system, actor } = process;
  const { store, outbox, broken } = system.inventory;
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
    const { allocations: after, skus, reservations, rules } = store;
    const locations = [...store.locations.values()];
    const sources = { rules, warehouses: locations.flatMap((each) => sourceOf(each) ?? []) };
    const movements = writes.flatMap((changes) => changes.movements);
    broken.push(...unfairChanges({ before, after, skus, sources, movements }));
    const stored = { skus: [...skus.values()], allocations: [...after.values()], reservations: [...reservations.values()] };
    broken.push(...warehouseViolationsOf({ ...stored, locations, rules }));
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
export class ProcessOrderStore implements OrderStore {
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
