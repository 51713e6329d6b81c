export interface WaitBreakerOptions {
  /** Requests of this process that wait at once. */
  readonly maxWaiting: number;
  /** Age in milliseconds of the oldest message that is committed and not on Kafka; 0 if there is none. */
  readonly oldestUnsentMs: () => Promise<number>;
  readonly onError: (error: unknown) => void;
  /** Milliseconds of a monotonic clock. */
  readonly nowMs?: () => number;
}

/** A wait that was admitted: to be ended once. `stopped` says nothing about inventory. */
export interface Wait {
  end(result: 'in-time' | 'in-vain' | 'stopped'): void;
}

/** The wait of a request for several orders: admitted once, for all of them, and ended once. */
export class JointWait {
  readonly #admitted: Wait | undefined;
  #result: Parameters<Wait['end']>[0] = 'stopped';

  constructor(admitted: Wait | undefined) {
    this.#admitted = admitted;
  }

  /** The wait for one of the orders; undefined where the request should not wait. */
  one(): Wait | undefined {
    if (!this.#admitted) return undefined;
    return {
      end: (result) => {
        if (this.#result !== 'in-vain' && result !== 'stopped') this.#result = result;
      },
    };
  }

  /** To be called when the request waits for none any more: its result is that of the order that took longest. */
  end(): void {
    this.#admitted?.end(this.#result);
  }
}

/** Milliseconds: inventory's results come in some tens of them, so a message that waits for longer says that they are late. */
const LATE_MS = 1_000;
/** Waits in vain, one after another, after which the next would be in vain too. */
const VAIN_WAITS = 5;
/** Probes of all tenants at once. */
const MAX_PROBES = 16;
/** Tenants whose waits in vain are counted; beyond them the one that was counted first is forgotten. */
const MAX_TENANTS = 1_000;

/**
 * Decides whether a request waits for inventory's result, or is answered 202 at once. At most so many wait; and none does where the
 * result would be late anyway: the circuit breaker opens when messages to inventory stay in the outbox, or when waits end in vain
 * one after another, of all tenants or of one, whose backlog delays no other. While it is open, one request of a tenant at a time
 * waits as a probe. The first result that comes in time closes it, whether a request waited for it or not.
 */
export class WaitBreaker {
  readonly #options: Required<WaitBreakerOptions>;
  #waiting = 0;
  #vainWaits = 0;
  /** Waits in vain, one after another, by tenant. */
  readonly #vainWaitsOf = new Map<string, number>();
  #isOpen = false;
  /** Tenants with a probe. */
  readonly #probing = new Set<string>();
  #measuredAtMs = Number.NEGATIVE_INFINITY;
  #inTimeAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: WaitBreakerOptions) {
    this.#options = { nowMs: () => performance.now(), ...options };
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** True while it is open for every tenant. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Admits a wait. @returns undefined where the request should not wait. */
  admit(tenant: string): Wait | undefined {
    void this.#measure();
    if (this.#waiting >= this.#options.maxWaiting) return undefined;
    const isProbe = this.#isOpen || (this.#vainWaitsOf.get(tenant) ?? 0) >= VAIN_WAITS;
    if (isProbe && (this.#probing.has(tenant) || this.#probing.size >= MAX_PROBES)) return undefined;
    if (isProbe) this.#probing.add(tenant);
    this.#waiting += 1;
    return {
      end: (result) => {
        this.#waiting -= 1;
        if (isProbe) this.#probing.delete(tenant);
        if (result === 'in-time') this.#close(tenant);
        else if (result === 'in-vain') this.#countVainWait(tenant);
      },
    };
  }

  /** Takes note of a result that came `ageMs` milliseconds after its request. */
  observe(tenant: string, ageMs: number): void {
    if (ageMs <= LATE_MS) this.#close(tenant);
  }

  #close(tenant: string): void {
    this.#inTimeAtMs = this.#options.nowMs();
    this.#vainWaits = 0;
    this.#vainWaitsOf.delete(tenant);
    this.#isOpen = false;
  }

  #countVainWait(tenant: string): void {
    this.#vainWaits += 1;
    if (this.#vainWaits >= VAIN_WAITS) this.#isOpen = true;
    this.#vainWaitsOf.set(tenant, (this.#vainWaitsOf.get(tenant) ?? 0) + 1);
    const [first] = this.#vainWaitsOf.keys();
    if (this.#vainWaitsOf.size > MAX_TENANTS && first !== undefined) this.#vainWaitsOf.delete(first);
  }

  /** Looks at the outbox where requests come, at most once in {@link LATE_MS}. Results that come in time outweigh what it says. */
  async #measure(): Promise<void> {
    const { nowMs, oldestUnsentMs, onError } = this.#options;
    if (nowMs() - this.#measuredAtMs < LATE_MS) return;
    this.#measuredAtMs = nowMs();
    try {
      const isLate = (await oldestUnsentMs()) > LATE_MS;
      if (isLate && nowMs() - this.#inTimeAtMs > LATE_MS) this.#isOpen = true;
    } catch (error) {
      onError(error);
    }
  }
}
