import { z } from 'zod';
import { type MovementRow, MOVEMENTS, type SkuRow, SKUS } from '../compared-collections.ts';
import { type Check, eventKeyOf, isKept, type Look, ofRecords, type OwnedRecord, type Range } from '../look.ts';
import { all, alongside } from '../merge-join.ts';
import { recordEvents, type Stored } from '../read-record-events.ts';

export const stockEventsCheck: Check = {
  invariant: 3,
  name: 'stock events',
  promise:
    'Every change of a quantity has its event: each continues from the one before and shows what the ledger moved, and the last shows the current quantities.',
  isTransient: true,
  run: (look) => look.pieces({ source: SKUS }, compareTrails),
};

async function compareTrails(look: Look, range: Range): Promise<void> {
  const { compared, differs } = look.findings;
  const skus = await all(look.rows(SKUS, { filter: range, sort: BY_SKU }));
  const records = skus.map(recordOf);
  const events = recordEvents(look, skuEvent, records);
  const entries = look.rows(MOVEMENTS, { filter: ofRecords('sku', records), sort: { ...BY_SKU, version: 1, line: 1 } });
  const ledger = alongside(entries, { keyOf: (entry: MovementRow) => eventKeyOf(recordOf(entry)), onOrphan: () => undefined });
  for (const sku of skus) {
    const key = eventKeyOf(recordOf(sku));
    const isDifferent = (fault: string): void => differs(`${sku.tenant} ${sku.sku}: ${fault}`);
    compared('SKUs');
    const trail = { sku, events: events.of(key), ledger: ledger.of(key), now: look.now, isDifferent };
    compared('events', await followEvents(trail));
  }
}

const BY_SKU = { tenant: 1, sku: 1 } as const;
const recordOf = ({ tenant, sku: id }: Pick<SkuRow, 'tenant' | 'sku'>): OwnedRecord => ({ tenant, id });

interface Trail extends Pick<Look, 'now'> {
  readonly sku: SkuRow;
  /** In the order in which they are stored. */
  readonly events: AsyncIterable<SkuEvent>;
  /** By version. */
  readonly ledger: AsyncIterable<MovementRow>;
  readonly isDifferent: (fault: string) => void;
}

/** @returns how many there were. */
async function followEvents({ sku, events, ledger, now, isDifferent }: Trail): Promise<number> {
  const moves = alongside(ledger, {
    keyOf: ({ version }) => versionKey(version),
    onOrphan: ({ version, created_at: at }) => {
      if (isKept(at, now)) isDifferent(`version ${version} moved stock and has no event`);
    },
  });
  let count = 0;
  let last: SkuEvent | undefined;
  for await (const event of events) {
    count += 1;
    // The ledger is read once for a version, whatever is told of it.
    const isNext = event.sequence > (last?.sequence ?? 0);
    const moved = isNext ? await movesOf(versionsOf(event).map((version) => moves.of(versionKey(version)))) : undefined;
    for (const fault of stepFaults(event, last, moved)) isDifferent(`event ${event.id}: ${fault}`);
    last = event;
  }
  await moves.end();
  const known = isKept(sku.created_at, now);
  for (const fault of endFaults(sku, last, known)) isDifferent(fault);
  return count;
}

/** Sorts as text as versions do. */
const versionKey = (version: number): string => String(version).padStart(16, '0');

type Quantities = Pick<SkuEvent['data'], 'on_hand' | 'allocated'>;

/** The versions that an event tells of, the lowest first. */
function versionsOf({ sequence, versions }: Pick<SkuEvent, 'sequence' | 'versions'>): readonly number[] {
  return Array.from({ length: versions }, (_, place) => sequence - versions + 1 + place);
}

/** Units that the entries of some versions put on hand together. */
async function movesOf(ofVersions: ReadonlyArray<AsyncIterable<Pick<MovementRow, 'delta'>>>): Promise<number> {
  let units = 0;
  for (const entries of ofVersions) for await (const { delta } of entries) units += delta;
  return units;
}

/**
 * Where an event does not go on from the one before it.
 *
 * @param moved units that the ledger moved by its versions; undefined where that was compared already.
 */
function stepFaults(event: SkuEvent, last: SkuEvent | undefined, moved: number | undefined): string[] {
  const { sequence, previous, data } = event;
  const faults: string[] = [];
  if (data.version !== sequence) faults.push(`it is of version ${sequence} and shows version ${data.version}`);
  const told = data.on_hand - (previous?.on_hand ?? 0);
  if (moved !== undefined && moved !== told) {
    faults.push(`version ${sequence} is told to have moved ${told}, the ledger moved ${moved}`);
  }
  return [...faults, ...orderFaults(event, last)];
}

function orderFaults(event: SkuEvent, last: SkuEvent | undefined): string[] {
  const { sequence, previous } = event;
  // Before the first that is kept there may have been others.
  if (!last) return sequence === 1 && previous !== null ? ['the first has quantities before it'] : [];
  if (sequence < last.sequence) return [`version ${sequence} is stored after version ${last.sequence}`];
  if (sequence === last.sequence) return goesWith(event, last) ? [] : [`version ${sequence} is told twice`];
  return gapFaults(event, last);
}

