import { backoffMs, delay, type OutgoingMessage, type Replaceable } from '@fulfilment/kernel';
import { transact } from '@fulfilment/mongo';
import type { Logger, Metrics, Tracing } from '@fulfilment/observability';
import type { ClientSession, MongoClient } from 'mongodb';
import { type HintChannel, type LogAppender, tenantOf } from '../port.ts';
import { tracedSends } from '../traced-records.ts';
import { HandedRows } from './handed-rows.ts';
import { isSaga, type Outbox, type OutboxPage, type OutboxRow, type OutboxSource } from './outbox.ts';
import { PublishedMarks } from './published-marks.ts';
import { LEASE_MS, type ShardLeases } from './shard-leases.ts';
import { WakeUp } from './wake-up.ts';

/** The parts of a {@link Relay}. */
export interface RelayOptions {
  readonly source: OutboxSource;
  /** Used by this relay alone, and stopped with it. */
  readonly appender: LogAppender;
  /** Shared by the relays of a service. */
  readonly leases: Pick<ShardLeases, 'held' | 'soleSince' | 'onChange'>;
  readonly hints: HintChannel;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
  /** Called when rows were published, or a pass has ended. */
  readonly mark?: () => void;
}

/**
 * Intervals of the reads that find what no wake-up told of: rows whose hint was lost, or whose process died before it gave one. Among
 * others each that finds nothing doubles the next while hints are heard, up to the time after which a dead process is missed.
 */
const POLL_MS = { alone: 30_000, amongOthers: 1_000, quietAmongOthers: LEASE_MS };
/** Ids of rows read of late that are kept. */
const RECENT_ROWS = 2_000;
/** A transaction of unknown end may commit as late as the server lets transactions live. */
const DOUBT_MS = 60_000;
const HINT_WITHIN_MS = 2;
const BACK_OFF = { firstMs: 50, maxMs: 2_000 };

interface Progress {
  appended: number;
  failed: number;
}

/**
 * Publishes committed outbox rows, in order within each key, and marks them after the log's acknowledgement. A crash in between, or
 * a lease that two processes think they hold, publishes a row again; none is skipped: rows are selected by their state, and a later
 * row of a key is only read when the earlier ones are published or in the same read.
 *
 * Rows that this process wrote are handed over in memory, and published from there while no other process can have written an
 * earlier one: it is the only member (`ShardLeases.soleSince`) and has read all rows of before. Otherwise they are read.
 */
export class Relay implements Replaceable {
  readonly #options: RelayOptions;
  readonly #metrics: ReturnType<typeof relayMetrics>;
  readonly #channel: string;
  readonly #stopping = new AbortController();
  readonly #wakeUp = new WakeUp();
  readonly #running: Promise<void>;
  #hintDue: NodeJS.Timeout | undefined;
  /** True where there may be rows that are not in memory. */
  #mustRead = true;
  /** `soleSince` of the leases at the last sweep: what was handed over since is in memory. */
  #epoch: number | undefined;
  #doubtUntilMs = 0;
  readonly #handed = new HandedRows();
  /** Tenants with more rows than a page, and the key after which their next page begins. */
  readonly #behind = new Map<string, string>();
  readonly #marks: PublishedMarks;
  /** Polls one after another that found nothing. */
  #quietPolls = 0;
  /** True while rows are read and published. */
  #isPublishing = false;
  /** True while rows are read, and published. */
  #isSweeping = false;
  /** When it goes on at the latest, by `performance.now`. */
  #goesOnAtMs = 0;
  /** Rows that were read and published of late: if they are handed over now, they are not published again. */
  readonly #recent = new Set<string>();

