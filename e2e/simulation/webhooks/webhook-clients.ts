import { TOPIC_SPECS } from '@fulfilment/api-docs';
import { TOPICS } from '@fulfilment/contracts';
import { AppError, delay, isRetryable, newId, type Random, tenantKey } from '@fulfilment/kernel';
import type { Processes } from '../processes.ts';
import { TENANT } from '../services.ts';
import type { System } from '../system.ts';
import type { Actor } from '../virtual-time.ts';
import type { WebhookApi } from './start-webhooks.ts';

const TYPES = { 'order.packed': TOPICS.ordersEvents, 'inventory.updated': TOPICS.inventoryEvents } as const;
type PublishedType = keyof typeof TYPES;
const SAMPLES = new Map(TOPIC_SPECS.flatMap(({ messages }) => messages).map(({ type, sample }) => [type, sample]));
const sampleOf = (type: PublishedType) => SAMPLES.get(type) ?? {};
const RECORDS = ['a', 'b'] as const;

/** Endpoints that are there from the beginning; the last one may be removed. */
const KINDS = [
  { name: 'parallel', events: ['*'], filter: null, ordered: false },
  { name: 'ordered', events: ['*'], filter: null, ordered: true },
  { name: 'packed', events: ['order.packed'], filter: null, ordered: true },
  { name: 'filtered', events: ['*'], filter: JSON.stringify({ reason: ['shipment'] }), ordered: false },
] as const;
type Kind = (typeof KINDS)[number];

/** One piece of work around webhooks. */
export type WebhookOperation =
  | { readonly type: 'publish'; readonly event: PublishedType; readonly record: string; readonly refusals: number }
  | { readonly type: 'pause'; readonly endpoint: number; readonly forMs: number }
  | { readonly type: 'resend'; readonly event: number; readonly endpoint: number }
  | { readonly type: 'remove' };

/** Chooses the work of a schedule. */
export function webhookOperationsOf(random: Random, count: number): readonly WebhookOperation[] {
  return Array.from({ length: count }, (): WebhookOperation => {
    const type = random.of(['publish', 'publish', 'publish', 'publish', 'pause', 'resend', 'resend', 'remove'] as const);
    switch (type) {
      case 'pause':
        return { type, endpoint: random.below(KINDS.length - 1), forMs: random.of([50, 500, 2_000]) };
      case 'resend':
        return { type, event: random.below(4), endpoint: random.below(KINDS.length - 1) };
      case 'remove':
        return { type };
      default: {
        const event = random.of(['order.packed', 'order.packed', 'inventory.updated'] as const);
        return { type, event, record: random.of(RECORDS), refusals: random.of([0, 0, 0, 1, 2]) };
      }
    }
  });
}

/** An event as it was published first. */
export interface Published {
  readonly id: string;
  readonly type: PublishedType;
  readonly key: string;
}

/** An endpoint from the beginning. */
export type Watched = Kind & { readonly id: string };

/** A delivery that had ended when its owner was told that it is sent again. */
export interface Resent {
  readonly deliveryId: string;
  readonly attempts: number;
}

const MOST_ATTEMPTS = 400;
const BY = { actor: 'key_1', requestId: 'req_1' };

/** A publisher of events, and owners of endpoints. */
export class WebhookClients {
  readonly published: Published[] = [];
  readonly endpoints: Watched[] = [];
  readonly resent: Resent[] = [];
  readonly contradictions: string[] = [];
  readonly #processes: Processes;
  readonly #system: System;
  #atWork = 0;

  constructor(processes: Processes, system: System) {
    this.#processes = processes;
    this.#system = system;
  }

  get areDone(): boolean {
    return this.#atWork === 0;
  }

