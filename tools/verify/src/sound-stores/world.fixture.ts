// One tenant's little world, in which everything agrees: 10 mugs came with a scan, an order of 6 was shipped, which left too few; one was
// carried to another shelf; an order of 5 holds the 4 that are left; another was cancelled, another rejected.

export const ACCOUNT = 'acc_1';
export const TENANT = `${ACCOUNT}:sandbox`;
export const SKU = 'MUG';
export const SHELF = 'loc_1';
export const OTHER_SHELF = 'loc_2';
export const SCAN = 'scn_1';
export const SHIPPED = 'ord_1';
export const OPEN = 'ord_2';
export const CANCELLED = 'ord_3';
export const REJECTED = 'ord_4';

/** The facts of the SKU beside its quantities; it got its new name with the transfer. */
export const FACTS = { name: 'Mug', reorder_point: 5, location_id: SHELF, status: 'active', barcodes: ['4006381333931'] };
export const NEW_NAME = 'Large mug';

/** The shelves; the first got another code. */
export const PLACES = {
  [SHELF]: { type: 'shelf', code: 'S1', name: null, parent_id: null, path: 'MAIN:A/S1', status: 'active', version: 2 },
  [OTHER_SHELF]: { type: 'shelf', code: 'S2', name: null, parent_id: null, path: 'MAIN:A/S2', status: 'active', version: 1 },
} as const;

const MINUTE_MS = 60_000;
const START_MS = Date.now() - 60 * MINUTE_MS;

/** So many minutes after it began, an hour ago. */
export const at = (minute: number): Date => new Date(START_MS + minute * MINUTE_MS);

/** The documents of a service by collection. */
export type Documents = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

export interface Quantities {
  readonly on_hand: number;
  readonly allocated: number;
}

export const FULL = { on_hand: 10, allocated: 0 } as const;
export const HELD = { on_hand: 10, allocated: 6 } as const;
export const LEFT = { on_hand: 4, allocated: 0 } as const;
export const GONE = { on_hand: 4, allocated: 4 } as const;

/** The lines of each order, as orders and stock have them. */
export const LINES = {
  [SHIPPED]: [line({ quantity: 6, shipped: 6 })],
  [OPEN]: [line({ quantity: 5, allocated: 4 })],
  [CANCELLED]: [line({ quantity: 2 })],
  [REJECTED]: [line({ quantity: 1 })],
} as const;

function line(units: { readonly quantity: number; readonly allocated?: number; readonly shipped?: number }) {
  return { id: 'lin_1', sku: SKU, allocated: 0, shipped: 0, ...units };
}
