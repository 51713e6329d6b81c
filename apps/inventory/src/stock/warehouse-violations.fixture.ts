import { type Allocation, type AllocationLine, lackOf } from '../model/allocation.ts';
import { chooseSources } from '../model/choose-sources.ts';
import { type Location, sourceOf } from '../model/location.ts';
import { keptOf, type Reservation } from '../model/reservation.ts';
import { availableOf, bufferOf, promisableByWarehouse, type Sku } from '../model/sku.ts';
import { NO_RULES, type Source, type Sources, unitsIn } from '../model/sourcing.ts';
import { type WarehouseTerms, warehouseTerms } from '../model/warehouse-terms.ts';
import type { StockSnapshot } from './stock-violations.fixture.ts';

/** Where what orders hold and reservations keep in warehouses disagrees with these, or with the rules. */
export function warehouseViolationsOf({
  skus,
  allocations,
  reservations,
  locations = [],
  rules = NO_RULES,
}: Pick<StockSnapshot, 'skus' | 'allocations' | 'reservations' | 'locations' | 'rules'>): string[] {
  const warehouses = locations.flatMap((each) => sourceOf(each) ?? []);
  return [
    ...(locations.length > 0 ? skus : []).flatMap((sku) =>
      ofSku(sku, { allocations, reservations, locations, sources: { rules, warehouses } }),
    ),
    ...allocations.flatMap(ofAllocation),
  ];
}

type TrackedSku = Sku & Required<Pick<Sku, 'warehouses'>>;

interface Stored {
  readonly allocations: readonly Allocation[];
  readonly reservations: readonly Reservation[];
  readonly locations: readonly Location[];
  readonly sources: Sources;
}

function ofSku(sku: Sku, { allocations, reservations, locations, sources }: Stored): string[] {
  const { warehouses } = sku;
  const sourced = allocations.filter((each) => each.sourcing && each.lines.some((line) => line.sku === sku.code));
  if (!warehouses) {
    const isUntracked = sourced.every(({ lines }) => lines.every((line) => line.sku !== sku.code || !line.sources));
    const isPooled = reservations.every((each) => !each.warehouse || keptOf(each, sku.code) === 0);
    return isUntracked && isPooled ? [] : [`${sku.code}: units of it are promised in warehouses, and it is not counted by them`];
  }
  const lying = lyingIn(sku, locations);
  const known = warehouses.map(({ id }) => id);
  const checks: Record<string, boolean> = {
    'each warehouse has what lies in it': [...new Set([...known, ...lying.keys()])].every((id) => {
      const { onHand = 0, unavailable = 0 } = warehouses.find((each) => each.id === id) ?? {};
      return onHand === (lying.get(id)?.onHand ?? 0) && unavailable === (lying.get(id)?.unavailable ?? 0);
    }),
    'orders hold in each warehouse what it says': warehouses.every(
      ({ id, allocated }) => allocated === heldIn(sourced, sku.code, (line) => line.sources, id),
    ),
    'nothing is held in a warehouse that has none': sourced.every(({ lines }) =>
      lines.every((line) => line.sku !== sku.code || (line.sources ?? []).every(({ warehouse }) => known.includes(warehouse))),
    ),
    'in each warehouse that is packed which it says': warehouses.every(
      ({ id, firm }) => firm === sourced.reduce((sum, each) => sum + firmIn(each, sku.code, id), 0),
    ),
    'a warehouse promises at most what is sellable in it': warehouses.every(
      ({ onHand, unavailable, allocated, firm, reserved }) =>
        0 <= firm && firm <= allocated && 0 <= reserved && allocated + reserved <= onHand - unavailable,
    ),
    'reservations keep in each warehouse what it says': [
      ...new Set([...known, ...reservations.flatMap((each) => each.warehouse?.id ?? [])]),
    ].every((id) => {
      const kept = reservations
        .filter((each) => each.warehouse?.id === id)
        .reduce((sum, each) => sum + keptOf(each, sku.code), 0);
      return kept === (warehouses.find((each) => each.id === id)?.reserved ?? 0);
    }),
    'warehouses without units have settings': warehouses.every(
      ({ onHand, allocated, reserved, safetyStock, reorderPoint }) =>
        onHand + allocated + reserved > 0 || safetyStock !== undefined || reorderPoint !== undefined,
    ),
    'quantities by warehouse add up to those of the SKU, and each withholds what it is set to': isShownWhole(sku, locations),
    'nothing is free that a waiting order may hold, unless they are being filled':
      sku.filling || !sourced.some((each) => mayHoldMore(each, { ...sku, warehouses }, sources)),
  };
  return Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [`${sku.code}: not so that ${name}`]));
}

