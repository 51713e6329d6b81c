import { call, readRows } from './call.ts';
import { operations } from './callable-operations.ts';
import { compareNames } from '../language/formats.ts';
import type { Environment, LocationRecord, SkuRecord } from './types.ts';

/** A location at which units can be picked. */
export interface PickPlace {
  readonly id: string;
  readonly path: string;
  readonly units: number;
}

type Location = Pick<LocationRecord, 'id' | 'path' | 'parent_id' | 'pick_sequence' | 'sellable' | 'pickable'>;
/** The active locations by id. */
export type Locations = ReadonlyMap<string, Location>;

/** Every active location. */
export async function allLocations(environment: Environment): Promise<Locations> {
  const query = { environment, limit: 200 } as const;
  const { rows } = await readRows((cursor) => call(operations.listLocations, { query: { ...query, cursor } }));
  return new Map(rows.map((location) => [location.id, location]));
}

/**
 * The locations that units of a SKU are picked at, in the order of the way through the warehouse: those for picking first, by their pick
 * sequence, those without one behind, by path. What is not for sale is left out.
 *
 * @param warehouseId the warehouse that the units are held in; any by default.
 */
export function placesOf(stock: SkuRecord['stock'], locations: Locations, warehouseId?: string): readonly PickPlace[] {
  const warehouse = warehouseId === undefined ? undefined : locations.get(warehouseId)?.path;
  return stock
    .flatMap(({ location_id: id, location_path: path, on_hand: units }) => {
      const location = locations.get(id);
      const isThere = warehouse === undefined || path === warehouse || path.startsWith(`${warehouse}:`);
      return location?.sellable === true && isThere && units > 0 ? [{ id, path, units, location }] : [];
    })
    .toSorted((one, other) => compared(one.location, other.location, locations))
    .map(({ id, path, units }) => ({ id, path, units }));
}

/** Compares two lines by the first location of each on the way through the warehouse; those without one come last. */
export function alongTheWay(
  locations: Locations,
  ...[one, other]: readonly [readonly PickPlace[], readonly PickPlace[]]
): number {
  const [first, second] = [one, other].map(([place]) => place && locations.get(place.id));
  return first && second ? compared(first, second, locations) : Number(first === undefined) - Number(second === undefined);
}

/** Compares two locations by the way through the warehouse. */
function compared(one: Location, other: Location, locations: Locations): number {
  if (one.pickable !== other.pickable) return one.pickable ? -1 : 1;
  const [first, second] = [sequenceOf(one, locations), sequenceOf(other, locations)];
  if (first !== second) return first < second ? -1 : 1;
  return compareNames(one.path, other.path);
}

/** The pick sequence of a location, or else of the nearest one that it stands in; beyond all others without one. */
function sequenceOf({ pick_sequence: own, parent_id: parent }: Location, locations: Locations): number {
  if (own !== null) return own;
  const outer = parent === null ? undefined : locations.get(parent);
  return outer === undefined ? Number.POSITIVE_INFINITY : sequenceOf(outer, locations);
}
