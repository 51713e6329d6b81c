import { tenantKey } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { parseLocation } from '../model/location.ts';
import { adjust, allocate, confirm, count, create, minute, origin, scanned, ship } from './domain/commands/command.builder.ts';
import type { Command } from './domain/commands/commands.ts';
import type { MoveForScan } from './domain/commands/move-for-scan.ts';
import { LIMITS } from './domain/working-set.ts';
import type { Open } from './stored-stock.fixture.ts';
import { runCommandOf } from './stock.fixture.ts';

/** A command that reaches the system at a minute. */
const at = (minutes: number, command: Command): Command => ({ ...command, origin: { ...origin, at: minute(minutes) } });

let scans = 0;

/** A scan that a device made at a minute, and that arrives then or later. */
function scan(
  movement: MoveForScan['movement'],
  quantity: number,
  { made, arrives = made, place }: { readonly made: number; readonly arrives?: number; readonly place?: string },
): Command {
  scans += 1;
  return at(arrives, scanned(scans, movement, { sku: 'A', quantity, made, ...(place === undefined ? {} : { at: place }) }));
}

const moved = (minutes: number, delta: number, place?: string): Command =>
  at(minutes, adjust('A', delta, place === undefined ? {} : { location: parseLocation(place) }));

const transferred = (minutes: number, units: number, from: string, to: string): readonly Command[] => [
  moved(minutes, -units, from),
  moved(minutes, units, to),
];

const shipped = (minutes: number, units: number): readonly Command[] =>
  [allocate(1, [['A', units]]), confirm(1), ship(1)].map((step) => at(minutes, step));

/** Units by place, as they are in truth. */
type Units = Readonly<Record<string, number>>;
type Case = readonly [name: string, commands: readonly Command[], units: Units];

const LATE_COUNTS: readonly Case[] = [
  [
    'a count after one by another device',
    [create('A', 60), scan('count', 53, { made: 10 }), moved(20, -1), scan('count', 53, { made: 15, arrives: 60 })],
    { MAIN: 52 },
  ],
  [
    'a count after one over the API',
    [create('A', 60), at(10, count('A', 53)), moved(20, -1), scan('count', 53, { made: 15, arrives: 60 })],
    { MAIN: 52 },
  ],
  [
    'a count of the total after counts of its places',
    [
      create('A', 40),
      moved(1, 30, 'A1/S1'),
      scan('count', 20, { made: 10, place: 'MAIN' }),
      scan('count', 10, { made: 11, place: 'A1/S1' }),
      moved(20, -1),
      scan('count', 30, { made: 15, arrives: 60 }),
    ],
    { MAIN: 19, 'MAIN:A1/S1': 10 },
  ],
  [
    'a count of a place after one of the total',
    [
      create('A', 40),
      moved(1, 30, 'A1/S1'),
      scan('count', 60, { made: 10 }),
      moved(20, -4, 'A1/S1'),
      scan('count', 25, { made: 15, arrives: 60, place: 'A1/S1' }),
    ],
    { MAIN: 30, 'MAIN:A1/S1': 21 },
  ],
  [
    'counts again and again, each from before the one that moved last',
    [
      create('A', 60),
      scan('count', 53, { made: 10, arrives: 30 }),
      moved(31, -1),
      scan('count', 53, { made: 11, arrives: 40 }),
      moved(41, -1),
      scan('count', 53, { made: 12, arrives: 50 }),
      moved(51, -1),
      scan('count', 52, { made: 32, arrives: 60 }),
    ],
    { MAIN: 50 },
  ],
];

/** 24 units come in at 10, and the scan of it arrives at 60. */
const late = (place?: string) => scan('receive', 24, { made: 10, arrives: 60, ...(place === undefined ? {} : { place }) });

