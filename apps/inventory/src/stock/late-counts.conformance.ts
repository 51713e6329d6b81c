import { tenantKey } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { adjust, count, create, minute, origin, scanned } from './domain/commands/command.builder.ts';
import type { Command } from './domain/commands/commands.ts';
import { changeStockOf, LIMITS } from './stock.fixture.ts';
import type { Open } from './stock-store.conformance.ts';

const at = (minutes: number) => ({ ...origin, at: minute(minutes) });

interface CountWanted {
  readonly finds: number;
  readonly at?: string;
  readonly made: number;
  readonly arrives?: number;
}

let scans = 0;

/** A count that a device made at a moment, and that arrives then or later. */
function counted({ finds, made, arrives = made, at: place }: CountWanted): Command {
  scans += 1;
  const where = place === undefined ? {} : { at: place };
  return { ...scanned(scans, 'count', { sku: 'A', quantity: finds, made, ...where }), origin: at(arrives) };
}

const moved = (minutes: number, delta: number, place?: string): Command =>
  adjust('A', delta, {
    origin: at(minutes),
    ...(place === undefined ? {} : { location: { type: 'path', codes: ['MAIN', ...place.split('/')] } }),
  });

/** Counts that arrive late, among others, each with what is right by the true moments. */
const CASES: readonly (readonly [name: string, commands: readonly Command[], onHand: number])[] = [
  [
    'after a count by another device',
    [create('A', 60), counted({ finds: 53, made: 10 }), moved(20, -1), counted({ finds: 53, made: 15, arrives: 60 })],
    52,
  ],
  [
    'after a count over the API',
    [create('A', 60), { ...count('A', 53), origin: at(10) }, moved(20, -1), counted({ finds: 53, made: 15, arrives: 60 })],
    52,
  ],
  [
    'of the total after counts of its places',
    [
      create('A', 40),
      moved(1, 30, 'A1/S1'),
      counted({ finds: 20, made: 10, at: 'MAIN' }),
      counted({ finds: 10, made: 11, at: 'A1/S1' }),
      moved(20, -1),
      counted({ finds: 30, made: 15, arrives: 60 }),
    ],
    29,
  ],
  [
    'of a place after one of the total',
    [
      create('A', 40),
      moved(1, 30, 'A1/S1'),
      counted({ finds: 60, made: 10 }),
      moved(20, -4, 'A1/S1'),
      counted({ finds: 25, made: 15, arrives: 60, at: 'A1/S1' }),
    ],
    51,
  ],
  [
    'again and again, each from before the one that moved last',
    [
      create('A', 60),
      counted({ finds: 53, made: 10, arrives: 30 }),
      moved(31, -1),
      counted({ finds: 53, made: 11, arrives: 40 }),
      moved(41, -1),
      counted({ finds: 53, made: 12, arrives: 50 }),
      moved(51, -1),
      counted({ finds: 52, made: 32, arrives: 60 }),
    ],
    50,
  ],
];

export function lateCounts(open: Open): void {
  test.each(CASES)('a count that arrives late, %s, leaves what moved since its moment', async (_name, commands, onHand) => {
    const { tenant, store, other } = await open();
    const change = changeStockOf({ store, limits: LIMITS, onStillFilling: () => {} });

    for (const command of commands) await change(tenant, command);

    const [sku] = await other.transact(tenantKey(tenant), ({ read }) => read.skus(['A']));
    expect(sku?.onHand).toBe(onHand);
  });
}
