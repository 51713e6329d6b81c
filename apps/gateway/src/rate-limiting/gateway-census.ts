import { delay, type Stoppable } from '@fulfilment/kernel';
import type { RedisConnection } from '@fulfilment/redis';

const EVERY_MS = 2_000;
/** A gateway that has not been heard of for this long is gone. */
const GONE_AFTER_MS = 7_000;

/**
 * How many gateways there are, so that each knows its share of a limit when Redis is away. A new one is counted within 2 s; one that
 * is gone counts for 7 s more, or 14 s where it was killed.
 */
export interface GatewayCensus extends Stoppable {
  /** As last counted; at least 1. */
  readonly count: () => number;
}

export interface GatewayCensusOptions {
  /** Unique to this gateway. */
  readonly self: string;
  /** What it goes by until it has counted. */
  readonly expected: number;
}

export function startGatewayCensus({ redis }: RedisConnection, { self, expected }: GatewayCensusOptions): GatewayCensus {
  const stopping = new AbortController();
  let counted = expected;
  let fewerSinceMs: number | undefined;

  // After an outage the first to come back finds nobody else for a while: fewer are believed once the others had their time.
  const count = (found: number): void => {
    const nowMs = performance.now();
    fewerSinceMs = found < counted ? (fewerSinceMs ?? nowMs) : undefined;
    if (fewerSinceMs !== undefined && nowMs - fewerSinceMs < GONE_AFTER_MS) return;
    counted = found;
    fewerSinceMs = undefined;
  };
  const report = async (): Promise<void> => {
    const [seconds] = await redis.time();
    const nowMs = Number(seconds) * 1_000;
    await redis.zadd('gateways', nowMs, self);
    await redis.zremrangebyscore('gateways', '-inf', nowMs - GONE_AFTER_MS);
    count(Math.max(1, await redis.zcard('gateways')));
  };

  const reporting = (async () => {
    while (!stopping.signal.aborted) {
      // While Redis is away, the last count stands.
      await report().catch(() => (fewerSinceMs = undefined));
      await delay(EVERY_MS, stopping.signal);
    }
  })();

  return {
    count: () => counted,
    stop: async () => {
      stopping.abort();
      await reporting;
      await redis.zrem('gateways', self).catch(() => undefined);
    },
  };
}
