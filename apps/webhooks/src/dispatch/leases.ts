import { delay, type Stoppable } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import type { QueueStore } from './dispatch-ports.ts';
import { type Lease, makeLease } from './lease.ts';

/** All leases of this worker, prolonged together. */
export interface Leases extends Stoppable {
  /** Claims up to `limit` queues that are due. */
  claim(limit: number): Promise<readonly Lease[]>;
  /** No longer prolongs a lease whose queue was given back. */
  drop(lease: Lease): void;
  count(): number;
  /** Tells of queues to which something came. @returns whether some of them are not this worker's. */
  ring(endpointIds: readonly string[]): boolean;
}

export interface LeasesOptions {
  readonly queues: QueueStore;
  readonly leaseMs: number;
  readonly logger: Logger;
}

/** How often a lease is prolonged within its time, so that one failure does not end it. */
const RENEWALS_A_LEASE = 4;

export function startLeases({ queues, leaseMs, logger }: LeasesOptions): Leases {
  const leases = new Map<string, Lease>();
  const stopping = new AbortController();

  const renewAll = async (): Promise<void> => {
    const asked = [...leases.values()];
    if (asked.length === 0) return;
    // Counted from before the question: the server's time of the answer can only be later.
    const untilMs = performance.now() + leaseMs;
    const kept = new Set(await queues.renew(asked.map(({ claim }) => claim)).then((claims) => claims.map(keyOf)));
    for (const lease of asked) {
      if (kept.has(keyOf(lease.claim))) lease.prolonged(untilMs);
      else lease.lost();
    }
  };
  const keepRenewing = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await delay(leaseMs / RENEWALS_A_LEASE, stopping.signal);
      await renewAll().catch((error: unknown) => logger.warn({ err: error }, 'leases not prolonged'));
    }
  };
  const renewing = keepRenewing();

  return {
    claim: async (limit) => {
      const untilMs = performance.now() + leaseMs;
      const claims = await queues.claim(limit);
      const claimed = claims.map((claim) => makeLease(queues, claim, untilMs));
      for (const lease of claimed) leases.set(lease.claim.endpointId, lease);
      return claimed;
    },
    drop: (lease) => {
      // It may have been claimed again meanwhile.
      const { endpointId } = lease.claim;
      if (leases.get(endpointId) === lease) leases.delete(endpointId);
    },
    count: () => leases.size,
    ring: (endpointIds) => {
      const own = endpointIds.map((id) => leases.get(id)).filter((lease) => lease !== undefined);
      for (const lease of own) lease.ring();
      return own.length < endpointIds.length;
    },
    stop: async () => {
      stopping.abort();
      await renewing;
    },
  };
}

function keyOf({ endpointId, epoch }: Lease['claim']): string {
  return `${endpointId}/${epoch}`;
}
