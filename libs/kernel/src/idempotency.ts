import { createHash } from 'node:crypto';
import { type Tenant, tenantKey } from './tenant.ts';

/** The identity and the content of a request with an idempotency key. */
export interface IdempotencyClaim {
  /** Unique over the requests of all tenants: a {@link contentHash}, 43 characters. */
  readonly id: string;
  /** Equal for equal body and query; another fingerprint under one id means that the key was reused. */
  readonly fingerprint: string;
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
  /** The client's key, 1 to 255 printable characters. */
  readonly key: string;
  /** Body and query. */
  readonly content: unknown;
}

/** The claim of a request that carries an idempotency key. */
export function claimOf({ tenant, method, target, key, content }: ClaimedRequest): IdempotencyClaim {
  return { id: contentHash([tenantKey(tenant), method, ...target, key]), fingerprint: contentHash(content) };
}

/**
 * The claim of one part of a request, such as an item of a batch: repeating the request repeats the part.
 *
 * @param part its name within the request: `items/3`.
 */
export function deriveClaim(claim: IdempotencyClaim, part: string, content: unknown): IdempotencyClaim {
  return { id: contentHash([claim.id, part]), fingerprint: contentHash(content) };
}

/**
 * SHA-256 of a JSON value in base64url, 43 characters: equal for equal content in any order of its fields.
 *
 * @param value a JSON value; a field that is `undefined` counts as absent.
 */
export function contentHash(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('base64url');
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_name, inner: unknown) => (isObject(inner) ? sorted(inner) : inner));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Without a prototype, so that a field named `__proto__` is a field like any other. */
function sorted(fields: Record<string, unknown>): Record<string, unknown> {
  const copy: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(fields).toSorted()) copy[name] = fields[name];
  return copy;
}
