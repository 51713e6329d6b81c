import { isolate, type Stoppable } from '@fulfilment/kernel';
import type { QueueKey } from '../deliveries/delivery-ports.ts';
import type { LoggedEvent, StoreTurns, StoredTurn, TenantTurn } from './event-ports.ts';

interface Group {
  readonly events: readonly LoggedEvent[];
  readonly due: Map<string, QueueKey>;
  readonly settle: PromiseWithResolvers<readonly QueueKey[]>;
  stored: number;
}

interface Turn {
  readonly tenant: string;
  /** The tenant's groups that wait, with this one first. */
  readonly groups: Group[];
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
 * them, so a tenant that floods the queue delays another by one transaction.
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
   * @returns the queues with deliveries of them.
   */
  async submit(events: readonly LoggedEvent[]): Promise<readonly QueueKey[]> {
    const [first] = events;
    if (!first) return [];
    const { tenant } = first;
    const group: Group = { events, due: new Map(), settle: Promise.withResolvers(), stored: 0 };
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
    // Callers of this turn of the event loop share the first transaction.
    await Promise.resolve();
    while (this.#waiting.size > 0) await this.#storeTurns();
    this.#draining = undefined;
  }

  async #storeTurns(): Promise<void> {
    const turns = this.#takeTurns();
    const outcomes = await isolate(turns, (some) => this.#store(some.map(({ events }) => events)));
    for (const [index, { tenant, groups, group }] of turns.entries()) {
      const outcome = outcomes[index];
      if (outcome?.status === 'fulfilled') advance(group, outcome.value);
      else group.settle.reject(outcome?.reason);
      if (outcome?.status !== 'fulfilled' || group.stored === group.events.length) groups.shift();
      // To the end of the line.
      this.#waiting.delete(tenant);
      if (groups.length > 0) this.#waiting.set(tenant, groups);
    }
  }

  #takeTurns(): readonly Turn[] {
    const served = Array.from(this.#waiting).slice(0, MAX_TENANTS);
    const share = Math.floor(MAX_EVENTS / served.length);
    const maxCharacters = MAX_CHARACTERS / served.length;
    return served.flatMap(([tenant, groups]) => {
      const [group] = groups;
      return group ? [{ tenant, groups, group, events: turnOf(group, share, maxCharacters) }] : [];
    });
  }
}

function turnOf({ events, stored }: Group, maxEvents: number, maxCharacters: number): TenantTurn {
  let characters = 0;
  const next = events.slice(stored, stored + maxEvents);
  const end = next.findIndex(({ body }, index) => (characters += body.length) > maxCharacters && index > 0);
  return end === -1 ? next : next.slice(0, end);
}

function advance(group: Group, { count, due }: StoredTurn): void {
  group.stored += count;
  for (const queue of due) group.due.set(queue.endpointId, queue);
  if (group.stored === group.events.length) group.settle.resolve([...group.due.values()]);
}
