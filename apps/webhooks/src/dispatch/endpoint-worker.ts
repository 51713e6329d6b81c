import { assertNever, backoffMs, delay } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import { HELD_FOREVER } from '../database/queue-documents.ts';
import type { AttemptDelivery, AttemptResult } from './attempt-delivery.ts';
import type { DeliveryMode, FindTarget, LoadEvents, OpenTarget } from './attempt-reads-store.ts';
import type { BatchStore } from './batch-store.ts';
import type { FairSemaphore, Slot } from './fair-semaphore.ts';
import type { HostLimiter } from './host-limiter.ts';
import { InFlightWindow } from './in-flight-window.ts';
import type { Lease } from './lease-store.ts';
import { OrderedDelivery, type OrderedWorker, type PermittedDelivery, type Remaining } from './ordered-delivery.ts';
import type { PendingDeliveries, PlannedDelivery } from './pending-delivery-store.ts';
import { RateLimiter } from './rate-limiter.ts';
import { CHECK_MS as CHECK_PACE_MS, ReceiverPacing } from './receiver-pacing.ts';

export interface WorkerParts {
  readonly deliveries: PendingDeliveries;
  readonly batches: Pick<BatchStore, 'compose' | 'split'>;
  readonly findTarget: FindTarget;
  readonly loadEvents: LoadEvents;
  readonly attempt: AttemptDelivery;
  readonly slots: FairSemaphore;
  readonly hosts: HostLimiter;
  /** True once the endpoint is to be given back although something is left: the process stops, or other endpoints wait. */
  readonly mustYield: (startedMs: number, isClean: boolean) => boolean;
  readonly logger: Logger;
}

/** Room for an attempt at its host and in this process. */
interface Room {
  readonly slot: Slot;
  readonly leaveHost: () => void;
}

type BatchedMode = Extract<DeliveryMode, { type: 'batched' }>;

/** Deliveries of one read, and of the next one where that was not all. They wait here while others are in flight. */
const READ_AHEAD = 50;
const READ_FURTHER = 500;
/** Batches that may be due beside deliveries that are not in a batch yet. */
const BATCHES_DUE = 20;
/** Deliveries dropped in one transaction. */
const MAX_DROPPED = 1_000;
/** A claim costs more than this wait. Events that another process stores are found at the end of it. */
const LINGER_MS = 25;
/** Events that another process stores while a batch fills are found after this. */
const CHECK_MS = 100;
/** After an error of our own the endpoint waits; its receiver is not to blame. */
const AFTER_ERROR = { firstMs: 1_000, maxMs: 5_000 };

/** Of a queue that is held: how its receiver answers is not known when it is claimed again. */
const NOT_CLEAN = { clean: false, slowOnce: false };

/**
 * Delivers to one endpoint, from the claim of its lease until it is given back: reads the endpoint and its due deliveries, and
 * for each acquires a permit of the window, its turn by the rate and a slot of the process, sends it and has it recorded.
 */
export class EndpointWorker implements OrderedWorker {
  readonly lease: Lease;
  readonly window = new InFlightWindow();
  readonly deliveries: PendingDeliveries;
  readonly loadEvents: LoadEvents;
  readonly #parts: WorkerParts;
  readonly #rateLimiter: RateLimiter;
  readonly #ordered = new OrderedDelivery(this);
  readonly #startedMs = performance.now();
  /** Undefined before the first read of the endpoint. */
  #mode: DeliveryMode['type'] | undefined;
  /** An attempt that is slow goes on in the slow lane, from the first check on where other attempts wait for a slot. */
  readonly #pace: ReceiverPacing;
  /** True if more was due at the last read than was read. */
  #hasMore = false;
  /** True if each attempt since the last read delivered, so that what that read shows as due next still is. */
  #allDelivered = false;

  constructor(parts: WorkerParts, lease: Lease) {
    this.#parts = parts;
    this.lease = lease;
    this.deliveries = parts.deliveries;
    this.loadEvents = parts.loadEvents;
    this.#rateLimiter = new RateLimiter(lease.claim.orphaned);
    this.#pace = new ReceiverPacing(lease.claim);
  }

  /** True if the receiver is clean and keeps no attempt waiting now. Others have slots, and a bound in the process, of their own. */
  get isClean(): boolean {
    return this.#pace.isClean && !this.#pace.isWaiting;
  }

