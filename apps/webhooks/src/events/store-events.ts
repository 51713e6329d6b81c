import type { QueueKey } from '../deliveries/delivery-ports.ts';
import type { EventStore, LoggedEvent } from './event-ports.ts';

/**
 * Takes events of the log over. When it resolves, each is stored once, its deliveries are due, and their queues are awake:
 * only then may the log's offsets be committed. If the process ends before, the log gives the events again, and the same
 * queues are woken.
 */
export type StoreEvents = (events: readonly LoggedEvent[]) => Promise<void>;

export interface StoreEventsParts {
  readonly events: EventStore;
  /** Makes queues due now. */
  readonly wake: (queues: readonly QueueKey[]) => Promise<void>;
  /** Told which queues may be due: this process may have them. */
  readonly nudge: (queues: readonly QueueKey[]) => void;
}

export function makeStoreEvents({ events, wake, nudge }: StoreEventsParts): StoreEvents {
  return async (logged) => {
    if (logged.length === 0) return;
    const due = await events.store(logged);
    if (due.length === 0) return;
    await wake(due);
    nudge(due);
  };
}
