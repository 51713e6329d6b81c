import { selects } from '../domain/endpoint.ts';
import { fits } from '../domain/filter/match-pattern.ts';
import type { EndpointDocument } from './documents.ts';
import { patternOf } from './pattern-of.ts';

/** What decides which events an endpoint gets. */
export type Selection = Pick<EndpointDocument, 'events' | 'filter'>;

/** Whether an endpoint gets an event. */
export type WantsEvent = (selection: Selection) => boolean;

/** @param event its body is parsed once at most, and only where a filter asks for it. */
export function wantsEvent(event: { readonly type: string; readonly body: string }): WantsEvent {
  let parsed: { readonly content: unknown } | undefined;
  return ({ events, filter }) => {
    if (!selects(events, event.type)) return false;
    const pattern = filter === null ? undefined : patternOf(filter);
    if (!pattern) return true;
    parsed ??= { content: JSON.parse(event.body) };
    return fits(pattern, parsed.content);
  };
}
