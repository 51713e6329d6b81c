import { errors } from '@fulfilment/contracts';
import { newId, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { Target } from '../../../apps/webhooks/src/dispatch/attempt-reads-store.ts';
import type { PendingDeliveries, PlannedDelivery } from '../../../apps/webhooks/src/dispatch/pending-delivery-store.ts';
import { assessEndpoint } from '../../../apps/webhooks/src/endpoints/domain/endpoint-health.ts';
import type { EndpointChange } from '../../../apps/webhooks/src/endpoints/endpoint-ports.ts';
import type { StoredTurn, TenantTurn } from '../../../apps/webhooks/src/events/event-ports.ts';
import type { Attempt } from '../../../apps/webhooks/src/model/domain/attempt.ts';
import type { QueueKey } from '../../../apps/webhooks/src/model/domain/delivery.ts';
import type { Endpoint } from '../../../apps/webhooks/src/model/domain/endpoint.ts';
import type { LoggedEvent } from '../../../apps/webhooks/src/model/domain/logged-event.ts';
import { matchesSubscription } from '../../../apps/webhooks/src/model/domain/subscription.ts';
import { MemoryQueues, type QueueBugs } from './memory-queues.ts';

/** Departures from how the store of webhooks works, for planted bugs. */
export interface WebhookBugs extends QueueBugs {
  /** A pending delivery that is sent again loses its place among the pending ones. */
  readonly resendDropsPending?: boolean;
  /** An event is committed before its deliveries, which follow by a write of their own. */
  readonly storesEventsFirst?: boolean;
  /** Attempts go by the endpoint as the process read it first. */
  readonly remembersTargets?: boolean;
  /** The pending deliveries of a record come in any order. */
  readonly forgetsPositions?: boolean;
  /** An endpoint gets every type of event. */
  readonly matchesAll?: boolean;
}

export interface StoredDelivery extends Omit<PlannedDelivery, 'dueInMs' | 'nextAt' | 'attempts' | 'scheduleFrom'> {
  attempts: number;
  scheduleFrom: number;
  state: 'pending' | 'delivered' | 'failed' | 'dropped';
}

interface StoredEvent {
  readonly event: LoggedEvent;
  readonly position: number;
  readonly endpoints: string[];
}

const DISABLE_AFTER_MS = 5 * 86_400_000;

/** Endpoints, events and deliveries of webhooks in memory. Each method is one commit. */
export class MemoryWebhooks {
  readonly endpoints = new Map<string, Endpoint>();
  readonly removed = new Set<string>();
  readonly events = new Map<string, StoredEvent>();
  readonly deliveries = new Map<string, StoredDelivery>();
  readonly queues: MemoryQueues;
  readonly bugs: WebhookBugs;
  /** When the pending deliveries are due, Unix milliseconds. */
  readonly #pending = new Map<string, number>();
  #position = 0;

  constructor(bugs: WebhookBugs) {
    this.bugs = bugs;
    this.queues = new MemoryQueues(bugs);
  }

  /** Deliveries that are to be sent or dropped. */
  get waiting(): number {
    return [...this.deliveries.values()].filter(({ state }) => state === 'pending').length;
  }

  /** Stores events that are not stored yet, with a delivery for each endpoint that selects them. */
  storeTurns(turns: readonly TenantTurn[]): readonly StoredTurn[] {
    return turns.map((turn) => {
      const due = new Map<string, QueueKey>();
      for (const event of turn) {
        const stored = this.events.get(event.id) ?? this.#store(event);
        for (const endpointId of stored.endpoints) due.set(endpointId, { tenant: event.tenant, endpointId });
      }
      return { count: turn.length, due: [...due.values()] };
    });
  }

  #store(event: LoggedEvent): StoredEvent {
    this.#position += 1;
    const matches = matchesSubscription(event);
    const selecting = [...this.endpoints.values()].filter((endpoint) => this.bugs.matchesAll === true || matches(endpoint));
    const stored: StoredEvent = { event, position: this.#position, endpoints: selecting.map(({ id }) => id) };
    this.events.set(event.id, stored);
    if (this.bugs.storesEventsFirst !== true) this.addDeliveries(event.id);
    return stored;
  }

  /** The deliveries of a stored event. */
  addDeliveries(eventId: string): void {
    const stored = this.events.get(eventId);
    if (!stored) return;
    const { event, position, endpoints } = stored;
    for (const endpointId of endpoints) {
      const id = newId('dlv');
      const { tenant, key: recordKey } = event;
      const made = { id, tenant, endpointId, eventId, position, recordKey, members: undefined, attempts: 0, scheduleFrom: 0 };
      this.deliveries.set(id, { ...made, state: 'pending' });
      this.#pending.set(id, Date.now());
    }
  }

  /** Pending deliveries of an endpoint that pass, in the order of the feed or of the times at which they are due. */
  pendingOf(
    { endpointId }: QueueKey,
    order: 'next_at' | 'position',
    passes: (delivery: PlannedDelivery) => boolean,
  ): readonly PlannedDelivery[] {
    const found = Array.from(this.#pending).flatMap(([id, nextMs]): PlannedDelivery[] => {
      const delivery = this.deliveries.get(id);
      if (delivery?.endpointId !== endpointId) return [];
      return [{ ...delivery, nextAt: new Date(nextMs), dueInMs: nextMs - Date.now() }];
    });
    const byPosition = order === 'position' && this.bugs.forgetsPositions !== true;
    const inOrder = found.toSorted((a, b) =>
      byPosition ? a.position - b.position : a.nextAt.getTime() - b.nextAt.getTime() || b.position - a.position,
    );
    return inOrder.filter(passes);
  }

  drop(queue: QueueKey, limit: number): number {
    const found = this.pendingOf(queue, 'position', () => true).slice(0, limit);
    for (const { id } of found) {
      this.#pending.delete(id);
      const delivery = this.deliveries.get(id);
      if (delivery) delivery.state = 'dropped';
    }
    return found.length;
  }

  findTarget({ endpointId }: QueueKey): Target {
    const found = this.endpoints.get(endpointId);
    if (!found) return { type: 'gone' };
    if (found.state.status !== 'active') return { type: found.state.status };
    if (found.restsUntil && found.restsUntil.getTime() > Date.now()) return { type: 'backing-off', until: found.restsUntil };
    const { url, ordered } = found;
    const mode = { type: ordered ? ('ordered' as const) : ('parallel' as const) };
    return { type: 'open', url, secrets: [], mode, maxRate: null, dropThrough: null, isProven: true };
  }

  /** Records an attempt. @returns false where it is not the next one of its delivery. */
  record(attempt: Attempt): boolean {
    const { delivery, n, outcome } = attempt;
    const stored = this.deliveries.get(delivery.id);
    if (!stored || stored.attempts !== n - 1) return false;
    stored.attempts = n;
    this.#assess(attempt);
    if (stored.state !== 'pending') return true;
    if (outcome.type === 'retry') this.#pending.set(delivery.id, Date.now() + outcome.afterMs);
    else {
      stored.state = outcome.type;
      this.#pending.delete(delivery.id);
    }
    return true;
  }

  #assess(attempt: Attempt): void {
    const endpoint = this.endpoints.get(attempt.delivery.endpointId);
    if (!endpoint) return;
    const { url, health, restsUntil } = endpoint;
    const rules = { disableAfterMs: DISABLE_AFTER_MS, random: 0.5 };
    const assessed = assessEndpoint({ url, status: endpoint.state.status, health }, [attempt], rules);
    if (!assessed) return;
    const untilMs = Math.max(restsUntil?.getTime() ?? 0, assessed.restMs > 0 ? Date.now() + assessed.restMs : 0);
    this.endpoints.set(endpoint.id, { ...endpoint, health: assessed.health, restsUntil: untilMs > 0 ? new Date(untilMs) : null });
  }

  /** Makes a delivery due now. @throws AppError `not_found`. @returns the endpoint, and whether the delivery had ended. */
  resend(id: string): { readonly endpointId: string; readonly attempts: number; readonly hadEnded: boolean } {
    const delivery = this.deliveries.get(id);
    const endpoint = delivery && this.endpoints.get(delivery.endpointId);
    if (!delivery || !endpoint) throw errors.notFound('There is no such delivery, or its endpoint was removed.');
    const { endpointId, attempts } = delivery;
    const hadEnded = delivery.state !== 'pending';
    if (hadEnded) {
      delivery.state = 'pending';
      delivery.scheduleFrom = attempts;
    }
    if (!hadEnded && this.bugs.resendDropsPending === true) this.#pending.delete(id);
    else this.#pending.set(id, Date.now());
    this.endpoints.set(endpointId, { ...endpoint, restsUntil: null });
    this.queues.release({ endpointId, tenant: delivery.tenant });
    return { endpointId, attempts, hadEnded };
  }

  change(id: string, decide: (endpoint: Endpoint) => EndpointChange | undefined): Endpoint {
    const before = this.#found(id);
    const change = decide(before);
    if (!change) return before;
    this.endpoints.set(id, change.endpoint);
    if (change.releasesQueue === true) this.queues.release(keyOf(before));
    return change.endpoint;
  }

  bringForward(id: string): void {
    for (const each of this.pendingOf(keyOf(this.#found(id)), 'position', () => true)) this.#pending.set(each.id, Date.now());
  }

  remove(id: string, check?: (endpoint: Endpoint) => void): Endpoint {
    const found = this.#found(id);
    check?.(found);
    this.endpoints.delete(id);
    this.removed.add(id);
    this.queues.release(keyOf(found));
    return found;
  }

  #found(id: string): Endpoint {
    const found = this.endpoints.get(id);
    if (!found) throw errors.notFound('There is no such webhook endpoint.');
    return found;
  }
}

const keyOf = ({ id: endpointId, tenant }: { readonly id: string; readonly tenant: Tenant }): QueueKey => ({
  endpointId,
  tenant: tenantKey(tenant),
});

/** Commits and reads of one process: each is pending until the scheduler completes it. */
export type Calls = <Result>(name: string, effect: (store: MemoryWebhooks) => Result) => Promise<Result>;

const isDue = ({ dueInMs }: { readonly dueInMs: number }): boolean => dueInMs <= 0;

/** The pending deliveries as one process has them. */
export function deliveriesOf(call: Calls): PendingDeliveries {
  return {
    due: (queue, { limit, except }) =>
      call('due', (store) =>
        store.pendingOf(queue, 'next_at', (each) => isDue(each) && !except.includes(each.id)).slice(0, limit),
      ),
    dueAndNext: (queue, { limit, except }) =>
      call('due and next', (store) => {
        const found = store.pendingOf(queue, 'next_at', ({ id }) => !except.includes(id)).slice(0, limit);
        const due = found.filter(isDue);
        return { due, nextDueAt: found[due.length]?.nextAt };
      }),
    after: (queue, position, limit) =>
      call('after', (store) => store.pendingOf(queue, 'position', (each) => each.position > position).slice(0, limit)),
    ofRecord: (queue, { recordKey, through, limit }) =>
      call('of record', (store) =>
        store.pendingOf(queue, 'position', (each) => each.recordKey === recordKey && each.position <= through).slice(0, limit),
      ),
    nextDueAt: (queue) => call('next due of queue', (store) => store.pendingOf(queue, 'next_at', () => true)[0]?.nextAt),
    drop: (queue, { limit }) => call('drop', (store) => store.drop(queue, limit)),
    finishDrop: async () => undefined,
  };
}
