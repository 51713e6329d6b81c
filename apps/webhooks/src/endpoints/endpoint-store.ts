import { type Clock, type Stoppable, tenantKey } from '@fulfilment/kernel';
import { type Cursors, makeLane, readPage, transact } from '@fulfilment/mongo';
import type { MongoClient } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import { releaseOf } from '../deliveries/queue-documents.ts';
import { makeChangeEndpoint, ownedBy, sealSecret } from './change-endpoint-store.ts';
import { changeDocument, tell } from './change-log-store.ts';
import { type Endpoint, MAX_ENDPOINTS } from './domain/endpoint.ts';
import { livingSecrets } from './domain/secret-rotation.ts';
import {
  type ChangeDocument,
  type EndpointDocument,
  type SecretDocument,
  type ShownEndpoint,
  toDocument,
  toEndpoint,
  WITHOUT_SEALED,
} from './endpoint-documents.ts';
import type { EndpointStore, OpenSecret } from './endpoint-ports.ts';
import type { SecretBox } from './secret-box-store.ts';

export interface EndpointStoreParts {
  readonly client: MongoClient;
  readonly collections: Pick<Collections, 'endpoints' | 'endpointCounts' | 'queues' | 'positions' | 'changes'>;
  readonly secretBox: SecretBox;
  readonly cursors: Cursors;
  readonly now: Clock;
}

/** A new endpoint with what is told of it. */
interface Addition {
  readonly document: EndpointDocument;
  readonly entry: ChangeDocument;
}

/**
 * Endpoints with their secrets sealed. A tenant's number of them is counted, so that two additions at once cannot pass the
 * limit; those of one process share a transaction, for the count is one document that they would fight over.
 */
export function makeEndpointStore(parts: EndpointStoreParts): EndpointStore & Stoppable {
  const { collections, secretBox, now } = parts;
  const additions = makeAdditions(parts);
  return {
    add: (endpoint, secret, by) => {
      const sealed = endpoint.secrets.map((each) => sealSecret(endpoint, secret, { secret: each, secretBox }));
      const document = toDocument(endpoint, sealed);
      const { tenant, url, events } = document;
      const told = { action: 'webhook.created', details: { url, events }, tenant, endpointId: endpoint.id, by };
      return additions.submit(tenant, { document, entry: changeDocument(told, now()) });
    },
    stop: () => additions.stop(),
    ...reading(parts),
    change: makeChangeEndpoint(parts),
    remove: makeRemove(parts),
    reveal: async (which, by) => {
      const found = await collections.endpoints.findOne(ownedBy(which));
      if (!found) return undefined;
      const { _id: endpointId, tenant } = found;
      const told = { action: 'webhook.secret_revealed', details: {}, tenant, endpointId, by };
      await collections.changes.insertOne(changeDocument(told, now()));
      const secrets = livingSecrets(
        found.secrets.map((each) => ({ each, endsAt: each.ends_at })),
        now(),
      );
      return secrets.map(({ each }) => openSecret(endpointId, each, secretBox));
    },
  };
}

function makeAdditions({ client, collections }: EndpointStoreParts) {
  const { endpoints, endpointCounts, changes } = collections;
  return makeLane<Addition, boolean>({
    commit: (tenant, added) =>
      transact(client, async (session) => {
        const counted = await endpointCounts.findOne({ _id: tenant }, { session });
        const room = Math.max(0, MAX_ENDPOINTS - (counted?.endpoints ?? 0));
        const taken = added.slice(0, room);
        if (taken.length > 0) {
          const raise = { $inc: { endpoints: taken.length } };
          await endpointCounts.updateOne({ _id: tenant }, raise, { upsert: true, session });
          const documents = taken.map(({ document }) => document);
          await endpoints.insertMany(documents, { session });
          const entries = taken.map(({ entry }) => entry);
          await changes.insertMany(entries, { session });
        }
        return added.map((_, place) => place < taken.length);
      }),
  });
}

function reading({
  collections: { endpoints },
  cursors,
  now,
}: EndpointStoreParts): Pick<EndpointStore, 'find' | 'list' | 'page'> {
  const toShown = (found: ShownEndpoint): Endpoint => toEndpoint(found, now());
  return {
    find: async (which) => {
      const found = await endpoints.findOne<ShownEndpoint>(ownedBy(which), WITHOUT_SEALED);
      return found ? toShown(found) : undefined;
    },
    list: async (tenants) => {
      const owners = tenants.map(tenantKey);
      const found = await endpoints
        .find<ShownEndpoint>({ tenant: { $in: owners } }, WITHOUT_SEALED)
        .sort({ _id: 1 })
        .toArray();
      return found.map(toShown);
    },
    page: (owner, page) => {
      const tenant = tenantKey(owner);
      const scope = { tenant, list: 'webhooks', filter: {} };
      return readPage(cursors, { ...page, collection: endpoints, filter: { tenant }, sort: { _id: 1 }, scope }, toShown);
    },
  };
}

function makeRemove({ client, collections, now }: EndpointStoreParts): EndpointStore['remove'] {
  const { endpoints, endpointCounts, queues } = collections;
  return (which, by, check = () => undefined) =>
    transact(client, async (session) => {
      const found = await endpoints.findOne<ShownEndpoint>(ownedBy(which), { ...WITHOUT_SEALED, session });
      if (!found) return undefined;
      const removed = toEndpoint(found, now());
      check(removed);
      const { _id: endpointId, tenant, url } = found;
      await endpoints.deleteOne({ _id: endpointId }, { session });
      await endpointCounts.updateOne({ _id: tenant }, { $inc: { endpoints: -1 } }, { session });
      // Whoever claims the queue finds the endpoint gone and drops what is still due to it.
      await queues.updateOne({ _id: endpointId }, releaseOf(tenant), { upsert: true, session });
      const told = { action: 'webhook.removed', details: { url }, tenant, endpointId, by };
      await tell(told, { session, collections, at: now() });
      return removed;
    });
}

function openSecret(endpointId: string, secret: SecretDocument, secretBox: SecretBox): OpenSecret {
  const { id, sealed, created_at: createdAt, ends_at: endsAt } = secret;
  return { id, secret: secretBox.open(sealed, endpointId), createdAt, endsAt };
}
