import { open, readFile, rename } from 'node:fs/promises';
import type { Event, ListEventsTypes } from './generated/schemas.ts';
import type { Events } from './generated/resources.ts';
import { refuseOthers } from './options.ts';
import { type OutageOptions, Outages } from './outage.ts';
import { wait } from './retries.ts';

/** Keeps the place behind which the feed goes on: the id of an event. */
export interface PlaceStore {
  /** @returns null before the first event. */
  read(): Promise<string | null>;
  write(eventId: string): Promise<void>;
}

/** A place in a file; written beside it and renamed, so that a crash leaves the old place or the new one. */
export class FilePlaceStore implements PlaceStore {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async read(): Promise<string | null> {
    try {
      return (await readFile(this.#path, 'utf8')).trim() || null;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  async write(eventId: string): Promise<void> {
    const beside = `${this.#path}.new`;
    const file = await open(beside, 'w', 0o600);
    try {
      await file.writeFile(`${eventId}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, this.#path);
  }
}

/** A type of events that the feed has; `laterValue` makes one that this version does not know. */
export type EventType = ListEventsTypes;

/** Options of a reader of the feed. */
export interface FeedOptions extends OutageOptions {
  readonly places: PlaceStore;
  /** Begins at the first event that was stored at or after this time (RFC 3339), while no place is kept; at the oldest by default. */
  readonly createdAfter?: string | undefined;
  /** Types of the events to read, all by default. */
  readonly types?: readonly EventType[] | undefined;
  /** True ends the loop at the newest event; by default it waits for more. */
  readonly untilEnd?: boolean | undefined;
  /** Milliseconds between looks at the end of the feed, 1 000 by default. */
  readonly pollMs?: number | undefined;
  /**
   * Milliseconds without an answer after which the loop ends with the error. By default it waits for ever; 0 with `untilEnd`, so that a
   * job ends.
   */
  readonly maxSilenceMs?: number | undefined;
}

const FEED_OPTIONS = ['places', 'createdAfter', 'types', 'untilEnd', 'pollMs', 'maxSilenceMs', 'onRetry', 'signal'];

/**
 * The feed of events, read on from where the last run stopped: `for await (const event of client.feed({ places }))`.
 *
 * An event counts as handled when the loop asks for the next one; its id is stored then. So a crash repeats the event under way and
 * skips none: make handling safe to repeat, by `event.id`. At the end of a page its `next_after` is stored, the place up to which it
 * looked: a filter that rarely matches never grows too old.
 *
 * The loop outlives outages: after a failed connection, or a refusal that may pass, it asks again behind its place, after waits that
 * grow to 30 s.
 */
export class Feed implements AsyncIterable<Event> {
  readonly #events: Events;
  readonly #options: FeedOptions;

  /** @throws ConfigurationError for an option that there is not. */
  constructor(events: Events, options: FeedOptions) {
    refuseOthers(options, FEED_OPTIONS, 'a feed');
    this.#events = events;
    this.#options = options;
  }

  /** @throws InvalidCursorError where the stored place is past the 30 days of the feed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    const { places, createdAfter, types, untilEnd = false, pollMs = 1_000, signal } = this.#options;
    const outages = new Outages('listEvents', { ...(untilEnd && { maxSilenceMs: 0 }), ...definedOf(this.#options) });
    let after = await places.read();
    for (;;) {
      const start = after === null ? { created_after: createdAfter } : { after };
      const query = { limit: 200, ...start, ...(types && { types: [...types] }) };
      const page = await outages.outlive((options) => this.#events.list(query, options).first());
      for (const event of page.data) {
        yield event;
        await places.write(event.id);
        after = event.id;
      }
      if (page.next_after && page.next_after !== after) {
        await places.write(page.next_after);
        after = page.next_after;
      }
      if (page.has_more) continue;
      if (untilEnd) return;
      await wait(pollMs, signal);
    }
  }
}

/** Without what is given as undefined. */
function definedOf({ onRetry, maxSilenceMs, signal }: OutageOptions): OutageOptions {
  return { signal, ...(onRetry && { onRetry }), ...(maxSilenceMs !== undefined && { maxSilenceMs }) };
}
