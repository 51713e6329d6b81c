import { delay, parseTenantKey } from '@fulfilment/kernel';
import { LRUCache } from 'lru-cache';
import { intervalMs } from './rate-limiter.ts';
import { BURST_MS, type LeaseBlock, type RateOf } from './tenant-rate-ports.ts';

const MAX_REMEMBERED = 10_000;
/** Blocks of a second's attempts: a process asks once for each, and holds the rest of one at most while it sends nothing. */
const BLOCKS_A_SECOND = 20;

interface Tenant {
  /** When the next attempt of the block may begin, by `performance.now`. */
  nextMs: number;
  left: number;
  stepMs: number;
  processes: number;
  asking: Promise<void> | undefined;
}

/** Rates by environment: a sandbox has a tenth by default, as of requests. */
export function ratesOf(rate: number, ofSandbox = Math.ceil(rate / 10)): RateOf {
  return (tenant) => (parseTenantKey(tenant).environment === 'sandbox' ? ofSandbox : rate);
}

/**
 * Attempts of tenants a second, over all processes: each takes them in blocks. While no block can be had, a process has its share, by the
 * processes that were last known to send for the tenant.
 */
export class TenantRate {
  readonly #rateOf: RateOf;
  readonly #lease: LeaseBlock;
  readonly #tenants = new LRUCache<string, Tenant>({ max: MAX_REMEMBERED });

  constructor(rateOf: RateOf, lease: LeaseBlock) {
    this.#rateOf = rateOf;
    this.#lease = lease;
  }

  /** Waits until one more attempt of a tenant may begin. */
  async wait(key: string): Promise<void> {
    const tenant = this.#tenants.get(key) ?? {
      nextMs: Number.NEGATIVE_INFINITY,
      left: 0,
      stepMs: 0,
      processes: 1,
      asking: undefined,
    };
    this.#tenants.set(key, tenant);
    while (tenant.left <= 0) await (tenant.asking ??= this.#take(key, tenant));
    tenant.left -= 1;
    tenant.nextMs += tenant.stepMs;
    const waitMs = tenant.nextMs - performance.now();
    if (waitMs > 0) await delay(waitMs);
  }

  async #take(key: string, tenant: Tenant): Promise<void> {
    const rate = this.#rateOf(key);
    const count = Math.max(1, Math.floor(Math.min(rate, Number.MAX_SAFE_INTEGER) / BLOCKS_A_SECOND));
    const block = await this.#lease(key, rate, count);
    const nowMs = performance.now();
    tenant.processes = block?.processes ?? tenant.processes;
    tenant.stepMs = intervalMs(block ? rate : rate / tenant.processes);
    tenant.nextMs = block ? nowMs + block.beginsInMs : Math.max(tenant.nextMs, nowMs - BURST_MS);
    tenant.left = count;
    tenant.asking = undefined;
  }
}
