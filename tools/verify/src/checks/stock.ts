import { z } from 'zod';
import { chainOf, sealOf } from '@fulfilment/inventory/documents';
import { all, alongside } from '../merge-join.ts';
import {
  ALLOCATIONS,
  type CheckpointRow,
  LEDGER_CHECKPOINTS,
  LOCATION_PURPOSES,
  type MovementRow,
  MOVEMENTS,
  RESERVATIONS,
  type SkuRow,
  SKUS,
} from '../compared-collections.ts';
import type { Check, Look, Query, Range } from '../look.ts';
import { tenantsOf } from '../tenants-of.ts';
import { readSources, readWarehouses, SOURCED, UNEVEN, warehouseFaults, withheldIn } from './warehouses.ts';

export const stockCheck: Check = {
  invariant: 1,
  name: 'stock',
  promise:
    'For each SKU and location the ledger adds up to the units there; the units that orders hold are allocated, and on hand.',
  isTransient: false,
  run: async (look) => {
    for (const tenant of await stockedTenants(look))
      await look.pieces({ source: SKUS, by: 'sku', filter: { tenant } }, (at, range) => comparePart(at, tenant, range));
  },
};

const STANDING = { state: { $in: ['open', 'confirmed'] } };

/** Those that have a SKU, an entry of the ledger, or an order that holds something. */
async function stockedTenants(look: Look): Promise<Iterable<string>> {
  const tenants = new Set<string>();
  for await (const tenant of tenantsOf(look, SKUS)) tenants.add(tenant);
  for await (const tenant of tenantsOf(look, MOVEMENTS)) tenants.add(tenant);
  for await (const tenant of tenantsOf(look, ALLOCATIONS, STANDING)) tenants.add(tenant);
  return tenants;
}

/** Compares SKUs of a tenant with all that stands under their codes. */
async function comparePart(look: Look, tenant: string, ofRange: Range): Promise<void> {
  const { findings, rows } = look;
  const { compared, differs } = findings;
  const order = { sort: { sku: 1 } } as const;
  const range = typeof ofRange['sku'] === 'object' ? ofRange['sku'] : {};
  const skus = await all(rows(SKUS, { filter: ofRange, ...order }));
  const checkpoints = await readCheckpoints(look, ofRange);
  const unsellable = new Set((await all(rows(LOCATION_PURPOSES, { filter: { tenant, sellable: false } }))).map(({ id }) => id));
  const ledger = alongside(rows(MOVEMENTS, entriesOf(look, { tenant, range, skus, checkpoints })), {
    keyOf: ({ sku }) => sku,
    onOrphan: ({ sku }) => differs(`${tenant} ${sku}: the ledger has entries, and there is no such SKU`),
  });
  const holds = alongside(readHolds(look, tenant, range), {
    keyOf: ({ id }) => id,
    onOrphan: ({ id }) => differs(`${tenant} ${id}: orders hold or want it, and there is no such SKU`),
  });
  const warehouseOf = await readWarehouses(look, tenant, skus);
  const sourced = alongside(readSources(look, { tenant, range, skus }), { keyOf: ({ sku }) => sku, onOrphan: () => undefined });
  const reserved = alongside(readReserved(look, tenant, range), {
    keyOf: ({ id }) => id,
    onOrphan: ({ id }) => differs(`${tenant} ${id}: reservations keep it, and there is no such SKU`),
  });
  for (const sku of skus) {
    const checkpoint = checkpoints.get(sku.sku);
    const book = await readLedger(ledger.of(sku.sku), checkpoint, look.full);
    const [held = NOTHING] = await all(holds.of(sku.sku));
    const [kept = NOTHING_RESERVED] = await all(reserved.of(sku.sku));
    compared('SKUs');
    compared('ledger entries', book.entries);
    if (checkpoint && !look.full) compared('entries before a checkpoint', checkpoint.entries);
    const sources = await all(sourced.of(sku.sku));
    const standing = { sources, sourced: held.sourced, uneven: held.uneven, kept: kept.in_warehouses, unsellable, warehouseOf };
    const ofWarehouses = warehouseFaults(sku, standing);
    const ofSku = [...stockFaults(sku, book, held), ...unavailableFaults(sku, unsellable), ...reservedFaults(sku, kept)];
    for (const fault of [...ofSku, ...ofWarehouses]) differs(`${sku.tenant} ${sku.sku}: ${fault}`);
  }
  await ledger.end();
  await holds.end();
  await sourced.end();
  await reserved.end();
}

