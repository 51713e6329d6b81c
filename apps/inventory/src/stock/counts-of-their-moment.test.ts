import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLocation } from '../model/location.ts';
import { balanceAt } from '../model/sku.ts';
import { adjust, count, create, minute, origin, scanId, scanned } from './domain/commands/command.builder.ts';
import type { Command } from './domain/commands/commands.ts';
import type { MemoryStockStore } from './memory-stock-store.fixture.ts';
import { stockInMemory } from './stock.fixture.ts';

/** Hundreds of runs, on a machine that does other things too. */
const PATIENCE_MS = 60_000;

const PLACES = ['A1/S1', 'A1/S2', 'A2/S1'] as const;
type Place = (typeof PLACES)[number];

/** So much lies at each place by the ledger that no movement is ever short. */
const AT_FIRST = 200;

/** One thing that happens in the warehouse; it reaches the system that many minutes later. */
type Happening =
  | { readonly type: 'move'; readonly place: Place; readonly units: number }
  /** By a device: units that arrive, or that come back. */
  | {
      readonly type: 'receive';
      readonly as?: 'receive' | 'return';
      readonly place: Place;
      readonly units: number;
      readonly delay: number;
    }
  /** By a device; of the total, where it has no place. Its scan is sent again, that many minutes after the first time. */
  | { readonly type: 'count'; readonly place: Place | null; readonly delay: number; readonly again: number | null }
  /** Of the total, by a request. */
  | { readonly type: 'state'; readonly by: 'PATCH' | 'batch' };

const place = fc.constantFrom(...PLACES);
const delay = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 }));
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('move'), place, units: fc.integer({ min: -5, max: 5 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('receive'),
      as: fc.constantFrom('receive', 'return'),
      place,
      units: fc.integer({ min: 1, max: 9 }),
      delay,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('count'),
      place: fc.option(place, { freq: 2 }),
      delay,
      again: fc.option(fc.integer({ min: 0, max: 5 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('state'), by: fc.constantFrom('PATCH', 'batch') }) },
);
/** Of each place: units that are not there, though the ledger says so; below zero, that are there besides. */
const missing = fc.tuple(...PLACES.map(() => fc.integer({ min: -20, max: 20 })));

interface Sent {
  readonly command: Command;
  readonly arrives: number;
}

/** A count, as the device or the request made it. */
interface Count {
  readonly scan: number | null;
  readonly place: Place | null;
  readonly made: number;
}

/** A warehouse, what lies in it in truth, and the commands that tell the system of it. */
class Truth {
  readonly units: Map<Place, number>;
  readonly sent: Sent[] = [];
  readonly counts: Count[] = [];

  constructor(lacking: readonly number[]) {
    this.units = new Map(PLACES.map((each, index) => [each, AT_FIRST - (lacking[index] ?? 0)]));
  }

  at(at: Place | null): number {
    return at === null ? this.units.values().reduce((sum, units) => sum + units, 0) : (this.units.get(at) ?? 0);
  }

  take(each: Happening, made: number): void {
    if (each.type === 'count' || each.type === 'state') this.#count(each, made);
    else if (each.units !== 0) this.#move(each, made);
  }

  #move(each: Extract<Happening, { readonly units: number }>, made: number): void {
    const { place: at, units } = each;
    this.units.set(at, this.at(at) + units);
    if (each.type === 'move') this.#send(adjust('A', units, { location: parseLocation(at) }), made);
    else {
      const scan = scanned(made, each.as ?? 'receive', { sku: 'A', quantity: units, at, made });
      this.#send({ ...scan, disposition: 'restock' }, made + each.delay);
    }
  }

  #count(each: Extract<Happening, { readonly type: 'count' | 'state' }>, made: number): void {
    const at = each.type === 'count' ? each.place : null;
    const quantity = this.at(at);
    this.counts.push({ scan: each.type === 'count' ? made : null, place: at, made });
    if (each.type === 'state') {
      const stated = count('A', quantity);
      this.#send(
        each.by === 'PATCH' ? stated : { type: 'batch', origin, commands: [stated], mode: 'atomic', dryRun: false },
        made,
      );
      return;
    }
    const scan = scanned(made, 'count', { sku: 'A', quantity, made, ...(at === null ? {} : { at }) });
    this.#send(scan, made + each.delay);
    if (each.again !== null) this.#send(scan, made + each.delay + each.again);
  }

  #send(command: Command, arrives: number): void {
    const own = { ...origin, at: minute(arrives) };
    const parts = command.type === 'batch' ? { commands: command.commands.map((part) => ({ ...part, origin: own })) } : {};
    this.sent.push({ command: { ...command, origin: own, ...parts }, arrives });
  }
}

