import { setImmediate } from 'node:timers/promises';
import { jsonBytesOf } from '@fulfilment/kernel';
import type { FindCursor } from 'mongodb';

/** Bytes at which a page ends, about. One record may have 900 KB. */
const MAX_PAGE_BYTES = 1_000_000;
/** Bytes of rows after which the process does other work first: they take some 2 ms. */
const BYTES_AT_ONCE = 64_000;

/** Which rows a page takes where no query can tell them apart, and how many it looks at for them at most. */
export interface Picking<Row> {
  readonly picks: (row: Row) => boolean;
  readonly among: number;
}

/** Rows that a page looks at where no index has all of its filter, at most. */
const LOOKED_AT = 1_000;

/** True of a row that is of one part of a filter; undefined where the filter lacks that part. */
export type Test<Row> = ((row: Row) => boolean) | undefined;

/** Takes the rows that every test is true of. Without any, all are taken and none counts as looked at. */
export function pickingBy<Row>(tests: readonly Test<Row>[], among = LOOKED_AT): { readonly picking?: Picking<Row> } {
  const asked = tests.filter((test) => test !== undefined);
  return asked.length === 0 ? {} : { picking: { picks: (row) => asked.every((isOf) => isOf(row)), among } };
}

/** Bytes of rows as JSON that a page looks at, about, where it picks some of them. */
const MAX_LOOKED_BYTES = 16_000_000;

/** The rows of one page: `limit` at most, and of about 1 MB as JSON, but at least one where there is one. */
export class PageRows<Row> {
  readonly rows: Row[] = [];
  /** The last row that was taken or passed over. */
  last: Row | undefined;
  readonly #limit: number;
  readonly #maxBytes: number;
  readonly #picking: Picking<Row> | undefined;
  #looked = 0;
  #lookedBytes = 0;
  #bytes = 0;
  #bytesSinceRest = 0;
  #hasMore = false;

  /** @param maxBytes of the rows as JSON, where it is not 1 MB. */
  constructor(limit: number, maxBytes = MAX_PAGE_BYTES, picking?: Picking<Row>) {
    this.#limit = limit;
    this.#maxBytes = maxBytes;
    this.#picking = picking;
  }

  /** Rows that it still has to be given, and one that tells whether there are more. */
  get wanted(): number {
    return (this.#picking ? this.#picking.among - this.#looked : this.#limit - this.rows.length) + 1;
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
  async take(found: AsyncIterable<Row> | Iterable<Row>): Promise<void> {
    if (Symbol.iterator in found) {
      for (const row of found) {
        if (!this.#add(row)) return;
        if (this.#bytesSinceRest > BYTES_AT_ONCE) await this.#letOthersWork();
      }
      return;
    }
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
    this.#bytesSinceRest += bytes;
    const isPicked = this.#picking?.picks(row) ?? true;
    if (isPicked) this.#bytes += bytes;
    this.#hasMore = this.#hasLooked() || (isPicked && this.#isFull());
    if (this.#hasMore) return false;
    if (isPicked) this.rows.push(row);
    this.last = row;
    this.#looked += 1;
    this.#lookedBytes += bytes;
    return true;
  }

  #hasLooked(): boolean {
    return this.#picking !== undefined && (this.#looked === this.#picking.among || this.#lookedBytes > MAX_LOOKED_BYTES);
  }

  #isFull(): boolean {
    return this.rows.length === this.#limit || (this.rows.length > 0 && this.#bytes > this.#maxBytes);
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
