import { type Clock, type Stoppable, tenantKey } from '@fulfilment/kernel';
import { type Cursors, makeLane, readPage, transact } from '@fulfilment/mongo';
import type { ClientSession, MongoClient, UpdateFilter } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import { releaseOf } from '../deliveries/queue-documents.ts';
import { changeDocument, tell } from './audit-log-store.ts';
import { type Endpoint, livingSecrets, MAX_ENDPOINTS } from './domain/endpoint.ts';
import {
  type ChangeDocument,
  type EndpointDocument,
  type SecretDocument,
  settingsOf,
  type ShownEndpoint,
  toDocument,
  toEndpoint,
  WITHOUT_SEALED,
} from './endpoint-documents.ts';
import type { EndpointChange, EndpointId, EndpointStore, OpenSecret } from './endpoint-ports.ts';
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

interface ChangeEndpointParts {
  readonly client: MongoClient;
  readonly collections: Pick<Collections, 'endpoints' | 'queues' | 'positions' | 'changes'>;
  readonly secretBox: SecretBox;
  readonly now: Clock;
}

/** What an endpoint is found by. */
const ownedBy = ({ id, tenants }: EndpointId) => ({
  _id: id,
  ...(tenants ? { tenant: { $in: tenants.map(tenantKey) } } : {}),
});

function makeChangeEndpoint({ client, collections, secretBox, now }: ChangeEndpointParts): EndpointStore['change'] {
  const { endpoints, queues } = collections;
  return (which, by, decide) =>
    transact(client, async (session) => {
      const found = await endpoints.findOne(ownedBy(which), { session });
      if (!found) return undefined;
      const before = toEndpoint(found, now());
      const change = decide(before);
      if (!change) return before;
      const { _id: endpointId, tenant } = found;
      const set = {
        ...changedFields(change),
        secrets: changedSecrets(change, found.secrets, secretBox),
        ...(change.dropsHeld ? { drop_through: await lastPosition(collections, tenant, session) } : {}),
      };
      await endpoints.updateOne({ _id: endpointId, tenant }, { $set: set }, { session });
      await tell({ ...change.told, tenant, endpointId, by }, { session, collections, at: now() });
      if (change.wakes) await queues.updateOne({ _id: endpointId }, releaseOf(tenant), { upsert: true, session });
      return change.endpoint;
    });
}

const AFRESH = {
  rests_until: null,
  'health.failing_since': null,
  'health.failures': 0,
  'health.notices': 0,
};

function changedFields({ endpoint, startsAfresh }: EndpointChange): UpdateFilter<EndpointDocument>['$set'] {
  const { state, version, updatedAt } = endpoint;
  return {
    ...settingsOf(endpoint),
    status: state.status,
    disabled: state.status === 'disabled' ? { reason: state.reason, at: state.disabledAt } : null,
    version,
    updated_at: updatedAt,
    ...(startsAfresh ? AFRESH : {}),
  };
}

/** Those that there were stay sealed as they are. */
function changedSecrets(
  { endpoint, newSecret }: EndpointChange,
  known: readonly SecretDocument[],
  secretBox: SecretBox,
): readonly SecretDocument[] {
  return endpoint.secrets.map((secret) => {
    const before = known.find(({ id }) => id === secret.id);
    if (before) return { ...before, ends_at: secret.endsAt };
    if (newSecret === undefined) throw new Error(`The secret ${secret.id} of ${endpoint.id} has no text`);
    return sealSecret(endpoint, newSecret, { secret, secretBox });
  });
}

/** A secret as it is stored. */
function sealSecret(
  { id: endpointId }: Pick<Endpoint, 'id'>,
  text: string,
  { secret, secretBox }: { readonly secret: Endpoint['secrets'][number]; readonly secretBox: SecretBox },
): SecretDocument {
  const { id, last4, createdAt, endsAt } = secret;
  return { id, sealed: secretBox.seal(text, endpointId), last4, created_at: createdAt, ends_at: endsAt };
}

async function lastPosition(
  { positions }: Pick<Collections, 'positions'>,
  tenant: string,
  session: ClientSession,
): Promise<number> {
  return (await positions.findOne({ _id: tenant }, { session }))?.position ?? 0;
}

/**
 * Seals with the current key what older ones sealed, so that these can be taken out of the configuration. An endpoint whose
 * secrets change meanwhile is left as it is: the next run finds it.
 *
 * @returns a function that goes over all endpoints, and tells how many it changed.
 */
export function makeResealSecrets({ endpoints }: Pick<Collections, 'endpoints'>, secretBox: SecretBox): () => Promise<number> {
  const anew = (endpointId: string, secret: SecretDocument): SecretDocument => ({
    ...secret,
    sealed: secretBox.seal(secretBox.open(secret.sealed, endpointId), endpointId),
  });
  return async () => {
    let changed = 0;
    const old = endpoints.find<Pick<EndpointDocument, '_id' | 'secrets'>>(
      { secrets: { $elemMatch: { 'sealed.key_id': { $ne: secretBox.keyId } } } },
      { projection: { secrets: 1 } },
    );
    for await (const { _id, secrets } of old) {
      const update = { $set: { secrets: secrets.map((secret) => anew(_id, secret)) } };
      changed += (await endpoints.updateOne({ _id, secrets }, update)).modifiedCount;
    }
    return changed;
  };
}
