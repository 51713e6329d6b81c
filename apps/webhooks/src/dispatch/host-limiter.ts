import { delay } from '@fulfilment/kernel';
import { LRUCache } from 'lru-cache';
import { FairLane } from './fair-semaphore.ts';
import { intervalMs, pacedAfter } from './rate-limiter.ts';

/** The limits of attempts of this process. */
export interface HostLimits {
  /** Attempts in flight at one origin (scheme, host and port), over all tenants and endpoints. */
  readonly concurrency: number;
  /** Attempts a second at one origin. */
  readonly rate: number;
  /** Attempts a second of one tenant, at all origins. */
  readonly tenantRate: number;
}

interface Host {
  readonly lane: FairLane;
  pacedUntilMs: number;
}

const MAX_REMEMBERED = 10_000;
/** Milliseconds' worth of attempts that a tenant has at once: those of an ordinary one do not wait. */
const TENANT_BURST_MS = 1_000;

/**
 * Bounds what receivers get: attempts of a tenant a second; and, over all tenants, attempts in flight and a second by origin, with turns
 * for tenants, and one attempt at a time by URL until that URL has answered with a 2xx: no host is flooded that never asked for webhooks.
 */
export class HostLimiter {
  readonly #limits: HostLimits;
  readonly #hosts = new LRUCache<string, Host>({ max: MAX_REMEMBERED });
  /** Until when the attempts of a tenant have used up its rate, by `performance.now`. */
  readonly #usedUntilMs = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  readonly #unprovenUrls = new Map<string, FairLane>();
  /** URLs that have answered with a 2xx here. */
  readonly #provenUrls = new LRUCache<string, true>({ max: MAX_REMEMBERED });

  constructor(limits: HostLimits) {
    this.#limits = limits;
  }

  /**
   * Waits until an attempt at the URL may be in flight.
   *
   * @param isProven true if the endpoint has had a 2xx from the URL.
   * @returns a function to call once it is answered; it takes effect once.
   */
  async acquire(tenant: string, url: string, isProven: boolean): Promise<() => void> {
    await this.#waitForRate(tenant);
    const releaseUrl = isProven ? undefined : await this.#acquireUnproven(tenant, url);
    const host = this.#hostOf(url);
    await host.lane.acquire(tenant);
    const nowMs = performance.now();
    const waitMs = host.pacedUntilMs - nowMs;
    host.pacedUntilMs = pacedAfter(host.pacedUntilMs, nowMs, this.#limits.rate);
    if (waitMs > 0) await delay(waitMs);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      host.lane.release();
      releaseUrl?.();
    };
  }

  /** The URL has answered with a 2xx: attempts at it need not wait for each other. */
  prove(url: string): void {
    this.#provenUrls.set(url, true);
  }

  /** A token bucket: before it holds a place, so that other tenants have those. */
  async #waitForRate(tenant: string): Promise<void> {
    const nowMs = performance.now();
    const usedUntilMs =
      Math.max(this.#usedUntilMs.get(tenant) ?? 0, nowMs - TENANT_BURST_MS) + intervalMs(this.#limits.tenantRate);
    this.#usedUntilMs.set(tenant, usedUntilMs);
    if (usedUntilMs > nowMs) await delay(usedUntilMs - nowMs);
  }

  async #acquireUnproven(tenant: string, url: string): Promise<(() => void) | undefined> {
    if (this.#provenUrls.has(url)) return undefined;
    const lane = this.#unprovenUrls.get(url) ?? new FairLane(1);
    this.#unprovenUrls.set(url, lane);
    await lane.acquire(tenant);
    const release = (): void => {
      lane.release();
      if (lane.inUse === 0) this.#unprovenUrls.delete(url);
    };
    if (!this.#provenUrls.has(url)) return release;
    release();
    return undefined;
  }

  #hostOf(url: string): Host {
    const { origin } = new URL(url);
    const host = this.#hosts.get(origin) ?? { lane: new FairLane(this.#limits.concurrency), pacedUntilMs: 0 };
    this.#hosts.set(origin, host);
    return host;
  }
}
