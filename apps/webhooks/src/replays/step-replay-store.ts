import type { Clock } from '@fulfilment/kernel';
import { transact } from '@fulfilment/mongo';
import type { ClientSession, MongoClient } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import { EXPIRY_FROM_NOW, fromNow } from '../database/keeping-documents.ts';
import { PENDING_DUE } from '../database/webhook-indexes.ts';
import { wakeOf } from '../deliveries/queue-documents.ts';
import type { EndpointDocument } from '../endpoints/endpoint-documents.ts';
import { type Bit, resendAll, resendFailed } from './replay-bits-store.ts';
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