/** Those that fit their seal; others are differences. */
async function readCheckpoints({ rows, findings }: Look, filter: object): Promise<ReadonlyMap<string, CheckpointRow>> {
  const sound = new Map<string, CheckpointRow>();
  for await (const row of rows(LEDGER_CHECKPOINTS, { filter })) {
    if (row.seal === sealOf({ ...row, _id: row.id })) sound.set(row.sku, row);
    else findings.differs(`${row.tenant} ${row.sku}: the checkpoint of its ledger is damaged`);
  }
  return sound;
}

interface Part {
  readonly tenant: string;
  readonly range: object;
  readonly skus: readonly SkuRow[];
  readonly checkpoints: ReadonlyMap<string, CheckpointRow>;
}

/** The entries of a part: after the checkpoint of their SKU, or all. A SKU that has not changed since a checkpoint has none after it. */
function entriesOf({ full }: Look, { tenant, range, skus, checkpoints }: Part): Query {
  const sort = { sku: 1, version: 1, line: 1 } as const;
  if (full || checkpoints.size === 0) return { filter: { tenant, sku: { $exists: true, ...range } }, sort };
  const changed = skus.flatMap(({ sku, version }) => {
    const { through = version } = checkpoints.get(sku) ?? {};
    return version > through ? [{ tenant, sku, version: { $gt: through } }] : [];
  });
  return { filter: { $or: [{ tenant, sku: { ...range, $nin: [...checkpoints.keys()] } }, ...changed] }, sort };
}

const NOTHING = { held: 0, firm: 0, waiting: 0, sourced: 0, uneven: 0 };
const holdsOfSku = z.object({
  id: z.string(),
  held: z.int(),
  firm: z.int(),
  waiting: z.int(),
  sourced: z.int(),
  uneven: z.int(),
});

/** Reads what all orders together hold of each SKU of a range, and what they still lack. */
function readHolds({ pipeline }: Look, tenant: string, range: object): AsyncIterable<z.output<typeof holdsOfSku>> {
  const inRange = { $exists: true, ...range };
  const stages = [
    { $match: { tenant, ...STANDING, lines: { $elemMatch: { sku: inRange } } } },
    { $unwind: '$lines' },
    { $match: { 'lines.sku': inRange } },
    {
      $group: {
        _id: '$lines.sku',
        held: { $sum: '$lines.allocated' },
        firm: { $sum: { $cond: [isConfirmed, '$lines.allocated', FIRM] } },
        waiting: { $sum: { $cond: [isConfirmed, 0, LACKING] } },
        sourced: { $sum: SOURCED },
        uneven: { $sum: UNEVEN },
      },
    },
    { $sort: { _id: 1 } },
  ];
  return pipeline(ALLOCATIONS, stages, holdsOfSku);
}

const NOTHING_RESERVED = { kept: 0, count: 0, in_warehouses: [] };
const reservedOfSku = z.object({
  id: z.string(),
  kept: z.int(),
  count: z.int(),
  /** Those of the units that are kept in one warehouse. */
  in_warehouses: z.array(z.object({ warehouse: z.string(), units: z.int() })),
});

/** Reads what active reservations together keep of each SKU of a range. */
function readReserved({ pipeline }: Look, tenant: string, range: object): AsyncIterable<z.output<typeof reservedOfSku>> {
  const inRange = { $exists: true, ...range };
  const stages = [
    { $match: { tenant, state: 'active', lines: { $elemMatch: { sku: inRange } } } },
    { $unwind: '$lines' },
    { $match: { 'lines.sku': inRange } },
    {
      $group: {
        _id: { sku: '$lines.sku', warehouse: { $ifNull: ['$warehouse.id', null] } },
        units: { $sum: '$lines.units' },
        count: { $sum: 1 },
      },
    },
    {
      $group: {
        _id: '$_id.sku',
        kept: { $sum: '$units' },
        count: { $sum: '$count' },
        all: { $push: { warehouse: '$_id.warehouse', units: '$units' } },
      },
    },
    { $set: { in_warehouses: { $filter: { input: '$all', cond: { $ne: ['$$this.warehouse', null] } } } } },
    { $sort: { _id: 1 } },
  ];
  return pipeline(RESERVATIONS, stages, reservedOfSku);
}

