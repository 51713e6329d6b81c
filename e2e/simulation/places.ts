import type { Random } from '@fulfilment/kernel';
import { mainWarehouse } from '../../apps/inventory/src/model/location.builder.ts';
import { type Location, purposeOf } from '../../apps/inventory/src/model/location.ts';
import { type AllocationRules, NO_RULES, STRATEGIES } from '../../apps/inventory/src/model/sourcing.ts';
import { warehouse } from '../../apps/inventory/src/stock/stock.fixture.ts';
import type { World } from './system.ts';

/** The warehouses of schedules with several. */
export const WAREHOUSE_CODES = ['MAIN', 'W2', 'W3'] as const;

const BESIDE_MAIN: readonly Location[] = [
  warehouse(2, { ships: true, priority: 5, countries: null }),
  warehouse(3, { ships: true, priority: 0, countries: null }),
];

/** Where units lie that came back, and that no order may have. */
const RETURNED: readonly Location[] = (['returns', 'quarantine'] as const).map((usage, place) => {
  const id = `loc_000000000000000000000000R${place}`;
  const code = usage.toUpperCase();
  return mainWarehouse({ id, code, path: code, lineage: [id], ...purposeOf(usage) });
});

const PLACES: Partial<Record<World, readonly Location[]>> = { warehouses: BESIDE_MAIN, returns: RETURNED };

/** The locations of a world at its beginning. */
export const placesOf = (world: World): readonly Location[] => [mainWarehouse(), ...(PLACES[world] ?? [])];

/** The id of a warehouse. @throws Error where there is none. */
export function warehouseId(code: string): string {
  const found = placesOf('warehouses').find(({ path }) => path === code);
  if (!found) throw new Error(`There is no warehouse ${code}`);
  return found.id;
}

/** The rules by which the orders of a schedule choose warehouses. */
export function rulesOf(random: Random): AllocationRules {
  const split = random.of(['never', 'by_line', 'within_line', 'within_line'] as const);
  return { ...NO_RULES, strategy: random.of(STRATEGIES), split, version: 1 };
}
