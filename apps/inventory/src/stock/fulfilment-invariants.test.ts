import { assertCovering } from '@fulfilment/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import {
  adjust,
  allocate,
  assign,
  confirm,
  count,
  create,
  fill,
  pack,
  release,
  transfer,
} from './domain/commands/command.builder.ts';
import type { Command } from './domain/commands/commands.ts';
import { LIMITS } from './domain/working-set.ts';
import { editStep, fulfilmentStep } from './fulfilment-steps.fixture.ts';
import { quarantine, stockInMemory } from './stock.fixture.ts';

/** Hundreds of runs, on a machine that does other things too. */
const PATIENCE_MS = 60_000;

const sku = fc.constantFrom('A', 'B');
const some = fc.integer({ min: 1, max: 5 });
const lines = fc.array(fc.tuple(sku, some), { minLength: 1, maxLength: 2 });
const order = fc.integer({ min: 1, max: 3 });

/** Changes of stock beside fulfilments; those of orders by their attempt, so that each is decided. */
const beside: fc.Arbitrary<(attempt: number) => Command> = fc.oneof(
  fc.tuple(sku, some).map(
    ([code, units]) =>
      () =>
        transfer(mainWarehouse().id, 'Q/S1', { [code]: units }),
  ),
  fc.tuple(sku, some).map(
    ([code, units]) =>
      () =>
        transfer(quarantine[1]?.id ?? '', 'A1/S1', { [code]: units }),
  ),
  fc.tuple(sku, fc.integer({ min: 0, max: 12 })).map(
    ([code, units]) =>
      () =>
        count(code, units),
  ),
  fc
    .tuple(
      sku,
      fc.integer({ min: -3, max: 5 }).filter((delta) => delta !== 0),
    )
    .map(
      ([code, delta]) =>
        () =>
          adjust(code, delta),
    ),
  fc.tuple(order, fc.constantFrom(confirm, release)).map(
    ([number, make]) =>
      (attempt: number) =>
        make(number, attempt),
  ),
  sku.map((code) => () => fill(code)),
);

const step = fc.oneof(
  { weight: 3, arbitrary: fulfilmentStep },
  { weight: 2, arbitrary: editStep },
  { weight: 2, arbitrary: beside },
);
const limits = fc.record({
  fillLines: fc.constantFrom(1, 2, LIMITS.fillLines),
  takeBackLines: fc.constant(LIMITS.takeBackLines),
});

const STEPS = new Set(['amend', 'assign', 'confirm', 'unconfirm', 'unassign', 'ship', 'release']);

test(
  'whatever is done with parts and edits of orders, each unit is in one place, and what shipped is in the ledger',
  async () => {
    const accepted = new Set<string>();
    await assertCovering(
      fc.asyncProperty(
        fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 12 }), lines, lines, lines),
        fc.array(step, { minLength: 5, maxLength: 30 }),
        limits,
        async ([ofA, ofB, ...orders], steps, bounds) => {
          const { run, store, violations } = stockInMemory(bounds, quarantine);
          await run(create('A', ofA), create('B', ofB));
          await run(...orders.map((each, place) => allocate(place + 1, each)));
          await run(assign(1, 'a', { 0: 1 }), pack(2, 'a', 2, { units: { 0: 1 } }), pack(3, 'b', 2, { units: { 0: 1 } }));
          for (const [place, make] of steps.entries()) {
            await run(make(place + 3));
            expect(violations()).toEqual([]);
            for (const { lastAttempt, lastAnswer } of store.allocations.values())
              if (lastAttempt === place + 3 && lastAnswer.refusal === null) accepted.add(lastAnswer.type);
          }
        },
      ),
      { numRuns: 400 },
      () => STEPS.isSubsetOf(accepted),
    );
    // The property says nothing about steps that are always refused.
    expect(accepted).toEqual(STEPS);
  },
  PATIENCE_MS,
);
