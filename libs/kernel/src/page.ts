/** The requested page of a list. */
export interface PageQuery {
  /** Records in the page at most. */
  readonly limit: number;
  /** `next_cursor` of the page before; none for the first. */
  readonly cursor: string | undefined;
}

/** One page of a list. */
export interface Page<Item> {
  readonly data: Item[];
  readonly has_more: boolean;
  /** Null on the last page. */
  readonly next_cursor: string | null;
}
