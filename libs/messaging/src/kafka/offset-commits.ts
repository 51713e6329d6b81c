import { backoffMs, delay } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';

/** The next offset of each partition to go on from. */
export type NextOffsets = readonly { readonly topic: string; readonly partition: number; readonly offset: string }[];

export interface OffsetCommitsOptions {
  /** Commits offsets in one request, under the assignment that they belong to. */
  readonly commit: (offsets: NextOffsets) => Promise<void>;
  readonly logger: Logger;
}

/** Records of one partition, handled up to `offset`. */
interface Handled {
  readonly topic: string;
  readonly partition: number;
  /** The offset of the next record. */
  readonly offset: string;
  /** The number of records since the last commit. */
  readonly records: number;
}

/** Handled records are committed within this long: that much is handled again after a kill, at most. */
export const COMMIT_WITHIN_MS = 1_000;
/** A partition with so many handled records since the last commit waits for the next one. */
export const MAX_UNCOMMITTED = 1_000;
const BACK_OFF = { firstMs: 100, maxMs: 2_000 };

/**
 * Commits the offsets of handled records, under one assignment of a consumer: of all its partitions in one request, a second after
 * the first record that it is for.
 */
export class OffsetCommits {
  readonly #options: OffsetCommitsOptions;
  readonly #ending = new AbortController();
  /** By place. */
  #handled = new Map<string, Handled>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;

  constructor(options: OffsetCommitsOptions) {
    this.#options = options;
  }

  /**
   * Notes records that had their effect. It resolves at once; for a partition with {@link MAX_UNCOMMITTED} of them only with their
   * commit, or the end of the assignment.
   */
  async add(handled: Handled): Promise<void> {
    if (this.#ending.signal.aborted) return;
    const place = placeOf(handled);
    this.#handled.set(place, { ...handled, records: handled.records + this.#uncommitted(place) });
    this.#schedule();
    while (this.#uncommitted(place) >= MAX_UNCOMMITTED && !this.#ending.signal.aborted) await this.#flush();
  }

  /** Commits the rest at once: its request is sent before this returns. Nothing is committed from then on. */
  async end(): Promise<void> {
    const rest = this.#handled;
    const flushing = this.#flushing;
    this.drop();
    await Promise.all([this.#commit(rest), flushing]);
  }

  /** Nothing is committed from now on: the rest is handled again. */
  drop(): void {
    this.#ending.abort();
    clearTimeout(this.#timer);
    this.#handled = new Map();
  }

  #uncommitted(place: string): number {
    return this.#handled.get(place)?.records ?? 0;
  }

  #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing ??= this.#commitAll().finally(() => {
      this.#flushing = undefined;
      if (this.#handled.size > 0) this.#schedule();
    });
    return this.#flushing;
  }

  #schedule(): void {
    if (this.#flushing || this.#ending.signal.aborted) return;
    this.#timer ??= setTimeout(() => void this.#flush(), COMMIT_WITHIN_MS);
  }

  /** Commits what is handled by now. Where it fails, it is tried again, with what was handled since. */
  async #commitAll(): Promise<void> {
    const { signal } = this.#ending;
    for (let attempt = 1; this.#handled.size > 0 && !signal.aborted; attempt += 1) {
      const handled = this.#handled;
      this.#handled = new Map();
      if (await this.#commit(handled)) return;
      for (const [place, before] of handled) {
        const since = this.#handled.get(place);
        this.#handled.set(place, since ? { ...since, records: since.records + before.records } : before);
      }
      await delay(backoffMs(attempt, BACK_OFF), signal);
    }
  }

  /** @returns false where it failed. */
  async #commit(handled: ReadonlyMap<string, Handled>): Promise<boolean> {
    if (handled.size === 0) return true;
    try {
      await this.#options.commit(Array.from(handled.values(), ({ topic, partition, offset }) => ({ topic, partition, offset })));
      return true;
    } catch (err) {
      this.#options.logger.debug({ err, partitions: [...handled.keys()] }, 'Offsets were not committed');
      return false;
    }
  }
}

function placeOf({ topic, partition }: Pick<Handled, 'topic' | 'partition'>): string {
  return `${topic}/${partition}`;
}