  /** Begins to add the endpoints. */
  prepare(): void {
    for (const [place, kind] of KINDS.entries()) {
      const actor: Actor = { name: `owner of ${kind.name}` };
      this.#begin(actor, async () => {
        const { events, filter, ordered, name } = kind;
        const settings = { events: [...events], filter, ordered, url: `https://${name}.example/`, description: null };
        const added = await this.#ask(actor, `add ${name}`, ({ endpoints }) =>
          endpoints.add({ ...settings, batch: null, maxRate: null, tenant: TENANT }, BY),
        );
        if (!added) throw new Error(`${name} is refused`);
        this.endpoints[place] = { ...kind, id: added.endpoint.id };
      });
    }
  }

  /** Begins the work: events are published one after the other, and owners act beside that. */
  start(operations: readonly WebhookOperation[]): void {
    const publisher: Actor = { name: 'publisher' };
    const owner: Actor = { name: 'owner' };
    this.#begin(publisher, async () => {
      for (const each of operations) if (each.type === 'publish') await this.#publish(publisher, each);
    });
    this.#begin(owner, async () => {
      for (const each of operations) if (each.type !== 'publish') await this.#own(owner, each);
    });
  }

  #begin(actor: Actor, work: () => Promise<void>): void {
    this.#atWork += 1;
    this.#system.scheduler.post(actor, 'begins', () => {
      void work()
        .catch((error: unknown) => void this.contradictions.push(`${actor.name} ended: ${String(error)}`))
        .finally(() => {
          this.#atWork -= 1;
        });
    });
  }

  /** As a relay does: an event is appended until that is known to have happened, and one of a record behind the one before. */
  async #publish(actor: Actor, { event: type, record, refusals }: Extract<WebhookOperation, { type: 'publish' }>): Promise<void> {
    const id = newId('evt');
    const key = `${tenantKey(TENANT)}|${type} ${record}`;
    const { accountId, environment } = TENANT;
    const event = { ...sampleOf(type), id, account_id: accountId, environment };
    this.published.push({ id, type, key });
    this.#system.webhooks.seen.refusals.set(id, refusals);
    const headers = { ce_id: id, ce_type: type };
    const sent = { topic: TYPES[type], key, value: JSON.stringify(event), headers };
    const { log } = this.#system;
    await this.#retried(`publish ${id}`, () => log.clientOf(actor).append([sent]));
  }

  async #own(actor: Actor, operation: Exclude<WebhookOperation, { type: 'publish' }>): Promise<void> {
    const { type } = operation;
    const removable = KINDS.length - 1;
    const { id } = this.endpoints[type === 'remove' ? removable : operation.endpoint] ?? {};
    if (id === undefined) return;
    const target = { id, tenants: [TENANT], by: BY };
    if (type === 'remove') {
      await this.#ask(actor, 'remove', ({ endpoints }) => endpoints.remove(target));
      return;
    }
    if (type === 'pause') {
      await this.#ask(actor, 'pause', ({ endpoints }) => endpoints.pause(target));
      // wait: events come while it is paused.
      await delay(operation.forMs);
      await this.#ask(actor, 'resume', ({ endpoints }) => endpoints.resume(target, 'deliver'));
      return;
    }
    await this.#resend(actor, operation, id);
  }

  async #resend(actor: Actor, { event }: Extract<WebhookOperation, { type: 'resend' }>, endpointId: string): Promise<void> {
    const eventId = this.published[event]?.id;
    const found = [...this.#system.webhooks.store.deliveries.values()].find(
      (each) => each.endpointId === endpointId && each.eventId === eventId,
    );
    if (!found) return;
    const told = await this.#ask(actor, 'resend', ({ resend }) => resend(found.id));
    if (told?.hadEnded === true) this.resent.push({ deliveryId: found.id, attempts: told.attempts });
  }

  #ask<Answer>(actor: Actor, name: string, ask: (api: WebhookApi) => Promise<Answer>): Promise<Answer | undefined> {
    return this.#retried(name, () => this.#processes.request(actor, 'webhooks', { name, ask }));
  }

  /** @returns undefined where it is refused. */
  async #retried<Answer>(name: string, work: () => Promise<Answer>): Promise<Answer | undefined> {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (!isRetryable(error)) return undefined;
        // wait: the next attempt comes later.
        await delay(Math.min(500, 40 * attempt));
      }
    }
    throw new Error(`${name} has no end`);
  }
}
