import { type Buckets, debtMs, type LimitDecision } from './buckets.ts';
import type { RateLimiter } from './limiter.ts';

/**
 * Charges work before it begins: it may take the buckets into debt, and while one is in debt no further work begins. Payments of one
 * tenant take turns, so that of many requests at once only one can overdraw.
 */
export class PrepaidWork {
  readonly #limiter: Pick<RateLimiter, 'charge'>;
  /** The last payment of each tenant, by the id of its bucket. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(limiter: Pick<RateLimiter, 'charge'>) {
    this.#limiter = limiter;
  }

  /** @returns the levels after it; `allowed` is false where a bucket was in debt, and nothing was taken. */
  async pay(buckets: Buckets, tokens: number): Promise<LimitDecision> {
    const id = (buckets.at(-1) ?? buckets[0]).id;
    const before = this.#turns.get(id) ?? Promise.resolve();
    const paid = before.then(() => this.#payInTurn(buckets, tokens));
    const turn = paid.catch(() => undefined);
    this.#turns.set(id, turn);
    try {
      return await paid;
    } finally {
      if (this.#turns.get(id) === turn) this.#turns.delete(id);
    }
  }

  async #payInTurn(buckets: Buckets, tokens: number): Promise<LimitDecision> {
    // A charge of nothing tells the levels.
    const decision = await this.#limiter.charge(buckets, 0);
    return debtMs(decision) > 0 ? { ...decision, allowed: false } : this.#limiter.charge(buckets, tokens);
  }
}
