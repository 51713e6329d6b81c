import { firstIdAt, newId } from '@fulfilment/kernel';
import { transact } from '@fulfilment/mongo';
import { type Database, EXPIRY_FROM_NOW, fromNow, type Transaction } from '../database/collections-documents.ts';
import { PENDING_DUE, PENDING_LOG } from '../database/webhook-indexes.ts';
import type { DeliveryDocument } from '../database/delivery-documents.ts';
import {
  addDeliveries,
  bringForward,
  resentBy,
  ENDED_STATES,
  rebuildPending,
  WAITS,
  withKeptEvents,
} from '../database/pending-store.ts';
import { wakeOf } from '../database/queue-documents.ts';
import { matchesSubscription } from '../model/domain/subscription.ts';
import type { EndpointDocument } from '../database/endpoint-documents.ts';
import { deliveriesOf, type EventFacts } from '../database/event-documents.ts';
import { isReceiving, MAX_PENDING, pauseAfter, stepLimit, type Wait, waitFor } from '../model/domain/replay.ts';
import type { ReplayDocument } from '../database/replay-documents.ts';
import type { ReplayStore } from './replay-ports.ts';

/** A worker that has not finished its step in this time loses the replay to another one. */
const LEASE_MS = 15_000;
/** Characters of bodies at which a step ends: an event has up to 900 KB. */
const MAX_READ_CHARACTERS = 4_000_000;

const IS_DUE = { state: 'running' as const, $expr: { $lte: ['$due_at', '$$NOW'] } };
const CLAIMED = [{ $set: { epoch: { $add: ['$epoch', 1] }, due_at: fromNow(LEASE_MS) } }];
/** Ends a replay early. */
export const CANCELLED = [{ $set: { state: 'cancelled', ended_at: '$$NOW', expires_at: EXPIRY_FROM_NOW, due_at: '$$REMOVE' } }];

/** Each step is stored with its progress in one transaction: after a takeover no delivery is made due twice. */
export function makeStepReplay({ client, collections, now, onDue }: Database): ReplayStore['step'] {
  const { replays } = collections;
  return async () => {
    const claimed = await replays.findOneAndUpdate(IS_DUE, CLAIMED, { sort: { due_at: 1 }, returnDocument: 'after' });
    if (!claimed) return false;
    const at = now();
    if (await transact(client, (session) => doStep(claimed, { session, collections, at }))) onDue([claimed.endpoint_id]);
    return true;
  };
}

interface ReplayContext extends Transaction {
  readonly at: Date;
}

interface StepContext extends ReplayContext {
  readonly endpoint: EndpointDocument;
}

/** The progress of a replay after a step. */
interface Progress {
  readonly examined: number;
  readonly resent: number;
  readonly at_id: string;
  readonly at_position: number;
  readonly isDone: boolean;
}

/** @returns whether it made the endpoint's queue due. */
async function doStep(replay: ReplayDocument, context: ReplayContext): Promise<boolean> {
  const { session, collections, at } = context;
  const { _id, tenant, endpoint_id: endpointId, epoch, rate, selection } = replay;
  const claimed = { _id, state: 'running' as const, epoch };
  if (!(await collections.replays.findOne(claimed, { session, projection: { _id: 1 } }))) return false;
  const endpoint = await collections.endpoints.findOne({ _id: endpointId, tenant }, { session });
  if (!endpoint) {
    await collections.replays.updateOne(claimed, CANCELLED, { session });
    return false;
  }
  const facts = { status: endpoint.status, restsUntil: endpoint.rests_until };
  const limit = isReceiving(facts, at) ? stepLimit(rate, await countPending(replay, context)) : 0;
  if (limit === 0) {
    await collections.replays.updateOne(claimed, [{ $set: { due_at: endOf(waitFor(facts)) } }], { session });
    return false;
  }
  const resend = selection === 'failed' ? resendFailed : resendAll;
  const progress = await resend(replay, limit, { ...context, endpoint });
  await collections.replays.updateOne(claimed, [{ $set: progressFields(replay, progress) }], { session });
  if (progress.resent === 0) return false;
  await collections.queues.updateOne({ _id: endpointId }, wakeOf(tenant), { upsert: true, session });
  return true;
}

