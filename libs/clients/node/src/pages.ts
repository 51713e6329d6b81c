import { UnexpectedAnswerError } from './errors.ts';

/** One page of a list, as the API answers it. */
export interface Page<T> {
  readonly data: T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  /** Of the feed of events alone: the position up to which the page looked. */
  readonly next_after?: string | null;
}

/** Reads one page: the first one for null. */
export type ReadPage<T> = (cursor: string | null) => Promise<Page<T>>;

/** A list that is read page by page: `for await (const record of list)`. Each loop reads it again from its start. */
export class Pages<T> implements AsyncIterable<T> {
  readonly #read: ReadPage<T>;

  constructor(read: ReadPage<T>) {
    this.#read = read;
  }

  /** Records, each page read when the one before it is used up. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** Whole pages. @throws UnexpectedAnswerError for a page whose next cursor is one that was read already. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let cursor: string | null = null;
    const seen = new Set<string | null>();
    do {
      seen.add(cursor);
      const page: Page<T> = await this.#read(cursor);
      if (!Array.isArray(page?.data)) throw brokenPage('The answer is no page of a list: check the base URL.');
      if (page.has_more && (page.next_cursor === null || seen.has(page.next_cursor)))
        throw brokenPage('The list does not go on: its page names no new cursor. Start again from the first page.');
      yield page;
      cursor = page.has_more ? page.next_cursor : null;
    } while (cursor !== null);
  }

  /** The first page. */
  first(): Promise<Page<T>> {
    return this.#read(null);
  }

  /**
   * The first records as an array.
   *
   * @param limit 0 or more; compulsory, so that no list fills the memory by surprise.
   */
  async toArray(limit: number): Promise<T[]> {
    const all: T[] = [];
    if (limit <= 0) return all;
    for await (const record of this) if (all.push(record) >= limit) break;
    return all;
  }
}

function brokenPage(message: string): UnexpectedAnswerError {
  return new UnexpectedAnswerError(message, { status: 200, requestId: null });
}
