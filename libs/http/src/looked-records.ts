import { LINES_PER_TOKEN, LOOKED_PER_TOKEN } from '@fulfilment/contracts';

/** Counts the records that an export looks at, of which a filter leaves some out. */
export class LookedRecords {
  #count = 0;
  #told = 0;

  get count(): number {
    return this.#count;
  }

  /**
   * Lines of orders that the tenant owes where the receiver leaves before it is told the count: for records that a filter left out, beyond
   * those that the token of the request pays for.
   */
  get unpaidLines(): number {
    return Math.max(0, this.#count - this.#told - LOOKED_PER_TOKEN) * (LINES_PER_TOKEN / LOOKED_PER_TOKEN);
  }

  /**
   * Passes pieces on. One that is followed by another and is not full has looked at as many records as a page may, which one token pays
   * for.
   *
   * @param full the rows of a full piece.
   */
  async *counted<Row>(pieces: AsyncIterable<readonly Row[]>, full: number): AsyncGenerator<readonly Row[]> {
    let last = full;
    for await (const rows of pieces) {
      if (last < full) this.#count += LOOKED_PER_TOKEN - last;
      last = rows.length;
      this.#count += last;
      this.#told += last;
      yield rows;
    }
  }
}