  /** Begins to publish at once. */
  constructor(options: RelayOptions) {
    const { source, hints, leases, metrics } = options;
    this.#options = options;
    this.#marks = new PublishedMarks(source);
    this.#metrics = relayMetrics(metrics, source.name, () => this.oldestUnpublishedMs());
    this.#channel = `rows.${source.name}`;
    hints.subscribe(this.#channel, () => this.#read());
    leases.onChange(() => this.#read());
    this.#running = this.#run();
  }

  /**
   * To be called after each commit with the rows that it wrote: they are published at once, by the process that holds their shards.
   * Transactions that write rows of one key are handed over in the order of their commits.
   */
  handOver = (rows: readonly OutboxRow[]): void => {
    if (rows.length === 0) return;
    const { leases } = this.#options;
    const held = new Set(leases.held());
    const own = rows.filter(({ shard }) => held.has(shard));
    if (own.length < rows.length) this.#tellOthers();
    if (own.length === 0) return;
    const fits = this.#isTrusted() && this.#handed.add(own.filter(({ id }) => !this.#recent.has(id)));
    if (fits) this.#wakeUp.notify();
    else this.#read();
  };

  /** To be called where a commit that wrote rows may have been done, or not: they are looked for in the store. */
  doubt = (): void => {
    this.#doubtUntilMs = performance.now() + DOUBT_MS;
    this.#read();
    this.#tellOthers();
  };

  /** The age of the oldest unpublished row in milliseconds; 0 if there is none. What is published and not marked yet does not count. */
  async oldestUnpublishedMs(): Promise<number> {
    if (this.#isTrusted() && !this.#mustRead && !this.#isPublishing && this.#handed.size === 0) return 0;
    await this.#marks.mark();
    const at = await this.#options.source.oldestAt();
    return at ? Math.max(0, Date.now() - at.getTime()) : 0;
  }

  isWaiting(): boolean {
    return this.#isPublishing || this.#mustRead || this.#handed.size > 0 || performance.now() > this.#goesOnAtMs;
  }

  abandon(): void {
    this.#stopping.abort();
    this.#wakeUp.notify();
    void this.#options.appender.stop();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wakeUp.notify();
    await this.#running;
    await this.#options.appender.stop();
  }

  /** True while what is handed over now is published without a read of the store, unless it is too much or a row fails. */
  publishesFromMemory = (): boolean => this.#isTrusted() && !this.#mustRead && !this.#isSweeping;

  /** True while rows that are handed over cannot have an unpublished one before them that is not in memory. */
  #isTrusted(): boolean {
    const since = this.#options.leases.soleSince();
    return since !== undefined && since === this.#epoch && performance.now() >= this.#doubtUntilMs;
  }

  #read(): void {
    this.#mustRead = true;
    this.#wakeUp.notify();
  }

  #tellOthers(): void {
    if (this.#hintDue) return;
    this.#hintDue = setTimeout(() => {
      this.#hintDue = undefined;
      this.#options.hints.publish(this.#channel, 'new');
    }, HINT_WITHIN_MS);
  }

  async #run(): Promise<void> {
    const { logger, source, mark } = this.#options;
    const { signal } = this.#stopping;
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        const { appended, failed } = await this.#turn();
        mark?.();
        if (appended > 0) this.#quietPolls = 0;
        if (failed === 0 || appended > 0) attempt = 0;
        else await delay(backoffMs(attempt, BACK_OFF), signal);
        await this.#idle();
      } catch (error) {
        mark?.();
        this.#mustRead = true;
        this.#metrics.failed.inc({ source: source.name });
        logger.warn({ err: error, source: source.name, attempt }, 'Rows were not published, they will be retried');
        await delay(backoffMs(attempt, BACK_OFF), signal);
      }
    }
    await this.#marks
      .mark()
      .catch((error: unknown) => logger.warn({ err: error, source: source.name }, 'Published rows were not marked'));
  }

  async #turn(): Promise<Progress> {
    const progress = { appended: 0, failed: 0 };
    this.#isPublishing = true;
    try {
      if (!this.#mustRead && this.#handed.size > 0 && this.#isTrusted()) await this.#publishHanded(progress);
      else if (this.#mustRead || this.#handed.size > 0) {
        this.#isSweeping = true;
        // A published message needs no row.
        await this.#marks.mark();
        await this.#sweep(progress);
      }
    } finally {
      this.#isPublishing = false;
      this.#isSweeping = false;
    }
    if (this.#marks.dueInMs() === 0) await this.#marks.mark();
    return progress;
  }

  async #idle(): Promise<void> {
    if (this.#mustRead || this.#handed.size > 0) return;
    const pollMs = this.#pollMs();
    const markMs = this.#marks.dueInMs();
    this.#goesOnAtMs = performance.now() + Math.min(pollMs, markMs);
    const notified = await this.#wakeUp.wait(Math.min(pollMs, markMs));
    if (notified) this.#quietPolls = 0;
    else if (pollMs <= markMs) {
      this.#quietPolls += 1;
      this.#mustRead = true;
    }
  }

  #pollMs(): number {
    const { leases, hints } = this.#options;
    if (leases.soleSince() !== undefined) return POLL_MS.alone;
    if (!hints.isHeard()) return POLL_MS.amongOthers;
    return Math.min(POLL_MS.quietAmongOthers, POLL_MS.amongOthers * 2 ** this.#quietPolls);
  }

  async #publishHanded(progress: Progress): Promise<void> {
    await this.#publish(this.#handed.takeAll(), progress);
    this.#marks.defer();
  }

  /** Reads all unpublished rows page by page. Of each tenant only a page or two, so that none waits for the backlog of another. */
  async #sweep(progress: Progress): Promise<void> {
    const { leases } = this.#options;
    const shards = leases.held();
    this.#epoch = leases.soleSince();
    this.#mustRead = false;
    this.#handed.takeAll();
    if (shards.length === 0) return;
    for (const [tenant, after] of this.#behind) {
      if (this.#mustEnd(shards)) return;
      const { last, more } = await this.#publishPage({ shards, after }, progress);
      if (more && tenantOf(last) === tenant) this.#behind.set(tenant, last);
      else this.#behind.delete(tenant);
    }
    for (let after: string | undefined; ;) {
      const { last, more } = await this.#publishPage({ shards, after }, progress);
      if (!more || this.#mustEnd(shards)) break;
      const tenant = tenantOf(last);
      if (!this.#behind.has(tenant)) this.#behind.set(tenant, last);
      after = endOf(tenant);
    }
    await this.#marks.marked();
    if (this.#behind.size > 0 || progress.failed > 0) this.#mustRead = true;
  }

  /** A long sweep ends where a lease did: another process may publish these rows, or the operator holds them back. */
  #mustEnd(shards: readonly number[]): boolean {
    const held = new Set(this.#options.leases.held());
    const hasLost = shards.some((shard) => !held.has(shard));
    if (hasLost) this.#mustRead = true;
    return hasLost || this.#stopping.signal.aborted;
  }

  async #publishPage(
    from: Parameters<OutboxSource['read']>[0],
    progress: Progress,
  ): Promise<{ readonly last: string; readonly more: boolean }> {
    const known = this.#marks.known();
    const { rows, more }: OutboxPage = await this.#options.source.read(from);
    await this.#publish(
      rows.filter(({ id }) => !known.has(id)),
      progress,
    );
    for (const { id } of rows) this.#remember(id);
    await this.#marks.marked();
    void this.#marks.mark();
    return { last: rows.at(-1)?.record.key ?? '', more };
  }

  /** Resolves when each row is in the log, dead-lettered, or counted as failed. */
  async #publish(rows: readonly OutboxRow[], progress: Progress): Promise<void> {
    if (rows.length === 0) return;
    const { source, appender, logger, tracing } = this.#options;
    const records = rows.map(({ record }) => record);
    const outcomes = await (tracing ? tracedSends(tracing, records, appender) : appender.append(records));
    this.#options.mark?.();
    let failure: unknown;
    let failed = 0;
    for (const [place, row] of rows.entries()) {
      const outcome = outcomes[place];
      if (outcome?.status === 'appended') this.#marks.add(row.id);
      else if (outcome?.status === 'refused') await this.#deadLetter(row, outcome.reason);
      else {
        failed += 1;
        failure ??= outcome?.error;
      }
    }
    progress.appended += rows.length - failed;
    progress.failed += failed;
    this.#metrics.published.inc({ source: source.name }, rows.length - failed);
    if (failed === 0) return;
    this.#mustRead = true;
    this.#metrics.failed.inc({ source: source.name });
    logger.warn({ err: failure, source: source.name, failed, of: rows.length }, 'Rows were not published, they will be retried');
  }

  #remember(id: string): void {
    this.#handed.delete(id);
    this.#recent.add(id);
    for (const oldest of this.#recent) {
      if (this.#recent.size <= RECENT_ROWS) break;
      this.#recent.delete(oldest);
    }
  }

  async #deadLetter(row: OutboxRow, reason: string): Promise<void> {
    const { source, logger } = this.#options;
    await source.deadLetter(row.id, reason);
    this.#metrics.deadLettered.inc({ source: source.name });
    const { topic } = row.record;
    logger.error({ source: source.name, row: row.id, topic, reason }, 'Kafka refused an outbox row: it is dead-lettered');
  }
}

