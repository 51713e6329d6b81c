import { newKey } from '../../api/named-send.ts';

/**
 * Idempotency keys of imports that have begun and have no answer yet, kept in the browser: the same file goes on under its key, also
 * after the page was closed. The server refuses another file under the key.
 */
const KEPT = 'fulfilment.imports';

type Keys = Readonly<Record<string, string>>;

/** The name of a file's import in one environment of an account. */
export function nameOfImport({ name, size, lastModified }: File, tenant: string): string {
  return JSON.stringify([tenant, name, size, lastModified]);
}

/** The key of an import that has begun; undefined for one that has not. */
export function keyOfInterrupted(name: string): string | undefined {
  return read()[name];
}

/** The key of an import: the one under which it began, or a new one, which is kept. */
export function beginImport(name: string): string {
  const key = keyOfInterrupted(name) ?? newKey();
  write({ ...read(), [name]: key });
  return key;
}

/** Forgets the key of an import that has its answer. */
export function endImport(name: string): void {
  const { [name]: _ended, ...others } = read();
  write(others);
}

function read(): Keys {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    const entries = Object.entries(typeof kept === 'object' && kept !== null ? kept : {});
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}

function write(keys: Keys): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(keys));
  } catch {
    // Where the browser keeps nothing, an import goes on for as long as its page is open.
  }
}
