import { type Stoppable, tenantKey } from '@fulfilment/kernel';
import { makeLane, transact } from '@fulfilment/mongo';
import type { MongoClient } from 'mongodb';
import { type Endpoint, MAX_ENDPOINTS } from '../domain/endpoint.ts';
import type { EndpointStore } from '../use-cases/ports.ts';
import type { Collections, EndpointDocument, SecretDocument } from './documents.ts';
import { type ShownEndpoint, toDocument, toEndpoint, WITHOUT_SEALED } from './endpoint-documents.ts';
import { wakeOf } from './queue-wake.ts';
import type { SecretBox } from './secret-box.ts';

export interface EndpointStoreParts {
  readonly client: MongoClient;
  readonly collections: Pick<Collections, 'endpoints' | 'endpointCounts' | 'queues'>;
  readonly secretBox: SecretBox;
}

/**
 * Endpoints with their secrets sealed. A tenant's number of them is counted, so that two additions at once cannot pass the
 * limit; those of one process share a transaction, for the count is one document that they would fight over.
 */
export function makeEndpointStore({ client, collections, secretBox }: EndpointStoreParts): EndpointStore & Stoppable {
  const { endpoints, endpointCounts, queues } = collections;
  const additions = makeLane<EndpointDocument, boolean>({
    commit: (tenant, documents) =>
      transact(client, async (session) => {
        const counted = await endpointCounts.findOne({ _id: tenant }, { session });
        const room = Math.max(0, MAX_ENDPOINTS - (counted?.endpoints ?? 0));
        const taken = documents.slice(0, room);
        if (taken.length > 0) {
          const raise = { $inc: { endpoints: taken.length } };
          await endpointCounts.updateOne({ _id: tenant }, raise, { upsert: true, session });
          await endpoints.insertMany(taken, { session });
        }
        return documents.map((_, place) => place < taken.length);
      }),
  });
  return {
    add: (endpoint, secret) => {
      const document = toDocument(endpoint, sealed(endpoint, secret, secretBox));
      return additions.submit(document.tenant, document);
    },
    stop: () => additions.stop(),
    list: async (tenants) => {
      const owners = tenants.map(tenantKey);
      const found = await endpoints
        .find<ShownEndpoint>({ tenant: { $in: owners } }, WITHOUT_SEALED)
        .sort({ _id: 1 })
        .toArray();
      return found.map(toEndpoint);
    },
    remove: async (id, tenants) =>
      transact(client, async (session) => {
        const owned = tenants ? { tenant: { $in: tenants.map(tenantKey) } } : {};
        const removed = await endpoints.findOneAndDelete({ _id: id, ...owned }, { ...WITHOUT_SEALED, session });
        if (!removed) return undefined;
        const { tenant } = removed;
        await endpointCounts.updateOne({ _id: tenant }, { $inc: { endpoints: -1 } }, { session });
        // Whoever claims the queue finds the endpoint gone and drops what is still due to it.
        await queues.updateOne({ _id: id }, wakeOf(tenant), { upsert: true, session });
        return toEndpoint(removed);
      }),
  };
}

function sealed({ id: endpointId, secrets }: Endpoint, secret: string, secretBox: SecretBox): readonly SecretDocument[] {
  return secrets.map(({ id, last4, createdAt, endsAt }) => {
    const times = { created_at: createdAt, ends_at: endsAt };
    return { id, sealed: secretBox.seal(secret, endpointId), last4, ...times };
  });
}