const LATE_RECEIPTS: readonly Case[] = [
  [
    'a receipt before a count that arrives with it',
    [create('A', 0), late(), scan('count', 24, { made: 20, arrives: 60 })],
    { MAIN: 24 },
  ],
  [
    'a receipt behind a count of its device',
    [create('A', 0), scan('count', 24, { made: 20, arrives: 60 }), late()],
    { MAIN: 24 },
  ],
  ['a receipt behind a count by another device', [create('A', 0), scan('count', 24, { made: 20 }), late()], { MAIN: 24 }],
  ['a receipt behind a count over the API', [create('A', 0), at(20, count('A', 24)), late()], { MAIN: 24 }],
  ['a receipt from after the count', [create('A', 0), scan('count', 24, { made: 5 }), late()], { MAIN: 48 }],
  [
    'a receipt at the minute of a count that was posted before it',
    [create('A', 0), scan('count', 5, { made: 10, arrives: 60 }), late()],
    { MAIN: 29 },
  ],
  [
    'a receipt behind a count, with what was shipped after it',
    [create('A', 0), scan('count', 24, { made: 20 }), ...shipped(30, 4), late()],
    { MAIN: 20 },
  ],
  [
    'a receipt before a count that arrives with it, with what was shipped between and after',
    [create('A', 9), moved(15, -2), ...shipped(30, 4), late(), scan('count', 31, { made: 20, arrives: 61 })],
    { MAIN: 27 },
  ],
  [
    'a receipt behind a count, with adjustments before and after it',
    [create('A', 9), moved(15, -2), scan('count', 31, { made: 20 }), moved(30, 3), late()],
    { MAIN: 34 },
  ],
  [
    'a receipt at a dock, behind a count there and what was put away after it',
    [create('A', 0), scan('count', 24, { made: 20, place: 'A9/D1' }), ...transferred(30, 20, 'A9/D1', 'A1/S1'), late('A9/D1')],
    { 'MAIN:A9/D1': 4, 'MAIN:A1/S1': 20 },
  ],
  [
    'a receipt at a dock, and a count of the shelf that its units were put on',
    [create('A', 0), scan('count', 24, { made: 20, place: 'A1/S1' }), late('A9/D1'), ...transferred(61, 24, 'A9/D1', 'A1/S1')],
    { 'MAIN:A1/S1': 48 },
  ],
  [
    'a receipt at a shelf, behind a count of the total that put the units down at home',
    [create('A', 6), scan('count', 30, { made: 20 }), late('A1/S1')],
    { MAIN: 6, 'MAIN:A1/S1': 24 },
  ],
  [
    'a receipt at a shelf, behind counts of the total and then of home',
    [create('A', 30), scan('count', 30, { made: 20 }), scan('count', 6, { made: 25, place: 'MAIN' }), late('A1/S1')],
    { MAIN: 6, 'MAIN:A1/S1': 24 },
  ],
  [
    'a receipt at a shelf, behind counts of the total and then of the shelf',
    [create('A', 30), scan('count', 30, { made: 20 }), scan('count', 24, { made: 25, place: 'A1/S1' }), late('A1/S1')],
    { MAIN: 6, 'MAIN:A1/S1': 24 },
  ],
  [
    'a receipt at a shelf, behind counts of the shelf and then of the total',
    [create('A', 6), scan('count', 24, { made: 20, place: 'A1/S1' }), scan('count', 30, { made: 25 }), late('A1/S1')],
    { MAIN: 6, 'MAIN:A1/S1': 24 },
  ],
  [
    'a receipt behind a count that is no longer kept',
    [create('A', 0), scan('count', 24, { made: 20 }), scan('receive', 24, { made: 10, arrives: 31 * 24 * 60 })],
    { MAIN: 48 },
  ],
];

export function lateScans(open: Open): void {
  test.each([...LATE_COUNTS, ...LATE_RECEIPTS])('%s: the units of the true moments', async (_name, commands, units) => {
    const { tenant, store, other } = await open();
    const change = runCommandOf({ store, limits: LIMITS, onStillFilling: () => {} });

    for (const command of commands) await change(tenant, command);

    const [sku] = await other.transact(tenantKey(tenant), ({ read }) => read.skus(['A']));
    const ids = sku?.stock.map(({ locationId }) => locationId) ?? [];
    const places = await other.transact(tenantKey(tenant), ({ read }) => read.locations({ ids, paths: [], usages: [] }));
    const pathOf = (id: string) => places.find((place) => place.id === id)?.path ?? id;
    expect(Object.fromEntries(sku?.stock.map(({ locationId, onHand }) => [pathOf(locationId), onHand]) ?? [])).toEqual(units);
  });

  test.each([...LATE_COUNTS, ...LATE_RECEIPTS])('%s: the same in one transaction', async (_name, commands, units) => {
    const { tenant, store, other } = await open();
    const change = runCommandOf({ store, limits: LIMITS, onStillFilling: () => {} });

    await Promise.all(commands.map((command) => change(tenant, command)));

    const [sku] = await other.transact(tenantKey(tenant), ({ read }) => read.skus(['A']));
    expect(sku?.onHand).toBe(Object.values(units).reduce((sum, each) => sum + each, 0));
  });
}