/** Runs a transaction with the messages that it adds to the outbox. */
export type OutboxTransact = <Result>(
  work: (session: ClientSession, add: (messages: readonly OutgoingMessage[]) => Promise<void>) => Promise<Result>,
) => Promise<Result>;

/** Makes transactions on `outbox`, of which the rows are handed to their relays after the commit. They throw as `transact` does. */
export function transactWithOutbox(
  client: MongoClient,
  outbox: Pick<Outbox, 'add'>,
  { sagas, events }: Readonly<Record<'sagas' | 'events', Pick<Relay, 'handOver' | 'doubt' | 'publishesFromMemory'>>>,
): OutboxTransact {
  return async (work) => {
    let rows: readonly OutboxRow[] = [];
    try {
      const result = await transact(client, (session) => {
        rows = [];
        return work(session, async (messages) => {
          const fromMemory = { sagas: sagas.publishesFromMemory(), events: events.publishesFromMemory() };
          rows = [...rows, ...(await outbox.add(session, messages, fromMemory))];
        });
      });
      sagas.handOver(rows.filter(isSaga));
      events.handOver(rows.filter((row) => !isSaga(row)));
      return result;
    } catch (error) {
      // Where the failure was in the commit, that may have been done.
      if (rows.length > 0) for (const relay of [sagas, events]) relay.doubt();
      throw error;
    }
  };
}

function endOf(tenant: string): string {
  return `${tenant}|\u{10ffff}`;
}

function relayMetrics(metrics: Metrics, source: string, oldestUnpublishedMs: () => Promise<number>) {
  const labels = ['source'] as const;
  metrics.sharedGauge({ name: 'outbox_oldest_seconds', help: 'Age of the oldest unpublished row', labels }, source, async () => [
    { labels: { source }, value: (await oldestUnpublishedMs()) / 1000 },
  ]);
  return {
    published: metrics.counter({ name: 'outbox_published_total', help: 'Rows that Kafka acknowledged', labels }),
    deadLettered: metrics.counter({
      name: 'outbox_parked_total',
      help: 'Rows dead-lettered because Kafka refused them',
      labels,
    }),
    failed: metrics.counter({ name: 'outbox_failed_passes_total', help: 'Relay passes that ended in an error', labels }),
  };
}