const isConfirmed = { $eq: ['$state', 'confirmed'] };
/** Units of fulfilments that are packed, of an order that is not packed whole. */
const FIRM = {
  $sum: {
    $map: { input: { $filter: { input: { $ifNull: ['$lines.portions', []] }, cond: '$$this.firm' } }, in: '$$this.units' },
  },
};
const LACKING = {
  $subtract: [
    '$lines.quantity',
    {
      $add: [
        '$lines.allocated',
        '$lines.shipped',
        ...['cancelled', 'suspended'].map((name) => ({ $ifNull: [`$lines.${name}`, 0] })),
      ],
    },
  ],
};

/** The units of a SKU that all orders together hold, those held firmly, and those that open orders still lack. */
interface Holds {
  readonly held: number;
  readonly firm: number;
  readonly waiting: number;
}

/** The disagreements of a SKU with its ledger, with what orders hold, and within itself. */
function stockFaults(sku: SkuRow, ledger: Ledger, holds: Holds): string[] {
  return [...ledger.faults, ...ledgerFaults(sku, ledger), ...holdFaults(sku, holds), ...ownFaults(sku)];
}

function ledgerFaults({ stock, version }: SkuRow, { places, lastVersion }: Ledger): string[] {
  const faults = stock.flatMap(({ location_id: id, on_hand: units }) =>
    places.get(id) === units ? [] : [`${units} lie at ${id}, by the ledger ${places.get(id) ?? 0}`],
  );
  const known = new Set(stock.map(({ location_id: id }) => id));
  for (const [id, units] of places) if (!known.has(id)) faults.push(`none lies at ${id}, by the ledger ${units}`);
  if (lastVersion > version) faults.push(`its version is ${version}, the ledger has ${lastVersion}`);
  return faults;
}

function holdFaults({ allocated, firm, waiting }: SkuRow, holds: Holds): string[] {
  const faults: string[] = [];
  if (allocated !== holds.held) faults.push(`${allocated} are allocated, orders hold ${holds.held}`);
  if (firm !== holds.firm) faults.push(`${firm} are firm, packed orders hold ${holds.firm}`);
  if (waiting !== holds.waiting) faults.push(`${waiting} are waited for, by the orders ${holds.waiting}`);
  return faults;
}

function unavailableFaults({ unavailable, stock }: SkuRow, unsellable: ReadonlySet<string>): string[] {
  const lying = stock.reduce((sum, { location_id: id, on_hand: units }) => (unsellable.has(id) ? sum + units : sum), 0);
  return lying === unavailable ? [] : [`${unavailable} are unavailable, ${lying} lie at places that are not sellable`];
}

function reservedFaults(
  { reserved, reservations }: SkuRow,
  { kept, count }: { readonly kept: number; readonly count: number },
): string[] {
  const faults: string[] = [];
  if (reserved !== kept) faults.push(`${reserved} are reserved, active reservations keep ${kept}`);
  if (reservations !== count) faults.push(`${reservations} active reservations are counted, there are ${count}`);
  return faults;
}

function ownFaults({ on_hand: onHand, unavailable, allocated, reserved, firm, waiting, filling, ...sku }: SkuRow): string[] {
  const faults: string[] = [];
  const lying = sku.stock.reduce((sum, { on_hand: units }) => sum + units, 0);
  if (lying !== onHand) faults.push(`${onHand} are on hand, ${lying} lie at its places`);
  const sellable = onHand - unavailable;
  if (!(0 <= firm && firm <= allocated && allocated <= sellable)) {
    faults.push(`0 ≤ firm ${firm} ≤ allocated ${allocated} ≤ on hand and sellable ${sellable} does not hold`);
  }
  const free = sellable - allocated - reserved;
  if (reserved > 0 && free < 0)
    faults.push(`${reserved} are reserved of ${sellable - allocated} that are sellable and not allocated`);
  const available = Math.max(0, free - Math.max(sku.safety_stock, withheldIn(sku)));
  const mayBeFilled = available > 0 && waiting > 0;
  // Of a SKU that is counted by warehouse, those who wait may be orders that may not have what is free.
  if (sku.warehouses ? filling && !mayBeFilled : filling !== mayBeFilled) {
    faults.push(`${available} are free and ${waiting} waited for, and filling is ${filling}`);
  }
  const low = onHand < sku.reorder_point;
  if (sku.low_stock !== low) faults.push(`low_stock is ${sku.low_stock}, on hand ${onHand} of ${sku.reorder_point}`);
  return faults;
}

