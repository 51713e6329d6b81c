import { type Clock, firstIdAt, tenantKey } from '@fulfilment/kernel';
import { type Cursors, readPage, transact } from '@fulfilment/mongo';
import type { Filter, MongoClient } from 'mongodb';
import type { DeliveryFilter, DeliveryLog } from '../use-cases/endpoint-ports.ts';
import { tell } from './change-log.ts';
import { toAttemptFacts, toFacts } from './delivery-facts.ts';
import type { Collections } from './documents.ts';
import type { DeliveryDocument } from './delivery-documents.ts';
import { DUE_AGAIN, ENDED_STATES, withTheirEvents } from './due-again.ts';
import { wakeOf } from './queue-wake.ts';

export interface DeliveryLogParts {
  readonly client: MongoClient;
  readonly collections: Pick<Collections, 'deliveries' | 'attempts' | 'events' | 'endpoints' | 'queues' | 'changes'>;
  readonly cursors: Cursors;
  readonly now: Clock;
}

/** What owners see of their deliveries. */
export function makeDeliveryLog({ client, collections, cursors, now }: DeliveryLogParts): DeliveryLog {
  const { deliveries, attempts, endpoints, queues } = collections;
  return {
    page: ({ tenant: owner, endpointId }, filter, page) => {
      const tenant = tenantKey(owner);
      const { states, eventType, eventId, since, until } = filter;
      const scope = { states: states.join(), eventType, eventId, since: since?.toISOString(), until: until?.toISOString() };
      return readPage(
        cursors,
        {
          ...page,
          collection: deliveries,
          filter: { tenant, endpoint_id: endpointId, ...filterOf(filter) },
          sort: { _id: -1 },
          scope: { tenant, list: `deliveries of ${endpointId}`, filter: scope },
        },
        toFacts,
      );
    },
    find: async (owner, id) => {
      const found = await deliveries.findOne({ _id: id, tenant: tenantKey(owner) });
      return found ? toFacts(found) : undefined;
    },
    attempts: async (owner, deliveryId) => {
      const found = attempts.find({ tenant: tenantKey(owner), delivery_id: deliveryId }).sort({ n: 1 });
      return (await found.toArray()).map(toAttemptFacts);
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
        await queues.updateOne({ _id: endpointId }, wakeOf(tenant), { upsert: true, session });
        const told = { action: 'delivery.resent', details: { event_id: found.event_id }, target: { type: 'delivery', id } };
        await tell({ ...told, tenant, endpointId, by }, { session, collections, at: now() });
        return { type: 'resent', delivery: toFacts(due) };
      }),
  };
}

/** Ids of deliveries begin with the moment at which they were made. */
function filterOf({ states, eventType, eventId, since, until }: DeliveryFilter): Filter<DeliveryDocument> {
  const made = {
    ...(since === undefined ? {} : { $gte: firstIdAt('dlv', since) }),
    ...(until === undefined ? {} : { $lt: firstIdAt('dlv', until) }),
  };
  return {
    state: { $in: [...states] },
    ...(eventType === undefined ? {} : { event_type: eventType }),
    ...(eventId === undefined ? {} : { event_id: eventId }),
    ...(Object.keys(made).length === 0 ? {} : { _id: made }),
  };
}
