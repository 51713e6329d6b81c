import { type Clock, tenantKey } from '@fulfilment/kernel';
import { transact } from '@fulfilment/mongo';
import type { ClientSession, MongoClient, UpdateFilter } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import { releaseOf } from '../deliveries/queue-documents.ts';
import { tell } from './change-log-store.ts';
import type { Endpoint } from './domain/endpoint.ts';
import { type EndpointDocument, type SecretDocument, settingsOf, toEndpoint } from './endpoint-documents.ts';
import type { EndpointChange, EndpointId, EndpointStore } from './endpoint-ports.ts';
import type { SecretBox } from './secret-box-store.ts';

export interface ChangeEndpointParts {
  readonly client: MongoClient;
  readonly collections: Pick<Collections, 'endpoints' | 'queues' | 'positions' | 'changes'>;
  readonly secretBox: SecretBox;
  readonly now: Clock;
}

/** What an endpoint is found by. */
export const ownedBy = ({ id, tenants }: EndpointId) => ({
  _id: id,
  ...(tenants ? { tenant: { $in: tenants.map(tenantKey) } } : {}),
});

export function makeChangeEndpoint({ client, collections, secretBox, now }: ChangeEndpointParts): EndpointStore['change'] {
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
export function sealSecret(
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