function gapFaults({ sequence, previous }: SkuEvent, { data }: SkuEvent): string[] {
  if (previous !== null && sameQuantities(previous, data)) return [];
  const before = previous === null ? 'none' : shown(previous);
  return [`before version ${sequence} there were ${before}, the event before tells of ${shown(data)}`];
}

/** One version has one update, and after it at most one warning. */
function goesWith({ type }: SkuEvent, last: SkuEvent): boolean {
  return type === 'inventory.low_stock' && last.type === 'inventory.updated';
}

/**
 * Where the last event does not tell what there is.
 *
 * @param known whether events of the SKU's creation are still kept.
 */
function endFaults(sku: Quantities, last: SkuEvent | undefined, known: boolean): string[] {
  if (!last) return known ? ['its creation has no event'] : [];
  if (sameQuantities(last.data, sku)) return [];
  return [`the last event tells of ${shown(last.data)}, there are ${shown(sku)}`];
}

function sameQuantities(a: Quantities, b: Quantities): boolean {
  return a.on_hand === b.on_hand && a.allocated === b.allocated;
}

const shown = ({ on_hand: onHand, allocated }: Quantities): string => `${onHand} on hand, ${allocated} allocated`;

export const lowStockCheck: Check = {
  invariant: 6,
  name: 'low stock',
  promise: 'inventory.low_stock is emitted once each time a SKU falls below its reorder point, and at no other time.',
  isTransient: true,
  run: (look) => look.pieces({ source: SKUS }, compareWarnings),
};

async function compareWarnings(look: Look, range: Range): Promise<void> {
  const { compared, differs } = look.findings;
  const skus = await all(look.rows(SKUS, { filter: range, sort: BY_SKU }));
  const events = recordEvents(look, skuEvent, skus.map(recordOf));
  for (const sku of skus) {
    compared('SKUs');
    const watch = watchCrossings((fault) => differs(`${sku.tenant} ${sku.sku}: ${fault}`));
    for await (const event of events.of(eventKeyOf(recordOf(sku)))) {
      if (event.type === 'inventory.low_stock') compared('warnings');
      watch.see(event);
    }
    watch.end(sku.low_stock);
  }
}

/** One version of a SKU, as its events state it. */
interface Version {
  readonly sequence: number;
  /** Versions that they tell of. */
  readonly versions: number;
  readonly low: boolean;
  readonly warnings: number;
}

type EventFacts = Pick<SkuEvent, 'type' | 'sequence' | 'versions'> & { readonly data: Pick<SkuEvent['data'], 'low_stock'> };

interface CrossingWatch {
  /** Events of one SKU, in their order. */
  readonly see: (event: EventFacts) => void;
  /** @param low whether the SKU is low now. */
  readonly end: (low: boolean) => void;
}

export function watchCrossings(isDifferent: (fault: string) => void): CrossingWatch {
  let before: Version | undefined;
  let current: Version | undefined;
  const close = (): void => {
    if (!current) return;
    const fault = warningFault(current, before);
    if (fault !== undefined) isDifferent(`version ${current.sequence} ${fault}`);
    before = current;
    current = undefined;
  };
  return {
    see: ({ type, sequence, versions, data }) => {
      if (current?.sequence !== sequence) close();
      const warnings = (current?.warnings ?? 0) + (type === 'inventory.low_stock' ? 1 : 0);
      current = { sequence, versions, low: data.low_stock, warnings };
    },
    end: (low) => {
      close();
      if (low && before?.low === false) isDifferent('it is low in stock, and there was no event');
    },
  };
}

function warningFault(version: Version, before: Version | undefined): string | undefined {
  if (version.warnings > 1) return `was warned of ${version.warnings} times`;
  return version.warnings === 1 ? needlessWarning(version, before) : missingWarning(version, before);
}

function needlessWarning({ low, sequence, versions }: Version, before: Version | undefined): string | undefined {
  if (!low) return 'was warned of and is not low in stock';
  // A change of the reorder point alone is not told: between versions with a gap the SKU may have recovered.
  const stayed = before?.low === true && sequence === before.sequence + versions;
  return stayed ? 'was warned of and was low in stock before' : undefined;
}

function missingWarning({ low, sequence }: Version, before: Version | undefined): string | undefined {
  const fell = low && (before === undefined ? sequence === 1 : !before.low);
  return fell ? 'fell below the reorder point without a warning' : undefined;
}

const quantities = z.object({ on_hand: z.int(), allocated: z.int() });

const skuEvent = z.object({
  type: z.enum(['inventory.updated', 'inventory.low_stock']),
  sequence: z.int(),
  versions: z.int().default(1),
  previous: quantities.nullable(),
  data: z.object({ ...quantities.shape, version: z.int(), low_stock: z.boolean() }),
});

/** An event of a SKU at one of its versions. */
type SkuEvent = z.output<typeof skuEvent> & Stored;
