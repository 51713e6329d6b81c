import { searchPrefixes } from '../model/search-prefixes.ts';
import { availableOf, isLow, lowIn, NO_DETAILS, NOTHING_IN, type Sku, type StockEntry } from '../model/sku.ts';
import type { SkuFilter } from './sku-ports.ts';

/** A SKU, and where its places stand. */
export interface Shelved {
  readonly sku: Sku;
  readonly lineageOf: (locationId: string) => readonly string[];
  readonly within: ReadonlySet<string>;
  readonly prefixes: ReadonlySet<string>;
}

const LINEAGES: Readonly<Record<string, readonly string[]>> = {
  loc_main: ['loc_main'],
  loc_early: ['loc_early'],
  loc_late: ['loc_late'],
  loc_full_aisle: ['loc_main', 'loc_full_aisle'],
  loc_rare_aisle: ['loc_other', 'loc_rare_aisle'],
  loc_rare_shelf: ['loc_other', 'loc_rare_aisle', 'loc_rare_shelf'],
};

/** Bins are named after what they stand in. */
function lineageOf(id: string): readonly string[] {
  const [parent = '', bin] = id.split('#');
  const above = LINEAGES[parent] ?? [];
  return bin === undefined ? above : [...above, id];
}

const BINS = 70;

/**
 * SKUs as a shop has them after an import: nearly all alike in everything, and a few that are not.
 *
 * @param widespreadIn one in so many lies at 70 bins; none by default.
 */
export function manySkus(count: number, widespreadIn = Number.POSITIVE_INFINITY): Shelved[] {
  return Array.from({ length: count }, (_, place) => {
    const sku = skuAt(place);
    return shelved(oneIn(place, widespreadIn) ? { ...sku, stock: sku.stock.flatMap(spread) } : sku);
  });
}

const spread = ({ locationId }: StockEntry): StockEntry[] =>
  Array.from({ length: BINS }, (_, bin) => ({ locationId: `${locationId}#${bin}`, onHand: 1 }));

function shelved(sku: Sku): Shelved {
  const within = new Set([sku.homeId, ...sku.stock.map(({ locationId }) => locationId)].flatMap(lineageOf));
  return { sku, lineageOf, within, prefixes: new Set(searchPrefixes([sku.code], [sku.name])) };
}

const oneIn = (place: number, many: number): boolean => place % many === many - 1;

function skuAt(place: number): Sku {
  const at = momentAt(place);
  const homeId = homeAt(place);
  return {
    code: `SKU-${String(place).padStart(5, '0')}`,
    name: oneIn(place, 900) ? `Gizmo, rare ${place}` : `${oneIn(place, 3) ? 'Blue' : 'Red'} widget ${place}`,
    onHand: 5,
    allocated: oneIn(place, 600) ? 5 : 0,
    unavailable: 0,
    reserved: 0,
    reservations: 0,
    safetyStock: 0,
    firm: 0,
    waiting: 0,
    filling: false,
    details: { ...NO_DETAILS, barcodes: barcodesAt(place) },
    reorderPoint: oneIn(place, 800) ? 6 : 5,
    homeId,
    stock: [{ locationId: oneIn(place, 1_100) ? 'loc_rare_aisle' : homeId, onHand: 5 }],
    version: 1,
    createdAt: at,
    updatedAt: at,
    archivedAt: oneIn(place, 400) ? at : null,
    counts: [],
  };
}

/** Most begin alike; one in two has a second one, and a few have zeros before another beginning. */
function barcodesAt(place: number): readonly string[] {
  const own = `40063${String(place).padStart(5, '0')}`;
  if (oneIn(place, 700)) return [`0077${place}`, `B.${place}`];
  return oneIn(place, 2) ? [own, `X-${place}`] : [own];
}

function momentAt(place: number): Date {
  if (oneIn(place, 500)) return new Date(Date.UTC(2026, 6, 1) + place);
  return new Date(Date.UTC(2025, oneIn(place, 50) ? 6 : 0, 1));
}

function homeAt(place: number): string {
  if (oneIn(place, 700)) return 'loc_rare_shelf';
  return oneIn(place, 9) ? 'loc_main' : 'loc_full_aisle';
}

/**
 * SKUs of two halves that have nothing in common but that none is sold out: any two filters of different halves exclude each other.
 * One half is low in its warehouse, and where it is `widespread` lies at 70 bins there.
 */
export function opposedSkus(count: number, { widespread }: { readonly widespread: boolean }): Shelved[] {
  return Array.from({ length: count }, (_, place) => {
    const isLate = place % 2 === 1;
    const homeId = isLate ? 'loc_late' : 'loc_early';
    const at = new Date(Date.UTC(isLate ? 2027 : 2025, 0, 1) + place);
    const stock = [{ locationId: homeId, onHand: 5 }];
    return shelved({
      ...skuAt(place),
      name: `${isLate ? 'Late' : 'Early'} widget`,
      allocated: 0,
      reorderPoint: 5,
      homeId,
      stock: isLate && widespread ? stock.flatMap(spread) : stock,
      ...(isLate && { warehouses: [{ id: homeId, ...NOTHING_IN, onHand: 5, reorderPoint: 6 }] }),
      createdAt: at,
      updatedAt: at,
      archivedAt: null,
    });
  });
}

type Condition = (each: Shelved, filter: SkuFilter) => boolean;

/** The parts of a filter, those first that cost least: most SKUs are asked for one or two of them alone. */
const CONDITIONS: readonly Condition[] = [
  ({ sku }, { status }) => status === 'all' || (status === 'active') === (sku.archivedAt === null),
  ({ within: places }, { within }) => within === undefined || places.has(within),
  ({ prefixes }, { words }) => words.every((word) => prefixes.has(word)),
  ({ sku }, { codes }) => codes === undefined || codes.includes(sku.code),
  ({ sku }, { changedSince }) => changedSince === undefined || sku.updatedAt >= changedSince,
  ({ sku }, { barcodePrefix }) => barcodePrefix === undefined || hasBegun(sku.details.barcodes, barcodePrefix),
  ({ sku }, { soldOut }) => soldOut === undefined || soldOut === (availableOf(sku) === 0),
  ({ sku }, { lowStock }) => lowStock === undefined || lowStock === isLow(sku),
  ({ sku }, { warehouse }) => warehouse?.lowStock === undefined || warehouse.lowStock === lowIn(sku).includes(warehouse.id),
];

/** True where a list with this filter holds the SKU: the oracle for the store. */
export const isListed: Condition = (each, filter) => CONDITIONS.every((holds) => holds(each, filter));

/** Digits without the zeros before them. */
const bare = (text: string): string => text.replace(/^0+(?=[1-9]\d*$)/, '');

/** True where one of them begins so, or, of digits, does without the zeros before either. */
function hasBegun(barcodes: readonly string[], prefix: string): boolean {
  return barcodes.some((code) => code.startsWith(prefix) || (/^\d+$/.test(prefix) && bare(code).startsWith(bare(prefix))));
}
