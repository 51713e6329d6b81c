import type { Difference, HoldTotals, ReservedTotals } from './ledger.ts';
import { NOTHING_IN, type Sku, type WarehouseStock } from './sku.ts';
import { unitsIn } from './sourcing.ts';

/** Units of a SKU that orders hold in one warehouse. */
export interface WarehouseHolds {
  /** The id of the warehouse. */
  readonly warehouse: string;
  readonly units: number;
  /** Those of them that are packed. */
  readonly firm: number;
}

/** All that the quantities of a SKU by warehouse are compared with. */
export interface WarehouseAudit {
  readonly holds: HoldTotals;
  readonly sources: readonly WarehouseHolds[];
  readonly reserved: Pick<ReservedTotals, 'inWarehouses'>;
  /** The warehouses of the places of SKUs that have quantities by warehouse, by their ids. */
  readonly warehouseOf: ReadonlyMap<string, string>;
  /** The ids of locations that are not sellable. */
  readonly unsellable: ReadonlySet<string>;
}

/** Where the quantities of a SKU by warehouse do not agree with its places, or with what orders hold and reservations keep in warehouses. */
export function auditWarehouses(sku: Pick<Sku, 'code' | 'stock' | 'warehouses'>, audit: WarehouseAudit): Difference[] {
  return [...ofQuantities(sku, audit), ...ofSources(sku, audit.holds)];
}

function ofQuantities(sku: Pick<Sku, 'code' | 'stock' | 'warehouses'>, audit: WarehouseAudit): Difference[] {
  const { warehouses } = sku;
  if (!warehouses) return ofNoQuantities(sku, audit);
  const stored = new Map(warehouses.map((each) => [each.id, each]));
  const lying = lyingBy(sku, audit);
  const held = new Map(audit.sources.map((each) => [each.warehouse, each]));
  const kept = audit.reserved.inWarehouses;
  return [...new Set([...stored.keys(), ...lying.keys(), ...held.keys(), ...kept.map(({ warehouse }) => warehouse)])].flatMap(
    (id): Difference[] => {
      const has: WarehouseStock = stored.get(id) ?? { id, ...NOTHING_IN };
      const { onHand = 0, unavailable = 0 } = lying.get(id) ?? {};
      const { units = 0, firm = 0 } = held.get(id) ?? {};
      const found: Difference[] = [];
      const compare = (check: Difference['check'], expected: number, counted: number, message: string): void => {
        if (expected !== counted) found.push({ check, sku: sku.code, locationId: id, expected, found: counted, message });
      };
      compare('warehouses_add_up', onHand, has.onHand, `${has.onHand} are on hand in the warehouse, and ${onHand} lie in it.`);
      const unsold = `${has.unavailable} are unavailable in the warehouse, and ${unavailable} lie in it where nothing is sellable.`;
      compare('warehouses_add_up', unavailable, has.unavailable, unsold);
      compare(
        'sources_add_up',
        units,
        has.allocated,
        `${has.allocated} are allocated in the warehouse, and orders hold ${units} there.`,
      );
      compare('sources_add_up', firm, has.firm, `${has.firm} are kept there for packed orders, and these hold ${firm}.`);
      const reserved = unitsIn(kept, id);
      const keeping = `${has.reserved} are reserved in the warehouse, and active reservations keep ${reserved} there.`;
      compare('reservations_add_up', reserved, has.reserved, keeping);
      const [promised, sellable] = [has.allocated + has.reserved, has.onHand - has.unavailable];
      const over = `${promised} are allocated or reserved in the warehouse, of ${sellable} that are on hand and sellable there.`;
      if (promised > sellable) compare('warehouses_add_up', sellable, promised, over);
      const { safetyStock = 0 } = has;
      compare('warehouses_add_up', Math.max(0, safetyStock), safetyStock, `${safetyStock} are to be withheld in the warehouse.`);
      return found;
    },
  );
}

function ofNoQuantities({ code: sku }: Pick<Sku, 'code'>, { holds: { sourced }, reserved }: WarehouseAudit): Difference[] {
  const kept = unitsIn(reserved.inWarehouses);
  const missing = (check: Difference['check'], expected: number, who: string): Difference[] => {
    const message = `${who} ${expected} in warehouses, and the SKU has no quantities by warehouse.`;
    return expected === 0 ? [] : [{ check, sku, locationId: null, expected, found: 0, message }];
  };
  return [...missing('sources_add_up', sourced, 'Orders hold'), ...missing('reservations_add_up', kept, 'Reservations keep')];
}

/** Units in each warehouse, and those of them that lie where nothing is sellable. */
function lyingBy({ stock }: Pick<Sku, 'stock'>, { warehouseOf, unsellable }: WarehouseAudit) {
  const lying = new Map<string, { readonly onHand: number; readonly unavailable: number }>();
  for (const { locationId, onHand } of stock) {
    const id = warehouseOf.get(locationId) ?? locationId;
    const before = lying.get(id) ?? { onHand: 0, unavailable: 0 };
    const unavailable = before.unavailable + (unsellable.has(locationId) ? onHand : 0);
    lying.set(id, { onHand: before.onHand + onHand, unavailable });
  }
  return lying;
}

function ofSources({ code: sku }: Pick<Sku, 'code'>, { unevenLines, unevenPortions }: HoldTotals): Difference[] {
  const found: Difference[] = [];
  const differs = (units: number, message: string): void => {
    if (units > 0) found.push({ check: 'sources_add_up', sku, locationId: null, expected: 0, found: units, message });
  };
  differs(unevenLines, `Order lines and the warehouses that they hold units in differ by ${unevenLines}.`);
  differs(unevenPortions, `Fulfilments and the warehouses that they hold units in differ by ${unevenPortions}.`);
  return found;
}
