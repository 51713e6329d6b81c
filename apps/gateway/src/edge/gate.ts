import { AppError } from '@fulfilment/kernel';
import type { Authenticate, Credentials } from '../authentication/authenticate.ts';
import type { Principal } from '../authentication/principal.ts';
import {
  type Buckets,
  bucketsOf,
  bucketsOfAddress,
  bucketsOfFiles,
  debtMs,
  type LimitDecision,
} from '../rate-limiting/buckets.ts';
import type { RateLimiter } from '../rate-limiting/limiter.ts';
import { PrepaidWork } from '../rate-limiting/prepaid-work.ts';
import { beyondShare, rateLimited, rateLimitHeaders, type Share } from '../rate-limiting/rate-limit-answer.ts';
import type { Exchange } from './exchange.ts';
import { RefusalPacing } from './refusal-pacing.ts';

export interface GateParts {
  readonly authenticate: Authenticate;
  readonly limiter: RateLimiter;
  /** @param address of the client. */
  readonly noteUse: (principal: Principal, address: string) => void;
}

/** Admits requests by credentials and rate limit. Every response carries the rate limit headers. */
export class Gate {
  readonly #parts: GateParts;
  readonly #pace = new RefusalPacing();
  readonly #work: PrepaidWork;

  constructor(parts: GateParts) {
    this.#parts = parts;
    this.#work = new PrepaidWork(parts.limiter);
  }

  /** Admits a request with a valid key or session that has tokens left. @throws AppError `unauthenticated`, `rate_limited`. */
  async admitCaller(exchange: Exchange): Promise<Principal> {
    const principal = await this.authenticate(exchange, { beforeRead: () => this.#refuseFlood(exchange) });
    exchange.principal = principal;
    this.#parts.noteUse(principal, exchange.client.address);
    await this.#admit(exchange, bucketsOf(principal, exchange.request.url));
    return principal;
  }

  /** The sender of a request as it is known now, for no token. @throws AppError `unauthenticated`, `upstream_unavailable`. */
  authenticate({ request, client }: Exchange, more: Pick<Credentials, 'beforeRead' | 'isAfresh'> = {}): Promise<Principal> {
    return this.#parts.authenticate({ headers: request.headers, address: client.address, ...more });
  }

  /** Admits a request that needs no key, by its address. @throws AppError `rate_limited`. */
  async admitAnonymous(exchange: Exchange): Promise<void> {
    await this.#admit(exchange, bucketsOfAddress(exchange.client.networks));
  }

  /** Admits a request for a file of the console, which a page needs by the dozen. @throws AppError `rate_limited`. */
  async admitReader(exchange: Exchange): Promise<void> {
    await this.#admit(exchange, bucketsOfFiles(exchange.client.networks));
  }

  /**
   * The error to answer a refusal with: `rate_limited` instead of `unauthenticated` where the address has no tokens left. A client
   * without tokens is given it at its {@link RefusalPacing}, and its connection closes where that leaves no room for it.
   */
  async refusal(exchange: Exchange, thrown: unknown): Promise<unknown> {
    const error = await this.#chargedRefusal(exchange, thrown);
    const isPaced = exchange.decision?.allowed === false || (error instanceof AppError && error.code === 'rate_limited');
    if (isPaced && !(await this.#turnOf(exchange)) && !exchange.response.headersSent)
      exchange.response.setHeader('Connection', 'close');
    return error;
  }

  /** Counts a request that was dropped behind this one, unread: it takes a turn of its client's refusals. */
  noteDropped(exchange: Exchange): void {
    this.#pace.nextInMs(...pacedAs(exchange));
  }

  #turnOf(exchange: Exchange): Promise<boolean> {
    return this.#pace.turn(...pacedAs(exchange));
  }

  async #chargedRefusal(exchange: Exchange, error: unknown): Promise<unknown> {
    if (exchange.decision) return error;
    const decision = await this.#take(exchange, bucketsOfAddress(exchange.client.networks));
    const isUnauthenticated = error instanceof AppError && error.code === 'unauthenticated';
    return isUnauthenticated && !decision.allowed ? rateLimited(decision) : error;
  }

  /** The refusal of a request beyond what its account may have in progress. */
  beyondShare({ decision }: Exchange, share: Share): AppError {
    return beyondShare(share, decision ? rateLimitHeaders(decision) : undefined);
  }

  /**
   * Takes the cost of a request beyond its one token, and updates the headers that are not sent yet.
   *
   * @returns milliseconds until none of the buckets is in debt.
   */
  async charge(exchange: Exchange, tokens: number): Promise<number> {
    const { principal, request } = exchange;
    if (!principal) return 0;
    const decision = await this.#parts.limiter.charge(bucketsOf(principal, request.url), tokens);
    setRateLimit(exchange, decision);
    return debtMs(decision);
  }

  /**
   * Takes the cost of work beyond its one token before it begins, into debt if need be.
   *
   * @throws AppError `rate_limited` where a bucket is in debt: nothing more was taken.
   */
  async prepay(exchange: Exchange, tokens: number): Promise<void> {
    const { principal, request } = exchange;
    if (!principal) return;
    const decision = await this.#work.pay(bucketsOf(principal, request.url), tokens);
    setRateLimit(exchange, decision);
    if (!decision.allowed) throw rateLimited(decision);
  }

  /** Keeps a flood of made-up secrets from the store: an address that would be refused is refused before a secret is read. */
  #refuseFlood(exchange: Exchange): void {
    const decision = this.#parts.limiter.repeatedRefusal(bucketsOfAddress(exchange.client.networks));
    if (!decision) return;
    setRateLimit(exchange, decision);
    throw rateLimited(decision);
  }

  async #admit(exchange: Exchange, buckets: Buckets): Promise<void> {
    const decision = await this.#take(exchange, buckets);
    if (!decision.allowed) throw rateLimited(decision);
  }

  async #take(exchange: Exchange, buckets: Buckets): Promise<LimitDecision> {
    const decision = await this.#parts.limiter.take(buckets);
    setRateLimit(exchange, decision);
    return decision;
  }
}

/** The client whose refusals have a pace, and the requests a second that it may send. */
function pacedAs({ principal, client }: Exchange): [client: string, rate?: number] {
  if (principal === undefined) return [client.networks.at(-1) ?? ''];
  return principal.type === 'key' ? [principal.id, principal.limit.rate] : [principal.id];
}

function setRateLimit(exchange: Exchange, decision: LimitDecision): void {
  exchange.decision = decision;
  if (exchange.response.headersSent) return;
  for (const [name, value] of Object.entries(rateLimitHeaders(decision))) exchange.response.setHeader(name, value);
}
