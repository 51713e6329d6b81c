import { AppError } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import type { EventLog } from '../port.ts';
import type { OutboxRow, OutboxSource } from './outbox.ts';

/** Counts the outcomes of publishing. */
export interface PublisherMetrics {
  readonly published: (rows: number) => void;
  readonly deadLettered: () => void;
}

export interface PublisherOptions {
  readonly source: OutboxSource;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly metrics: PublisherMetrics;
}

/** Puts rows into the log, in their order, and marks them after its acknowledgement, while the next are read. */
export class Publisher {
  readonly #options: PublisherOptions;
  readonly #beingMarked = new Set<string>();
  #marking: Promise<void> = Promise.resolve();

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  /** To be called before a read: the filter drops its rows that are in the log already, and only about to be marked. */
  filter(): (row: OutboxRow) => boolean {
    const known = new Set(this.#beingMarked);
    return ({ id }) => !known.has(id);
  }

  /** Resolves when the rows are in the log, or dead-lettered; they are marked in the background. */
  async publish(rows: readonly OutboxRow[]): Promise<void> {
    const { log, metrics } = this.#options;
    let left = rows;
    while (left.length > 0) {
      const refused = await appendAll(left, log);
      const published = refused ? left.slice(0, refused.index) : left;
      await this.#mark(published);
      metrics.published(published.length);
      if (!refused) return;
      await this.#deadLetter(left[refused.index], refused.reason);
      left = left.slice(refused.index + 1);
    }
  }

  /** Resolves when all published rows are marked. */
  settle(): Promise<void> {
    const last = this.#marking;
    this.#marking = Promise.resolve();
    return last;
  }

  async #mark(rows: readonly OutboxRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.settle();
    const ids = rows.map(({ id }) => id);
    for (const id of ids) this.#beingMarked.add(id);
    this.#marking = this.#options.source.markPublished(ids).finally(() => {
      for (const id of ids) this.#beingMarked.delete(id);
    });
    // The next `settle` throws a failure; until then it is not unhandled.
    this.#marking.catch(() => undefined);
  }

  async #deadLetter(row: OutboxRow | undefined, reason: string): Promise<void> {
    if (!row) return;
    const { source, logger, metrics } = this.#options;
    await source.deadLetter(row.id, reason);
    metrics.deadLettered();
    const { topic } = row.record;
    logger.error({ source: source.name, row: row.id, topic, reason }, 'The log refused an outbox row: it is dead-lettered');
  }
}

interface Refused {
  readonly index: number;
  readonly reason: string;
}

/** @returns the first row that the log will never accept, if there is one; those before it are in the log. */
async function appendAll(rows: readonly OutboxRow[], log: EventLog): Promise<Refused | undefined> {
  try {
    await log.append(rows.map(({ record }) => record));
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'record_refused') throw error;
    const { index, reason } = error.details;
    if (typeof index !== 'number') throw error;
    return { index, reason: typeof reason === 'string' ? reason : error.message };
  }
}
