import { delay, type Stoppable } from '@fulfilment/kernel';
import type { RedisConnection } from '@fulfilment/redis';

const EVERY_MS = 2_000;
/** A gateway that has not been heard of for this long is gone. */
const GONE_AFTER_MS = 7_000;

/** How many gateways there are, so that each knows its share of a limit when Redis is away. */
export interface GatewayCensus extends Stoppable {
  /** As last counted; at least 1. */
  readonly count: () => number;
}

/** @param self unique to this gateway. */
export function startGatewayCensus({ redis }: RedisConnection, self: string): GatewayCensus {
  const stopping = new AbortController();
  let counted = 1;

  const report = async (): Promise<void> => {
    const [seconds] = await redis.time();
    const nowMs = Number(seconds) * 1_000;
    await redis.zadd('gateways', nowMs, self);
    await redis.zremrangebyscore('gateways', '-inf', nowMs - GONE_AFTER_MS);
    counted = Math.max(1, await redis.zcard('gateways'));
  };

  const reporting = (async () => {
    while (!stopping.signal.aborted) {
      // While Redis is away, the last count stands.
      await report().catch(() => undefined);
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
