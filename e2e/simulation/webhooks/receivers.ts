import type { MemoryWebhooks } from './memory-webhooks.ts';
import type { Actor } from '../virtual-time.ts';

/** A request as it arrived. */
export interface Arrival {
  readonly endpointId: string;
  readonly eventId: string;
  readonly status: number;
}

const OK = 200;
const FAILED = 500;

/** Requests as receivers saw them, and the faults of those that were sent. */
export class Receivers {
  readonly arrivals: Arrival[] = [];
  readonly violations: string[] = [];
  /** Requests of an event that an endpoint refuses, by the event. */
  readonly refusals = new Map<string, number>();
  readonly #store: MemoryWebhooks;
  /** Endpoints that were gone when an attempt read them last, by process and delivery. */
  readonly #readGone = new Map<Actor, Set<string>>();

  constructor(store: MemoryWebhooks) {
    this.#store = store;
  }

  /** A process reads the endpoint of an attempt, or takes it as it remembers it. */
  readFor(actor: Actor, deliveryId: string): void {
    const gone = this.#readGone.get(actor) ?? new Set();
    this.#readGone.set(actor, gone);
    const { endpointId = '' } = this.#store.deliveries.get(deliveryId) ?? {};
    if (this.#store.removed.has(endpointId)) gone.add(deliveryId);
  }

  /** A process begins to send a request. */
  sends(
    actor: Actor,
    {
      deliveryId,
      endpointId,
      claimedBy,
    }: { readonly deliveryId: string; readonly endpointId: string; readonly claimedBy: Actor | undefined },
  ): void {
    if (this.#readGone.get(actor)?.has(deliveryId)) this.violations.push(`${deliveryId} is sent after ${endpointId} was removed`);
    if (claimedBy !== undefined && claimedBy !== actor)
      this.violations.push(`${actor.name} sends to ${endpointId}, which ${claimedBy.name} has claimed since`);
  }

  /** @returns the status of the answer. */
  arrives(endpointId: string, eventId: string): number {
    const before = this.arrivals.filter((each) => each.endpointId === endpointId && each.eventId === eventId).length;
    const status = before < (this.refusals.get(eventId) ?? 0) ? FAILED : OK;
    this.arrivals.push({ endpointId, eventId, status });
    return status;
  }

  /** The arrivals of an endpoint, in their order. */
  of(endpointId: string): readonly Arrival[] {
    return this.arrivals.filter((each) => each.endpointId === endpointId);
  }
}
