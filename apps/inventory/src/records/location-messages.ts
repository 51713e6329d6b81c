import { EVENTS, type DomainEvent } from '@fulfilment/contracts';
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
  const { accountId, environment } = parseTenantKey(tenant);
  const { id: subject, version, updatedAt } = change.location;
  const id = newEventId();
  const common = {
    created_at: updatedAt.toISOString(),
    api_version: 'v1' as const,
    account_id: accountId,
    environment,
    sequence: version,
    data: toLocationRecord(change.location),
  };
  // The members stand in the order in which every event has them.
  const body: DomainEvent =
    change.type === 'location.updated'
      ? { id, type: change.type, ...common, changed: [...change.changed] }
      : { id, type: change.type, ...common };
  return {
    id,
    topic: EVENTS[change.type].topic,
    key: `${tenant}|${subject}`,
    type: change.type,
    tenant,
    subject,
    at: updatedAt,
    version,
    part: 0,
    value: JSON.stringify(body),
    requestId,
    traceparent,
  };
}
