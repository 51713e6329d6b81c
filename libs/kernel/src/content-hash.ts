import { createHash } from 'node:crypto';

/**
 * SHA-256 of a JSON value in base64url, 43 characters: the same for the same content, in whatever order its fields came.
 *
 * @param value what `JSON.parse` can give; a field that is `undefined` counts as absent.
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
