import { delay } from '@fulfilment/kernel';
import { LRUCache } from 'lru-cache';
import { FairLane } from './fair-semaphore.ts';
import { intervalMs, pacedAfter } from './rate-limiter.ts';
import { BURST_MS, type LeaseBlock, type RateOf } from './tenant-rate-ports.ts';
import { TenantRate } from './tenant-rate.ts';

/** The limits of attempts: of this process, but for that of tenants. */
export interface HostLimits {
  /** Attempts in flight at one origin (scheme, host and port), over all tenants and endpoints. */
  readonly concurrency: number;
  /** Attempts a second at one origin. */
  readonly rate: number;
  /** Attempts a second of a tenant, at all origins, of all processes together. */
  readonly rateOf: RateOf;
  /** Attempts a second at one address, over all tenants and names, of URLs without a 2xx so far. */
  readonly unprovenRate: number;
}

/** Networks behind the host name of a URL: each is bounded by itself. Never rejects. */
export type NetworksOf = (hostname: string) => Promise<readonly string[]>;

interface Host {
  readonly lane: FairLane;
  pacedUntilMs: number;
}

interface Network {
  /** For one attempt: it waits for the rate, and those behind it take turns by tenant. */
  readonly lane: FairLane;
  usedUntilMs: number;
}

const MAX_REMEMBERED = 10_000;
const UNUSED = Number.NEGATIVE_INFINITY;

/**
 * Bounds what receivers get: attempts of a tenant a second; and, over all tenants, attempts in flight and a second by origin, with turns
 * for tenants. Until a URL has answered with a 2xx, it has one attempt at a time, and its attempts have a rate by address, again with
 * turns for tenants: no host is flooded that never asked for webhooks, by however many names.
 */
export class HostLimiter {
  readonly #limits: HostLimits;
  readonly #networksOf: NetworksOf;
  readonly #hosts = new LRUCache<string, Host>({ max: MAX_REMEMBERED });
  readonly #tenantRate: TenantRate;
  /** Turns at networks, each with when its rate is used up. A network where an attempt waits is in the map. */
  readonly #networks = new Map<string, Network>();
  readonly #unprovenUrls = new Map<string, FairLane>();
  /** URLs that have answered with a 2xx here. */
  readonly #provenUrls = new LRUCache<string, true>({ max: MAX_REMEMBERED });

  /** @param lease has attempts of tenants from what all processes share; by default this one is alone. */
  constructor(limits: HostLimits, networksOf: NetworksOf, lease: LeaseBlock = async () => undefined) {
    this.#limits = limits;
    this.#tenantRate = new TenantRate(limits.rateOf, lease);
    this.#networksOf = networksOf;
  }

  /**
   * Waits until an attempt at the URL may be in flight.
   *
   * @param isProven true if the endpoint has had a 2xx from the URL.
   * @returns a function to call once it is answered; it takes effect once.
   */
  async acquire(tenant: string, url: string, isProven: boolean): Promise<() => void> {
    // Before it holds a place, so that other tenants have those.
    await this.#tenantRate.wait(tenant);
    const releaseUrl = isProven ? undefined : await this.#acquireUnproven(tenant, url);
    if (releaseUrl) await this.#waitForNetworks(tenant, url);
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

  /** While it waits, it holds no place but that of its URL. */
  async #waitForNetworks(tenant: string, url: string): Promise<void> {
    for (const name of await this.#networksOf(new URL(url).hostname)) {
      const network = this.#networks.get(name) ?? { lane: new FairLane(1), usedUntilMs: UNUSED };
      this.#networks.set(name, network);
      await network.lane.acquire(tenant);
      const nowMs = performance.now();
      network.usedUntilMs = usedAfter(network.usedUntilMs, nowMs, this.#limits.unprovenRate);
      if (network.usedUntilMs > nowMs) await delay(network.usedUntilMs - nowMs);
      network.lane.release();
      if (this.#networks.size > MAX_REMEMBERED) this.#forgetRested();
    }
  }

  /** Networks that have their whole burst again. */
  #forgetRested(): void {
    const restedMs = performance.now() - BURST_MS;
    for (const [name, { lane, usedUntilMs }] of this.#networks)
      if (lane.inUse === 0 && usedUntilMs <= restedMs) this.#networks.delete(name);
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

/** A token bucket with a second's worth. @returns until when it is used up, with one attempt more. */
function usedAfter(usedUntilMs: number, nowMs: number, rate: number): number {
  return Math.max(usedUntilMs, nowMs - BURST_MS) + intervalMs(rate);
}
