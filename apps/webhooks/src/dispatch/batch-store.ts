import { newId } from '@fulfilment/kernel';
import { transact } from '@fulfilment/mongo';
import type { Database, Transaction } from '../database/collections-documents.ts';
import { PENDING_BATCHES } from '../database/webhook-indexes.ts';
import type { DeliveryDocument } from '../database/delivery-documents.ts';
import type { QueueKey } from '../model/domain/delivery.ts';
import { chooseBatch } from '../model/domain/delivery.ts';
import { addDeliveries, RESENT, resentBy, ENDED_STATES, rebuildPending, UNWANTED } from '../database/pending-store.ts';
import type { PlannedDelivery } from './pending-delivery-store.ts';

/** Batches that are split in one transaction: a batch has up to 100 events. */
const MAX_SPLIT = 20;

/** Batches of deliveries, each composed once and for good: every attempt sends the same events in the same order. */
export class BatchStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Composes one batch of single deliveries that are pending. @returns false where none of them is pending any more. */
  async compose(candidates: readonly PlannedDelivery[], maxEvents: number): Promise<boolean> {
    const { client, collections } = this.#database;
    const { deliveries, pending } = collections;
    const ordered = candidates.toSorted((a, b) => a.position - b.position);
    const chosen = chooseBatch(ordered, await this.#sizesOf(ordered), maxEvents);
    const id = newId('dlv');
    return transact(client, async (session) => {
      const members = await stillPending(chosen, { session, collections });
      // The others are removed from the pending projection too: they would be chosen again at once.
      await pending.deleteMany({ _id: { $in: chosen.map((delivery) => delivery.id) } }, { session });
      const [first] = members;
      if (!first) return false;
      const ids = members.map(({ _id }) => _id);
      const batched = { $set: { state: 'batched', rare_state: 'batched', batch_id: id }, $unset: { next_at: '' } } as const;
      await deliveries.updateMany({ _id: { $in: ids }, tenant: first.tenant, state: 'pending' }, batched, { session });
      await addDeliveries([toBatch(id, members)], { session, collections });
      return true;
    });
  }

  /** Splits the pending batches of an endpoint into single deliveries. */
  async split({ tenant, endpointId }: QueueKey): Promise<void> {
    const { client, collections } = this.#database;
    const ofEndpoint = { tenant, endpoint_id: endpointId, members: { $exists: true } };
    for (;;) {
      const found = collections.pending.find(ofEndpoint, { hint: PENDING_BATCHES, projection: { _id: 1 } });
      const ids = (await found.limit(MAX_SPLIT).toArray()).map(({ _id }) => _id);
      if (ids.length === 0) return;
      await transact(client, (session) => split(ids, { session, collections }));
    }
  }

  async #sizesOf(deliveries: readonly PlannedDelivery[]): Promise<ReadonlyMap<string, number>> {
    const { events } = this.#database.collections;
    const ids = deliveries.map(({ eventId }) => eventId);
    const projection = { size: { $strLenBytes: '$body' } };
    const found = await events.find<{ _id: string; size: number }>({ _id: { $in: ids } }, { projection }).toArray();
    return new Map(found.map(({ _id, size }) => [_id, size]));
  }
}

/** In their order. One may have been dropped since it was read. */
async function stillPending(
  chosen: readonly PlannedDelivery[],
  { session, collections }: Transaction,
): Promise<readonly DeliveryDocument[]> {
  const ids = chosen.map(({ id }) => id);
  const found = await collections.deliveries.find({ _id: { $in: ids }, state: 'pending' }, { session }).toArray();
  return found.toSorted((a, b) => a.position - b.position);
}

/**
 * Puts two batches in the place of each of these, in the caller's transaction: their receiver refused their size. The halves are
 * due when the batch was; that is dropped, and keeps its attempts.
 */
