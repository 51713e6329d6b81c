import {
  AppError,
  assertNever,
  claimOf,
  type IdempotencyClaim,
  newId,
  type RequestContext,
  type VersionCondition,
} from '@fulfilment/kernel';
import * as fc from 'fast-check';
import { eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import { type Saga, startSaga } from './saga.fixture.ts';
import { Model, type Request, type Round, round } from './saga-model.fixture.ts';
import type { OrderAnswer } from './order-answers.ts';

/** Bounds of the wait for a command, in milliseconds. */
const SENT = { withinMs: 10_000, everyMs: 1 };

interface Named extends RequestContext {
  readonly idempotency: IdempotencyClaim;
}

test('any sequence of requests, repeats and answers has the effect that a simple model of orders predicts, once', async () => {
  const seen = new Set<string>();
  const agrees = fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 60, size: 'max' }), async (rounds) => {
    const world = new World(await startSaga({ stock: { PLENTY: 1_000_000, NEVER: 0 } }));
    try {
      for (const each of rounds) seen.add(await world.play(each));
      await world.settle();
      expect(world.faults).toEqual([]);
    } finally {
      await world.saga.stop();
    }
  });

  await fc.assert(agrees, { numRuns: 60 });

  expect(seen).toEqual(new Set(WORDS));
}, 60_000);

const WORDS = [
  'created',
  'packed',
  'shipped',
  'cancelled',
  'unknown_sku',
  'not_found',
  'version_conflict',
  'insufficient_stock',
  'invalid_transition',
  'idempotency_key_reused',
];

/** The saga beside its model. */
class World {
  readonly saga: Saga;
  /** Where the two differ. */
  readonly faults: unknown[] = [];
  readonly #model = new Model();
  readonly #unknown = newId('ord');

  constructor(saga: Saga) {
    this.saga = saga;
  }

  /** @returns what the model expected. */
  async play({ request: asked, copies, trouble }: Round): Promise<string> {
    const context = await this.#contextOf(asked);
    const { word: expected, repeated } = this.#model.expected(asked, context.idempotency);
    const sent = async (): Promise<string> => {
      const answer = await this.#send(asked, context);
      if (answer instanceof AppError) return answer.code;
      if (!repeated) this.#model.happened(asked, answer);
      return wordOf(answer, expected);
    };
    const answers = await this.#through(trouble, () => Promise.all(Array.from({ length: copies }, sent)));
    for (const word of answers) if (word !== expected) this.faults.push({ asked, expected, word });
    return expected;
  }

  /** In the end, orders and what was told of them are as the model has them, and no command was ever made twice. */
  async settle(): Promise<void> {
    const { orders, inventory, eventsOf, context } = this.saga;
    for (const { id, status } of this.#model.orders) {
      const found = await orders.getOrder({ tenant: context.tenant, id });
      if (found.status !== status) this.faults.push({ id, expected: status, status: found.status });
      if (eventsOf(id).at(-1) !== `order.${status}`) this.faults.push({ id, events: eventsOf(id) });
    }
    const commands = inventory.commands.map(({ id }) => id);
    if (new Set(commands).size !== commands.length) this.faults.push({ commands });
  }

  async #contextOf(asked: Request): Promise<Named> {
    const { tenant } = this.saga.context;
    const id = this.#idOf(asked);
    const target = asked.type === 'create' ? ['/v1/orders'] : [`/v1/orders/:id/${asked.type}`, id];
    const content = asked.type === 'create' ? asked.sku : null;
    const idempotency = claimOf({ tenant, method: 'POST', target, key: String(asked.key), content });
    return { ...this.saga.context, idempotency, ifMatch: await this.#conditionOf(asked, id) };
  }

  async #conditionOf(asked: Request, id: string): Promise<VersionCondition | undefined> {
    if (asked.type === 'create' || asked.version === 'none') return undefined;
    // An order that is answered has left its first version behind.
    if (asked.version === 'stale' || id === this.#unknown) return { type: 'one-of', versions: [1] };
    const { version } = await this.saga.orders.getOrder({ tenant: this.saga.context.tenant, id });
    return { type: 'one-of', versions: [version] };
  }

  #idOf(asked: Request): string {
    return (asked.type === 'create' ? undefined : this.#model.orders[asked.order]?.id) ?? this.#unknown;
  }

  async #send(asked: Request, context: RequestContext): Promise<OrderAnswer | AppError> {
    const { orders } = this.saga;
    const id = this.#idOf(asked);
    try {
      switch (asked.type) {
        case 'create':
          return await orders.createOrder({ lines: [{ sku: asked.sku, quantity: 1 }] }, context);
        case 'pack':
          return await orders.packOrder(id, {}, context);
        case 'ship':
          return await orders.shipOrder(id, {}, context);
        case 'cancel':
          return await orders.cancelOrder(id, {}, context);
        default:
          return assertNever(asked);
      }
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }

  /** Sends while the answers of inventory are held back, and lets them go as the trouble has it. */
  async #through(trouble: Round['trouble'], send: () => Promise<string[]>): Promise<string[]> {
    if (trouble === 'none') return send();
    const { inventory } = this.saga;
    const before = inventory.commands.length;
    const state = { answered: false };
    inventory.holdBack();
    const answers = send().finally(() => {
      state.answered = true;
    });
    await eventually(() => {
      if (!state.answered && inventory.commands.length === before) throw new Error('No command was sent');
    }, SENT);
    await inventory.letGo((outcomes) => (trouble === 'twice' ? [...outcomes, ...outcomes] : []));
    const [sent] = inventory.commands.slice(before);
    if (sent) await inventory.repeat(sent.order_id);
    return answers;
  }
}

/** A request that ended in another way than a status of the order: it is pending where it should not be. */
function wordOf({ type, order }: OrderAnswer, expected: string): string {
  return type === 'pending' ? `pending, and not ${expected}` : order.status;
}