function countPending(
  { tenant, endpoint_id: endpointId }: ReplayDocument,
  { session, collections }: ReplayContext,
): Promise<number> {
  // Those that wait for their next try are the replay's to send, not in its way.
  const filter = { tenant, endpoint_id: endpointId, $expr: { $lte: ['$next_at', '$$NOW'] } };
  return collections.pending.countDocuments(filter, { session, limit: MAX_PENDING, hint: PENDING_DUE });
}

/** By the server's clock; `$min` ignores null. */
function endOf({ minMs, maxMs, until }: Wait) {
  return { $max: [fromNow(minMs), { $min: [until, fromNow(maxMs)] }] };
}

function progressFields({ rate, examined, resent }: ReplayDocument, progress: Progress) {
  const { at_id, at_position, isDone } = progress;
  const counts = { at_id, at_position, examined: examined + progress.examined, resent: resent + progress.resent };
  if (isDone) return { ...counts, state: 'done', ended_at: '$$NOW', expires_at: EXPIRY_FROM_NOW, due_at: '$$REMOVE' };
  return { ...counts, due_at: fromNow(pauseAfter(rate, progress.resent)) };
}

/** Makes the next failed deliveries due again, and those that have failed so far and wait for their next try. */
async function resendFailed(replay: ReplayDocument, limit: number, context: StepContext): Promise<Progress> {
  const { session, collections } = context;
  const { tenant, endpoint_id: endpointId, at_id: behind, at_position: position } = replay;
  const range = { tenant, endpoint_id: endpointId, _id: { $gt: behind, $lt: firstIdAt('dlv', replay.until) } };
  const failed = await collections.deliveries
    .find({ ...range, rare_state: 'failed' }, { session })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  const waiting = await collections.pending
    .find({ ...range, attempts: { $gt: 0 }, ...WAITS }, { session, projection: { _id: 1 }, hint: PENDING_LOG })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  const ids = [...failed, ...waiting].map(({ _id }) => _id).toSorted();
  const found = new Set(ids.slice(0, limit));
  const forward = waiting.filter(({ _id }) => found.has(_id)).map(({ _id }) => _id);
  await bringForward(forward, context);
  const resent = await makeDue(
    replay,
    failed.filter(({ _id }) => found.has(_id)),
    context,
  );
  const last = ids[found.size - 1] ?? behind;
  const isDone = found.size < limit;
  return { examined: found.size, resent: resent + forward.length, at_id: last, at_position: position, isDone };
}

/** Makes due again the deliveries of the next events, and new ones for events that match the endpoint's subscription now. */
async function resendAll(replay: ReplayDocument, limit: number, context: StepContext): Promise<Progress> {
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
  const { matching, through } = await matchingEvents(unknown, context);
  const events = found.filter(({ position }) => position <= through);
  const ended = await endedOf(
    events.flatMap(({ _id }) => known.get(_id) ?? []),
    context,
  );
  const forward = events.flatMap(({ _id }) => known.get(_id) ?? []).filter(isWaiting(context.at));
  await bringForward(
    forward.map(({ _id }) => _id),
    context,
  );
  const again = await makeDue(replay, ended, context);
  const resent = forward.length + again + (await addMissing(replay, matching, context));
  const isDone = events.length === found.length && found.length < limit;
  return { examined: events.length, resent, at_id: id, at_position: events.at(-1)?.position ?? last, isDone };
}

/** True for a delivery that has failed so far and waits for its next try. */
const isWaiting =
  (at: Date) =>
  ({ state, attempts, next_at: next }: DeliveryDocument): boolean =>
    state === 'pending' && attempts > 0 && next !== undefined && next > at;

