import { type Locations, placesOf } from '../../../api/pick-places.ts';
import type { OrderRecord, SkuRecord } from '../../../api/types.ts';

/** Units of a line that are taken at one location; of none where no location has them. */
export interface PickLine {
  readonly order: Pick<OrderRecord, 'id' | 'external_id'>;
  readonly lineId: string;
  readonly sku: string;
  readonly name: string | null;
  readonly units: number;
  readonly place: string | null;
}

type OrderLine = Pick<OrderRecord['lines'][number], 'id' | 'sku' | 'name' | 'allocated' | 'allocations'>;
type Order = PickLine['order'] & { readonly lines: readonly OrderLine[] };

interface Stores {
  readonly skus: ReadonlyMap<string, Pick<SkuRecord, 'sku' | 'stock'>>;
  readonly locations: Locations;
}

/**
 * The units to pick for orders, in the order of the way through the warehouse: units that are allocated and not shipped, each at the
 * first location on the way that still has some for it, in the warehouse that holds them. Units of one location are given to one order.
 */
export function pickLinesOf(orders: readonly Order[], { skus, locations }: Stores): readonly PickLine[] {
  const taken = new Map<string, number>();
  const ranks = new Map<string, number>();
  const lines = orders.flatMap((order) =>
    order.lines.flatMap((line) => {
      const held = line.allocations.map(({ warehouse_id: id, quantity }) => ({ id, quantity }));
      const open = line.allocated - held.reduce((sum, { quantity }) => sum + quantity, 0);
      const wanted = [...held, { id: undefined, quantity: open }].filter(({ quantity }) => quantity > 0);
      const stock = skus.get(line.sku)?.stock ?? [];
      return wanted.flatMap(({ id, quantity }) => {
        const found: PickLine[] = [];
        let left = quantity;
        const of = { order, lineId: line.id, sku: line.sku, name: line.name };
        for (const place of placesOf(stock, locations, id)) {
          const key = `${place.id} ${line.sku}`;
          const units = Math.min(left, place.units - (taken.get(key) ?? 0));
          if (units <= 0) continue;
          taken.set(key, (taken.get(key) ?? 0) + units);
          left -= units;
          found.push({ ...of, units, place: place.path });
        }
        return left > 0 ? [...found, { ...of, units: left, place: null }] : found;
      });
    }),
  );
  for (const [rank, path] of wayThrough(lines, { skus, locations }).entries()) ranks.set(path, rank);
  const rankOf = ({ place }: PickLine): number => (place === null ? Number.POSITIVE_INFINITY : (ranks.get(place) ?? 0));
  return lines.toSorted((one, other) => (rankOf(one) === rankOf(other) ? 0 : rankOf(one) - rankOf(other)));
}

/** The locations of some lines, in the order of the way through the warehouse. */
function wayThrough(lines: readonly PickLine[], { skus, locations }: Stores): readonly string[] {
  const named = new Set(lines.map(({ place }) => place));
  const stock = [...skus.values()].flatMap((sku) => sku.stock.filter(({ location_path: path }) => named.has(path)));
  const each = [...new Map(stock.map((place) => [place.location_id, place])).values()];
  return placesOf(each, locations).map(({ path }) => path);
}
