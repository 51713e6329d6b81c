import type { CommandAnswer, StockOutcome } from '@fulfilment/contracts';
import { assertCovering } from '@fulfilment/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import { parseLocation } from '../model/location.ts';
import { NO_RULES, STRATEGIES } from '../model/sourcing.ts';
import {
  adjust,
  allocate,
  allocateFrom,
  assign,
  confirm,
  count,
  create,
  fill,
  origin,
  pack,
  reassign,
  release,
  setWarehouse,
  ship,
  transfer,
} from './domain/commands/command.builder.ts';
import type { Command } from './domain/commands/commands.ts';
import { LIMITS } from './domain/working-set.ts';
import { editStep, fulfilmentStep } from './fulfilment-steps.fixture.ts';
import type { MemoryStockStore } from './memory-stock-store.fixture.ts';
import { madeOnce, reservationStepOf } from './reservation-steps.fixture.ts';
import { quarantine, stockInMemory, warehouse } from './stock.fixture.ts';

/** Hundreds of runs, on a machine that does other things too. */
const PATIENCE_MS = 120_000;

const WAREHOUSES = [
  warehouse(2, { ships: true, priority: 5, countries: null }),
  warehouse(3, { ships: true, priority: 0, countries: ['DE'] }),
];
const CODES = ['MAIN', 'W2', 'W3'];
const RESERVATIONS = { skus: ['A', 'B'], reservations: 5, warehouses: CODES };
const code = fc.constantFrom(...CODES);
const sku = fc.constantFrom('A', 'B');
const some = fc.integer({ min: 1, max: 5 });
const order = fc.integer({ min: 1, max: 4 });
const split = fc.constantFrom('never', 'by_line', 'within_line', undefined);
const rules = fc.record({ strategy: fc.constantFrom(...STRATEGIES), split: fc.constantFrom('never', 'by_line', 'within_line') });
const place = fc.constantFrom('MAIN', 'A1/S1', 'Q/S1', 'W2', 'W2:A1', 'W3');
const delta = fc.integer({ min: -6, max: 6 }).filter((units) => units !== 0);

/** Commands by their attempt, so that each step of an order is decided. */
type Make = (attempt: number) => Command;

const lines = fc.array(fc.tuple(sku, some), { minLength: 1, maxLength: 3 });
const newOrder: fc.Arbitrary<Make> = fc
  .tuple(
    order,
    lines,
    fc.record({
      from: fc.option(fc.uniqueArray(code, { minLength: 1, maxLength: 2 }), { nil: undefined }),
      split,
      country: fc.constantFrom('DE', 'FR', undefined),
      allowBackorder: fc.constantFrom(true, true, false),
    }),
    fc.boolean(),
  )
  .map(
    ([number, asked, { from, ...facts }, isSourced]) =>
      () =>
        isSourced ? allocateFrom(number, asked, { ...facts, ...(from && { from }) }) : allocate(number, asked),
  );

