import { isolate, nextTurn, type Stoppable } from '@fulfilment/kernel';
import type { QueueKey } from '../model/domain/delivery.ts';
import type { StoreTurns, StoredTurn, TenantTurn } from './event-ports.ts';
import type { LoggedEvent } from '../model/domain/logged-event.ts';

interface Group {
  readonly events: readonly LoggedEvent[];
  readonly due: Map<string, QueueKey>;
  readonly settle: PromiseWithResolvers<readonly QueueKey[]>;
  readonly signal: AbortSignal | undefined;
  stored: number;
}

interface Turn {
  readonly group: Group;
  readonly events: TenantTurn;
}

/** Events of one transaction. */
const MAX_EVENTS = 500;
/** Characters of bodies in one transaction: an event has up to 900 KB. */
const MAX_CHARACTERS = 8_000_000;
/** Tenants of one transaction. */
const MAX_TENANTS = 50;

/**
 * Queues events by tenant and stores them by group commit. Tenants take turns: each transaction has an equal share for up to 50 of
 * them, so a tenant that floods the queue delays another by one transaction. A tenant's groups, each of one partition, share its share.
 */
export class IntakeQueue implements Stoppable {
  readonly #store: StoreTurns;
  // A Map keeps the order in which keys were added: the first tenant is the next to be served.
  readonly #waiting = new Map<string, Group[]>();
  #draining: Promise<void> | undefined;

  constructor(store: StoreTurns) {
    this.#store = store;
  }

  /**
   * Stores events of one tenant, in their order; where an event fails, none behind it is stored.
   *
   * @param signal ends it: events that are not being stored by then are left, and it rejects with the signal's reason.
   * @returns the queues with deliveries of them.
   */
  async submit(events: readonly LoggedEvent[], signal?: AbortSignal): Promise<readonly QueueKey[]> {
    const [first] = events;
    if (!first) return [];
    const { tenant } = first;
    const group: Group = { events, due: new Map(), settle: Promise.withResolvers(), signal, stored: 0 };
    const groups = this.#waiting.get(tenant);
    if (groups) groups.push(group);
    else this.#waiting.set(tenant, [group]);
    this.#draining ??= this.#drain();
    return group.settle.promise;
  }

  /** Waits for what is queued. */
  async stop(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    // Callers of this turn of the event loop, such as those of all partitions of one fetch, share the first transaction.
    await nextTurn();
    while (this.#waiting.size > 0) await this.#storeTurns();
    this.#draining = undefined;
  }

  async #storeTurns(): Promise<void> {
    this.#leaveAborted();
    const served = Array.from(this.#waiting).slice(0, MAX_TENANTS);
    if (served.length === 0) return;
    const bounds = { events: Math.floor(MAX_EVENTS / served.length), characters: MAX_CHARACTERS / served.length };
    const turns = served.flatMap(([, groups]) => turnsOf(groups, bounds));
    const outcomes = await isolate(turns, (some) => this.#store(some.map(({ events }) => events)));
    const ended = new Set<Group>();
    for (const [index, { group }] of turns.entries()) {
      const outcome = outcomes[index];
      if (outcome?.status === 'fulfilled') advance(group, outcome.value);
      else group.settle.reject(outcome?.reason);
      if (outcome?.status !== 'fulfilled' || group.stored === group.events.length) ended.add(group);
    }
    for (const [tenant, groups] of served) {
      // To the end of the line. Groups that came during the transaction are among them.
      const left = groups.filter((group) => !ended.has(group));
      this.#waiting.delete(tenant);
      if (left.length > 0) this.#waiting.set(tenant, left);
    }
  }

  #leaveAborted(): void {
    for (const [tenant, groups] of this.#waiting) {
      const left = groups.filter(({ signal }) => !signal?.aborted);
      for (const { signal, settle } of groups) if (signal?.aborted) settle.reject(signal.reason);
      if (left.length === 0) this.#waiting.delete(tenant);
      else this.#waiting.set(tenant, left);
    }
  }
}

/** The next events of a tenant's groups, those of the first group first; at least one event. */
function turnsOf(groups: readonly Group[], bounds: { readonly events: number; readonly characters: number }): readonly Turn[] {
  let characters = 0;
  let left = bounds.events;
  const turns: Turn[] = [];
  for (const group of groups) {
    const next = group.events.slice(group.stored, group.stored + left);
    const isFirst = turns.length === 0;
    const end = next.findIndex(({ body }, index) => (characters += body.length) > bounds.characters && !(isFirst && index === 0));
    const events = end === -1 ? next : next.slice(0, end);
    if (events.length > 0) turns.push({ group, events });
    left -= events.length;
    if (left === 0 || end !== -1) break;
  }
  return turns;
}

function advance(group: Group, { count, due }: StoredTurn): void {
  group.stored += count;
  for (const queue of due) group.due.set(queue.endpointId, queue);
  if (group.stored === group.events.length) group.settle.resolve([...group.due.values()]);
}
