import { z } from 'zod';
import { ALLOCATIONS, LOCATION_PURPOSES, type SkuRow } from '../compared-collections.ts';
import type { Look } from '../look.ts';

const SOURCES = { $ifNull: ['$lines.sources', []] };
const PORTIONS = { $ifNull: ['$lines.portions', []] };
const unitsOf = (sources: unknown) => ({ $sum: { $map: { input: sources, as: 'source', in: '$$source.units' } } });
const differing = (a: unknown, b: unknown) => ({ $abs: { $subtract: [a, b] } });

/** Units of a line that are held in warehouses. */
export const SOURCED = unitsOf(SOURCES);

/** By how many units lines, and fulfilments, differ from the warehouses that they are held in, of an order that is held in warehouses. */
export const UNEVEN = {
  $cond: [
    { $eq: [{ $type: '$sourcing' }, 'object'] },
    {
      $add: [
        differing('$lines.allocated', SOURCED),
        { $sum: { $map: { input: PORTIONS, in: differing('$$this.units', unitsOf({ $ifNull: ['$$this.sources', []] })) } } },
      ],
    },
    0,
  ],
};

const source = z.object({ sku: z.string(), warehouse: z.string(), units: z.int(), firm: z.int() });
type Source = z.output<typeof source>;

interface Part {
  readonly tenant: string;
  /** Of codes of SKUs. */
  readonly range: object;
  readonly skus: readonly SkuRow[];
}

/** Sources with their units as those of one kind. */
const withUnits = (input: unknown, units: unknown, packed: unknown) => ({
  $map: { input, in: { warehouse: '$$this.warehouse', units, firm: packed } },
});

/** Reads what orders hold in warehouses, by SKU and warehouse; nothing where no SKU has quantities by warehouse. */
export async function* readSources({ pipeline }: Look, { tenant, range, skus }: Part): AsyncGenerator<Source> {
  if (!skus.some(({ warehouses }) => warehouses)) return;
  const inRange = { $exists: true, ...range };
  const firm = { $filter: { input: PORTIONS, cond: '$$this.firm' } };
  const ofFirm = {
    $reduce: { input: firm, initialValue: [], in: { $concatArrays: ['$$value', { $ifNull: ['$$this.sources', []] }] } },
  };
  const isConfirmed = { $eq: ['$state', 'confirmed'] };
  const stages = [
    {
      $match: {
        tenant,
        state: { $in: ['open', 'confirmed'] },
        lines: { $elemMatch: { sku: inRange, sources: { $exists: true } } },
      },
    },
    { $unwind: '$lines' },
    { $match: { 'lines.sku': inRange } },
    { $set: { firm: { $cond: [isConfirmed, SOURCES, ofFirm] } } },
    {
      $project: {
        sku: '$lines.sku',
        source: { $concatArrays: [withUnits(SOURCES, '$$this.units', 0), withUnits('$firm', 0, '$$this.units')] },
      },
    },
    { $unwind: '$source' },
    {
      $group: {
        _id: { sku: '$sku', warehouse: '$source.warehouse' },
        units: { $sum: '$source.units' },
        firm: { $sum: '$source.firm' },
      },
    },
    { $sort: { _id: 1 } },
    { $project: { _id: 0, sku: '$_id.sku', warehouse: '$_id.warehouse', units: 1, firm: 1 } },
  ];
  yield* pipeline(ALLOCATIONS, stages, source);
}

/** The warehouses of the places of SKUs that have quantities by warehouse. */
export async function readWarehouses(
  { rows }: Look,
  tenant: string,
  skus: readonly SkuRow[],
): Promise<ReadonlyMap<string, string>> {
  const places = skus.flatMap(({ warehouses, stock }) => (warehouses ? stock.map(({ location_id: id }) => id) : []));
  const warehouseOf = new Map<string, string>();
  if (places.length === 0) return warehouseOf;
  const found = rows(LOCATION_PURPOSES, { filter: { tenant, _id: { $in: [...new Set(places)] } } });
  for await (const { id, lineage } of found) warehouseOf.set(id, lineage[0] ?? id);
  return warehouseOf;
}

