import { newKey } from '../../api/named-call.ts';

/** Where the browser keeps them. */
const KEPT = 'fulfilment.imports';

/** The server knows a key for at least 24 hours after a row was done under it: one that is kept for less does no row twice. */
const KEPT_MS = 23 * 3_600_000;

interface Begun {
  readonly name: string;
  readonly key: string;
  /** When it began, Unix milliseconds. */
  readonly at: number;
}

/** Of a browser that keeps nothing, for as long as the page is open. */
let inMemory: readonly Begun[] | undefined;

/** The name of a file's import in one environment of an account. @param options for which its rows are other ones. */
export function nameOfImport({ name, size, lastModified }: File, tenant: string, options: readonly unknown[]): string {
  return JSON.stringify([tenant, name, size, lastModified, ...options]);
}

/**
 * The idempotency key of an import that has begun and has no answer yet; undefined for one that has not. The same file goes on under its
 * key, also after the page was closed; the server refuses another file under it.
 */
export function keyOfInterrupted(name: string): string | undefined {
  return read().find((begun) => begun.name === name)?.key;
}

/** The key of an import: the one under which it began, or a new one, which is kept. */
export function beginImport(name: string): string {
  const known = keyOfInterrupted(name);
  if (known !== undefined) return known;
  const key = newKey();
  write([...read(), { name, key, at: Date.now() }]);
  return key;
}

/** Forgets the key of an import that has its answer. */
export function endImport(name: string): void {
  write(read().filter((begun) => begun.name !== name));
}

function read(): readonly Begun[] {
  return (inMemory ?? stored()).filter(({ at }) => Date.now() - at < KEPT_MS);
}

function stored(): readonly Begun[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

function write(all: readonly Begun[]): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(all));
  } catch {
    inMemory = all;
  }
}
