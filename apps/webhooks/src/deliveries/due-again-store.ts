import type { ClientSession } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import { EXPIRY_FROM_NOW } from '../database/keeping-documents.ts';
import type { DeliveryDocument } from './delivery-documents.ts';

/** States from which a delivery can be sent again. */
export const ENDED_STATES: readonly DeliveryDocument['state'][] = ['delivered', 'failed', 'dropped'];

const AFRESH = {
  state: 'pending',
  schedule_from: '$attempts',
  next_at: '$$NOW',
  due_since: '$$NOW',
  ended_at: '$$REMOVE',
  unwanted: '$$REMOVE',
  rare_state: '$$REMOVE',
  expires_at: EXPIRY_FROM_NOW,
};

/** Those that have been due since their events came to be. */
export const NOT_AGAIN = { due_since: { $exists: false } };

/** Makes ended deliveries due: their attempts stay, and the schedule begins again. */
export const DUE_AGAIN = [{ $set: AFRESH }];

/** As `DUE_AGAIN`, for a replay: whatever it looks at later, it knows them. */
export const dueAgainBy = (replayId: string) => [{ $set: { ...AFRESH, replay_id: replayId } }];

/** Of some deliveries those that still have something to send: of a batch what is kept. */
export async function withTheirEvents<Row extends Pick<DeliveryDocument, 'event_id' | 'members'>>(
  deliveries: readonly Row[],
  { session, collections }: { readonly session: ClientSession; readonly collections: Pick<Collections, 'events'> },
): Promise<readonly Row[]> {
  const ids = deliveries.flatMap(eventIdsOf);
  const found = await collections.events.find({ _id: { $in: ids } }, { session, projection: { _id: 1 } }).toArray();
  const kept = new Set(found.map(({ _id }) => _id));
  return deliveries.filter((delivery) => eventIdsOf(delivery).some((id) => kept.has(id)));
}

function eventIdsOf({ event_id: eventId, members }: Pick<DeliveryDocument, 'event_id' | 'members'>): string[] {
  return members ? members.map(({ event_id: member }) => member) : [eventId];
}
