import { newId, type RequestContext } from '@fulfilment/kernel';
import { assertCovering } from '@fulfilment/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Saga, startSaga } from './saga.fixture.ts';
import { shownSources, SourcesModel, type SourcesStep, WAREHOUSES } from './sources-model.fixture.ts';
import { type Answer, type Parts, type Trouble, TROUBLES, WatchedSaga } from './watched-saga.fixture.ts';

/** A request, its concurrent copies in two processes, the version that it names, and the delivery of inventory's answers. */
interface Round {
  readonly order: number;
  readonly step: SourcesStep;
  readonly key: number;
  readonly copies: number;
  readonly version: 'none' | 'right' | 'stale';
  readonly trouble: Trouble;
}

const code = fc.constantFrom('W1', 'W2', 'W1', 'W2', 'W1', 'W2', 'W9');
const known = fc.constantFrom('W1', 'W2');
const quantity = fc.integer({ min: 1, max: 3 });
const anyStep: fc.Arbitrary<SourcesStep> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ type: fc.constant('cancel') }) },
  {
    weight: 10,
    arbitrary: fc.record({ type: fc.constant('reassign'), quantity, to: code, from: fc.option(known, { nil: undefined }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('fulfil'),
      quantity: fc.option(quantity, { nil: undefined, freq: 1 }),
      warehouse: fc.option(code, { nil: undefined, freq: 2 }),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constantFrom('pack part', 'pack part', 'unpack part', 'ship part', 'cancel part'),
      part: fc.nat(2),
    }),
  },
);
const anyRound: fc.Arbitrary<Round> = fc.record({
  order: fc.nat(1),
  step: anyStep,
  key: fc.nat(20),
  copies: fc.integer({ min: 1, max: 3 }),
  version: fc.constantFrom('none', 'none', 'right', 'right', 'right', 'stale'),
  trouble: fc.constantFrom(...TROUBLES),
});

test('any sequence of reassignments and fulfilments by warehouse has the effect that a simple model predicts, once', async () => {
  const seen = new Set<string>();
  const agrees = fc.asyncProperty(
    fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 2 }),
    fc.array(anyRound, { minLength: 1, maxLength: 40, size: 'max' }),
    async (placed, rounds) => {
      const stock = Object.entries(WAREHOUSES).map(([name, units]) => [name, { MUG: units }]);
      const world = new World(await startSaga({ warehouses: Object.fromEntries(stock) }));
      try {
        for (const units of placed) await world.place(units);
        for (const each of rounds) {
          seen.add(await world.play(each));
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
  'unknown_location',
  'version_conflict',
];

/** The saga beside its model. */
class World {
  readonly watched: WatchedSaga;
  readonly #model = new SourcesModel();

  constructor(saga: Saga) {
    this.watched = new WatchedSaga(saga);
  }

  async place(units: number): Promise<void> {
    const { saga, ids } = this.watched;
    this.#model.create(units);
    const body = { lines: [{ sku: 'MUG', quantity: units }], ship_from: Object.keys(WAREHOUSES) };
    const { order } = await saga.orders.createOrder(body, saga.context);
    ids.push(order.id);
    await this.watched.caughtUp();
  }

  /** @returns what the model expected. */
  async play({ order: place, step: asked, key, copies, version, trouble }: Round): Promise<string> {
    const { ids, faults } = this.watched;
    const found = await this.#found(ids[place]);
    const step = 'part' in asked ? { ...asked, part: asked.part % Math.max(1, found.parts.length) } : asked;
    const target = 'part' in step ? found.parts[step.part] : found.order;
    const id = target?.id ?? newId('part' in step ? 'ful' : 'ord');
    const context = this.watched.contextOf({ target: [step.type, id], key, content: step, version }, target);
    const sent = { step, id, lineId: found.order?.lines[0]?.id ?? newId('lin') };
    const expected = this.#model.expected(place, step, version === 'stale', context.idempotency);
    const words = await this.watched.send((by) => send(by, sent, context), copies, trouble);
    for (const word of words) if (word !== expected) faults.push({ step, expected, word });
    return expected;
  }

  #found(id: string | undefined): Promise<Parts> | { readonly order: undefined; readonly parts: readonly never[] } {
    return id === undefined ? { order: undefined, parts: [] } : this.watched.read(id);
  }

  /** Adds where records differ from the model. */
  async compare(): Promise<void> {
    const { ids, faults } = this.watched;
    for (const [place, id] of ids.entries()) {
      const found = await this.watched.read(id);
      const [shown, expected] = [shownSources(found), this.#model.shown(place)];
      if (JSON.stringify(shown) !== JSON.stringify(expected)) faults.push({ place, shown, expected });
      if (found.order.pending_transition !== null) faults.push({ place, pending: found.order.pending_transition });
    }
  }
}

interface Sent {
  readonly step: SourcesStep;
  readonly id: string;
  readonly lineId: string;
}

async function send(orders: Saga['orders'], { step, id, lineId }: Sent, context: RequestContext): Promise<Answer> {
  switch (step.type) {
    case 'cancel': {
      const { type, order } = await orders.cancelOrder(id, {}, context);
      return { type, record: order };
    }
    case 'reassign': {
      const { quantity: units, to, from } = step;
      const lines = [{ line_id: lineId, quantity: units, to, ...(from && { from }) }];
      const { type, order } = await orders.reassignOrder(id, { lines }, context);
      return { type, record: order };
    }
    case 'fulfil': {
      const { quantity: units, warehouse } = step;
      const named = units === undefined ? {} : { lines: [{ line_id: lineId, quantity: units }] };
      const { type, fulfilment } = await orders.createFulfilment(id, { ...named, ...(warehouse && { warehouse }) }, context);
      return { type, record: fulfilment };
    }
    default: {
      const steps = {
        'pack part': 'packFulfilment',
        'unpack part': 'unpackFulfilment',
        'ship part': 'shipFulfilment',
        'cancel part': 'cancelFulfilment',
      } as const;
      const { type, fulfilment } = await orders[steps[step.type]](id, {}, context);
      return { type, record: fulfilment };
    }
  }
}
