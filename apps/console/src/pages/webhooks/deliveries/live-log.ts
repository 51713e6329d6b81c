import { Store } from '../../../api/store.ts';
import type { ListPage } from '../../../api/call.ts';

/** The part of a record that a log knows; ids ascend with time. */
interface LogRecord {
  readonly id: string;
  readonly attempts: number;
}

/** A log as it is shown. */
export interface LogView<Row> {
  /** Newest first; undefined before the first page. */
  readonly rows: readonly Row[] | undefined;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** The reason why older rows could not be read. */
  readonly error: unknown;
  /** Newer rows that wait until the reader is back at the top. */
  readonly waiting: number;
}

interface LogOptions<Row> {
  /** Reads a page of the list, from its beginning without a cursor. */
  readonly readPage: (cursor: string | undefined) => Promise<ListPage<Row>>;
  /** True if a record is in the list as it is filtered. */
  readonly fits: (row: Row) => boolean;
}

/** Rows that wait, and rows above the first page, before the newest page is read again instead. */
const MOST_WAITING = 1_000;
const MOST_AHEAD = 2_000;

/**
 * A list, newest first, that is read page by page and follows what happens to its records. Its order is that of the list: a record that
 * changes stays where it is. While the reader is away from the top, new rows wait, and none is taken away, so that no row moves.
 */
export class LiveLog<Row extends LogRecord> {
  readonly view = new Store<LogView<Row>>({
    rows: undefined,
    hasMore: false,
    isLoadingMore: false,
    error: undefined,
    waiting: 0,
  });
  readonly #options: LogOptions<Row>;
  readonly #waiting = new Map<string, Row>();
  /** Ids that were told since the newest page was taken. */
  readonly #told = new Set<string>();
  #cursor: string | undefined;
  #ahead = 0;
  #isReading = false;
  /** True if rows are missing above: the newest page is to be read again. */
  #hasGap = false;

  constructor(options: LogOptions<Row>) {
    this.#options = options;
  }

  /** Takes the newest page, as it was read now. */
  takeNewest(page: ListPage<Row>): void {
    const { rows = [] } = this.view.get();
    if (!page.data.some(({ id }) => placeOf(rows, id) >= 0)) {
      // Without a row in common, rows between the two are missing.
      if (this.#isReading && rows.length > 0) this.#markGap();
      else this.#replace(page);
      return;
    }
    this.#take(page.data);
    if (this.#isReading) return;
    // Of the stretch that the page covers, rows that it lacks have left the list, unless they were told while it was read.
    const last = page.next_cursor === null ? '' : (page.data.at(-1)?.id ?? '');
    const listed = new Set([...page.data.map(({ id }) => id), ...this.#told]);
    this.#told.clear();
    const kept = this.view.get().rows?.filter(({ id }) => id < last || listed.has(id));
    this.#show({ rows: kept });
  }

  /** Takes records as they are now, in the order in which they changed. */
  tell(records: readonly Row[]): void {
    if (this.view.get().rows === undefined) return;
    for (const { id } of records) this.#told.add(id);
    this.#take(records);
  }

  /** Reads the next older page. */
  async loadMore(): Promise<void> {
    const { hasMore, isLoadingMore } = this.view.get();
    if (!hasMore || isLoadingMore) return;
    this.#show({ isLoadingMore: true, error: undefined });
    const cursor = this.#cursor;
    try {
      const page = await this.#options.readPage(cursor);
      // The newest page came in between, and the list begins there again.
      if (cursor !== this.#cursor) return this.#show({ isLoadingMore: false });
      this.#cursor = page.next_cursor ?? undefined;
      const rows = [...(this.view.get().rows ?? []), ...page.data];
      this.#show({ rows, hasMore: page.next_cursor !== null, isLoadingMore: false });
    } catch (error) {
      this.#show({ isLoadingMore: false, error });
    }
  }

  /** Tells whether the reader is away from the top. Back there, what waits is shown. */
  setReading(isReading: boolean): void {
    if (isReading === this.#isReading) return;
    this.#isReading = isReading;
    if (!isReading) void this.showWaiting();
  }

  /** Shows the rows that wait. */
  async showWaiting(): Promise<void> {
    this.#isReading = false;
    if (this.#hasGap) {
      try {
        this.#replace(await this.#options.readPage(undefined));
      } catch (error) {
        this.#show({ error });
      }
      return;
    }
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#take(waiting);
    this.#show({ rows: this.view.get().rows?.filter((row) => this.#options.fits(row)), waiting: 0 });
  }

  #take(records: readonly Row[]): void {
    const { rows: before = [] } = this.view.get();
    const rows: (Row | undefined)[] = [...before];
    const added = new Map<string, Row>();
    for (const record of latestOf(records)) {
      const place = placeOf(before, record.id);
      if (place >= 0) rows[place] = this.#changed(before[place], record);
      else if (this.#isNew(record)) added.set(record.id, later(this.#waiting.get(record.id), record));
      else this.#waiting.delete(record.id);
    }
    const kept = rows.filter((row) => row !== undefined);
    this.#add(kept, added);
  }

  #changed(known: Row | undefined, record: Row): Row | undefined {
    const now = later(known, record);
    return this.#isReading || this.#options.fits(now) ? now : undefined;
  }

  /** False for a row below those that were read: it stands on a page that was not read yet. */
  #isNew(record: Row): boolean {
    const { rows = [], hasMore } = this.view.get();
    const end = hasMore ? (rows.at(-1)?.id ?? '') : '';
    return record.id > end && this.#options.fits(record);
  }

  /** Shows rows with new ones, or lets these wait. */
  #add(rows: readonly Row[], added: ReadonlyMap<string, Row>): void {
    if (this.#isReading) {
      for (const [id, row] of added) this.#waiting.set(id, row);
      if (this.#waiting.size > MOST_WAITING) this.#markGap();
      return this.#show({ rows, waiting: this.#waiting.size });
    }
    this.#ahead += added.size;
    const newestFirst = (one: Row, other: Row): number => (one.id < other.id ? 1 : -1);
    this.#show({ rows: added.size === 0 ? rows : [...added.values(), ...rows].toSorted(newestFirst) });
    if (this.#ahead > MOST_AHEAD) {
      this.#hasGap = true;
      void this.showWaiting();
    }
  }

  #markGap(): void {
    this.#hasGap = true;
    this.#show({ waiting: Math.max(this.#waiting.size, 1) });
  }

  #replace({ data, next_cursor: cursor }: ListPage<Row>): void {
    this.#waiting.clear();
    this.#hasGap = false;
    this.#ahead = 0;
    this.#cursor = cursor ?? undefined;
    this.#show({ rows: data, hasMore: cursor !== null, error: undefined, waiting: 0 });
  }

  #show(change: Partial<LogView<Row>>): void {
    this.view.set({ ...this.view.get(), ...change });
  }
}

/** The one of two that was told later: the list and the stream can overtake each other. */
function later<Row extends LogRecord>(known: Row | undefined, told: Row): Row {
  return known !== undefined && known.attempts > told.attempts ? known : told;
}

function latestOf<Row extends LogRecord>(records: readonly Row[]): Iterable<Row> {
  const latest = new Map<string, Row>();
  for (const record of records) latest.set(record.id, later(latest.get(record.id), record));
  return latest.values();
}

/** The place of an id among rows whose ids descend; negative where there is none. */
function placeOf(rows: readonly LogRecord[], id: string): number {
  let [low, high] = [0, rows.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = rows[middle]?.id ?? '';
    if (found === id) return middle;
    if (found > id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
