import type { DeadLetterEntry, OutboxRow } from '@fulfilment/messaging';
import type { OutgoingMessage } from '@fulfilment/kernel';
import { MemoryOrderStore } from '../../apps/orders/src/orders/memory-order-store.fixture.ts';
import type { OrderChange, ReceivedOutcome } from '../../apps/orders/src/orders/order-ports.ts';
import { MemoryStockStore } from '../../apps/inventory/src/stock/memory-stock-store.fixture.ts';
import type { StockTransaction } from '../../apps/inventory/src/stock/stock-ports.ts';
import type { CreatedScan } from '../../apps/scans/src/scans/record-scans.ts';
import { MemoryScanLog } from '../../apps/scans/src/scans/memory-scan-log.fixture.ts';
import { type LeaseBugs, MemoryLeases } from './memory-leases.ts';
import { MemoryOutbox, type OutboxBugs } from './memory-outbox.ts';
import { placesOf } from './places.ts';
import type { Scheduler } from './scheduler.ts';
import { type LogBugs, SimulatedLog } from './simulated-log.ts';
import type { Actor } from './virtual-time.ts';
import { MemoryWebhooks, type WebhookBugs } from './webhooks/memory-webhooks.ts';
import { Receivers } from './webhooks/receivers.ts';

/** Departures of a planted bug from the system as it is; without any it is as it is. */
export interface Bugs {
  readonly log?: LogBugs;
  readonly outbox?: OutboxBugs;
  readonly leases?: LeaseBugs;
  readonly orders?: OrderBugs;
  readonly stock?: StockBugs;
  /** Replaces the effect of a scan's outcome. */
  readonly scans?: { readonly recordsAgain?: boolean };
  readonly webhooks?: WebhookBugs;
}

/**
 * The work of a schedule: orders, stock and scans, the same with orders in parts, with orders that are edited, put on hold and ranked, with
 * several warehouses, or with units that come back; or endpoints and events of webhooks.
 */
export type World = 'stock' | 'parts' | 'edits' | 'warehouses' | 'returns' | 'webhooks';

/** A bug that the simulation has to find: what is wrong, and the switch that makes it so. */
export interface PlantedBug {
  readonly name: string;
  readonly what: string;
  /** A search that begins here needed one schedule when this was written: the tests spend no more. */
  readonly firstSeed: number;
  /** The schedules that may find it; those of orders, stock and scans by default. */
  readonly world?: World;
  /** Made for each schedule. */
  readonly plant: () => Bugs;
}

export interface OrderBugs {
  /** The change as it is saved. @param version that the order has. */
  readonly saved?: (change: OrderChange, version: number) => OrderChange;
  /** Messages are added by a write of their own, after the change. */
  readonly addsMessagesLater?: boolean;
  readonly received?: (outcome: ReceivedOutcome) => ReceivedOutcome;
}

export interface StockBugs {
  readonly transaction?: (transaction: StockTransaction) => StockTransaction;
  /** A transaction is committed whatever others have written. */
  readonly commitsBlindly?: boolean;
  /** The items of a batch are not known again. */
  readonly itemsHaveNoClaims?: boolean;
}

/** The part of a service that outlives its processes. */
interface Kept {
  readonly outbox: MemoryOutbox;
  readonly leases: MemoryLeases;
}

/** Everything that outlives processes: stores, the log; and the hints between processes. */
export class System {
  readonly scheduler: Scheduler;
  readonly bugs: Bugs;
  readonly world: World;
  readonly log: SimulatedLog;
  readonly hints: HintBus;
  readonly deadLetters: DeadLetterEntry[] = [];
  readonly orders: Kept & { readonly store: MemoryOrderStore; readonly ids: Set<string> };
  readonly inventory: Kept & {
    readonly store: MemoryStockStore;
    /** Where transactions gave or took units out of turn, or held more in a warehouse than lies there. */
    readonly broken: string[];
  };
  readonly scans: Kept & { readonly store: MemoryScanLog<CreatedScan> };
  readonly webhooks: { readonly store: MemoryWebhooks; readonly seen: Receivers };

  constructor(scheduler: Scheduler, world: World, bugs: Bugs) {
    this.scheduler = scheduler;
    this.world = world;
    this.bugs = bugs;
    this.log = new SimulatedLog(scheduler, bugs.log ?? {});
    this.hints = new HintBus(scheduler);
    const kept = (service: string): Kept => ({
      outbox: new MemoryOutbox(service, scheduler, bugs.outbox ?? {}),
      leases: new MemoryLeases(scheduler, bugs.leases ?? {}),
    });
    const [orders, scans] = [kept('orders'), kept('scans')];
    const addsLater = bugs.orders?.addsMessagesLater === true;
    const store = new MemoryOrderStore((messages) => (addsLater ? undefined : orders.outbox.add(messages)));
    this.orders = { ...orders, store, ids: new Set() };
    this.inventory = { ...kept('inventory'), store: new MemoryStockStore(...placesOf(world)), broken: [] };
    const webhooks = new MemoryWebhooks(bugs.webhooks ?? {});
    this.webhooks = { store: webhooks, seen: new Receivers(webhooks) };
    this.scans = { ...scans, store: new MemoryScanLog<CreatedScan>((messages) => scans.outbox.add(messages)) };
  }

  /** Messages of the services to each other and to subscribers, as they were committed. */
  get outboxes(): readonly MemoryOutbox[] {
    return [this.orders.outbox, this.inventory.outbox, this.scans.outbox];
  }
}

/** @returns the rows of messages that an outbox has committed. */
export const rowsOf = (outbox: MemoryOutbox, messages: readonly OutgoingMessage[]): readonly OutboxRow[] =>
  messages.map((message) => outbox.rowOf(message));

/** Hints between processes, each of which may be lost. */
export class HintBus {
  readonly #scheduler: Scheduler;
  readonly #listeners: { readonly actor: Actor; readonly channel: string; readonly onHint: (text: string) => void }[] = [];

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  channelsOf(actor: Actor) {
    return {
      publish: (channel: string, text: string): void => {
        for (const each of this.#listeners) {
          if (each.channel !== channel || each.actor === actor) continue;
          this.#scheduler.post(
            each.actor,
            `hint ${channel}`,
            () => each.onHint(text),
            () => undefined,
          );
        }
      },
      subscribe: (channel: string, onHint: (text: string) => void): void => void this.#listeners.push({ actor, channel, onHint }),
      isHeard: (): boolean => true,
    };
  }

  /** Ends what a process hears. */
  forget(actor: Actor): void {
    for (const each of this.#listeners.filter((listener) => listener.actor === actor))
      this.#listeners.splice(this.#listeners.indexOf(each), 1);
  }
}
