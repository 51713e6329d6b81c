import { withoutPersons } from '@fulfilment/contracts';
import type { Collections } from '../database/collections-documents.ts';
import { attemptsId } from '../database/delivery-documents.ts';
import type { EventDocument } from '../database/event-documents.ts';
import type { ErasureEvent } from './event-intake-messages.ts';

type Stores = Pick<Collections, 'events' | 'deliveries' | 'attempts'>;

/**
 * Has the events of a record from before its erasure lose persons' data, and what receivers answered to them. It may run twice, and
 * end at any place.
 */
export function makeEraseEvents({ events, deliveries, attempts }: Stores, recent: { readonly remove: (id: string) => void }) {
  const eraseAnswers = async ({ _id, tenant, endpoints }: EventDocument): Promise<void> => {
    // Of a batch the answer is to all of its events: the delivery of each names the batch.
    const own = { tenant, endpoint_id: { $in: [...endpoints] }, event_id: _id };
    const found = await deliveries.find(own, { projection: { batch_id: 1, recorded_in: 1 } }).toArray();
    const batchIds = found.flatMap(({ batch_id: id }) => id ?? []);
    const batches = await deliveries.find({ _id: { $in: batchIds }, tenant }, { projection: { recorded_in: 1 } }).toArray();
    const answered = [...found, ...batches];
    const records = answered.flatMap(({ recorded_in: parts = [] }) => parts.map((record) => attemptsId(tenant, record)));
    if (records.length === 0) return;
    const ids = answered.map(({ _id: id }) => id);
    const ofThese = { 'made.delivery_id': { $in: ids } };
    const $set = { 'made.$[answer].excerpt': null, 'made.$[answer].response_headers': {} };
    const arrayFilters = [{ 'answer.delivery_id': { $in: ids } }];
    await attempts.updateMany({ _id: { $in: records }, ...ofThese }, { $set }, { arrayFilters });
  };
  return async ({ tenant, key, recordId, sequence }: ErasureEvent): Promise<void> => {
    for await (const event of events.find({ key, tenant, sequence: { $lt: sequence } })) {
      const { _id: id } = event;
      const body = JSON.stringify(withoutPersons(JSON.parse(event.body), recordId));
      recent.remove(id);
      if (body !== event.body) await events.updateOne({ _id: id }, { $set: { body } });
      await eraseAnswers(event);
    }
  };
}