/** A request that states what is on record already is no count: a record that was read may be sent back. */
function wasTaken({ scanAnswers, movements }: MemoryStockStore, { scan, made }: Count): boolean {
  if (scan !== null) return scanAnswers.get(scanId(scan))?.refusal === null;
  // Units that a later receipt brings are taken out again in the name of an earlier count, at a moment that is not its own.
  const byRequest = movements.filter(
    ({ reason, reference, occurredAt }) => reason === 'count' && reference === null && !occurredAt,
  );
  return byRequest.some(({ at }) => at.getTime() === minute(made).getTime());
}

/** Found by earlier runs, and made as small as they may be. */
const FOUND: [lacking: [number, number, number], happenings: Happening[], sizes: number[]][] = [
  // Seed -1211160648: a total that is on record already is stated in the minute in which a receipt of before arrives.
  [
    [0, 1, 0],
    [
      { type: 'receive', place: 'A1/S1', units: 2, delay: 3 },
      { type: 'state', by: 'PATCH' },
      { type: 'count', place: 'A1/S1', delay: 2, again: null },
      { type: 'state', by: 'PATCH' },
    ],
    [1, 1, 1, 1],
  ],
];

const latest = (counts: readonly Count[]): number => Math.max(0, ...counts.map(({ made }) => made));

test(
  'whenever counts, receipts and units that come back arrive, what was counted last is what is there, of each place and of the total',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        missing,
        fc.array(happening, { minLength: 1, maxLength: 25, size: 'max' }),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 60, maxLength: 60 }),
        async (lacking, happenings, sizes) => {
          const { run, sku, store, violations } = stockInMemory();
          await run(create('A', 0, { home: parseLocation(PLACES[0]) }));
          for (const at of PLACES) await run(adjust('A', AT_FIRST, { location: parseLocation(at) }));
          const truth = new Truth(lacking);
          for (const [index, each] of happenings.entries()) truth.take(each, index + 1);

          const arriving = truth.sent.toSorted((a, b) => a.arrives - b.arrives).map(({ command }) => command);
          for (const size of sizes) await run(...arriving.splice(0, size));

          expect(arriving).toEqual([]);
          expect(violations()).toEqual([]);
          const taken = truth.counts.filter((each) => wasTaken(store, each));
          const ofPlaces = Map.groupBy(taken, (each) => each.place);
          const total = latest(ofPlaces.get(null) ?? []);
          const found: Record<string, number> = {};
          const right: Record<string, number> = {};
          for (const at of PLACES) {
            if (latest(ofPlaces.get(at) ?? []) <= total) continue;
            const id = store.locations.values().find(({ path }) => path === `MAIN:${at}`)?.id ?? '';
            [found[at], right[at]] = [balanceAt(sku('A'), id), truth.at(at)];
          }
          if (total > 0 && latest(taken) === total) [found['total'], right['total']] = [sku('A').onHand, truth.at(null)];
          expect(found).toEqual(right);
        },
      ),
      { numRuns: 500, examples: FOUND },
    );
  },
  PATIENCE_MS,
);