export async function halve(ids: readonly string[], { session, collections }: Transaction): Promise<void> {
  if (ids.length === 0) return;
  const { deliveries, pending } = collections;
  const batches = await deliveries.find({ _id: { $in: [...ids] }, state: 'pending' }, { session }).toArray();
  const found = await deliveries.find({ _id: { $in: batches.flatMap(membersOf) } }, { session }).toArray();
  const members = new Map(found.map((member) => [idOf(member), member]));
  for (const batch of batches) {
    const id = idOf(batch);
    const kept = membersOf(batch).flatMap((member) => members.get(member) ?? []);
    if (kept.length < 2) continue;
    const middle = Math.ceil(kept.length / 2);
    const halves = [kept.slice(0, middle), kept.slice(middle)].map((half) => halfOf(batch, half));
    await deliveries.updateOne({ _id: id }, [{ $set: UNWANTED }], { session });
    await pending.deleteOne({ _id: id }, { session });
    await addDeliveries(halves, { session, collections });
    for (const half of halves) {
      const ofHalf = { $set: { batch_id: idOf(half) } };
      await deliveries.updateMany({ _id: { $in: membersOf(half) }, batch_id: id }, ofHalf, { session });
    }
  }
}

const idOf = ({ _id: id }: DeliveryDocument): string => id;

function halfOf({ next_at, due_since, replay_id }: DeliveryDocument, members: readonly DeliveryDocument[]): DeliveryDocument {
  return {
    ...toBatch(newId('dlv'), members),
    ...(next_at === undefined ? {} : { next_at }),
    ...(due_since === undefined ? {} : { due_since }),
    ...(replay_id === undefined ? {} : { replay_id }),
  };
}

const latestOf = (dates: readonly Date[]): Date => new Date(Math.max(...dates.map((date) => date.getTime())));

function toBatch(batchId: string, members: readonly DeliveryDocument[]): DeliveryDocument {
  const [first] = members;
  if (!first) throw new Error('A batch has at least one event');
  const { tenant, endpoint_id, position, record_key, created_at, due_since } = first;
  const replayId = members.findLast(({ replay_id: id }) => id !== undefined)?.replay_id;
  return {
    _id: batchId,
    tenant,
    endpoint_id,
    event_id: batchId,
    event_type: 'batch',
    position,
    record_key,
    state: 'pending',
    members: members.map(({ _id, event_id }) => ({ delivery_id: _id, event_id })),
    attempts: 0,
    schedule_from: 0,
    next_at: first.next_at ?? created_at,
    created_at,
    // It has something to send for as long as one of its events is kept.
    expires_at: latestOf(members.map(({ expires_at: expiresAt }) => expiresAt)),
    ...(due_since === undefined ? {} : { due_since }),
    ...(replayId === undefined ? {} : { replay_id: replayId }),
  };
}

/** Due since its event was created. */
const AS_BEFORE = { state: 'pending', rare_state: '$$REMOVE', batch_id: '$$REMOVE', next_at: '$created_at' };

/** In one batch, the events of a record could not wait for each other. */
async function split(ids: readonly string[], { session, collections }: Transaction): Promise<void> {
  const { deliveries } = collections;
  const batches = await deliveries.find({ _id: { $in: [...ids] }, state: 'pending' }, { session }).toArray();
  await deliveries.updateMany({ _id: { $in: batches.map(({ _id }) => _id) } }, [{ $set: UNWANTED }], { session });
  for (const batch of batches) {
    const states = { state: { $in: ['batched' as const, ...ENDED_STATES] } };
    await deliveries.updateMany({ _id: { $in: membersOf(batch) }, ...states }, singleOf(batch), { session });
  }
  await rebuildPending([...ids, ...batches.flatMap(membersOf)], { session, collections });
}

function membersOf({ members = [] }: DeliveryDocument): string[] {
  return members.map(({ delivery_id: id }) => id);
}

/** A batch that was resent becomes single deliveries that were resent, by the same replay. */
function singleOf({ due_since: dueSince, replay_id: replayId }: DeliveryDocument) {
  if (dueSince === undefined) return [{ $set: AS_BEFORE }];
  return [...(replayId === undefined ? RESENT : resentBy(replayId)), { $set: { batch_id: '$$REMOVE' } }];
}
