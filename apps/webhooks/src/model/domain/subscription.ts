import { matchesFilter } from './filter/match-filter.ts';
import { parseFilter } from './filter/parse-filter.ts';
import type { Pattern } from './filter/pattern.ts';

/** The event types and the filter by which an endpoint selects events. */
export interface Subscription {
  /** Event types, or `*` alone. */
  readonly events: readonly string[];
  /** A content filter as JSON. */
  readonly filter: string | null;
}

/** True if a subscription selects the event at hand. */
export type MatchSubscription = (subscription: Subscription) => boolean;

interface EventContent {
  readonly type: string;
  readonly body: string;
}

/** Selects every type, also those of later versions. */
const EVERY_TYPE = '*';

/** True if a subscription to these types selects `type`. */
export function selectsType(events: readonly string[], type: string): boolean {
  return events.includes(EVERY_TYPE) || events.includes(type);
}

/** Matches an event with subscriptions. The body is parsed once at most, on demand, and each filter is evaluated once. */
export function matchesSubscription(event: EventContent): MatchSubscription {
  let parsed: { readonly content: unknown } | undefined;
  const results = new Map<string, boolean>();
  const passes = (filter: string): boolean => {
    const pattern = compileFilter(filter);
    if (!pattern) return true;
    parsed ??= { content: JSON.parse(event.body) };
    return matchesFilter(pattern, parsed.content);
  };
  return ({ events, filter }) => {
    if (!selectsType(events, event.type)) return false;
    if (filter === null) return true;
    const matches = results.get(filter) ?? passes(filter);
    results.set(filter, matches);
    return matches;
  };
}

/** Finds the match function of an event by its id. */
export type MatchEvent = (event: EventContent & { readonly id: string }) => MatchSubscription;

/** Memoizes the match functions of events with their results, so that a transaction that runs again evaluates no filter twice. */
export function memoizeMatch(): MatchEvent {
  const known = new Map<string, MatchSubscription>();
  return (event) => {
    const match = known.get(event.id) ?? matchesSubscription(event);
    known.set(event.id, match);
    return match;
  };
}

/** Compiled filters of a process, by their text. */
const MAX_COMPILED = 5_000;
const compiled = new Map<string, Pattern | undefined>();

/** @returns undefined for a filter that this version cannot parse, as one of a later version: its events are rather sent. */
function compileFilter(filter: string): Pattern | undefined {
  const known = compiled.get(filter);
  if (known !== undefined || compiled.has(filter)) return known;
  const parsed = parseFilter(JSON.parse(filter));
  const pattern = parsed.type === 'filter' ? parsed.pattern : undefined;
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(filter, pattern);
  return pattern;
}
