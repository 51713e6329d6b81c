import { delay, type Stoppable } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import type { QueueKey } from '../deliveries/delivery-ports.ts';
import type { QueueStore } from './dispatch-ports.ts';
import { makeDrainEndpoint } from './drain-endpoint.ts';
import type { DrainParts } from './drain.ts';
import type { Lease } from './lease.ts';
import { startLeases } from './leases.ts';

export interface EngineOptions extends Omit<DrainParts, 'mustYield'> {
  readonly queues: QueueStore;
  readonly leaseMs: number;
  /** Breaks off what is in flight, once stopping has waited long enough. */
  readonly interrupt: () => Promise<void>;
  readonly limits?: Partial<EngineLimits>;
  readonly logger: Logger;
}

export interface EngineLimits {
  /** Milliseconds between two looks for endpoints that are due; a nudge comes before. */
  readonly pollMs: number;
  /** Endpoints that one worker drains at once. */
  readonly endpoints: number;
  /** Milliseconds after which an endpoint gives way where the worker has as many as it may. */
  readonly turnMs: number;
  /** Milliseconds that attempts may still take when the worker stops. */
  readonly graceMs: number;
}

const LIMITS: EngineLimits = { pollMs: 200, endpoints: 1_000, turnMs: 30_000, graceMs: 8_000 };

export interface Engine extends Stoppable {
  /** Looks at once for what came to these queues. */
  readonly nudge: (queues: readonly QueueKey[]) => void;
}

/**
 * Delivers. Workers share the endpoints by leases: one process drains an endpoint at a time, so what holds for an endpoint
 * (its window, its rest) needs no shared state; if the process dies, another takes over when its leases end.
 */
export function startEngine({ queues, leaseMs, interrupt, logger, ...options }: EngineOptions): Engine {
  const limits = { ...LIMITS, ...options.limits };
  const stopping = new AbortController();
  const leases = startLeases({ queues, leaseMs, logger });
  const drains = new Set<Promise<void>>();
  let nudged = Promise.withResolvers<void>();
  const mustYield = (startedMs: number): boolean =>
    stopping.signal.aborted || (leases.count() >= limits.endpoints && performance.now() - startedMs > limits.turnMs);
  const drainEndpoint = makeDrainEndpoint({ ...options, logger, mustYield });

  const drain = async (lease: Lease): Promise<void> => {
    await drainEndpoint(lease);
    leases.drop(lease);
  };
  const claimDue = async (): Promise<void> => {
    const claimed = await leases.claim(limits.endpoints - leases.count());
    for (const lease of claimed) {
      const draining = drain(lease).finally(() => drains.delete(draining));
      drains.add(draining);
    }
  };
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      nudged = Promise.withResolvers<void>();
      if (leases.count() < limits.endpoints) {
        await claimDue().catch((error: unknown) => logger.warn({ err: error }, 'no endpoints claimed'));
      }
      await Promise.race([nudged.promise, delay(limits.pollMs, stopping.signal)]);
    }
  };
  const working = work();

  return {
    nudge: (woken) => {
      if (leases.ring(woken.map(({ endpointId }) => endpointId))) nudged.resolve();
    },
    stop: async () => {
      stopping.abort();
      await working;
      const landed = Promise.all(drains);
      await Promise.race([landed, delay(limits.graceMs)]);
      await interrupt();
      await landed;
      await leases.stop();
    },
  };
}
