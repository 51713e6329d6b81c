import * as fc from 'fast-check';
import {
  amend,
  assign,
  drop,
  fulfilmentId,
  pack,
  picked,
  rerank,
  ship,
  shipFulfilment,
  suspend,
  unassign,
  unconfirm,
} from './domain/commands/command.builder.ts';
import type { Command } from './domain/commands/commands.ts';

const letter = fc.constantFrom('a', 'b');
const units = fc.dictionary(fc.constantFrom('0', '1'), fc.integer({ min: 1, max: 4 }), { minKeys: 1 });
/** Few, so that many steps find their fulfilment. */
const order = fc.integer({ min: 1, max: 3 });
const place = fc.constantFrom('MAIN', 'A1/S1', 'Q/S1');
const from = fc.array(fc.tuple(fc.nat({ max: 1 }), place, fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 2 });
const short = fc.constantFrom('backorder', 'cancel', 'reallocate', undefined);

const target = fc.array(fc.tuple(fc.constantFrom('A', 'B'), fc.integer({ min: 1, max: 8 })), { minLength: 1, maxLength: 3 });
const rank = fc.record({ priority: fc.option(fc.nat({ max: 9 }), { nil: undefined }) });

/** An edit of one of three orders, its rank, or a hold that gives back, by its attempt. */
export const editStep: fc.Arbitrary<(attempt: number) => Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(order, target, fc.boolean()).map(([number, lines, allowBackorder]) => (attempt: number) => {
      const placed = lines.map(([sku, quantity], at) => [sku, quantity, at] as const);
      return amend(number, placed, {
        attempt,
        at: 50 + attempt,
        allowBackorder,
        fulfilment: fulfilmentId(number, `w${attempt}`),
      });
    }),
  },
  fc.tuple(order, rank).map(
    ([number, facts]) =>
      (attempt: number) =>
        rerank(number, facts, attempt),
  ),
  fc.tuple(order, fc.boolean()).map(
    ([number, suspended]) =>
      (attempt: number) =>
        suspend(number, suspended, attempt),
  ),
);

/** A step of a fulfilment of one of three orders, by its attempt. */
export const fulfilmentStep: fc.Arbitrary<(attempt: number) => Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(order, letter, units).map(
      ([number, of, lines]) =>
        (attempt: number) =>
          assign(number, of, lines, attempt),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(order, letter, fc.option(units, { nil: undefined }), short).map(
      ([number, of, packed, rest]) =>
        (attempt: number) =>
          pack(number, of, attempt, { ...(packed && { units: packed }), ...(rest && { short: rest }) }),
    ),
  },
  fc.tuple(order, fc.option(letter, { nil: undefined })).map(
    ([number, of]) =>
      (attempt: number) =>
        unconfirm(number, of, attempt),
  ),
  fc.tuple(order, letter).map(
    ([number, of]) =>
      (attempt: number) =>
        unassign(number, of, attempt),
  ),
  fc.tuple(order, letter, fc.option(from, { nil: undefined })).map(
    ([number, of, places]) =>
      (attempt: number) =>
        shipFulfilment(number, of, attempt, places),
  ),
  fc.tuple(order, fc.option(from, { nil: undefined })).map(([number, places]) => (attempt: number) => ({
    ...ship(number, attempt),
    ...(places && { from: places.map(([line, path, quantity]) => picked(number, line, path, quantity)) }),
  })),
  fc.tuple(order, units).map(
    ([number, lines]) =>
      (attempt: number) =>
        drop(number, lines, attempt),
  ),
);
