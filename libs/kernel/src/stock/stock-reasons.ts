/** Reasons that inventory gives to changes of stock that move units: entries of the ledger have them, and events. */
export const LEDGER_REASONS = ['opening', 'count', 'transfer', 'shipment', 'receipt', 'return', 'scrap'] as const;
/** One of {@link LEDGER_REASONS}. */
export type LedgerReason = (typeof LEDGER_REASONS)[number];

/** Reasons of changes of a SKU that move none, which events alone have. */
export const REASONS_WITHOUT_MOVES = [
  'allocation',
  'release',
  'edit',
  'reservation',
  'expiry',
  'reorder_point',
  'archive',
] as const;

/** Each reason that inventory gives by itself; adjustments and counts have one of the client's own words in its place. */
export type StockReason = LedgerReason | (typeof REASONS_WITHOUT_MOVES)[number];
