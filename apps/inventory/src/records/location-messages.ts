import { eventMessage } from '@fulfilment/contracts';
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
