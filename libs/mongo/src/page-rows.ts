import { setImmediate } from 'node:timers/promises';
import { jsonBytesOf } from '@fulfilment/kernel';
import type { FindCursor } from 'mongodb';

/** Bytes at which a page ends, about. One record may have 900 KB. */
const MAX_PAGE_BYTES = 1_000_000;
/** Bytes of rows after which the process does other work first: they take some 2 ms. */
const BYTES_AT_ONCE = 64_000;

/** The rows of one page: `limit` at most, and of about 1 MB as JSON, but at least one where there is one. */
export class PageRows<Row> {
  readonly rows: Row[] = [];
  readonly #limit: number;
  readonly #maxBytes: number;
  #bytes = 0;
  #bytesSinceRest = 0;
  #hasMore = false;

  /** @param maxBytes of the rows as JSON, where it is not 1 MB. */
  constructor(limit: number, maxBytes = MAX_PAGE_BYTES) {
    this.#limit = limit;
    this.#maxBytes = maxBytes;
  }

  /** True once a row was left for the next page. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** Bytes of the rows as JSON, about, with that of the row which was left. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Reads rows until the page is full; the rest of `found` stays unread. */
  async take(found: AsyncIterable<Row>): Promise<void> {
    for await (const row of found) {
      if (!this.#add(row)) return;
      await this.#letOthersWork();
    }
  }

  /** The same from a cursor, at half the cost: a row that has arrived is not waited for. */
  async takeFrom(cursor: Pick<FindCursor<Row>, 'hasNext' | 'readBufferedDocuments' | 'closed' | 'close'>): Promise<void> {
    try {
      while (await cursor.hasNext()) {
        // One by one: a row beyond the page is not even decoded.
        for (let [row] = cursor.readBufferedDocuments(1); row !== undefined; [row] = cursor.readBufferedDocuments(1)) {
          if (!this.#add(row)) return;
          if (this.#bytesSinceRest > BYTES_AT_ONCE) await this.#letOthersWork();
        }
      }
    } finally {
      if (!cursor.closed) await cursor.close();
    }
  }

  #add(row: Row): boolean {
    const bytes = jsonBytesOf(row);
    this.#bytes += bytes;
    this.#bytesSinceRest += bytes;
    this.#hasMore = this.rows.length === this.#limit || (this.rows.length > 0 && this.#bytes > this.#maxBytes);
    if (!this.#hasMore) this.rows.push(row);
    return !this.#hasMore;
  }

  async #letOthersWork(): Promise<void> {
    if (this.#bytesSinceRest <= BYTES_AT_ONCE) return;
    this.#bytesSinceRest = 0;
    await setImmediate();
  }
}

/** Lists whose records are remembered as large, at most. */
const MOST_LISTS = 1_000;
/** A remembered size shrinks by this with each page of smaller records. */
const SHRINKS_TO = 3 / 4;

/**
 * Remembers lists of large records, so that the database sends about as many rows as a page has room for: by itself it sends `limit`
 * of them, up to 16 MB, of which most would be thrown away.
 */
export class LargeRecords {
  /** Bytes of a row by list. */
  readonly #bytes = new Map<string, number>();

  /** Rows to ask the database for at once; infinitely many of a list that is not known to be large. */
  rowsAtOnce(list: string, maxBytes = MAX_PAGE_BYTES): number {
    const bytes = this.#bytes.get(list);
    return bytes === undefined ? Number.POSITIVE_INFINITY : Math.ceil(maxBytes / bytes) + 1;
  }

  /** Learns from a page that was read. */
  learn(list: string, { rows, bytes, hasMore }: Pick<PageRows<unknown>, 'rows' | 'bytes' | 'hasMore'>): void {
    const counted = rows.length + Number(hasMore);
    if (counted === 0) return;
    const size = Math.max(bytes / counted, (this.#bytes.get(list) ?? 0) * SHRINKS_TO);
    this.#bytes.delete(list);
    if (size <= MAX_PAGE_BYTES / MAX_LIMIT) return;
    this.#bytes.set(list, size);
    const [oldest] = this.#bytes.keys();
    if (this.#bytes.size > MOST_LISTS && oldest !== undefined) this.#bytes.delete(oldest);
  }
}

/** The largest `limit` of a page. */
const MAX_LIMIT = 200;
