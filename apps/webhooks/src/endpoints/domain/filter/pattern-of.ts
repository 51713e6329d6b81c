import { parseFilter } from './parse-filter.ts';
import type { Pattern } from './pattern.ts';

/** Filters that are remembered: all that a process meets in a while. */
const MOST_REMEMBERED = 5_000;

const remembered = new Map<string, Pattern | undefined>();

/**
 * The filter of an endpoint, read once for each text of one.
 *
 * @returns undefined for one that this version cannot read, of a later one say: what it would keep back is rather sent.
 */
export function patternOf(filter: string): Pattern | undefined {
  const known = remembered.get(filter);
  if (known !== undefined || remembered.has(filter)) return known;
  const parsed = parseFilter(JSON.parse(filter));
  const pattern = parsed.type === 'filter' ? parsed.pattern : undefined;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(filter, pattern);
  return pattern;
}
