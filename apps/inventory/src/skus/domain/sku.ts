/** Units of a SKU that lie at one location; never 0. */
export interface StockEntry {
  readonly locationId: string;
  readonly onHand: number;
}

/** A SKU and its quantities: `onHand` is the sum of `stock`, and `firm` ≤ `allocated` ≤ `onHand`. */
export interface Sku {
  readonly code: string;
  readonly name: string;
  readonly onHand: number;
  /** Units that orders hold, confirmed or not. */
  readonly allocated: number;
  /** Units that confirmed orders hold: nothing takes these back. */
  readonly firm: number;
  /** Units that open orders wait for. */
  readonly waiting: number;
  /** True while units are available that backorders wait for: new orders queue behind them until they are filled. */
  readonly filling: boolean;
  readonly reorderPoint: number;
  readonly homeId: string;
  readonly stock: readonly StockEntry[];
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Null while it is active. */
  readonly archivedAt: Date | null;
}

/** The most units of one SKU: 2^31 - 1. */
export const MAX_UNITS = 2_147_483_647;

/** The most locations that one SKU lies at. */
export const MAX_LOCATIONS = 1_000;

export type Availability = Pick<Sku, 'onHand' | 'allocated'>;

/** Units that can still be promised. */
export const availableOf = ({ onHand, allocated }: Availability): number => onHand - allocated;

export const isLow = ({ onHand, reorderPoint }: Pick<Sku, 'onHand' | 'reorderPoint'>): boolean => onHand < reorderPoint;

export const balanceAt = ({ stock }: Pick<Sku, 'stock'>, locationId: string): number =>
  stock.find((entry) => entry.locationId === locationId)?.onHand ?? 0;
