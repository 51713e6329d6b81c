import type { EventToSend } from '../deliveries/delivery-ports.ts';
import type { Delivery } from '../model/domain/delivery.ts';
import type { AttemptResult } from './attempt-delivery.ts';
import type { LoadEvents, OpenTarget } from './attempt-reads-store.ts';
import type { InFlightWindow, Permit } from './in-flight-window.ts';
import type { Lease } from './lease-store.ts';
import type { PendingDeliveries, PlannedDelivery } from './pending-delivery-store.ts';
import { type RecordQueue, RecordQueues } from './record-queues.ts';

/** A delivery that may be attempted now. */
export interface PermittedDelivery {
  readonly delivery: Delivery;
  readonly permit: Permit;
  /** Its event, where that was read already. */
  readonly event: EventToSend | undefined;
}

/** Work that is left in addition to what is in flight. */
export interface Remaining {
  /** When the next delivery is due; undefined where none is left. Called as the queue is about to become idle. */
  readonly nextDueAt: () => Promise<Date | undefined>;
  /** Milliseconds until the next work that is known already; undefined where none is. */
  readonly nextMs?: () => number | undefined;
  /** Milliseconds to wait for new work before the queue becomes idle. */
  readonly lingerMs?: number;
}

/** The endpoint's worker, as ordered delivery uses it. */
export interface OrderedWorker {
  readonly lease: Lease;
  readonly window: InFlightWindow;
  readonly deliveries: PendingDeliveries;
  readonly loadEvents: LoadEvents;
  readonly goesOn: () => boolean;
  splitBatches(): Promise<void>;
  attempt(target: OpenTarget, permitted: PermittedDelivery): Promise<AttemptResult | undefined>;
  waitForWork(ms: number | undefined, change?: Promise<void>): Promise<boolean>;
  settle(remaining: Remaining): Promise<boolean>;
}

/** Deliveries of one read while queues are looked for. */
const PAGE = 500;
/** Queues that are enough to go on with. */
const ENOUGH_READY = 32;
/** With as many records waiting for a retry, others have to wait too. */
const MAX_QUEUES = 20_000;
/** A delivery that was resent among those already read is found after this. */
const QUEUES_LIVE_MS = 10_000;
/** With as many queues, reading them again costs more than to keep the lease while looking for other processes' events. */
const MANY_QUEUES = 200;
const CHECK_MS = 100;
/** Deliveries of one record in a row before it is another's turn. */
const MAX_RUN = 20;

/** Delivers the events of each record one after another, in the order of the feed, and those of other records beside them. */
export class OrderedDelivery {
  readonly #worker: OrderedWorker;
  #queues: RecordQueues | undefined;

  constructor(worker: OrderedWorker) {
    this.#worker = worker;
  }

  /** Forgets what was read: it may have changed. */
  forget(): void {
    this.#queues = undefined;
  }

  /** Starts what is ready to be sent. @returns whether the lease was released. */
  async deliver(target: OpenTarget): Promise<boolean> {
    const worker = this.#worker;
    const queues = await this.#freshQueues();
    const isAll = await this.#readAhead(queues);
    if (!(await this.#startReady(queues, target))) return false;
    if (!isAll) {
      // Where all that may be known waits for a retry, reading again at once would find the same.
      if (queues.size >= MAX_QUEUES) await worker.waitForWork(queues.nextMs() ?? CHECK_MS, worker.window.change());
      return false;
    }
    return worker.settle({
      nextMs: () => queues.nextMs(),
      lingerMs: queues.size > MANY_QUEUES ? CHECK_MS : 0,
      nextDueAt: async () => {
        // A wake-up from now on may be about a delivery among those that were read.
        this.forget();
        const waitMs = queues.nextMs();
        return waitMs === undefined ? undefined : new Date(Date.now() + waitMs);
      },
    });
  }

  /** Queues that are too old are read again, once nothing of them is in flight. */
  async #freshQueues(): Promise<RecordQueues> {
    if (this.#queues?.isOlderThan(QUEUES_LIVE_MS) === true) {
      this.#queues.close();
      await this.#worker.window.drained();
      this.forget();
    }
    this.#queues ??= new RecordQueues();
    return this.#queues;
  }

  /** @returns whether everything that is pending has been read. */
  async #readAhead(queues: RecordQueues): Promise<boolean> {
    const { deliveries, lease } = this.#worker;
    while (queues.ready() < ENOUGH_READY && queues.size < MAX_QUEUES) {
      const page = await deliveries.after(lease.claim, queues.frontier, PAGE);
      if (page.some(({ members }) => members !== undefined)) {
        // Composed before the endpoint was ordered, or resent since. Its members stand behind it in the feed, and are read next.
        await this.#worker.splitBatches();
        continue;
      }
      queues.add(page);
      if (page.length < PAGE) return true;
    }
    return false;
  }

