import { contentHash } from './content-hash.ts';
import { type Tenant, tenantKey } from './tenant.ts';

/** What an `Idempotency-Key` says of one request: which request it is, and what it asks for. */
export interface IdempotencyClaim {
  /** Tells the request from all others of every tenant: a {@link contentHash}, 43 characters. */
  readonly id: string;
  /** The same for the same body and query; under one id another fingerprint is a misused key. */
  readonly fingerprint: string;
  /** @deprecated Return {@link Answered} instead. */
  readonly onReplayed: () => void;
}

/** The answer to a request that may have been sent before. */
export interface Answered<Result> {
  readonly result: Result;
  /** True where it is the stored first answer to the request's idempotency key. */
  readonly replayed: boolean;
}

/** The name of a request, and what it asks for. */
export interface ClaimedRequest {
  readonly tenant: Tenant;
  readonly method: string;
  /** The route with the values of its parameters: the same key on another path is another request. */
  readonly target: readonly string[];
  /** As the caller chose it, 1 to 255 printable characters. */
  readonly key: string;
  /** Body and query. */
  readonly content: unknown;
}

/** The claim of a request that carries an idempotency key. */
export function claimOf(
  { tenant, method, target, key, content }: ClaimedRequest,
  onReplayed: () => void = ignore,
): IdempotencyClaim {
  return { id: contentHash([tenantKey(tenant), method, ...target, key]), fingerprint: contentHash(content), onReplayed };
}

/**
 * The claim of one part of a request, such as an item of a batch: whoever repeats the request repeats this part.
 *
 * @param part names it within the request: `items/3`.
 */
export function deriveClaim(claim: IdempotencyClaim, part: string, content: unknown): IdempotencyClaim {
  return { id: contentHash([claim.id, part]), fingerprint: contentHash(content), onReplayed: ignore };
}

const ignore = (): void => undefined;
