import { createHoldBody, createReturnBody, editOrderBody, receiveReturnBody } from '@fulfilment/contracts';
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
import { isDeepStrictEqual } from 'node:util';
import { assertCovering, eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import { type Saga, startSaga } from './saga.fixture.ts';
import {
  CREATED_UNITS,
  type Edited,
  Model,
  OPENING,
  picturedAs,
  type Request,
  returnOf,
  type Round,
  round,
  shownAs,
  type Turn,
} from './saga-model.fixture.ts';
import type { OrderReply } from './order-answers.ts';
import type { ReturnReply } from './take-returns.ts';
import type { ReturnRequest } from './returns-model.fixture.ts';

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
      for (const each of [...OPENING, ...rounds]) {
        if (each.type === 'request') seen.add(await world.play(each));
        else await world.turn(each);
        await world.compare();
      }
      await world.settle();
      expect(world.faults).toEqual([]);
    } finally {
      await world.saga.stop();
    }
  });

  await assertCovering(agrees, { numRuns: 80 }, () => WORDS.every((word) => seen.has(word)));

  expect(seen).toEqual(new Set(WORDS));
}, 300_000);

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
  'order_on_hold',
  'quantity_exceeded',
  'validation_failed',
  'requested',
  'approved',
  'receiving',
  'closed',
  'rejected',
];

const HOUR_MS = 3_600_000;

/** The end of a request that was not refused: of its order, or of the return that it is about. */
interface Answer {
  readonly type: string;
  readonly id: string;
  readonly status: string;
}

/** The saga beside its model. */
class World {
  readonly saga: Saga;
  /** Where the two differ. */
  readonly faults: unknown[] = [];
  readonly #model = new Model();
  readonly #unknown = newId('ord');
  #hours = 0;

  constructor(saga: Saga) {
    this.saga = saga;
  }

  /** @returns what the model expected. */
  async play({ request: asked, copies, trouble }: Round): Promise<string> {
    const context = await this.#contextOf(asked);
    const { word: expected, repeated } = this.#model.expected(asked, context.idempotency);
    const send = await this.#ready(asked, context);
    const sent = async (): Promise<string> => {
      const answer = await send().catch(refusalOf);
      if (answer instanceof AppError) return answer.code;
      if (!repeated) this.#model.happened(asked, answer.id);
      return answer.type === 'pending' ? `pending, and not ${expected}` : answer.status;
    };
    const answers = await this.#through(trouble, () => Promise.all(Array.from({ length: copies }, sent)));
    for (const word of answers) if (word !== expected) this.faults.push({ asked, expected, word });
    return expected;
  }

  async turn(turn: Turn): Promise<void> {
    this.#model.turn(turn);
    if (turn.type === 'an hour passes') {
      this.#hours += 1;
      this.saga.passTime(HOUR_MS);
    } else await this.saga.orders.expireHolds(() => undefined, new AbortController().signal);
  }

  /** Adds where records differ from the model. */
  async compare(): Promise<void> {
    for (const pictured of this.#model.orders) {
      const record = await this.#read(pictured.id);
      const returns = await Promise.all(record.returns.map((each) => this.#readReturn(each.id)));
      const [shown, expected] = [shownAs(record, returns), picturedAs(pictured)];
      if (JSON.stringify(shown) !== JSON.stringify(expected)) this.faults.push({ shown, expected });
      if (record.pending_transition !== null) this.faults.push({ pending: record.pending_transition });
    }
  }

  /** In the end events and history tell each version of an order once, in their order, and no command was ever made twice. */
  async settle(): Promise<void> {
    const { orders, inventory, events, context } = this.saga;
    for (const { id } of this.#model.orders) {
      const told = events.flatMap(({ subject, value }): { readonly version: number }[] =>
        subject === id ? [JSON.parse(value).data] : [],
      );
      const record = await this.#read(id);
      const first = told[0]?.version ?? 0;
      const versions = told.map(({ version }) => version);
      const isWhole = versions.every((version, at) => version === first + at);
      if (!isWhole || !isDeepStrictEqual(told.at(-1), record)) this.faults.push({ record, versions, last: told.at(-1) });
      const { data } = await orders.getOrderHistory({ tenant: context.tenant, id }, { limit: 1_000, cursor: undefined });
      const last = data.at(-1);
      if (last?.status !== record.status) this.faults.push({ status: record.status, last });
    }
    const commands = inventory.commands.map(({ id }) => id);
    if (new Set(commands).size !== commands.length) this.faults.push({ commands });
  }

  #read(id: string) {
    return this.saga.orders.getOrder({ tenant: this.saga.context.tenant, id });
  }

  #readReturn(id: string) {
    return this.saga.orders.getReturn(this.saga.context.tenant, id);
  }

  async #contextOf(asked: Request): Promise<Named> {
    const { tenant } = this.saga.context;
    const id = this.#idOf(asked);
    const ofHold = asked.type === 'release' ? [String(asked.hold)] : [];
    const back = returnOf(asked);
    const ofReturn = back === undefined ? [] : [String(back)];
    const target = asked.type === 'create' ? ['/v1/orders'] : [`/v1/orders/:id/${asked.type}`, id, ...ofHold, ...ofReturn];
    const key = String(asked.key);
    const idempotency = claimOf({
      tenant,
      method: 'POST',
      target,
      key,
      content: JSON.stringify({ ...asked, key: null, order: null, version: null }),
    });
    return { ...this.saga.context, idempotency, ifMatch: await this.#conditionOf(asked, id) };
  }

