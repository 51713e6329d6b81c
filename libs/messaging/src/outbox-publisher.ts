import { AppError } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import type { OutboxRow, OutboxSource } from './outbox-source.ts';
import type { EventLog } from './port.ts';
import type { RelayMetrics } from './relay-metrics.ts';

export interface PublisherOptions {
  readonly source: OutboxSource;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly metrics: RelayMetrics;
}

export interface Publisher {
  /** Resolves when the rows are in the log, or parked; they are marked meanwhile, and while the next are read. */
  readonly publish: (rows: readonly OutboxRow[]) => Promise<void>;
  /** To be called before a read: tells of its rows which are not in the log already, and only about to be marked. */
  readonly filter: () => (row: OutboxRow) => boolean;
  /** Resolves when all that was published is marked. */
  readonly settle: () => Promise<void>;
}

/** Puts rows into the log, in their order, and marks them after its acknowledgement. */
export function makePublisher(options: PublisherOptions): Publisher {
  const { source, log, metrics } = options;
  const beingMarked = new Set<string>();
  let marking: Promise<void> = Promise.resolve();

  const settle = (): Promise<void> => {
    const last = marking;
    marking = Promise.resolve();
    return last;
  };

  const mark = async (rows: readonly OutboxRow[]): Promise<void> => {
    if (rows.length === 0) return;
    await settle();
    const ids = rows.map(({ id }) => id);
    for (const id of ids) beingMarked.add(id);
    marking = source.markPublished(ids).finally(() => {
      for (const id of ids) beingMarked.delete(id);
    });
    // Whoever settles next hears of a failure; until then it is nobody's.
    marking.catch(() => undefined);
  };

  return {
    settle,
    filter: () => {
      const known = new Set(beingMarked);
      return ({ id }) => !known.has(id);
    },
    publish: async (rows) => {
      let left = rows;
      while (left.length > 0) {
        const refused = await appendAll(left, log);
        const published = refused ? left.slice(0, refused.index) : left;
        await mark(published);
        metrics.published(published.length);
        if (!refused) return;
        await park(left[refused.index], refused.reason, options);
        left = left.slice(refused.index + 1);
      }
    },
  };
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

async function park(row: OutboxRow | undefined, reason: string, { source, logger, metrics }: PublisherOptions): Promise<void> {
  if (!row) return;
  await source.park(row.id, reason);
  metrics.parked();
  logger.error(
    { source: source.name, row: row.id, topic: row.record.topic, reason },
    'The log does not take a row: it is parked',
  );
}
