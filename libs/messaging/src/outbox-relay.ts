import { backoffMs, delay, type Stoppable } from '@fulfilment/kernel';
import type { Logger, Metrics } from '@fulfilment/observability';
import type { HintChannel } from './hints.ts';
import type { LaneLeases } from './lane-leases.ts';
import { makePublisher, type Publisher } from './outbox-publisher.ts';
import type { OutboxSource } from './outbox-source.ts';
import type { EventLog } from './port.ts';
import { makeRelayMetrics } from './relay-metrics.ts';
import { makeWakeUp } from './wake-up.ts';

/** What a relay reads from and publishes to. */
export interface RelayOptions {
  readonly source: OutboxSource;
  readonly log: EventLog;
  /** Stopped together with the relay. */
  readonly leases: LaneLeases;
  readonly hints: HintChannel;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Publishes what the outbox holds, in order. */
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
  const publisher = makePublisher({ source, log, logger, metrics: relayMetrics });
  const pass = makePass(source, leases, publisher);

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
    await publisher
      .settle()
      .catch((error: unknown) => logger.warn({ err: error, source: source.name }, 'Published rows were not marked'));
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

/** One pass reads and publishes up to 500 rows, beginning after the last pass's last key, so that no key starves the others. */
function makePass(source: OutboxSource, leases: LaneLeases, publisher: Publisher): () => Promise<{ readonly idle: boolean }> {
  let after: string | undefined;
  return async () => {
    const lanes = leases.held();
    if (lanes.length === 0) return { idle: true };
    const fromStart = after === undefined;
    const isNew = publisher.filter();
    const found = await source.read({ lanes, after, limit: ROWS_AT_ONCE });
    const full = found.length === ROWS_AT_ONCE;
    after = full ? found.at(-1)?.record.key : undefined;
    await publisher.publish(found.filter(isNew));
    return { idle: fromStart && !full };
  };
}