async function deliveriesFor(
  events: readonly { readonly _id: string }[],
  { session, collections, endpoint: { tenant, _id: endpointId } }: StepContext,
): Promise<ReadonlyMap<string, DeliveryDocument>> {
  const ids = events.map(({ _id }) => _id);
  const found = await collections.deliveries
    .find({ tenant, endpoint_id: endpointId, event_id: { $in: ids } }, { session })
    .toArray();
  return new Map(found.map((delivery) => [delivery.event_id, delivery]));
}

interface MatchingEvents {
  readonly matching: readonly EventFacts[];
  /** The last position that was examined. */
  readonly through: number;
}

/** Selects events without a delivery, in order, that match the endpoint's subscription now; bodies are read only for its filter. */
async function matchingEvents(
  events: readonly EventFacts[],
  { session, collections, endpoint }: StepContext,
): Promise<MatchingEvents> {
  const { _id: endpointId, filter } = endpoint;
  const withoutFilter = { ...endpoint, filter: null };
  const ofItsTypes = events.filter(
    (event) => event.not_to !== endpointId && matchesSubscription({ ...event, body: '' })(withoutFilter),
  );
  if (filter === null) return { matching: ofItsTypes, through: Infinity };
  const byId = new Map(ofItsTypes.map((event) => [idOf(event), event]));
  const bodies = collections.events
    .find({ _id: { $in: [...byId.keys()] } }, { session, projection: { position: 1, type: 1, body: 1 } })
    .sort({ position: 1 });
  const matching: EventFacts[] = [];
  let read = 0;
  for await (const { _id, type, body, position } of bodies) {
    const facts = byId.get(_id);
    if (facts && matchesSubscription({ type, body })(endpoint)) matching.push(facts);
    read += body.length;
    if (read > MAX_READ_CHARACTERS) return { matching, through: position };
  }
  return { matching, through: Infinity };
}

const idOf = ({ _id }: EventFacts): string => _id;

/** The deliveries that have ended. The batch of a batched one is included: it is resent as a whole. */
async function endedOf(
  known: readonly DeliveryDocument[],
  { session, collections }: StepContext,
): Promise<readonly DeliveryDocument[]> {
  const batches = [...new Set(known.flatMap(({ batch_id: id }) => id ?? []))];
  const found = batches.length > 0 ? await collections.deliveries.find({ _id: { $in: batches } }, { session }).toArray() : [];
  return [...known, ...found].filter(({ state }) => ENDED_STATES.includes(state));
}

/** A batch with events of several steps is resent once. */
async function makeDue(
  { _id: replayId }: ReplayDocument,
  ended: readonly DeliveryDocument[],
  context: StepContext,
): Promise<number> {
  const kept = await withKeptEvents(ended, context);
  if (kept.length === 0) return 0;
  const { session, collections, endpoint } = context;
  const ids = kept.filter(({ replay_id: last }) => last !== replayId).map(({ _id }) => _id);
  const ofEndpoint = { tenant: endpoint.tenant, state: { $in: [...ENDED_STATES] } };
  await collections.deliveries.updateMany({ _id: { $in: ids }, ...ofEndpoint }, resentBy(replayId), { session });
  await rebuildPending(ids, { session, collections });
  return ids.length;
}

/** Adds deliveries of events that the endpoint never had. */
async function addMissing(
  { _id: replayId }: ReplayDocument,
  missing: readonly EventFacts[],
  { session, collections, endpoint, at }: StepContext,
): Promise<number> {
  if (missing.length === 0) return 0;
  const { _id: endpointId } = endpoint;
  const made = missing.flatMap((event) => deliveriesOf({ ...event, endpoints: [endpointId] }, at));
  await addDeliveries(
    made.map((delivery) => ({ ...delivery, _id: newId('dlv', at.getTime()), replay_id: replayId, due_since: at })),
    { session, collections },
  );
  const ids = missing.map(({ _id }) => _id);
  await collections.events.updateMany({ _id: { $in: ids } }, { $addToSet: { endpoints: endpointId } }, { session });
  return made.length;
}
