import { selects } from '../endpoints/domain/endpoint.ts';
import { fits } from '../endpoints/domain/filter/match-pattern.ts';
import { patternOf } from '../endpoints/domain/filter/pattern-of.ts';
import type { EndpointDocument } from '../endpoints/endpoint-documents.ts';

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
