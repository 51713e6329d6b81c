import { AppError, backoffMs, delay, type Stoppable } from '@fulfilment/kernel';
import type { Logger, Metrics } from '@fulfilment/observability';
import type { HintChannel } from './hints.ts';
import type { LaneLeases } from './lane-leases.ts';
import type { OutboxRow, OutboxSource } from './outbox-source.ts';
import type { EventLog } from './port.ts';
import { makeRelayMetrics, type RelayMetrics } from './relay-metrics.ts';
import { makeWakeUp } from './wake-up.ts';

export interface RelayOptions {
  readonly source: OutboxSource;
  readonly log: EventLog;
  /** Stopped together with the relay. */
  readonly leases: LaneLeases;
  readonly hints: HintChannel;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export interface Relay extends Stoppable {
  /** To be called after each commit that wrote rows: they are published at once, by whichever process holds their lanes. */
  readonly nudge: () => void;
  /** The age of the oldest unpublished row in milliseconds; 0 if there is none. */
  readonly oldestUnpublishedMs: () => Promise<number>;
}

/** How soon rows are found whose nudge was lost. */
const POLL_MS = 100;
const ROWS_AT_ONCE = 500;
const HINT_WITHIN_MS = 2;
const BACK_OFF = { firstMs: 50, maxMs: 2_000 };

/**
 * Publishes what is committed, in order within each key, and marks it after the log's acknowledgement. A crash in between,
 * or a lease that two processes think they hold, publishes a row again; nothing makes it skip one: rows are chosen by their
 * state, and a later row of a key is only read when the earlier ones are published or in the same read.
 */
export function startRelay({ source, log, leases, hints, logger, metrics }: RelayOptions): Relay {
  const stopping = new AbortController();
  const rows = makeWakeUp();
  const channel = `rows.${source.name}`;
  hints.subscribe(channel, rows.ring);
  const oldestUnpublishedMs = async (): Promise<number> => {
    const at = await source.oldestAt();
    return at ? Math.max(0, Date.now() - at.getTime()) : 0;
  };
  const relayMetrics = makeRelayMetrics(metrics, { source: source.name, oldestUnpublishedMs });
  const pass = makePass({ source, log, leases, logger, metrics: relayMetrics });

  const run = async (): Promise<void> => {
    for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
      try {
        const { idle } = await pass();
        attempt = 0;
        if (idle) await rows.wait(POLL_MS);
      } catch (error) {
        relayMetrics.failed();
        logger.warn({ err: error, source: source.name, attempt }, 'Rows were not published, they are tried again');
        await delay(backoffMs(attempt, BACK_OFF), stopping.signal);
      }
    }
  };
  const running = run();

  let hintDue: NodeJS.Timeout | undefined;
  return {
    nudge: () => {
      rows.ring();
      if (leases.held().length === source.lanes) return;
      hintDue ??= setTimeout(() => {
        hintDue = undefined;
        hints.publish(channel, 'new');
      }, HINT_WITHIN_MS);
    },
    oldestUnpublishedMs,
    stop: async () => {
      stopping.abort();
      rows.ring();
      await running;
      await leases.stop();
    },
  };
}

interface PassOptions extends Pick<RelayOptions, 'source' | 'log' | 'leases' | 'logger'> {
  readonly metrics: RelayMetrics;
}

/** One pass reads and publishes up to 500 rows, beginning after the last pass's last key, so that no key starves the others. */
function makePass(options: PassOptions): () => Promise<{ readonly idle: boolean }> {
  const { source, leases } = options;
  let after: string | undefined;
  return async () => {
    const lanes = leases.held();
    if (lanes.length === 0) return { idle: true };
    const fromStart = after === undefined;
    const found = await source.read({ lanes, after, limit: ROWS_AT_ONCE });
    const full = found.length === ROWS_AT_ONCE;
    after = full ? found.at(-1)?.record.key : undefined;
    await publish(found, options);
    return { idle: fromStart && !full };
  };
}

async function publish(rows: readonly OutboxRow[], options: PassOptions): Promise<void> {
  let left = rows;
  while (left.length > 0) {
    const refused = await appendAll(left, options.log);
    const published = refused ? left.slice(0, refused.index) : left;
    if (published.length > 0) await options.source.markPublished(published.map(({ id }) => id));
    options.metrics.published(published.length);
    if (!refused) return;
    await park(left[refused.index], refused.reason, options);
    left = left.slice(refused.index + 1);
  }
}

interface Refused {
  readonly index: number;
  readonly reason: string;
}

/** @returns the first row that the log will never take, if there is one; those before it are in the log. */
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

async function park(row: OutboxRow | undefined, reason: string, { source, logger, metrics }: PassOptions): Promise<void> {
  if (!row) return;
  await source.park(row.id, reason);
  metrics.parked();
  logger.error(
    { source: source.name, row: row.id, topic: row.record.topic, reason },
    'The log does not take a row: it is parked',
  );
}
