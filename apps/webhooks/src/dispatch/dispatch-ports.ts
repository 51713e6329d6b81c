import type { EventToSend, QueueKey, SigningSecret } from '../deliveries/delivery-ports.ts';
import type { Delivery } from '../deliveries/domain/delivery.ts';
import type { BatchRule } from '../endpoints/domain/endpoint.ts';

/** A worker's lease of an endpoint's queue. */
export interface Claim extends QueueKey {
  /** Fencing number: each claim raises it. */
  readonly epoch: number;
  /** Wake-ups of the queue up to the claim. */
  readonly wakes: number;
  /** True after a takeover from a worker that had not given the queue back. */
  readonly orphaned: boolean;
}

/** How long a queue is idle. */
export interface IdleUntil {
  /** When it is due again; null where no delivery is left. */
  readonly dueAt: Date | null;
  /** Until when no wake-up makes it due; null where the next one does. */
  readonly heldUntil: Date | null;
}

/** `woken`: the queue was woken since the claim, and stays with the worker. `lost`: another worker has it. */
export type IdleResult =
  | { readonly type: 'idle' }
  | { readonly type: 'woken'; readonly wakes: number }
  | { readonly type: 'lost' };

/** The leases of endpoints' queues. */
export interface LeaseStore {
  /** Makes queues due now. */
  wake(queues: readonly QueueKey[]): Promise<void>;
  /** Claims up to `limit` queues that are due, those that have waited longest first. */
  claim(limit: number): Promise<readonly Claim[]>;
  /** Renews claims for another lease. @returns those that are still the worker's. */
  renew(claims: readonly Claim[]): Promise<readonly Claim[]>;
  /** Releases a queue with nothing to do, unless it was woken since the claim. */
  idle(claim: Claim, until: IdleUntil): Promise<IdleResult>;
  /** Releases a queue unfinished; it is due again in `afterMs` milliseconds and not before. */
  giveBack(claim: Claim, afterMs: number): Promise<void>;
  /** Deletes a queue, unless it was woken since the claim. */
  delete(claim: Claim): Promise<IdleResult>;
}

/** A pending delivery as its endpoint's worker reads it. */
export interface PlannedDelivery extends Delivery {
  /** Milliseconds until its next attempt; 0 or less where that is due. */
  readonly dueInMs: number;
}

/** The pending deliveries of one endpoint. */
export interface PendingDeliveryStore {
  /** Deliveries that are due, oldest first. */
  due(queue: QueueKey, page: { readonly limit: number; readonly except: readonly string[] }): Promise<readonly PlannedDelivery[]>;
  /** All after a position of the feed, due or not, in its order. A batch has the position of its first event. */
  after(queue: QueueKey, position: number, limit: number): Promise<readonly PlannedDelivery[]>;
  /** Those of one record that are not batches, up to a position of the feed, in its order. */
  ofRecord(
    queue: QueueKey,
    page: { readonly recordKey: string; readonly through: number; readonly limit: number },
  ): Promise<readonly PlannedDelivery[]>;
  /** When the next one is due; undefined where none is left. */
  nextDueAt(queue: QueueKey): Promise<Date | undefined>;
  /**
   * Ends up to `limit` deliveries unsent.
   *
   * @param drop.through only those of events up to this position of the feed; all where it is null.
   * @returns how many.
   */
  drop(queue: QueueKey, drop: { readonly through: number | null; readonly limit: number }): Promise<number>;
  /** Notes that everything up to the position is dropped: deliveries that become due again later are sent. */
  finishDrop(queue: QueueKey, through: number): Promise<void>;
}

/** Batches of deliveries: each is a delivery with members. */
export interface BatchStore {
  /** Composes one batch of single deliveries that are pending. @returns false where none of them is pending any more. */
  compose(candidates: readonly PlannedDelivery[], maxEvents: number): Promise<boolean>;
  /** Splits the pending batches of an endpoint into single deliveries. */
  split(queue: QueueKey): Promise<void>;
}

/** How an endpoint is delivered to. */
export type DeliveryMode =
  | { readonly type: 'parallel' }
  /** The events of one record one after another. */
  | { readonly type: 'ordered' }
  | ({ readonly type: 'batched' } & BatchRule);

/** An endpoint that deliveries may go to. */
export interface OpenTarget {
  readonly type: 'open';
  readonly url: string;
  /** All that are valid, newest first. */
  readonly secrets: readonly SigningSecret[];
  readonly mode: DeliveryMode;
  /** Deliveries a second at most; null for no limit. */
  readonly maxRate: number | null;
  /** Held deliveries of events up to this position are to be dropped first. */
  readonly dropThrough: number | null;
  /** True if the last attempt failed. */
  readonly failing: boolean;
}

/** An endpoint as it stands now, for its worker. */
export type Target =
  | OpenTarget
  /** It failed, or its receiver asked to wait. */
  | { readonly type: 'backing-off'; readonly until: Date }
  | { readonly type: 'paused' }
  | { readonly type: 'disabled' }
  | { readonly type: 'gone' };

export type FindTarget = (queue: QueueKey) => Promise<Target>;

/** Events of deliveries that are about to be sent. */
export interface LoadedEvents {
  /** @returns undefined where it was not loaded: `FindEvent` finds it. */
  of(delivery: Pick<Delivery, 'eventId'>): EventToSend | undefined;
  /** Frees the memory that they take. */
  release(): void;
}

/** Loads the events of one tenant's deliveries ahead, as many as the memory budget permits. Events never change. */
export type LoadEvents = (deliveries: readonly Delivery[]) => Promise<LoadedEvents>;
