import type { FulfilmentRecord, OrderRecord } from '@fulfilment/contracts';
import { AppError, claimOf, type IdempotencyClaim, type RequestContext } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { brokenEvents } from './parts-events.fixture.ts';
import type { Saga } from './saga.fixture.ts';

/** Bounds of the wait for a command, or for what it led to, in milliseconds. */
const SENT = { withinMs: 30_000, everyMs: 1 };

/** Faults of the way that inventory's answers take. */
export const TROUBLES = ['none', 'none', 'none', 'twice', 'lost and sent again', 'late'] as const;
export type Trouble = (typeof TROUBLES)[number];

/** The facts of a request by which a repeat is known, and the version that it names. */
export interface Asking {
  readonly target: readonly string[];
  readonly key: number;
  readonly content: object;
  readonly version: 'none' | 'right' | 'stale';
}

export interface NamedContext extends RequestContext {
  readonly idempotency: IdempotencyClaim;
}

interface Versioned {
  readonly id: string;
  readonly version: number;
}

/** The end of a request that was not refused, with the record that it is about. */
export interface Answer {
  readonly type: string;
  readonly record: Versioned & { readonly status: string };
}

export interface Parts {
  readonly order: OrderRecord;
  readonly parts: readonly FulfilmentRecord[];
}

/** The saga of orders in parts with all that a client sees of it: each record that it ever shows is compared with what it showed before. */
export class WatchedSaga {
  readonly saga: Saga;
  /** Findings that cannot be. */
  readonly faults: unknown[] = [];
  /** Ids of the orders, by their places. */
  readonly ids: string[] = [];
  /** Each record that a client saw, by its id and version. */
  readonly #seen = new Map<string, string>();

  constructor(saga: Saga) {
    this.saga = saga;
  }

  /** The context of a request: under a key, and on the condition that its target has the version that it has, or another one. */
  contextOf({ target, key, content, version }: Asking, record: Versioned | undefined): NamedContext {
    const { context } = this.saga;
    const claim = { method: 'POST', target, key: String(key), content } as const;
    const versions = [version === 'right' ? (record?.version ?? 1) : 9_999];
    return {
      ...context,
      idempotency: claimOf({ tenant: context.tenant, ...claim }),
      ...(version !== 'none' && { ifMatch: { type: 'one-of' as const, versions } }),
    };
  }

  async read(id: string): Promise<Parts> {
    const { orders, context } = this.saga;
    const order = await orders.getOrder({ tenant: context.tenant, id });
    const parts = await Promise.all(order.fulfilments.map((each) => orders.getFulfilment(context.tenant, each.id)));
    for (const record of [order, ...parts]) this.#see(record);
    return { order, parts };
  }

  /** Sends a request, some copies of it at once to two processes. @returns the status, or the code of the refusal, that each was answered with. */
  async send(send: (by: Saga['orders']) => Promise<Answer>, copies: number, trouble: Trouble): Promise<string[]> {
    const { orders, beside, hastyApart } = this.saga;
    const sendAll = (): Promise<string[]> =>
      Promise.all(Array.from({ length: copies }, (_, at) => this.#wordOf(send, at % 2 === 0 ? orders : beside)));
    const words = await this.#through(trouble, () => this.#wordOf(send, hastyApart), sendAll);
    await this.caughtUp();
    return words;
  }

  /** Waits until orders has all that inventory decided. */
  async caughtUp(): Promise<void> {
    const { inventory, store, context } = this.saga;
    await eventually(async () => {
      for (const id of this.ids) {
        const order = await store.find({ tenant: context.tenant, id });
        if (order?.allocationVersion !== inventory.versionOf(id)) throw new Error(`${id} is behind`);
      }
    }, SENT);
  }

  /** In the end the events tell of each order and part in their order, and no command was ever made twice. */
  settle(): void {
    const { inventory, events } = this.saga;
    const told = events.map(({ value }): { readonly data: Versioned } => JSON.parse(value));
    for (const { data } of told) this.#see(data);
    this.faults.push(...brokenEvents(told));
    const commands = inventory.commands.map(({ id }) => id);
    if (new Set(commands).size !== commands.length) this.faults.push({ commands });
  }

  /** One version of a record is the same whenever it is seen: caches and `If-Match` rely on it. */
  #see(record: Versioned): void {
    const version = `${record.id} at ${record.version}`;
    const text = JSON.stringify(record);
    const before = this.#seen.get(version) ?? text;
    this.#seen.set(version, before);
    if (before !== text) this.faults.push({ version, before, text });
  }

  async #wordOf(send: (by: Saga['orders']) => Promise<Answer>, by: Saga['orders']): Promise<string> {
    try {
      const { type, record } = await send(by);
      this.#see(record);
      return type === 'pending' ? type : record.status;
    } catch (error) {
      if (error instanceof AppError) return error.code;
      throw error;
    }
  }

  /** Sends while the answers of inventory are held back, and lets them go as the trouble has it. */
  async #through(trouble: Trouble, sendHasty: () => Promise<string>, sendAll: () => Promise<string[]>): Promise<string[]> {
    if (trouble === 'none') return sendAll();
    const { inventory } = this.saga;
    const before = inventory.commands.length;
    const state = { answered: false };
    inventory.holdBack();
    const commandSent = (): Promise<void> =>
      eventually(() => {
        if (!state.answered && inventory.commands.length === before) throw new Error('No command was sent');
      }, SENT);
    if (trouble === 'late') {
      const first = await sendHasty();
      // On a busy machine its wait may be over before its command has arrived.
      if (first === 'pending') await commandSent();
      await inventory.letGo();
      await this.caughtUp();
      const words = await sendAll();
      return first === 'pending' ? words : [first, ...words];
    }
    const answers = sendAll().finally(() => {
      state.answered = true;
    });
    await commandSent();
    await inventory.letGo((outcomes) => (trouble === 'twice' ? [...outcomes, ...outcomes] : []));
    for (const id of this.ids) await inventory.repeat(id);
    return answers;
  }
}
