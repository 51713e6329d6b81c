import { backoffMs, delay, type Stoppable } from '@fulfilment/kernel';
import type { Logger, Metrics } from '@fulfilment/observability';
import type { EventLog, HintChannel } from '../port.ts';
import type { OutboxSource } from './outbox.ts';
import { Publisher, type PublisherMetrics } from './publisher.ts';
import type { ShardLeases } from './shard-leases.ts';
import { WakeUp } from './wake-up.ts';

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
  readonly #metrics: RelayMetrics;
  readonly #publisher: Publisher;
  readonly #channel: string;
  readonly #stopping = new AbortController();
  readonly #wakeUp = new WakeUp();
  readonly #running: Promise<void>;
  #hintDue: NodeJS.Timeout | undefined;
  /** The last key of the last pass, where more follow: the next begins after it, so that no key starves the others. */
  #after: string | undefined;

  /** Begins to publish at once. */
  constructor(options: RelayOptions) {
    const { source, hints, metrics } = options;
    this.#options = options;
    this.#metrics = relayMetrics(metrics, source.name, () => this.oldestUnpublishedMs());
    this.#publisher = new Publisher({ ...options, metrics: this.#metrics });
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
        this.#metrics.failed();
        logger.warn({ err: error, source: source.name, attempt }, 'Rows were not published, they will be retried');
        await delay(backoffMs(attempt, BACK_OFF), signal);
      }
    }
    await this.#publisher
      .settle()
      .catch((error: unknown) => logger.warn({ err: error, source: source.name }, 'Published rows were not marked'));
  }

  async #pass(): Promise<{ readonly idle: boolean }> {
    const { source, leases } = this.#options;
    const shards = leases.held();
    if (shards.length === 0) return { idle: true };
    const after = this.#after;
    const isNew = this.#publisher.filter();
    const found = await source.read({ shards, after, limit: ROWS_IN_PASS });
    const isFull = found.length === ROWS_IN_PASS;
    this.#after = isFull ? found.at(-1)?.record.key : undefined;
    await this.#publisher.publish(found.filter(isNew));
    return { idle: after === undefined && !isFull };
  }
}

interface RelayMetrics extends PublisherMetrics {
  readonly failed: () => void;
}

function relayMetrics(metrics: Metrics, source: string, oldestUnpublishedMs: () => Promise<number>): RelayMetrics {
  const labels = ['source'] as const;
  const published = metrics.counter({ name: 'outbox_published_total', help: 'Rows acknowledged by the log', labels });
  const parked = metrics.counter({
    name: 'outbox_parked_total',
    help: 'Rows dead-lettered because the log refused them',
    labels,
  });
  const failed = metrics.counter({ name: 'outbox_failed_passes_total', help: 'Relay passes that ended in an error', labels });
  metrics.sharedGauge({ name: 'outbox_oldest_seconds', help: 'Age of the oldest unpublished row', labels }, source, async () => [
    { labels: { source }, value: (await oldestUnpublishedMs()) / 1000 },
  ]);
  return {
    published: (rows) => published.inc({ source }, rows),
    deadLettered: () => parked.inc({ source }),
    failed: () => failed.inc({ source }),
  };
}
