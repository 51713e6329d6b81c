/** Where the items stand that an operation costs more for: a list of them, or their number. */
export interface CostSpec {
  /** In the body that it takes, or in what it answers. */
  readonly itemsIn: 'body' | 'reply';
  /** The member that is the list or the number. */
  readonly member: string;
  /** The name of one item. */
  readonly item: 'item' | 'scan' | 'row';
  /** The detail of a refusal that holds what was done before, with the same member. */
  readonly doneIn?: string;
}

/** Items that one token of the rate limit pays for. */
export const ITEMS_PER_TOKEN = 10;

/** The most that one request costs, in tokens: as much as the largest batch. A longer file comes at the pace at which it is done. */
export const MOST_TOKENS = 100;

/**
 * What a request with so many items costs beyond the token that it was let in for.
 *
 * @returns tokens, 0 to 99.
 */
export function tokensBeyondFirst(items: number): number {
  return Math.min(MOST_TOKENS, Math.max(1, Math.ceil(items / ITEMS_PER_TOKEN))) - 1;
}
