import { eventMessage, type LocationNames, MAX_NAMED_LOCATIONS, TOPICS } from '@fulfilment/contracts';
import { newId, type OutgoingMessage, parseTenantKey } from '@fulfilment/kernel';
import type { Location } from '../model/location.ts';
import { toLocationRecord } from './location-record.ts';

/** A change of one location, which is shown as it is afterwards. */
export type LocationChange =
  | { readonly type: 'location.created' | 'location.archived'; readonly location: Location }
  | { readonly type: 'location.updated'; readonly location: Location; readonly changed: readonly string[] };

/** The ids under which a change is traced, and how its event gets its own. */
export interface LocationEventTerms {
  readonly tenant: string;
  readonly requestId: string;
  readonly traceparent?: string | undefined;
  readonly newEventId?: () => string;
}

/** The event of a change of a location. */
export function locationMessage(change: LocationChange, terms: LocationEventTerms): OutgoingMessage {
  const { tenant, requestId, traceparent, newEventId = () => newId('evt') } = terms;
  const { type, location } = change;
  const { id: subject, version, updatedAt: at } = location;
  const facts = { sequence: version, data: toLocationRecord(location) };
  const event = { id: newEventId(), tenant: parseTenantKey(tenant), subject, at, version, requestId, traceparent };
  return type === 'location.updated'
    ? eventMessage({ ...event, type }, { ...facts, changed: [...change.changed] })
    : eventMessage({ ...event, type }, facts);
}

/** The changes that give a location a path. */
const namesIn = (change: LocationChange): boolean =>
  change.type === 'location.created' || (change.type === 'location.updated' && change.changed.includes('path'));

/** The events of changes of one request, and behind them the paths that its locations got. */
export function locationMessages(changes: readonly LocationChange[], terms: LocationEventTerms): readonly OutgoingMessage[] {
  const named = changes.filter(namesIn).map(({ location }) => ({ location, since: location.updatedAt }));
  return [...changes.map((change) => locationMessage(change, terms)), ...namesMessages(named, terms)];
}

/** A location, and the time from which on it had its path. */
export interface NamedLocation {
  readonly location: Location;
  readonly since: Date;
}

/**
 * Tells scans of the paths that locations have. The messages are few, since those of outcomes of orders stand in the same topic: one for
 * up to 500 locations.
 */
export function namesMessages(named: readonly NamedLocation[], terms: LocationEventTerms): readonly OutgoingMessage[] {
  const { tenant, requestId, traceparent, newEventId = () => newId('evt') } = terms;
  const { accountId, environment } = parseTenantKey(tenant);
  const pieces = Array.from({ length: Math.ceil(named.length / MAX_NAMED_LOCATIONS) }, (_, piece) =>
    named.slice(piece * MAX_NAMED_LOCATIONS, (piece + 1) * MAX_NAMED_LOCATIONS),
  );
  return pieces.flatMap((piece, part): OutgoingMessage[] => {
    const [first] = piece;
    if (!first) return [];
    const { id: subject, version, updatedAt: at } = first.location;
    const names: LocationNames = {
      type: 'locations',
      account_id: accountId,
      environment,
      locations: piece.map(({ location, since }) => ({
        id: location.id,
        path: location.path,
        version: location.version,
        since: since.toISOString(),
      })),
      request_id: requestId,
    };
    const [topic, key, value] = [TOPICS.stockOutcomes, `${tenant}|${subject}`, JSON.stringify(names)];
    return [
      { id: newEventId(), tenant, subject, at, version, part, topic, key, type: names.type, value, requestId, traceparent },
    ];
  });
}
