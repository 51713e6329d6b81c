import { AppError } from '@fulfilment/kernel';
import { type Buckets, bucketsOf, bucketsOfAddress, type Verdict } from '../rate-limiting/buckets.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Recognise } from '../authentication/recognise.ts';
import type { Limiter } from '../rate-limiting/limiter.ts';
import type { Exchange } from './exchange.ts';
import { rateLimitHeaders } from '../rate-limiting/rate-limit-headers.ts';
import { rateLimited } from '../request-refusals.ts';

/** Lets requests in, and sees to it that every answer says what is left of which limit. */
export interface Gate {
  /** Lets in whoever brings a valid key or session that has requests left. @throws AppError `unauthenticated`, `rate_limited`. */
  caller(exchange: Exchange): Promise<Principal>;
  /** Lets in whoever needs no key, by address. @throws AppError `rate_limited`. */
  stranger(exchange: Exchange): Promise<void>;
  /** What a refusal is answered with: the error itself, or `rate_limited` where strangers are refused too often. */
  refusal(exchange: Exchange, error: unknown): Promise<unknown>;
  /** Takes what a request cost beyond its one token, and says what is left then. */
  readonly charge: (exchange: Exchange, tokens: number) => Promise<void>;
}

export interface GateParts {
  readonly recognise: Recognise;
  readonly limiter: Limiter;
  readonly noteUse: (principal: Principal) => void;
}

export function makeGate({ recognise, limiter, noteUse }: GateParts): Gate {
  const take = async (exchange: Exchange, buckets: Buckets): Promise<Verdict> => {
    const verdict = await limiter.take(buckets);
    tell(exchange, verdict);
    return verdict;
  };
  /** Keeps a flood of made-up secrets from the store: whose address is refused anyway is refused before one is read. */
  const refuseFlood = (exchange: Exchange): void => {
    const verdict = limiter.certainRefusal(bucketsOfAddress(exchange.client.bucket));
    if (!verdict) return;
    tell(exchange, verdict);
    throw rateLimited(verdict);
  };
  const admit = async (exchange: Exchange, buckets: Buckets): Promise<void> => {
    const verdict = await take(exchange, buckets);
    if (!verdict.allowed) throw rateLimited(verdict);
  };
  return {
    caller: async (exchange) => {
      const { request, client } = exchange;
      const principal = await recognise(request.headers, client.address, () => refuseFlood(exchange));
      exchange.principal = principal;
      noteUse(principal);
      await admit(exchange, bucketsOf(principal));
      return principal;
    },
    stranger: (exchange) => admit(exchange, bucketsOfAddress(exchange.client.bucket)),
    refusal: async (exchange, error) => {
      if (exchange.verdict) return error;
      const verdict = await take(exchange, bucketsOfAddress(exchange.client.bucket));
      return !verdict.allowed && isUnauthenticated(error) ? rateLimited(verdict) : error;
    },
    charge: async (exchange, tokens) => {
      if (exchange.principal) tell(exchange, await limiter.charge(bucketsOf(exchange.principal), tokens));
    },
  };
}

function tell(exchange: Exchange, verdict: Verdict): void {
  exchange.verdict = verdict;
  for (const [name, value] of Object.entries(rateLimitHeaders(verdict))) exchange.response.setHeader(name, value);
}

function isUnauthenticated(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unauthenticated';
}