const step: fc.Arbitrary<Make> = fc.oneof(
  { weight: 10, arbitrary: newOrder },
  { weight: 12, arbitrary: fulfilmentStep },
  {
    weight: 3,
    arbitrary: fc.tuple(order, some, code).map(([number, units, from]) => (attempt: number) => ({
      ...assign(number, 'a', { 0: units }, attempt),
      warehouse: parseLocation(from),
    })),
  },
  { weight: 4, arbitrary: editStep },
  {
    weight: 8,
    arbitrary: fc.tuple(order, fc.nat({ max: 1 }), fc.integer({ min: 1, max: 2 }), code, fc.option(code, { nil: undefined })).map(
      ([number, line, units, to, from]) =>
        (attempt: number) =>
          reassign(number, [from === undefined ? [line, units, to] : [line, units, to, from]], attempt),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom(mainWarehouse(), ...WAREHOUSES, ...quarantine), place, sku, some).map(
      ([{ id }, to, item, units]) =>
        () =>
          transfer(id, to, { [item]: units }),
    ),
  },
  {
    weight: 8,
    arbitrary: fc.tuple(sku, delta, place).map(
      ([item, by, where]) =>
        () =>
          adjust(item, by, { location: parseLocation(where) }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(sku, fc.nat({ max: 15 })).map(
      ([item, units]) =>
        () =>
          count(item, units),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(sku, place, fc.nat({ max: 8 })).map(([item, where, onHand]) => (): Command => ({
      type: 'count-location',
      origin,
      sku: item,
      location: parseLocation(where),
      onHand,
    })),
  },
  {
    weight: 8,
    arbitrary: fc.tuple(order, fc.constantFrom(confirm, confirm, ship, ship, release)).map(
      ([number, make]) =>
        (attempt: number) =>
          make(number, attempt),
    ),
  },
  { weight: 20, arbitrary: reservationStepOf(RESERVATIONS).map((command) => () => command) },
  {
    weight: 6,
    arbitrary: fc.tuple(sku, code, fc.option(fc.nat({ max: 6 }))).map(
      ([item, where, safetyStock]) =>
        () =>
          setWarehouse(item, where, { safetyStock }),
    ),
  },
  { weight: 1, arbitrary: sku.map((item) => () => fill(item)) },
);

const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 5, maxLength: 20 }).map((made) => {
  let attempt = 2;
  return madeOnce(made.map((batch) => batch.map((make) => make((attempt += 1)))));
});

/** The first orders, of which parts are in fulfilments. */
const ORDERED = [
  [['A', 2]],
  [
    ['A', 1],
    ['B', 2],
  ],
  [['A', 3]],
] as const;

const limits = fc.record({
  fillLines: fc.constantFrom(1, 2, LIMITS.fillLines),
  takeBackLines: fc.constant(LIMITS.takeBackLines),
});

/** The states in which reservations of a warehouse are found, and the commands of orders that are accepted. */
const ENDS = new Set(['active', 'converted', 'released', 'expired']);
const STEPS = new Set(['allocate', 'amend', 'assign', 'confirm', 'reassign', 'release', 'ship', 'unassign', 'unconfirm']);

test(
  'wherever orders hold and reservations keep units, each warehouse has them, and nothing is free that a waiting order may have',
  async () => {
    const accepted = new Set<string>();
    const ended = new Set<string>();
    await assertCovering(
      fc.asyncProperty(
        fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 6 }), fc.nat({ max: 6 })),
        rules,
        batches,
        limits,
        async ([ofMain, ofSecond, ofThird], chosen, commands, bounds) => {
          const { run, store, toFill, violations } = stockInMemory(bounds, [...WAREHOUSES, ...quarantine]);
          store.rules = { ...NO_RULES, ...chosen, version: 1 };
          await run(create('A', ofMain), create('B', ofSecond));
          await run(
            adjust('A', ofSecond + 1, { location: parseLocation('W2') }),
            adjust('A', ofThird + 1, { location: parseLocation('W3') }),
            ...ORDERED.map((asked, index) => allocateFrom(index + 1, asked)),
          );
          await run(assign(1, 'a', { 0: 1 }), pack(2, 'a', 2, { units: { 0: 1 } }), pack(3, 'b', 2, { units: { 0: 1 } }));
          for (const batch of commands) {
            toFill.clear();
            await run(...batch);
            await run(...[...toFill].map(fill));
            expect(violations()).toEqual([]);
          }
          await fillToTheEnd(run, store);
          expect(violations()).toEqual([]);
          for (const { type, accepted: isAccepted } of answersIn(store)) if (isAccepted) accepted.add(type);
          for (const each of store.reservations.values()) if (each.warehouse) ended.add(each.state);
          expect([...store.skus.values()].filter(({ filling }) => filling)).toEqual([]);
        },
      ),
      { numRuns: 400 },
      () => ENDS.isSubsetOf(ended) && STEPS.isSubsetOf(accepted),
    );
    // The property says nothing about steps that are always refused, or about reservations that never end.
    expect(ended).toEqual(ENDS);
    expect(accepted).toEqual(STEPS);
  },
  PATIENCE_MS,
);

// Seed 316462: the SKU was not looked through, and the order waited beside a unit that it might have.
test('an order that is created and loses what it held in one transaction is free to have its other lines elsewhere', async () => {
  const { run, store, toFill, violations } = stockInMemory({ ...LIMITS, fillLines: 1 }, [...WAREHOUSES, ...quarantine]);
  store.rules = { ...NO_RULES, strategy: 'priority', split: 'never', version: 1 };
  await run(create('A', 1), create('B', 3));
  await run(
    adjust('A', 4, { location: parseLocation('W2') }),
    adjust('A', 1, { location: parseLocation('W3') }),
    ...ORDERED.map((asked, index) => allocateFrom(index + 1, asked)),
  );
  await run(assign(1, 'a', { 0: 1 }), pack(2, 'a', 2, { units: { 0: 1 } }), pack(3, 'b', 2, { units: { 0: 1 } }));
  toFill.clear();
  await run(
    allocate(4, [
      ['B', 1],
      ['A', 1],
    ]),
    count('B', 0),
  );
  await run(...[...toFill].map(fill));
  expect(violations()).toEqual([]);
});

/** Answers to commands of orders that hold their units in warehouses. */
function answersIn({ messages, allocations }: MemoryStockStore): readonly CommandAnswer[] {
  const outcomes = messages.flatMap(({ type, value }): StockOutcome[] => (type === 'allocation' ? [JSON.parse(value)] : []));
  return outcomes.filter(({ order_id: id }) => allocations.get(id)?.sourcing).map((outcome) => outcome.last_answer);
}

async function fillToTheEnd(run: (command: Command) => Promise<unknown>, store: MemoryStockStore): Promise<void> {
  for (let rounds = 0; rounds < 1_000; rounds += 1) {
    const [next] = await store.filling(1);
    if (!next) return;
    await run(fill(next.sku));
  }
  throw new Error('Filling does not end');
}
