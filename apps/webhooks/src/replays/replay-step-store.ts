import { type Clock, firstIdAt, newId } from '@fulfilment/kernel';
import { transact } from '@fulfilment/mongo';
import type { ClientSession, MongoClient } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import { EXPIRY_FROM_NOW, fromNow } from '../database/keeping-documents.ts';
import { PENDING_DUE } from '../database/webhook-indexes.ts';
import type { DeliveryDocument } from '../deliveries/delivery-documents.ts';
import { dueAgainBy, ENDED_STATES, withTheirEvents } from '../deliveries/due-again-store.ts';
import { addDeliveries, renewPending } from '../deliveries/pending-store.ts';
import { wakeOf } from '../deliveries/queue-documents.ts';
import { wantsEvent } from '../endpoints/domain/subscription.ts';
import type { EndpointDocument } from '../endpoints/endpoint-documents.ts';
import { deliveriesOf, type EventFacts } from '../events/event-documents.ts';
import type { ReplayDocument } from './replay-documents.ts';
import type { ReplayStore } from './replay-ports.ts';

/** Deliveries of one bit: a transaction of some tens of milliseconds. */
const MOST_AT_ONCE = 200;
/** With so many still due to the endpoint, a replay waits: what is new would come late behind more. */
const MOST_WAITING = 1_000;
const WAIT_MS = 500;
/** While nothing is sent to the endpoint it is looked at no more often: replays share one worker. */
const IDLE_MS = 5_000;
/** After this long without a word another process goes on with it. */
const LEASE_MS = 15_000;
/** Of a rate, how much is made due at once, in seconds. */
const BIT_SECONDS = 1;

export interface StepReplayParts {
  readonly client: MongoClient;
  readonly collections: Collections;
  readonly now: Clock;
}

const IS_DUE = { state: 'running' as const, $expr: { $lte: ['$due_at', '$$NOW'] } };
const CLAIMED = [{ $set: { epoch: { $add: ['$epoch', 1] }, due_at: fromNow(LEASE_MS) } }];
/** Ends a replay before its time. */
export const CANCELLED = [{ $set: { state: 'cancelled', ended_at: '$$NOW', expires_at: EXPIRY_FROM_NOW, due_at: '$$REMOVE' } }];

/** Each bit and its place are kept in one transaction: whoever goes on after a crash makes nothing due twice. */
export function makeStepReplay({ client, collections, now }: StepReplayParts): ReplayStore['step'] {
  const { replays } = collections;
  return async () => {
    const claimed = await replays.findOneAndUpdate(IS_DUE, CLAIMED, { sort: { due_at: 1 }, returnDocument: 'after' });
    if (!claimed) return false;
    const at = now();
    await transact(client, (session) => doBit(claimed, { session, collections, at }));
    return true;
  };
}

interface Context {
  readonly session: ClientSession;
  readonly collections: Collections;
  readonly at: Date;
}

async function doBit(replay: ReplayDocument, context: Context): Promise<void> {
  const { session, collections } = context;
  const { _id, tenant, endpoint_id: endpointId, epoch, selection } = replay;
  const mine = { _id, state: 'running' as const, epoch };
  if (!(await collections.replays.findOne(mine, { session, projection: { _id: 1 } }))) return;
  const endpoint = await collections.endpoints.findOne({ _id: endpointId, tenant }, { session });
  if (!endpoint) {
    await collections.replays.updateOne(mine, CANCELLED, { session });
    return;
  }
  const limit = isTaking(endpoint, context.at) ? await limitOf(replay, context) : 0;
  if (limit === 0) {
    await collections.replays.updateOne(mine, [{ $set: { due_at: nextLook(endpoint) } }], { session });
    return;
  }
  const resend = selection === 'failed' ? resendFailed : resendAll;
  const bit = await resend(replay, limit, { ...context, endpoint });
  await collections.replays.updateOne(mine, [{ $set: progressOf(replay, bit) }], { session });
  if (bit.resent > 0) await collections.queues.updateOne({ _id: endpointId }, wakeOf(tenant), { upsert: true, session });
}

