/** How much stock there is, and how long each of its lists is measured. */
export interface LargeExtent {
  readonly skus: number;
  /** Of each SKU; at least one, its opening. */
  readonly movementsEach: number;
  /** Rows before the deep page. */
  readonly deepRow: number;
  readonly rounds: number;
  /** Of one round of one list. */
  readonly roundMs: number;
}

export const PAGE = 50;

export const LARGE: LargeExtent = { skus: 1_000_000, movementsEach: 5, deepRow: 9_999 * PAGE, rounds: 5, roundMs: 2_000 };
export const LARGE_QUICK: LargeExtent = { skus: 20_000, movementsEach: 5, deepRow: 199 * PAGE, rounds: 2, roundMs: 1_000 };
