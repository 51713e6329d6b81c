import { OUTBOX_PAGE, type OutboxSource } from './outbox.ts';

type MarkedSource = Pick<OutboxSource, 'markPublished' | 'carriers'>;

/** Published rows are marked together within this time, or as soon as there is a page of them. After a kill they go out again. */
const MARK_WITHIN_MS = 1_000;

/**
 * Rows that are in the log, and have to be marked in their outbox: a record that carries its rows until then, and several of these, gets them
 * marked at once.
 */
export class PublishedMarks {
  readonly #source: MarkedSource;
  readonly #ids = new Set<string>();
  /** The number of these rows by the record that carries them. */
  #carried = new Map<string, number>();
  #dueMs = Number.POSITIVE_INFINITY;
  /** The last mark; each begins after the one before. */
  #marking: Promise<void> = Promise.resolve();

  constructor(source: MarkedSource) {
    this.#source = source;
  }

  add(id: string): void {
    this.#ids.add(id);
    const { carriers } = this.#source;
    const carrier = carriers?.carrierOf(id);
    if (!carriers || carrier === undefined) return;
    const count = (this.#carried.get(carrier) ?? 0) + 1;
    this.#carried.set(carrier, count);
    if (count >= carriers.markFrom) this.#dueMs = 0;
  }

  /** The rows that are not marked yet. */
  known(): ReadonlySet<string> {
    return new Set(this.#ids);
  }

  /** Puts the next mark off, for a second after the first call since the last one. */
  defer(): void {
    this.#dueMs = Math.min(this.#dueMs, performance.now() + MARK_WITHIN_MS);
  }

  /** Milliseconds until a deferred mark is due. */
  dueInMs(): number {
    return this.#ids.size >= OUTBOX_PAGE.rows ? 0 : Math.max(0, this.#dueMs - performance.now());
  }

  /** Marks all rows in one write, after the one under way. Rows of one that fails are marked with the next. */
  mark(): Promise<void> {
    const marking = this.#marking.catch(() => undefined).then(() => this.#markAll());
    // A failure that the caller does not wait for is told by `marked`.
    marking.catch(() => undefined);
    this.#marking = marking;
    return marking;
  }

  /** Waits for the last mark. @throws its failure, once. */
  async marked(): Promise<void> {
    const marking = this.#marking;
    try {
      await marking;
    } finally {
      if (this.#marking === marking) this.#marking = Promise.resolve();
    }
  }

  async #markAll(): Promise<void> {
    const ids = Array.from(this.#ids);
    this.#dueMs = Number.POSITIVE_INFINITY;
    this.#carried = new Map();
    if (ids.length === 0) return;
    await this.#source.markPublished(ids);
    for (const id of ids) this.#ids.delete(id);
  }
}
