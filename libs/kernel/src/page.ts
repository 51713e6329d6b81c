/** Which page of a list is asked for. */
export interface PageQuery {
  /** Records a page at most. */
  readonly limit: number;
  /** `next_cursor` of the page before; none for the first. */
  readonly cursor: string | undefined;
}

/** A page of a list, as every list answers. */
export interface Page<Item> {
  readonly data: Item[];
  readonly has_more: boolean;
  /** Null on the last page. */
  readonly next_cursor: string | null;
}
