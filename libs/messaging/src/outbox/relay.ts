import { AppError, backoffMs, delay, type Stoppable } from '@fulfilment/kernel';
import type { Logger, Metrics } from '@fulfilment/observability';
import type { EventLog, HintChannel } from '../port.ts';
import type { OutboxRow, OutboxSource } from './outbox.ts';
import type { ShardLeases } from './shard-leases.ts';

/** The parts of a {@link Relay}. */
export interface RelayOptions {
  readonly source: OutboxSource;
  readonly log: EventLog;
  /** Stopped together with the relay. */
  readonly leases: Pick<ShardLeases, 'held' | 'stop'>;
  readonly hints: HintChannel;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Interval after which rows are found whose notification was lost. */
const POLL_MS = 100;
const ROWS_IN_PASS = 500;
const HINT_WITHIN_MS = 2;
const BACK_OFF = { firstMs: 50, maxMs: 2_000 };

/**
 * Publishes committed outbox rows, in order within each key, and marks them after the log's acknowledgement. A crash in between, or
 * a lease that two processes think they hold, publishes a row again; none is skipped: rows are selected by their state, and a later
 * row of a key is only read when the earlier ones are published or in the same read.
 */
export class Relay implements Stoppable {
  readonly #options: RelayOptions;
  readonly #metrics: ReturnType<typeof relayMetrics>;
  readonly #channel: string;
  readonly #stopping = new AbortController();
  readonly #wakeUp = new WakeUp();
  readonly #running: Promise<void>;
  #hintDue: NodeJS.Timeout | undefined;
  /** The last key of the last pass, where more follow: the next begins after it, so that no key starves the others. */
  #after: string | undefined;
  /** Ids of rows that are in the log already, and only about to be marked. */
  readonly #beingMarked = new Set<string>();
  #marking: Promise<void> = Promise.resolve();

  /** Begins to publish at once. */
  constructor(options: RelayOptions) {
    const { source, hints, metrics } = options;
    this.#options = options;
    this.#metrics = relayMetrics(metrics, source.name, () => this.oldestUnpublishedMs());
    this.#channel = `rows.${source.name}`;
    hints.subscribe(this.#channel, () => this.#wakeUp.notify());
    this.#running = this.#run();
  }

  /** To be called after each commit that wrote rows: they are published at once, by the process that holds their shards. */
  notify = (): void => {
    const { source, leases, hints } = this.#options;
    this.#wakeUp.notify();
    if (leases.held().length === source.shards) return;
    if (this.#hintDue) return;
    this.#hintDue = setTimeout(() => {
      this.#hintDue = undefined;
      hints.publish(this.#channel, 'new');
    }, HINT_WITHIN_MS);
  };

  /** The age of the oldest unpublished row in milliseconds; 0 if there is none. */
  async oldestUnpublishedMs(): Promise<number> {
    const at = await this.#options.source.oldestAt();
    return at ? Math.max(0, Date.now() - at.getTime()) : 0;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wakeUp.notify();
    await this.#running;
    await this.#options.leases.stop();
  }

  async #run(): Promise<void> {
    const { logger, source } = this.#options;
    const { signal } = this.#stopping;
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        const { idle } = await this.#pass();
        attempt = 0;
        if (idle) await this.#wakeUp.wait(POLL_MS);
      } catch (error) {
        this.#metrics.failed.inc({ source: source.name });
        logger.warn({ err: error, source: source.name, attempt }, 'Rows were not published, they will be retried');
        await delay(backoffMs(attempt, BACK_OFF), signal);
      }
    }
    await this.#marked().catch((error: unknown) =>
      logger.warn({ err: error, source: source.name }, 'Published rows were not marked'),
    );
  }

  async #pass(): Promise<{ readonly idle: boolean }> {
    const { source, leases } = this.#options;
    const shards = leases.held();
    if (shards.length === 0) return { idle: true };
    const after = this.#after;
    const known = new Set(this.#beingMarked);
    const found = await source.read({ shards, after, limit: ROWS_IN_PASS });
    const isFull = found.length === ROWS_IN_PASS;
    this.#after = isFull ? found.at(-1)?.record.key : undefined;
    await this.#publish(found.filter(({ id }) => !known.has(id)));
    return { idle: after === undefined && !isFull };
  }

  /** Resolves when the rows are in the log, in their order, or dead-lettered; they are marked while the next are read. */
  async #publish(rows: readonly OutboxRow[]): Promise<void> {
    const { source, log } = this.#options;
    let left = rows;
    while (left.length > 0) {
      const refused = await appendAll(left, log);
      const published = refused ? left.slice(0, refused.index) : left;
      await this.#mark(published);
      this.#metrics.published.inc({ source: source.name }, published.length);
      if (!refused) return;
      await this.#deadLetter(left[refused.index], refused.reason);
      left = left.slice(refused.index + 1);
    }
  }

  async #mark(rows: readonly OutboxRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#marked();
    const ids = rows.map(({ id }) => id);
    for (const id of ids) this.#beingMarked.add(id);
    this.#marking = this.#options.source.markPublished(ids).finally(() => {
      for (const id of ids) this.#beingMarked.delete(id);
    });
    // The next `#marked` throws a failure; until then it is not unhandled.
    this.#marking.catch(() => undefined);
  }

  /** Resolves when all published rows are marked. */
  #marked(): Promise<void> {
    const last = this.#marking;
    this.#marking = Promise.resolve();
    return last;
  }

  async #deadLetter(row: OutboxRow | undefined, reason: string): Promise<void> {
    if (!row) return;
    const { source, logger } = this.#options;
    await source.deadLetter(row.id, reason);
    this.#metrics.deadLettered.inc({ source: source.name });
    const { topic } = row.record;
    logger.error({ source: source.name, row: row.id, topic, reason }, 'The log refused an outbox row: it is dead-lettered');
  }
}

/** @returns the first row that the log will never accept, if there is one; those before it are in the log. */
async function appendAll(
  rows: readonly OutboxRow[],
  log: EventLog,
): Promise<{ readonly index: number; readonly reason: string } | undefined> {
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

function relayMetrics(metrics: Metrics, source: string, oldestUnpublishedMs: () => Promise<number>) {
  const labels = ['source'] as const;
  metrics.sharedGauge({ name: 'outbox_oldest_seconds', help: 'Age of the oldest unpublished row', labels }, source, async () => [
    { labels: { source }, value: (await oldestUnpublishedMs()) / 1000 },
  ]);
  return {
    published: metrics.counter({ name: 'outbox_published_total', help: 'Rows acknowledged by the log', labels }),
    deadLettered: metrics.counter({
      name: 'outbox_parked_total',
      help: 'Rows dead-lettered because the log refused them',
      labels,
    }),
    failed: metrics.counter({ name: 'outbox_failed_passes_total', help: 'Relay passes that ended in an error', labels }),
  };
}

/** A remembered notification: `notify` without a waiter ends the next wait at once. */
export class WakeUp {
  #notified = false;
  #end: (() => void) | undefined;

  notify(): void {
    this.#notified = true;
    this.#end?.();
  }

  /** Resolves when it was notified since the last wait ended, or after `ms` milliseconds. */
  async wait(ms: number): Promise<void> {
    if (!this.#notified) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#end = resolve;
      const timer = setTimeout(resolve, ms);
      await promise;
      clearTimeout(timer);
      this.#end = undefined;
    }
    this.#notified = false;
  }
}
