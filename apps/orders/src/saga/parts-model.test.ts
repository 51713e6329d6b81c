import { editOrderBody, type FulfilmentRecord, type OrderRecord } from '@fulfilment/contracts';
import { newId, type RequestContext } from '@fulfilment/kernel';
import { assertCovering } from '@fulfilment/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Packed,
  PartsModel,
  type PartsStep,
  SKUS,
  shownOf,
  STOCK,
  type Targets,
  type Units,
} from './parts-model.fixture.ts';
import { type Saga, startSaga } from './saga.fixture.ts';
import { type Answer, type NamedContext, type Trouble, TROUBLES, WatchedSaga } from './watched-saga.fixture.ts';

/** A request, its concurrent copies in two processes, the version that it names, and the delivery of inventory's answers. */
interface Round {
  readonly type: 'request';
  readonly order: number;
  readonly step: Asked;
  readonly key: number;
  readonly copies: number;
  readonly version: 'none' | 'right' | 'stale';
  readonly trouble: Trouble;
}

/** A step before its fulfilment is known: packed are all units of that, one less, or one more. */
type Asked =
  | Exclude<PartsStep, { readonly type: 'pack part' }>
  | (Omit<Extract<PartsStep, { readonly type: 'pack part' }>, 'packed'> & {
      readonly more: -1 | 0 | 1;
      readonly by: Packed['by'];
      readonly short: Packed['short'];
    });

/** Units of each line; undefined where a step names none. */
const some = fc.tuple(fc.nat(4), fc.nat(3)).filter((counts) => counts.some((count) => count > 0));
const anyUnits: fc.Arbitrary<Units | undefined> = fc.option(some, { nil: undefined, freq: 3 });
const lineTarget = fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined, freq: 2 });
const namesSome = (targets: Targets): boolean => targets.some((units) => units !== undefined);
const anyPart = fc.nat(3);
const anyStep: fc.Arbitrary<Asked> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('pack', 'ship', 'pack', 'ship', 'cancel') }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('close'), units: anyUnits }) },
  { weight: 8, arbitrary: fc.record({ type: fc.constant('fulfil'), units: anyUnits }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('edit'), targets: fc.tuple(lineTarget, lineTarget).filter(namesSome) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('pack part'),
      part: anyPart,
      more: fc.constantFrom(0, 0, -1, -1, 1),
      by: fc.constantFrom('lines', 'contents', 'nothing'),
      short: fc.constantFrom(undefined, 'backorder', 'cancel', 'reallocate'),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({ type: fc.constantFrom('unpack part', 'ship part', 'ship part', 'cancel part'), part: anyPart }),
  },
);
const anyRound = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constant('request'),
      order: fc.nat(1),
      step: anyStep,
      key: fc.nat(20),
      copies: fc.integer({ min: 1, max: 3 }),
      version: fc.constantFrom('none', 'none', 'right', 'right', 'right', 'stale'),
      trouble: fc.constantFrom(...TROUBLES),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restock'), units: fc.integer({ min: 1, max: 3 }) }) },
);
const anyOrders = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 4 })), {
  minLength: 1,
  maxLength: 2,
});

test('any sequence of steps of orders in parts has the effect that a simple model of units predicts, once', async () => {
  const seen = new Set<string>();
  const agrees = fc.asyncProperty(
    anyOrders,
    fc.array(anyRound, { minLength: 1, maxLength: 40, size: 'max' }),
    async (placed, rounds) => {
      const world = new World(await startSaga({ stock: STOCK }));
      try {
        for (const quantities of placed) await world.place(quantities);
        for (const each of rounds) {
          if (each.type === 'restock') await world.restock(each.units);
          else seen.add(await world.play(each));
          await world.compare();
        }
        world.watched.settle();
        expect(world.watched.faults).toEqual([]);
      } finally {
        await world.watched.saga.stop();
      }
    },
  );

  await assertCovering(agrees, { numRuns: 100 }, () => WORDS.every((word) => seen.has(word)));

  expect([...seen].toSorted()).toEqual(WORDS.toSorted());
}, 300_000);

const WORDS = [
  'cancelled',
  'created',
  'idempotency_key_reused',
  'insufficient_stock',
  'invalid_transition',
  'not_found',
  'open',
  'packed',
  'quantity_exceeded',
  'shipped',
  'validation_failed',
  'version_conflict',
];

/** A request as it is sent: with the ids and units that its round comes to. */
interface Ready {
  readonly step: PartsStep;
  readonly context: NamedContext;
  readonly send: (orders: Saga['orders']) => Promise<Answer>;
}

/** The saga beside its model. */
class World {
  readonly watched: WatchedSaga;
  readonly #model = new PartsModel();

  constructor(saga: Saga) {
    this.watched = new WatchedSaga(saga);
  }

  async place(quantities: Units): Promise<void> {
    const { saga, ids } = this.watched;
    const lines = SKUS.map((sku, at) => ({ sku, quantity: quantities[at] ?? 0 }));
    this.#model.create(quantities);
    const { order } = await saga.orders.createOrder({ lines }, saga.context);
    ids.push(order.id);
    await this.watched.caughtUp();
  }

