import type { EndpointDocument } from '../endpoint-documents.ts';
import { selects } from './endpoint.ts';
import { fits } from './filter/match-filter.ts';
import { parseFilter } from './filter/parse-filter.ts';
import type { Pattern } from './filter/pattern.ts';

/** What decides which events an endpoint gets. */
export type Selection = Pick<EndpointDocument, 'events' | 'filter'>;

/** Whether an endpoint gets an event. */
export type WantsEvent = (selection: Selection) => boolean;

/** What is to be known of an event. */
type Content = { readonly type: string; readonly body: string };

/** @param event its body is parsed once at most, and only where a filter asks for it; a filter decides on it once. */
export function wantsEvent(event: Content): WantsEvent {
  let parsed: { readonly content: unknown } | undefined;
  const decided = new Map<string, boolean>();
  const passes = (filter: string): boolean => {
    const pattern = patternOf(filter);
    if (!pattern) return true;
    parsed ??= { content: JSON.parse(event.body) };
    return fits(pattern, parsed.content);
  };
  return ({ events, filter }) => {
    if (!selects(events, event.type)) return false;
    if (filter === null) return true;
    const isWanted = decided.get(filter) ?? passes(filter);
    decided.set(filter, isWanted);
    return isWanted;
  };
}

/** Finds for an event what was decided on it before, by its id. */
export type WantsOf = (event: Content & { readonly id: string }) => WantsEvent;

/** Remembers what was decided, for a transaction that begins again. */
export function rememberWants(): WantsOf {
  const known = new Map<string, WantsEvent>();
  return (event) => {
    const wants = known.get(event.id) ?? wantsEvent(event);
    known.set(event.id, wants);
    return wants;
  };
}

/** Filters that are remembered: all that a process meets in a while. */
const MOST_REMEMBERED = 5_000;

const remembered = new Map<string, Pattern | undefined>();

/**
 * The filter of an endpoint, read once for each text of one.
 *
 * @returns undefined for one that this version cannot read, of a later one say: what it would keep back is rather sent.
 */
function patternOf(filter: string): Pattern | undefined {
  const known = remembered.get(filter);
  if (known !== undefined || remembered.has(filter)) return known;
  const parsed = parseFilter(JSON.parse(filter));
  const pattern = parsed.type === 'filter' ? parsed.pattern : undefined;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(filter, pattern);
  return pattern;
}