  async #conditionOf(asked: Request, id: string): Promise<VersionCondition | undefined> {
    if (asked.type === 'create' || asked.version === 'none') return undefined;
    // An order that is answered has left its first version behind.
    const back = returnOf(asked);
    if (asked.version === 'stale' || id === this.#unknown) return { type: 'one-of', versions: [back === undefined ? 1 : 9_999] };
    const order = await this.#read(id);
    const known = back === undefined ? order : order.returns[back];
    return { type: 'one-of', versions: [known?.version ?? 1] };
  }

  #idOf(asked: Request): string {
    return (asked.type === 'create' ? undefined : this.#model.orders[asked.order]?.id) ?? this.#unknown;
  }

  /** The request with ids and times, which its copies share. */
  async #ready(asked: Request, context: RequestContext): Promise<() => Promise<Answer>> {
    const id = this.#idOf(asked);
    if (asked.type === 'return') return this.#readyReturn(asked.returned, id, context);
    const send = await this.#readyOrder(asked, id, context);
    return async () => {
      const { type, order } = await send();
      return { type, id: order.id, status: order.status };
    };
  }

  async #readyReturn(asked: ReturnRequest, orderId: string, context: RequestContext): Promise<() => Promise<Answer>> {
    const { orders } = this.saga;
    const order = orderId === this.#unknown ? undefined : await this.#read(orderId);
    const place = asked.step === 'create' ? asked.place : 0;
    const known = asked.step === 'create' ? undefined : order?.returns[asked.of]?.id;
    const id = known ?? newId('ret');
    const lineId = known ? (await this.#readReturn(known)).lines[0]?.line_id : order?.lines[place]?.id;
    const line_id = lineId ?? newId('lin');
    const send = (): Promise<ReturnReply> => {
      switch (asked.step) {
        case 'create': {
          const lines = [{ line_id, quantity: asked.quantity, reason: 'other' }];
          return orders.createReturn(
            createReturnBody.parse({ order_id: orderId, lines, approved: asked.as === 'approved' }),
            context,
          );
        }
        case 'receive': {
          const { quantity, disposition } = asked;
          return orders.receiveReturn(id, receiveReturnBody.parse({ lines: [{ line_id, quantity, disposition }] }), context);
        }
        case 'approve':
          return orders.approveReturn(id, context);
        case 'reject':
          return orders.rejectReturn(id, {}, context);
        case 'cancel':
          return orders.cancelReturn(id, {}, context);
        case 'close':
          return orders.closeReturn(id, {}, context);
        default:
          return assertNever(asked);
      }
    };
    return async () => {
      const { type, of } = await send();
      return { type, id: of.id, status: of.status };
    };
  }

  async #readyOrder(
    asked: Exclude<Request, { type: 'return' }>,
    id: string,
    context: RequestContext,
  ): Promise<() => Promise<OrderReply>> {
    const { orders } = this.saga;
    switch (asked.type) {
      case 'create':
        return () => orders.createOrder({ lines: [{ sku: asked.sku, quantity: CREATED_UNITS }] }, context);
      case 'pack':
        return () => orders.packOrder(id, {}, context);
      case 'ship':
        return () => orders.shipOrder(id, {}, context);
      case 'cancel':
        return () => orders.cancelOrder(id, {}, context);
      case 'edit': {
        const body = await this.#bodyOf(asked.edited, id);
        return () => orders.editOrder(id, body, context);
      }
      case 'hold': {
        const body = this.#holdOf(asked);
        return () => orders.holdOrder(id, body, context);
      }
      case 'release': {
        const hold = await this.#holdIdOf(asked.hold, id);
        return () => orders.releaseHold(id, hold, context);
      }
      case 'rank':
        return () => orders.updateOrder(id, { priority: asked.priority }, context);
      default:
        return assertNever(asked);
    }
  }

  /** Lines that are not there have ids that are not known. */
  async #bodyOf({ mode, lines, added }: Edited, id: string) {
    const known = id === this.#unknown ? [] : (await this.#read(id)).lines;
    const named = lines.map(({ place, quantity }) => ({ id: known[place]?.id ?? newId('lin'), quantity }));
    return editOrderBody.parse({ mode, lines: added ? [...named, added] : named });
  }

  #holdOf({ givesBack, ends }: Extract<Request, { type: 'hold' }>) {
    const until = new Date(Date.now() + (this.#hours + 1) * HOUR_MS).toISOString();
    return createHoldBody.parse({ reason: 'other', release_stock: givesBack, ...(ends && { until }) });
  }

  async #holdIdOf(place: number, id: string): Promise<string> {
    const holds = id === this.#unknown ? [] : (await this.#read(id)).holds;
    return holds[place]?.id ?? newId('hld');
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

/** @throws unknown a failure that is no refusal. */
function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}