  /** Delivers until nothing is left, the lease is lost or others wait. Never rejects. */
  async run(): Promise<void> {
    const { lease, window } = this;
    try {
      let isReleased = false;
      while (!isReleased && this.goesOn()) isReleased = await this.#deliverDue();
      await window.drained();
      if (!isReleased) await lease.giveBack(this.#rateLimiter.pauseMs(), this.#pace.kept);
    } catch (error) {
      this.#parts.logger.warn({ err: error, endpointId: lease.claim.endpointId }, 'endpoint released after a failure');
      await window.drained();
      await this.#giveBackAfterError();
    }
  }

  readonly goesOn = (): boolean => this.lease.isHeld() && !this.#parts.mustYield(this.#startedMs, this.isClean);

  /** Reads the endpoint and does what is due. @returns whether the lease was released. */
  async #deliverDue(): Promise<boolean> {
    const { lease, window } = this;
    lease.clear();
    const target = await this.#parts.findTarget(lease.claim);
    if (target.type === 'open') return target.dropThrough === null ? this.#deliver(target) : this.#dropHeld(target.dropThrough);
    await window.drained();
    switch (target.type) {
      case 'backing-off': {
        // A back-off that is shorter than the interval of the rate does not shorten that.
        const until = new Date(Math.max(target.until.getTime(), Date.now() + this.#rateLimiter.pauseMs()));
        return lease.idle({ dueAt: until, heldUntil: until, ...NOT_CLEAN });
      }
      case 'paused':
      case 'suspended':
      case 'disabled':
        return lease.idle({ dueAt: null, heldUntil: HELD_FOREVER, ...NOT_CLEAN });
      case 'gone':
        return (await this.deliveries.drop(lease.claim, { through: null, limit: MAX_DROPPED })) === 0 && lease.deleteQueue();
      default:
        return assertNever(target);
    }
  }

  async #deliver(target: OpenTarget): Promise<boolean> {
    const { mode } = target;
    if (this.#mode !== mode.type) {
      // What is in flight was started under other rules.
      await this.window.drained();
      this.#mode = mode.type;
      this.#ordered.forget();
    }
    switch (mode.type) {
      case 'parallel':
        return this.#deliverParallel(target);
      case 'ordered':
        return this.#ordered.deliver(target);
      case 'batched':
        return this.#deliverBatched(target, mode);
      default:
        return assertNever(mode);
    }
  }

  /** Sends what is due, the oldest first, as many at once as the window permits. */
  async #deliverParallel(target: OpenTarget): Promise<boolean> {
    const limit = this.#readAhead(target);
    // What is in flight is not read, and may have to be attempted again.
    this.#allDelivered = this.window.ids().length === 0;
    const { due, nextDueAt } = await this.deliveries.dueAndNext(this.lease.claim, { limit, except: this.window.ids() });
    this.#hasMore = due.length === limit;
    if (!(await this.#startAll(target, due)) || this.#hasMore) return false;
    return this.settle({
      nextDueAt: async () => (this.#allDelivered ? nextDueAt : this.deliveries.nextDueAt(this.lease.claim)),
    });
  }

  /** About a second's worth, so that a changed rate takes effect soon. */
  #readAhead({ maxRate }: OpenTarget): number {
    const most = this.#hasMore ? READ_FURTHER : READ_AHEAD;
    return maxRate === null ? most : Math.min(most, Math.max(1, Math.ceil(maxRate)));
  }

  /** Sends the batches that are due, and composes the next one once it is full or its oldest event has waited long enough. */
  async #deliverBatched(target: OpenTarget, mode: BatchedMode): Promise<boolean> {
    const { claim } = this.lease;
    const due = await this.deliveries.due(claim, { limit: mode.maxEvents + BATCHES_DUE, except: this.window.ids() });
    const singles = due.filter(({ members }) => members === undefined);
    const batches = due.filter(({ members }) => members !== undefined);
    if (!(await this.#startAll(target, batches))) return false;
    if (singles.length === 0) return this.settle({ nextDueAt: () => this.deliveries.nextDueAt(claim) });
    await this.#composeBatch(mode, singles);
    return false;
  }

  async #composeBatch({ maxEvents, maxWaitMs }: BatchedMode, singles: readonly PlannedDelivery[]): Promise<void> {
    const oldestMs = Math.max(...singles.map(({ dueInMs }) => -dueInMs));
    const missingMs = singles.length >= maxEvents ? 0 : maxWaitMs - oldestMs;
    if (missingMs > 0) {
      await this.waitForWork(Math.min(missingMs, CHECK_MS));
      return;
    }
    // A batch composed before there is a permit would only wait; composed later, it has more events.
    const permit = await this.window.acquire();
    permit.release();
    if (this.goesOn() && !this.window.takeWithheld()) await this.#parts.batches.compose(singles, maxEvents);
  }

  splitBatches(): Promise<void> {
    return this.#parts.batches.split(this.lease.claim);
  }

  /** @returns whether all of them were started: else the endpoint is to be read again. */
  async #startAll(target: OpenTarget, due: readonly PlannedDelivery[]): Promise<boolean> {
    const events = await this.loadEvents(due);
    try {
      for (const delivery of due) {
        const permit = await this.window.acquire();
        if (!this.goesOn() || this.window.takeWithheld()) {
          permit.release();
          return false;
        }
        const event = events.of(delivery);
        this.window.start(delivery.id, async () => {
          await this.attempt(target, { delivery, permit, event });
        });
      }
      return true;
    } finally {
      events.release();
    }
  }

  /**
   * Attempts a delivery when the endpoint's rate and the slots of the process permit. Others take its permit and its slot as
   * soon as the receiver has answered.
   *
   * @returns the result, once it is recorded; undefined where the endpoint is to be given back first.
   */
  async attempt(target: OpenTarget, permitted: PermittedDelivery): Promise<AttemptResult | undefined> {
    const { delivery, permit } = permitted;
    const sent = Promise.withResolvers<boolean>();
    let result: AttemptResult | undefined;
    try {
      const terms = { rate: target.maxRate, goesOn: this.goesOn, sent: sent.promise };
      const room = await this.#rateLimiter.acquire(terms, () => this.#acquireRoom(target, delivery.tenant));
      result = room && (await this.#attemptInRoom(target, permitted, { ...room, onSending: () => sent.resolve(true) }));
      return result;
    } finally {
      if (result !== 'delivered') this.#allDelivered = false;
      sent.resolve(false);
      permit.release(result);
    }
  }

  async #acquireRoom({ url, isProven }: OpenTarget, tenant: string): Promise<Room> {
    const leaveHost = await this.#parts.hosts.acquire(tenant, url, isProven);
    return { leaveHost, slot: await this.#parts.slots.acquire(tenant, this.#pace.isClean ? 'quick' : 'slow') };
  }

  async #attemptInRoom(
    { url, mode, maxRate }: OpenTarget,
    { delivery, permit, event }: PermittedDelivery,
    { slot, leaveHost, onSending }: Room & { readonly onSending: () => void },
  ): Promise<AttemptResult | undefined> {
    const pace = this.#pace.begin();
    const slowness = setInterval(() => {
      if (pace.check() || this.#parts.slots.isContended()) slot.markSlow();
    }, CHECK_PACE_MS);
    const onAnswered = (result: AttemptResult): void => {
      pace.answered(result);
      if (result === 'delivered') this.#parts.hosts.prove(url);
      clearInterval(slowness);
      leaveHost();
      slot.yieldWhileRecording();
      permit.answered(result);
    };
    const { isHeld } = this.lease;
    try {
      if (!this.goesOn()) return undefined;
      return await this.#parts.attempt(delivery, { mode: mode.type, maxRate, event, isHeld, onSending, onAnswered });
    } finally {
      clearInterval(slowness);
      pace.ended();
      leaveHost();
      slot.release();
    }
  }

  /**
   * Waits for what is in flight, and for a moment for new work; then releases the queue until the next delivery is due.
   *
   * @returns whether it was released; else there is work to read.
   */
  async settle({ nextDueAt, nextMs = () => undefined, lingerMs = LINGER_MS }: Remaining): Promise<boolean> {
    while (this.window.ids().length > 0) {
      const hasWork = await this.waitForWork(nextMs(), this.window.change());
      if (hasWork || this.window.takeWithheld() || !this.goesOn() || nextMs() === 0) return false;
    }
    const hasWork = await this.waitForWork(Math.min(lingerMs, nextMs() ?? lingerMs));
    // Work may have failed while something was read: its delivery would be due without anything that wakes this queue.
    this.window.throwFailure();
    return !hasWork && nextMs() !== 0 && this.#idleUntil(await nextDueAt());
  }

  /**
   * Waits until the queue is notified of work.
   *
   * @param ms or for so many milliseconds; undefined for no such bound.
   * @param change or until this resolves.
   * @returns whether there was a notification.
   */
  async waitForWork(ms: number | undefined, change?: Promise<void>): Promise<boolean> {
    const waiting = new AbortController();
    const others = [...(ms === undefined ? [] : [delay(ms, waiting.signal)]), ...(change ? [change] : [])];
    try {
      return await Promise.race([this.lease.waitForWork().then(() => true), ...others.map((other) => other.then(() => false))]);
    } finally {
      waiting.abort();
    }
  }

  /** The queue of an endpoint with a rate is held for as long as nothing may be sent yet, whichever process claims it next. */
  #idleUntil(dueAt: Date | undefined): Promise<boolean> {
    const pauseMs = this.#rateLimiter.pauseMs();
    if (pauseMs === 0) return this.lease.idle({ dueAt: dueAt ?? null, heldUntil: null, ...this.#pace.kept });
    const heldUntil = new Date(Date.now() + pauseMs);
    return this.lease.idle({ dueAt: dueAt && dueAt < heldUntil ? heldUntil : (dueAt ?? null), heldUntil, ...this.#pace.kept });
  }

  async #dropHeld(through: number): Promise<boolean> {
    const { claim } = this.lease;
    await this.window.drained();
    // Deliveries that were read may be among those dropped.
    this.#ordered.forget();
    const dropped = await this.deliveries.drop(claim, { through, limit: MAX_DROPPED });
    if (dropped === 0) await this.deliveries.finishDrop(claim, through);
    return false;
  }

  async #giveBackAfterError(): Promise<void> {
    try {
      await this.lease.giveBack(Math.max(this.#rateLimiter.pauseMs(), backoffMs(1, AFTER_ERROR)), this.#pace.kept);
    } catch (error) {
      // The lease ends by itself.
      this.#parts.logger.warn(
        { err: error, endpointId: this.lease.claim.endpointId },
        'lease could not be released, it will expire',
      );
    }
  }
}