  /** @returns whether all that are ready were started: else the endpoint is to be read again. */
  async #startReady(queues: RecordQueues, target: OpenTarget): Promise<boolean> {
    const { window, goesOn } = this.#worker;
    while (queues.ready() > 0) {
      if (queues.isOlderThan(QUEUES_LIVE_MS)) return false;
      const permit = await window.acquire();
      const queue = goesOn() && !window.takeWithheld() ? queues.take() : undefined;
      if (!queue) {
        permit.release();
        return false;
      }
      window.start(queue.recordKey, () => this.#run(queues, queue, { target, permit }));
    }
    return true;
  }

  /**
   * Delivers what is due of one record, each once the one before it is recorded, and gives its queue back.
   *
   * @param start.permit for the first delivery; each further one acquires its own.
   */
  async #run(
    queues: RecordQueues,
    queue: RecordQueue,
    { target, permit: first }: { readonly target: OpenTarget; readonly permit: Permit },
  ): Promise<void> {
    let unused: Permit | undefined = first;
    const acquire = async (): Promise<Permit> => {
      const permit = unused ?? (await this.#worker.window.acquire());
      unused = undefined;
      return permit;
    };
    try {
      let sent = 0;
      while (sent < MAX_RUN && queues.isOpen) {
        const next = await this.#nextOf(queues, queue);
        const [head] = next;
        if (head && head.dueInMs > 0) return queues.giveBackAfter(queue, head.dueInMs);
        const result = await this.#sendInOrder(queue, next, { target, acquire });
        if (result === 'withheld') return queues.giveBack(queue);
        sent += next.length;
        if (queues.remove(queue)) return;
      }
      queues.giveBack(queue);
    } finally {
      first.release();
    }
  }

  async #nextOf(queues: RecordQueues, queue: RecordQueue): Promise<readonly PlannedDelivery[]> {
    const { head, recordKey } = queue;
    if (head) {
      queue.head = undefined;
      return [head];
    }
    queue.hasMore = false;
    const { deliveries, lease } = this.#worker;
    const next = await deliveries.ofRecord(lease.claim, { recordKey, through: queues.frontier, limit: MAX_RUN });
    queue.hasMore ||= next.length === MAX_RUN;
    return next;
  }

  /** Sends until one is not delivered: it may have to be retried first. `withheld`: the endpoint is to be read again. */
  async #sendInOrder(
    queue: RecordQueue,
    next: readonly PlannedDelivery[],
    { target, acquire }: { readonly target: OpenTarget; readonly acquire: () => Promise<Permit> },
  ): Promise<'sent' | 'withheld'> {
    const events = await this.#worker.loadEvents(next);
    try {
      for (const delivery of next) {
        // One that waits for its next attempt behind others was resent: it becomes the head of the queue.
        const result =
          delivery.dueInMs > 0
            ? 'refused'
            : await this.#worker.attempt(target, { delivery, permit: await acquire(), event: events.of(delivery) });
        if (result === 'delivered') continue;
        queue.hasMore = true;
        return result === 'refused' ? 'sent' : 'withheld';
      }
      return 'sent';
    } finally {
      events.release();
    }
  }
}