/** What is made due while nothing is sent would all go at once after that, whatever the rate. */
function isTaking({ status, rests_until: restsUntil }: EndpointDocument, at: Date): boolean {
  return status === 'active' && (restsUntil === null || restsUntil <= at);
}

function nextLook({ status, rests_until: restsUntil }: EndpointDocument) {
  if (status !== 'active') return fromNow(IDLE_MS);
  return { $max: [fromNow(WAIT_MS), { $min: [restsUntil, fromNow(IDLE_MS)] }] };
}

async function limitOf(
  { rate, tenant, endpoint_id: endpointId }: ReplayDocument,
  { session, collections }: Context,
): Promise<number> {
  const waiting = await collections.pending.countDocuments(
    { tenant, endpoint_id: endpointId },
    { session, limit: MOST_WAITING, hint: PENDING_DUE },
  );
  const ofRate = rate === null ? MOST_AT_ONCE : Math.max(1, Math.floor(rate * BIT_SECONDS));
  return Math.min(MOST_AT_ONCE, ofRate, MOST_WAITING - waiting);
}

function progressOf({ rate, examined, resent }: ReplayDocument, bit: Bit) {
  const { at_id, at_position, over } = bit;
  const place = { at_id, at_position, examined: examined + bit.examined, resent: resent + bit.resent };
  if (over) return { ...place, state: 'done', ended_at: '$$NOW', expires_at: EXPIRY_FROM_NOW, due_at: '$$REMOVE' };
  return { ...place, due_at: fromNow(rate === null ? 0 : (bit.resent / rate) * 1_000) };
}

interface BitContext {
  readonly session: ClientSession;
  readonly collections: Pick<Collections, 'deliveries' | 'pending' | 'events'>;
  readonly endpoint: EndpointDocument;
  readonly at: Date;
}

/** What one bit of a replay came to. */
interface Bit {
  readonly examined: number;
  readonly resent: number;
  readonly at_id: string;
  readonly at_position: number;
  /** Whether nothing is left. */
  readonly over: boolean;
}

/** Makes the next deliveries that were given up due again. */
async function resendFailed(replay: ReplayDocument, limit: number, context: BitContext): Promise<Bit> {
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
async function resendAll(replay: ReplayDocument, limit: number, context: BitContext): Promise<Bit> {
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

/** Characters of bodies at which one bit of a replay ends: an event has up to 900 KB. */
const MOST_READ = 4_000_000;

interface Wanted {
  readonly wanted: readonly EventFacts[];
  /** Up to which position it was decided. */
  readonly through: number;
}

/** Of events that an endpoint never got, in their order, those that it would get as it is now. */
async function wantedOf(
  unknown: readonly EventFacts[],
  { session, collections, endpoint }: Pick<BitContext, 'session' | 'collections' | 'endpoint'>,
): Promise<Wanted> {
  const { _id: endpointId, filter } = endpoint;
  const withoutFilter = { ...endpoint, filter: null };
  const ofItsTypes = unknown.filter((event) => event.not_to !== endpointId && wantsEvent({ ...event, body: '' })(withoutFilter));
  if (filter === null) return { wanted: ofItsTypes, through: Infinity };
  const byId = new Map(ofItsTypes.map((event) => [idOf(event), event]));
  const bodies = collections.events
    .find({ _id: { $in: [...byId.keys()] } }, { session, projection: { position: 1, type: 1, body: 1 } })
    .sort({ position: 1 });
  const wanted: EventFacts[] = [];
  let read = 0;
  for await (const { _id, type, body, position } of bodies) {
    const facts = byId.get(_id);
    if (facts && wantsEvent({ type, body })(endpoint)) wanted.push(facts);
    read += body.length;
    if (read > MOST_READ) return { wanted, through: position };
  }
  return { wanted, through: Infinity };
}

const idOf = ({ _id }: EventFacts): string => _id;
