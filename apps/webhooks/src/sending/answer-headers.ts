import type { IncomingHttpHeaders } from 'node:http';

/** What tells an endpoint's owner who answered, and us when to come again. */
const KEPT: readonly string[] = ['content-type', 'location', 'retry-after', 'server'];
const LONGEST_VALUE = 256;

/** Those of an answer's headers that are kept, by their lower-case names. */
export function keptHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const name of KEPT) {
    const value = headers[name];
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) kept[name] = first.slice(0, LONGEST_VALUE);
  }
  return kept;
}
