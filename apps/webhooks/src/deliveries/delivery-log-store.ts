import { type Clock, tenantKey } from '@fulfilment/kernel';
import { type Cursors, transact } from '@fulfilment/mongo';
import type { MongoClient } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import { recordAudit } from '../endpoints/audit-log-store.ts';
import { attemptsId } from './attempt-documents.ts';
import { toAttemptFacts, toFacts } from './delivery-facts-documents.ts';
import { makeDeliveryPages } from './delivery-pages-store.ts';
import type { DeliveryLog } from './delivery-ports.ts';
import { DUE_AGAIN, ENDED_STATES, withTheirEvents } from './due-again-store.ts';
import { renewPending } from './pending-store.ts';
import { wakeOf } from './queue-documents.ts';

export interface DeliveryLogParts {
  readonly client: MongoClient;
  readonly collections: Pick<Collections, 'deliveries' | 'pending' | 'attempts' | 'events' | 'endpoints' | 'queues' | 'changes'>;
  readonly cursors: Cursors;
  readonly now: Clock;
}

/** What owners see of their deliveries. */
export function makeDeliveryLog({ client, collections, cursors, now }: DeliveryLogParts): DeliveryLog {
  const { deliveries, attempts, endpoints, queues } = collections;
  return {
    page: makeDeliveryPages(collections, cursors),
    find: async (owner, id) => {
      const found = await deliveries.findOne({ _id: id, tenant: tenantKey(owner) });
      return found ? toFacts(found) : undefined;
    },
    attempts: async (owner, deliveryId) => {
      const tenant = tenantKey(owner);
      const delivery = await deliveries.findOne({ _id: deliveryId, tenant }, { projection: { recorded_in: 1 } });
      const ids = delivery?.recorded_in?.map((record) => attemptsId(tenant, record)) ?? [];
      const projection = { made: { $filter: { input: '$made', cond: { $eq: ['$$this.delivery_id', deliveryId] } } } };
      const found = await attempts.find({ _id: { $in: ids }, tenant }, { projection }).toArray();
      return found.flatMap(({ made }) => made.map(toAttemptFacts)).toSorted((a, b) => a.n - b.n);
    },
    resend: (owner, id, by) =>
      transact(client, async (session) => {
        const tenant = tenantKey(owner);
        const found = await deliveries.findOne({ _id: id, tenant }, { session });
        const endpointId = found?.endpoint_id ?? '';
        if (!found || !(await endpoints.findOne({ _id: endpointId, tenant }, { session, projection: { _id: 1 } })))
          return { type: 'not-found' };
        if (!ENDED_STATES.includes(found.state)) return { type: 'not-ended', state: found.state };
        const [kept] = await withTheirEvents([found], { session, collections });
        if (!kept) return { type: 'expired' };
        const due = await deliveries.findOneAndUpdate({ _id: id, tenant }, DUE_AGAIN, { session, returnDocument: 'after' });
        if (!due) return { type: 'not-found' };
        await renewPending([id], { session, collections });
        await queues.updateOne({ _id: endpointId }, wakeOf(tenant), { upsert: true, session });
        const audit = { action: 'delivery.resent', details: { event_id: found.event_id }, target: { type: 'delivery', id } };
        await recordAudit({ ...audit, tenant, endpointId, by }, { session, collections, at: now() });
        return { type: 'resent', delivery: toFacts(due) };
      }),
  };
}