/** A summary of the ledger of one SKU. */
interface Ledger {
  readonly entries: number;
  /** Units by place, places without any left out. */
  readonly places: ReadonlyMap<string, number>;
  /** Of its last entry; 0 where it has none. */
  readonly lastVersion: number;
  readonly faults: readonly string[];
}

type Entry = Pick<MovementRow, 'id' | 'version' | 'line' | 'location_id' | 'delta' | 'balance' | 'created_at' | 'occurred_at'>;

/**
 * @param entries by version and line: after the checkpoint, or with `full` all.
 * @param full whether the checkpoint is held against the entries, and not relied on.
 */
async function readLedger(entries: AsyncIterable<Entry>, checkpoint: CheckpointRow | undefined, full: boolean): Promise<Ledger> {
  const start = (full ? undefined : checkpoint) ?? { places: [], through: 0 };
  const places = new Map(start.places.map(({ location_id: id, on_hand: units }) => [id, units]));
  const faults: string[] = [];
  const audit = full && checkpoint ? new CheckpointAudit(checkpoint) : undefined;
  let count = 0;
  let last = { version: start.through, line: -1 };
  for await (const entry of entries) {
    audit?.see(entry, places);
    count += 1;
    const next = entry.version === last.version ? last.line + 1 : 0;
    const units = (places.get(entry.location_id) ?? 0) + entry.delta;
    faults.push(...entryFaults(entry, { line: next, units }));
    last = entry;
    if (units === 0) places.delete(entry.location_id);
    else places.set(entry.location_id, units);
  }
  faults.push(...(audit?.faults(places) ?? []));
  return { entries: count, places, lastVersion: last.version, faults };
}

/** @param due the line that is next, and the units that are left by what came before. */
function entryFaults(
  { version, line, location_id: locationId, balance, created_at: bookedAt, occurred_at: occurredAt = bookedAt }: Entry,
  due: { readonly line: number; readonly units: number },
): string[] {
  const { units } = due;
  const faults: string[] = [];
  if (line !== due.line) faults.push(`version ${version} has ledger entry ${line} where ${due.line} is due`);
  if (units < 0) faults.push(`the ledger leaves ${units} at ${locationId} by version ${version}`);
  if (units !== balance) faults.push(`version ${version} says that ${balance} are left at ${locationId}, they are ${units}`);
  if (occurredAt > bookedAt) faults.push(`version ${version} says that it was booked before it occurred`);
  return faults;
}

/** Holds a checkpoint against all entries that it stands for. */
class CheckpointAudit {
  readonly #checkpoint: CheckpointRow;
  #chain = '';
  #entries = 0;
  #balances: ReadonlyMap<string, number> | undefined;

  constructor(checkpoint: CheckpointRow) {
    this.#checkpoint = checkpoint;
  }

  /** @param places before the entry. */
  see(entry: Entry, places: ReadonlyMap<string, number>): void {
    if (entry.version > this.#checkpoint.through) {
      this.#balances ??= new Map(places);
      return;
    }
    const { location_id: locationId, ...facts } = entry;
    this.#chain = chainOf(this.#chain, { ...facts, locationId });
    this.#entries += 1;
  }

  /** @param places after the last entry. */
  faults(places: ReadonlyMap<string, number>): readonly string[] {
    const { through, entries, chain, places: kept } = this.#checkpoint;
    const balances = this.#balances ?? places;
    const same = kept.length === balances.size && kept.every(({ location_id: id, on_hand: units }) => balances.get(id) === units);
    const what = `the checkpoint of version ${through}`;
    if (this.#entries !== entries) return [`${what} stands for ${entries} entries, the ledger has ${this.#entries}`];
    if (!same) return [`${what} has other balances than the ledger by then`];
    return this.#chain === chain ? [] : [`${what} is not of these entries: one of them was changed since`];
  }
}