interface Standing {
  readonly sources: readonly Source[];
  readonly sourced: number;
  readonly uneven: number;
  /** Units that reservations keep in warehouses. */
  readonly kept: readonly { readonly warehouse: string; readonly units: number }[];
  readonly unsellable: ReadonlySet<string>;
  readonly warehouseOf: ReadonlyMap<string, string>;
}

type Quantities = Omit<NonNullable<SkuRow['warehouses']>[number], 'warehouse_id'>;
const NOTHING: Quantities = { on_hand: 0, unavailable: 0, allocated: 0, firm: 0, reserved: 0, safety_stock: 0, reorder_point: 0 };

/** The disagreements of the quantities of a SKU by warehouse with its places, and with what orders hold and reservations keep there. */
export function warehouseFaults(sku: SkuRow, { sources, sourced, uneven, kept, unsellable, warehouseOf }: Standing): string[] {
  const faults = uneven === 0 ? [] : [`its orders differ by ${uneven} from the warehouses that they hold it in`];
  if (!sku.warehouses) {
    if (sourced > 0) faults.push(`orders hold ${sourced} in warehouses, and it has none`);
    const keeping = kept.filter(({ units }) => units > 0);
    return [...faults, ...keeping.map(({ warehouse, units }) => `reservations keep ${units} in ${warehouse}, and it has none`)];
  }
  const stored = new Map(sku.warehouses.map((each) => [each.warehouse_id, each]));
  const keptBy = new Map(kept.map(({ warehouse, units }) => [warehouse, units]));
  const lying = Map.groupBy(sku.stock, ({ location_id: place }) => warehouseOf.get(place) ?? place);
  for (const id of new Set([...stored.keys(), ...lying.keys(), ...keptBy.keys(), ...sources.map(({ warehouse }) => warehouse)])) {
    const held = sources.find(({ warehouse }) => warehouse === id) ?? { units: 0, firm: 0 };
    const at = lying.get(id) ?? [];
    const unsold = at.filter(({ location_id: place }) => unsellable.has(place));
    const promised = { allocated: held.units, firm: held.firm, reserved: keptBy.get(id) ?? 0 };
    const due = { on_hand: unitsAt(at), unavailable: unitsAt(unsold), ...promised };
    faults.push(...differencesIn(id, stored.get(id) ?? NOTHING, due));
  }
  return [...faults, ...settingFaults(sku.warehouses, sku.low_in)];
}

/** Units that warehouses withhold together as their own safety stock. */
export const withheldIn = ({ warehouses = [] }: Pick<SkuRow, 'warehouses'>): number =>
  warehouses.reduce((sum, each) => {
    const free = each.on_hand - each.unavailable - each.allocated - each.reserved;
    return sum + Math.min(each.safety_stock, free);
  }, 0);

function settingFaults(warehouses: NonNullable<SkuRow['warehouses']>, lowIn: readonly string[]): string[] {
  const low = warehouses.filter(({ on_hand, reorder_point }) => on_hand < reorder_point).map(({ warehouse_id: id }) => id);
  const negative = warehouses.filter(({ safety_stock: withheld }) => withheld < 0);
  return [
    ...negative.map(({ warehouse_id: id, safety_stock: withheld }) => `in ${id} ${withheld} are to be withheld`),
    ...(low.join() === lowIn.join() ? [] : [`it is low in [${low.join()}], and is found as low in [${lowIn.join()}]`]),
  ];
}

const unitsAt = (places: SkuRow['stock']): number => places.reduce((sum, { on_hand: units }) => sum + units, 0);

function differencesIn(id: string, has: Quantities, due: Omit<Quantities, 'safety_stock' | 'reorder_point'>): string[] {
  const names = ['on_hand', 'unavailable', 'allocated', 'firm', 'reserved'] as const;
  const faults = names.flatMap((name) =>
    has[name] === due[name] ? [] : [`in ${id} ${name} is ${has[name]}, it should be ${due[name]}`],
  );
  const sellable = has.on_hand - has.unavailable;
  const promised = has.allocated + has.reserved;
  if (promised > sellable)
    faults.push(`in ${id} ${promised} are allocated or reserved of ${sellable} that are on hand and sellable`);
  return faults;
}