  async restock(count: number): Promise<void> {
    this.#model.restock(1, count);
    await this.watched.saga.inventory.restock('SCARCE', count);
    await this.watched.caughtUp();
  }

  /** @returns what the model expected. */
  async play({ order, step: asked, key, copies, version, trouble }: Round): Promise<string> {
    const { step, context, send: sendBy } = await this.#ready(order, asked, { key, version });
    const expected = this.#model.expected(order, step, { isStale: version === 'stale', claim: context.idempotency });
    const words = await this.watched.send(sendBy, copies, trouble);
    for (const word of words) if (word !== expected) this.watched.faults.push({ asked: step, expected, word });
    return expected;
  }

  /** Adds where records differ from the model. */
  async compare(): Promise<void> {
    const { ids, faults } = this.watched;
    for (const [place, id] of ids.entries()) {
      const { order, parts } = await this.watched.read(id);
      const [shown, expected] = [shownOf(order, parts), this.#model.shown(place)];
      if (JSON.stringify(shown) !== JSON.stringify(expected)) faults.push({ place, shown, expected });
      if (order.pending_transition !== null) faults.push({ place, pending: order.pending_transition });
    }
  }

  async #ready(place: number, asked: Asked, { key, version }: Pick<Round, 'key' | 'version'>): Promise<Ready> {
    const { ids } = this.watched;
    const id = ids[place] ?? newId('ord');
    const { order, parts } = ids[place] === undefined ? { order: undefined, parts: [] } : await this.watched.read(id);
    const step = stepOf(asked, { order, parts });
    const target = 'part' in step ? parts[step.part] : order;
    const targetId = target?.id ?? ('part' in step ? newId('ful') : id);
    const body = bodyOf(step, order);
    const path = 'part' in step ? '/v1/fulfilments/:id' : '/v1/orders/:id';
    const asking = { target: [`${path} ${step.type}`, targetId], key, content: body, version };
    const context = this.watched.contextOf(asking, target);
    return { step, context, send: (by) => send(by, { step, id: targetId, body }, context) };
  }
}

type Records = { readonly order: OrderRecord | undefined; readonly parts: readonly FulfilmentRecord[] };

/** The step with the part that it is about, and the units of that which it packs. */
function stepOf(asked: Asked, { order, parts }: Records): PartsStep {
  if (!('part' in asked)) return asked;
  const at = parts.length === 0 ? 0 : asked.part % parts.length;
  if (asked.type !== 'pack part') return { ...asked, part: at };
  const planned = (order?.lines ?? []).map(({ id }) => parts[at]?.lines.find((line) => line.line_id === id)?.quantity ?? 0);
  const { more, by, short } = asked;
  const total = planned.reduce((sum, count) => sum + count, 0);
  const first = planned.findIndex((count) => count > 0);
  const isChanged = by !== 'nothing' && total + more > 0;
  const packed = isChanged ? planned.map((count, line) => (line === first ? count + more : count)) : planned;
  return { type: asked.type, part: at, packed: { units: packed, by, short } };
}

function bodyOf(step: PartsStep, order: OrderRecord | undefined): object {
  const named = (counts: Units = []) =>
    counts.flatMap((quantity, at) => (quantity > 0 ? [{ line_id: order?.lines[at]?.id ?? newId('lin'), quantity }] : []));
  if (step.type === 'pack part') {
    const { units: packed, by, short } = step.packed;
    const contents = by === 'contents' ? { packages: [{ weight_g: 5 }, { lines: named(packed) }] } : {};
    return { ...contents, ...(by === 'lines' && { lines: named(packed) }), ...(short && { short }) };
  }
  if (step.type === 'edit') {
    const lines = step.targets.flatMap((quantity, at) =>
      quantity === undefined ? [] : [{ id: order?.lines[at]?.id ?? newId('lin'), quantity }],
    );
    return { mode: 'patch', lines };
  }
  return 'units' in step && step.units ? { lines: named(step.units) } : {};
}

async function send(
  orders: Saga['orders'],
  { step, id, body }: { readonly step: PartsStep; readonly id: string; readonly body: object },
  context: RequestContext,
): Promise<Answer> {
  switch (step.type) {
    case 'edit': {
      const { type, order } = await orders.editOrder(id, editOrderBody.parse(body), context);
      return { type, record: order };
    }
    case 'pack':
    case 'ship':
    case 'cancel':
    case 'close': {
      const steps = { pack: 'packOrder', ship: 'shipOrder', cancel: 'cancelOrder', close: 'closeOrder' } as const;
      const { type, order } = await orders[steps[step.type]](id, body, context);
      return { type, record: order };
    }
    default: {
      const steps = {
        fulfil: 'createFulfilment',
        'pack part': 'packFulfilment',
        'unpack part': 'unpackFulfilment',
        'ship part': 'shipFulfilment',
        'cancel part': 'cancelFulfilment',
      } as const;
      const { type, fulfilment } = await orders[steps[step.type]](id, body, context);
      return { type, record: fulfilment };
    }
  }
}
