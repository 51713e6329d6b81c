import { firstIdAt, newId } from '@fulfilment/kernel';
import type { ClientSession } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import type { DeliveryDocument } from '../deliveries/delivery-documents.ts';
import { dueAgainBy, ENDED_STATES, withTheirEvents } from '../deliveries/due-again-store.ts';
import { addDeliveries, renewPending } from '../deliveries/pending-store.ts';
import type { EndpointDocument } from '../endpoints/endpoint-documents.ts';
import { deliveriesOf, type EventFacts } from '../events/event-documents.ts';
import type { ReplayDocument } from './replay-documents.ts';
import { wantedOf } from './wanted-events-store.ts';

export interface BitContext {
  readonly session: ClientSession;
  readonly collections: Pick<Collections, 'deliveries' | 'pending' | 'events'>;
  readonly endpoint: EndpointDocument;
  readonly at: Date;
}

/** What one bit of a replay came to. */
export interface Bit {
  readonly examined: number;
  readonly resent: number;
  readonly at_id: string;
  readonly at_position: number;
  /** Whether nothing is left. */
  readonly over: boolean;
}

/** Makes the next deliveries that were given up due again. */
export async function resendFailed(replay: ReplayDocument, limit: number, context: BitContext): Promise<Bit> {
  const { session, collections } = context;
  const { tenant, endpoint_id: endpointId, at_id: behind, at_position: position } = replay;
  const found = await collections.deliveries
    .find(
      { tenant, endpoint_id: endpointId, rare_state: 'failed', _id: { $gt: behind, $lt: firstIdAt('dlv', replay.until) } },
      { session },
    )
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  const resent = await makeDue(replay, found, context);
  const { _id: last } = found.at(-1) ?? { _id: behind };
  return { examined: found.length, resent, at_id: last, at_position: position, over: found.length < limit };
}

/** Sends the next events again that the endpoint got, or would get as it is now. */
export async function resendAll(replay: ReplayDocument, limit: number, context: BitContext): Promise<Bit> {
  const { session, collections } = context;
  const { tenant, at_id: id, at_position: behind, last_position: last } = replay;
  const found = await collections.events
    .find<EventFacts>(
      { tenant, position: { $gt: behind, $lte: last }, test: { $ne: true } },
      { session, projection: { body: 0 } },
    )
    .sort({ position: 1 })
    .limit(limit)
    .toArray();
  const known = await deliveriesFor(found, context);
  const unknown = found.filter(({ _id }) => !known.has(_id));
  const { wanted, through } = await wantedOf(unknown, context);
  const events = found.filter(({ position }) => position <= through);
  const ended = await endedOf(
    events.flatMap(({ _id }) => known.get(_id) ?? []),
    context,
  );
  const resent = (await makeDue(replay, ended, context)) + (await makeMissing(replay, wanted, context));
  const isAll = events.length === found.length && found.length < limit;
  return { examined: events.length, resent, at_id: id, at_position: events.at(-1)?.position ?? last, over: isAll };
}

async function deliveriesFor(
  events: readonly { readonly _id: string }[],
  { session, collections, endpoint: { tenant, _id: endpointId } }: BitContext,
): Promise<ReadonlyMap<string, DeliveryDocument>> {
  const ids = events.map(({ _id }) => _id);
  const found = await collections.deliveries
    .find({ tenant, endpoint_id: endpointId, event_id: { $in: ids } }, { session })
    .toArray();
  return new Map(found.map((delivery) => [delivery.event_id, delivery]));
}

/** Those that have ended; of one in a batch the batch, which goes again as a whole. */
async function endedOf(
  known: readonly DeliveryDocument[],
  { session, collections }: BitContext,
): Promise<readonly DeliveryDocument[]> {
  const batches = [...new Set(known.flatMap(({ batch_id: id }) => id ?? []))];
  const found = batches.length > 0 ? await collections.deliveries.find({ _id: { $in: batches } }, { session }).toArray() : [];
  return [...known, ...found].filter(({ state }) => ENDED_STATES.includes(state));
}

/** A batch has events of several bits, and goes once. */
async function makeDue(
  { _id: replayId }: ReplayDocument,
  ended: readonly DeliveryDocument[],
  context: BitContext,
): Promise<number> {
  const kept = await withTheirEvents(ended, context);
  if (kept.length === 0) return 0;
  const { session, collections, endpoint } = context;
  const ids = kept.filter(({ replay_id: last }) => last !== replayId).map(({ _id }) => _id);
  const ofEndpoint = { tenant: endpoint.tenant, state: { $in: [...ENDED_STATES] } };
  await collections.deliveries.updateMany({ _id: { $in: ids }, ...ofEndpoint }, dueAgainBy(replayId), { session });
  await renewPending(ids, { session, collections });
  return ids.length;
}

async function makeMissing(
  { _id: replayId }: ReplayDocument,
  missing: readonly EventFacts[],
  { session, collections, endpoint, at }: BitContext,
): Promise<number> {
  if (missing.length === 0) return 0;
  const { _id: endpointId } = endpoint;
  const endpoints = [endpointId];
  const made = missing.flatMap((event) => deliveriesOf({ ...event, endpoints }, at));
  await addDeliveries(
    made.map((delivery) => ({ ...delivery, _id: newId('dlv', at.getTime()), replay_id: replayId, due_since: at })),
    { session, collections },
  );
  const ids = missing.map(({ _id }) => _id);
  await collections.events.updateMany({ _id: { $in: ids } }, { $addToSet: { endpoints: endpointId } }, { session });
  return made.length;
}
