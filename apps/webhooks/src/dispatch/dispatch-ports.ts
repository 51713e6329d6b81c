import type { SigningSecret } from '../deliveries/attempt-ports.ts';
import type { EventToSend, QueueKey } from '../deliveries/delivery-ports.ts';
import type { Delivery } from '../deliveries/domain/delivery.ts';
import type { BatchRule } from '../endpoints/domain/endpoint.ts';

/** A worker's right to an endpoint's queue. */
export interface Claim extends QueueKey {
  /** Raised by each claim. */
  readonly epoch: number;
  /** Wakes that the queue had seen when it was claimed. */
  readonly wakes: number;
  /** Whether it was taken over from a worker that had not given it back. */
  readonly orphaned: boolean;
}

/** For how long a queue is given back. */
export interface Rest {
  /** When it is due again; null where nothing is. */
  readonly dueAt: Date | null;
  /** Until when no wake makes it due; null where the next does. */
  readonly heldUntil: Date | null;
}

/** What became of a worker's wish to give a queue back. */
export type Rested = { readonly type: 'rested' } | { readonly type: 'woken'; readonly wakes: number } | { readonly type: 'lost' };

export interface QueueStore {
  /** Makes queues due now. */
  wake(queues: readonly QueueKey[]): Promise<void>;
  /** Claims up to `limit` queues that are due, those that have waited longest first. */
  claim(limit: number): Promise<readonly Claim[]>;
  /** Keeps claims for another lease. @returns those that are still the worker's. */
  renew(claims: readonly Claim[]): Promise<readonly Claim[]>;
  /** Gives a queue back; not if it was woken since the claim. */
  rest(claim: Claim, rest: Rest): Promise<Rested>;
  /** Gives a queue back, due again in `afterMs` milliseconds and not before. */
  giveBack(claim: Claim, afterMs: number): Promise<void>;
  /** Forgets a queue, unless it was woken since the claim. */
  forget(claim: Claim): Promise<Rested>;
}

/** A delivery as its endpoint's worker sees it. */
export interface PlannedDelivery extends Delivery {
  /** Milliseconds until its next try; 0 or less where that is due. */
  readonly dueInMs: number;
}

/** The deliveries of a record up to a position. */
export interface RecordLook {
  readonly recordKey: string;
  readonly through: number;
  readonly limit: number;
}

export interface DeliveryStore {
  /** Deliveries that are due, oldest first. */
  due(queue: QueueKey, look: { readonly limit: number; readonly except: readonly string[] }): Promise<readonly PlannedDelivery[]>;
  /** All that are pending, due or not, behind a position of the feed, in its order. A batch stands where its first event does. */
  behind(queue: QueueKey, position: number, limit: number): Promise<readonly PlannedDelivery[]>;
  /** Those of a record that are pending and not batches, in the order of the feed. */
  ofRecord(queue: QueueKey, look: RecordLook): Promise<readonly PlannedDelivery[]>;
  /** When the next falls due; undefined where none is left. */
  nextDueAt(queue: QueueKey): Promise<Date | undefined>;
  /**
   * Ends up to `limit` deliveries unsent.
   *
   * @param drop.through only those of events up to this position of the feed; all where it is null.
   * @returns how many.
   */
  drop(queue: QueueKey, drop: { readonly through: number | null; readonly limit: number }): Promise<number>;
}

/** Notes that all that was to be dropped of an endpoint's deliveries is: what is due again later is sent. */
export type EndDropping = (queue: QueueKey, through: number) => Promise<void>;

/**
 * Makes one delivery, a batch, of single ones that are pending.
 *
 * @returns false where none of them is any more.
 */
export type ComposeBatch = (candidates: readonly PlannedDelivery[], maxEvents: number) => Promise<boolean>;

/** Makes single deliveries again of an endpoint's batches that are pending. */
export type DissolveBatches = (queue: QueueKey) => Promise<void>;

/** How an endpoint wants what is due to it. */
export type DeliveryMode =
  | { readonly type: 'parallel' }
  /** The events of a record one after the other. */
  | { readonly type: 'ordered' }
  | ({ readonly type: 'batched' } & BatchRule);

/** An endpoint as it stands now, for who delivers to it. */
export type Target =
  | {
      readonly type: 'open';
      readonly url: string;
      /** All that live, newest first. */
      readonly secrets: readonly SigningSecret[];
      readonly mode: DeliveryMode;
      /** Deliveries a second at most; null where it has no such bound. */
      readonly maxRate: number | null;
      /** What is held of events up to this position is to be dropped first. */
      readonly dropThrough: number | null;
      /** Whether the last attempt failed. */
      readonly failing: boolean;
    }
  /** It asked for rest. */
  | { readonly type: 'resting'; readonly until: Date }
  | { readonly type: 'paused' }
  | { readonly type: 'disabled' }
  | { readonly type: 'gone' };

export type FindTarget = (queue: QueueKey) => Promise<Target>;

/** Events of deliveries that are about to be sent. */
export interface LoadedEvents {
  /** @returns undefined where it was not loaded: `FindEvent` finds it. */
  of(delivery: Pick<Delivery, 'eventId'>): EventToSend | undefined;
  /** They take room in memory until then. */
  forget(): void;
}

/** Loads events of one tenant's deliveries ahead, as many as memory has room for. Events never change. */
export type LoadEvents = (deliveries: readonly Delivery[]) => Promise<LoadedEvents>;