/** Of a warehouse that has units to sell. */
const isWithheld = ({ buffer, safetyStock, available }: WarehouseTerms): boolean =>
  available === 0 || buffer >= (safetyStock ?? 0);

function isShownWhole(sku: Sku, locations: readonly Location[]): boolean {
  const terms = warehouseTerms(sku, new Map(locations.map((location) => [location.id, location])));
  const sum = (of: (each: WarehouseTerms) => number): number => terms.reduce((all, each) => all + of(each), 0);
  const shown = [sum((each) => each.allocated), sum((each) => each.reserved), sum((each) => each.buffer)];
  return (
    String([...shown, sum((each) => each.available)]) ===
      String([sku.allocated, sku.reserved, bufferOf(sku), availableOf(sku)]) && terms.every(isWithheld)
  );
}

function lyingIn({ stock }: Sku, locations: readonly Location[]) {
  const lying = new Map<string, { onHand: number; unavailable: number }>();
  for (const { locationId, onHand } of stock) {
    const location = locations.find(({ id }) => id === locationId);
    const id = location?.lineage[0] ?? '';
    const before = lying.get(id) ?? { onHand: 0, unavailable: 0 };
    const unavailable = before.unavailable + (location?.sellable === false ? onHand : 0);
    lying.set(id, { onHand: before.onHand + onHand, unavailable });
  }
  return lying;
}

function heldIn(
  allocations: readonly Allocation[],
  code: string,
  heldOf: (line: AllocationLine) => readonly Source[] | undefined,
  warehouse: string,
): number {
  const lines = allocations.flatMap((each) => each.lines.filter(({ sku }) => sku === code));
  return lines.reduce((sum, line) => sum + unitsIn(heldOf(line), warehouse), 0);
}

function firmIn(allocation: Allocation, code: string, warehouse: string): number {
  if (allocation.state === 'confirmed') return heldIn([allocation], code, ({ sources }) => sources, warehouse);
  return heldIn([allocation], code, packedSources, warehouse);
}

const packedSources = ({ portions = [] }: AllocationLine): readonly Source[] =>
  portions.flatMap(({ firm, sources = [] }) => (firm ? sources : []));

/** By the choice that fills it, which is held by tests of its own. */
function mayHoldMore({ state, lines, sourcing }: Allocation, sku: TrackedSku, sources: Sources): boolean {
  if (state !== 'open' || !sourcing) return false;
  const [{ code }, available] = [sku, promisableByWarehouse(sku)];
  const waiting = lines.filter((line) => line.sku === code && lackOf(line) > 0);
  const chosen = chooseSources({
    sourcing,
    sources,
    lines: waiting.map((line) => ({ id: line.id, sku: code, units: lackOf(line), held: line.sources })),
    order: lines,
    availableIn: (_sku, warehouse) => available.get(warehouse) ?? 0,
    atMost: () => availableOf(sku),
  });
  return chosen.size > 0;
}

function ofAllocation({ orderId, lines, sourcing }: Allocation): string[] {
  const held = lines.flatMap(({ sources = [] }) => sources);
  const inParts = lines.flatMap(({ portions = [], sources = [] }) => portions.map((portion) => ({ portion, sources })));
  const checks: Record<string, boolean> = sourcing
    ? {
        'every unit is held in a warehouse': lines.every(({ allocated, sources }) => unitsIn(sources) === allocated),
        'every unit of a portion is held in a warehouse': inParts.every(
          ({ portion }) => unitsIn(portion.sources) === portion.units,
        ),
        'portions of a line hold no more in a warehouse than it does': lines.every(({ portions = [], sources }) =>
          portions
            .flatMap((portion) => portion.sources ?? [])
            .every(
              ({ warehouse }) =>
                portions.reduce((sum, portion) => sum + unitsIn(portion.sources, warehouse), 0) <= unitsIn(sources, warehouse),
            ),
        ),
        'nothing is held where it may not be shipped from': held.every(
          ({ warehouse }) => sourcing.shipFrom?.includes(warehouse) ?? true,
        ),
        'no source is of nothing': held.every(({ units }) => units > 0) && lines.every(({ sources }) => sources?.length !== 0),
      }
    : { 'nothing is held in a warehouse': held.length === 0 && inParts.every(({ portion }) => portion.sources === undefined) };
  return Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [`${orderId}: not so that ${name}`]));
}
