import { z } from 'zod';
import { all, alongside } from '../merge-join.ts';
import { ALLOCATIONS, type MovementRow, MOVEMENTS, type SkuRow, SKUS } from '../documents.ts';
import { type Check, type Look, placeOf } from '../look.ts';

export const stockCheck: Check = {
  invariant: 1,
  name: 'stock',
  promise: 'Per SKU and place the ledger adds up to what lies there; what orders hold is what is allocated, and is on hand.',
  isTransient: false,
  run: async (look) => {
    const { findings, rows } = look;
    const { compared, differs } = findings;
    const ledger = alongside(rows(MOVEMENTS, { sort: { tenant: 1, sku: 1, version: 1, line: 1 } }), {
      keyOf: ({ tenant, sku }) => placeOf(tenant, sku),
      onOrphan: ({ tenant, sku }) => differs(`${tenant} ${sku}: the ledger has entries, and there is no such SKU`),
    });
    const holds = alongside(readHolds(look), {
      keyOf: ({ id: { tenant, sku } }) => placeOf(tenant, sku),
      onOrphan: ({ id: { tenant, sku } }) => differs(`${tenant} ${sku}: orders hold or want it, and there is no such SKU`),
    });
    for await (const sku of rows(SKUS, { sort: { tenant: 1, sku: 1 } })) {
      const place = placeOf(sku.tenant, sku.sku);
      const book = await readLedger(ledger.of(place));
      const [held = NOTHING] = await all(holds.of(place));
      compared('SKUs');
      compared('ledger entries', book.entries);
      for (const fault of stockFaults(sku, book, held)) differs(`${sku.tenant} ${sku.sku}: ${fault}`);
    }
    await ledger.end();
    await holds.end();
  },
};

const NOTHING = { held: 0, firm: 0, waiting: 0 };
const holdsOfSku = z.object({
  id: z.object({ tenant: z.string(), sku: z.string() }),
  held: z.int(),
  firm: z.int(),
  waiting: z.int(),
});

/** Reads what all orders together hold of each SKU, and what they still lack. */
function readHolds({ pipeline }: Look): AsyncIterable<z.output<typeof holdsOfSku>> {
  const stages = [
    { $match: { state: { $in: ['open', 'confirmed'] } } },
    { $unwind: '$lines' },
    {
      $group: {
        _id: { tenant: '$tenant', sku: '$lines.sku' },
        held: { $sum: '$lines.allocated' },
        firm: inState('confirmed', '$lines.allocated'),
        waiting: inState('open', { $subtract: ['$lines.quantity', '$lines.allocated'] }),
      },
    },
    { $sort: { '_id.tenant': 1, '_id.sku': 1 } },
  ];
  return pipeline(ALLOCATIONS, stages, holdsOfSku);
}

const inState = (state: string, units: unknown) => ({ $sum: { $cond: [{ $eq: ['$state', state] }, units, 0] } });

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

function ownFaults({ on_hand: onHand, allocated, firm, waiting, filling, ...sku }: SkuRow): string[] {
  const faults: string[] = [];
  const lying = sku.stock.reduce((sum, { on_hand: units }) => sum + units, 0);
  if (lying !== onHand) faults.push(`${onHand} are on hand, ${lying} lie at its places`);
  if (!(0 <= firm && firm <= allocated && allocated <= onHand)) {
    faults.push(`0 ≤ firm ${firm} ≤ allocated ${allocated} ≤ on hand ${onHand} does not hold`);
  }
  if (filling !== (onHand > allocated && waiting > 0)) {
    faults.push(`${onHand - allocated} are free and ${waiting} waited for, and filling is ${filling}`);
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

type Entry = Pick<MovementRow, 'version' | 'line' | 'location_id' | 'delta' | 'balance'>;

/** @param entries by version and line. */
async function readLedger(entries: AsyncIterable<Entry> | Iterable<Entry>): Promise<Ledger> {
  const places = new Map<string, number>();
  const faults: string[] = [];
  let count = 0;
  let last = { version: 0, line: -1 };
  for await (const { version, line, location_id: locationId, delta, balance } of entries) {
    count += 1;
    const next = version === last.version ? last.line + 1 : 0;
    if (line !== next) faults.push(`version ${version} has ledger entry ${line} where ${next} is due`);
    last = { version, line };
    const units = (places.get(locationId) ?? 0) + delta;
    if (units < 0) faults.push(`the ledger leaves ${units} at ${locationId} by version ${version}`);
    if (units !== balance) faults.push(`version ${version} says that ${balance} are left at ${locationId}, they are ${units}`);
    if (units === 0) places.delete(locationId);
    else places.set(locationId, units);
  }
  return { entries: count, places, lastVersion: last.version, faults };
}
