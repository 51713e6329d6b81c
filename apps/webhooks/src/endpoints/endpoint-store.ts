import { errors } from '@fulfilment/contracts';
import { type Page, type PageQuery, type Steps, type Stoppable, type Tenant, tenantKey, tenantsOf } from '@fulfilment/kernel';
import { isJoined, Lane, onceCommitted, readPage, transact } from '@fulfilment/mongo';
import type { ClientSession, UpdateFilter } from 'mongodb';
import type { Database } from '../database/collections-documents.ts';
import { bringForward, WAITS } from '../database/pending-store.ts';
import { releaseOf } from '../database/queue-documents.ts';
import { auditDocument, recordAudit } from '../audit/audit-log-store.ts';
import { type Endpoint, livingSecrets, MAX_ENDPOINTS } from '../model/domain/endpoint.ts';
import {
  type ChangeDocument,
  type EndpointDocument,
  type SecretDocument,
  settingsOf,
  type ShownEndpoint,
  stateFields,
  toDocument,
  toEndpoint,
  WITHOUT_SEALED,
} from '../database/endpoint-documents.ts';
import type { EndpointChange, EndpointId, EndpointReader, EndpointWriter, OpenSecret } from './endpoint-ports.ts';
import type { Author } from '../audit/audit-ports.ts';
import type { SecretBox } from './secret-box-store.ts';
import { raiseEndpointsVersion } from '../events/subscription-store.ts';

/** Deliveries of one transaction. */
const MAX_FORWARD = 1_000;

/** A new endpoint with its audit entry. */
interface Addition {
  readonly document: EndpointDocument;
  readonly entry: ChangeDocument;
  /** Endpoints that the tenant may have with it. */
  readonly most: number;
}

/**
 * Endpoints with their secrets encrypted. A counter document enforces the limit of endpoints of a tenant; additions of one process
 * share a transaction (group commit), because they would conflict on the counter.
 */
export class EndpointStore implements EndpointReader, EndpointWriter, Stoppable {
  readonly #database: Database;
  readonly #secretBox: SecretBox;
  readonly #additions: Lane<Addition, boolean>;

  /** @param steps watch that transactions end. */
  constructor(database: Database, secretBox: SecretBox, steps?: Steps) {
    this.#database = database;
    this.#secretBox = secretBox;
    this.#additions = new Lane<Addition, boolean>({ commit: (tenant, added) => this.#commitAdditions(tenant, added), steps });
  }

  async add(endpoint: Endpoint, secret: string, by: Author, most = MAX_ENDPOINTS): Promise<boolean> {
    const { now } = this.#database;
    const sealed = endpoint.secrets.map((each) => sealSecret(endpoint.id, each, secret, this.#secretBox));
    const document = toDocument(endpoint, sealed);
    const { tenant, url, events } = document;
    const record = { action: 'webhook.created', details: { url, events }, tenant, endpointId: endpoint.id, by };
    const addition = { document, entry: auditDocument(record, now()), most };
    // In a transaction of its request it cannot wait for others.
    if (isJoined()) return (await this.#commitAdditions(tenant, [addition]))[0] === true;
    return this.#additions.submit(tenant, addition);
  }

  async count(tenant: Tenant): Promise<number> {
    const counted = await this.#database.collections.endpointCounts.findOne({ _id: tenantKey(tenant) });
    return counted?.endpoints ?? 0;
  }

  async find(tenant: Tenant | undefined, id: string): Promise<Endpoint> {
    const { collections, now } = this.#database;
    const found = await collections.endpoints.findOne<ShownEndpoint>(
      ownedBy({ id, tenants: tenant && [tenant] }),
      WITHOUT_SEALED,
    );
    return toEndpoint(orNotFound(found), now());
  }

  async list(tenants: readonly Tenant[]): Promise<readonly Endpoint[]> {
    const { collections, now } = this.#database;
    const found = await collections.endpoints
      .find<ShownEndpoint>({ tenant: { $in: tenants.map(tenantKey) } }, WITHOUT_SEALED)
      .sort({ _id: 1 })
      .toArray();
    return found.map((each) => toEndpoint(each, now()));
  }

  page(owner: Tenant, page: PageQuery): Promise<Page<Endpoint>> {
    const { collections, cursors, now } = this.#database;
    const tenant = tenantKey(owner);
    const scope = { tenant, list: 'webhooks', filter: {} };
    const query = { collection: collections.endpoints, filter: { tenant }, sort: { _id: 1 as const }, scope };
    return readPage(cursors, { ...page, ...query }, (found: ShownEndpoint) => toEndpoint(found, now()));
  }

  async reveal(owner: Tenant, which: string, by: Author): Promise<readonly OpenSecret[]> {
    const { collections, now } = this.#database;
    const found = await collections.endpoints.findOne(ownedBy({ id: which, tenants: [owner] }));
    const { _id: endpointId, tenant, secrets } = orNotFound(found);
    const at = now();
    await collections.changes.insertOne(
      auditDocument({ action: 'webhook.secret_revealed', details: {}, tenant, endpointId, by }, at),
    );
    const sealed = secrets.map((secret) => ({ ...secret, createdAt: secret.created_at, endsAt: secret.ends_at }));
    return livingSecrets(sealed, at).map((each) => {
      const { id, createdAt, endsAt } = each;
      return { id, secret: this.#secretBox.open(each.sealed, endpointId), createdAt, endsAt };
    });
  }

  change(which: EndpointId, by: Author, decide: (endpoint: Endpoint) => EndpointChange | undefined): Promise<Endpoint> {
    const { collections, now } = this.#database;
    return this.#transact(async (session, released) => {
      const found = orNotFound(await collections.endpoints.findOne(ownedBy(which), { session }));
      const before = toEndpoint(found, now());
      const change = decide(before);
      if (!change) return before;
      const { _id: endpointId, tenant } = found;
      if (selectsOthers(before, change.endpoint)) await raiseEndpointsVersion(tenant, { session, collections });
      const set = {
        ...changedFields(change),
        secrets: changedSecrets(change, found.secrets, this.#secretBox),
        ...(change.dropsHeld ? { drop_through: await this.#lastPosition(tenant, session) } : {}),
      };
      await collections.endpoints.updateOne({ _id: endpointId, tenant }, { $set: set }, { session });
      await recordAudit({ ...change.audit, tenant, endpointId, by }, { session, collections, at: now() });
      if (change.releasesQueue) {
        await collections.queues.updateOne({ _id: endpointId }, releaseOf(tenant), { upsert: true, session });
        released.push(endpointId);
      }
      return change.endpoint;
    });
  }

  async bringForward(which: EndpointId): Promise<void> {
    const { client, collections } = this.#database;
    const { _id: endpointId, tenant } = orNotFound(await collections.endpoints.findOne(ownedBy(which)));
    const waiting = { tenant, endpoint_id: endpointId, ...WAITS };
    const next = async (): Promise<readonly string[]> =>
      (
        await collections.pending
          .find(waiting, { projection: { _id: 1 } })
          .limit(MAX_FORWARD)
          .toArray()
      ).map(({ _id }) => _id);
    for (let ids = await next(); ids.length > 0; ids = await next())
      await transact(client, (session) => bringForward(ids, { session, collections }));
  }

  remove(which: EndpointId, by: Author, check?: (endpoint: Endpoint) => void): Promise<Endpoint> {
    const { collections, now } = this.#database;
    const { endpoints, endpointCounts, queues } = collections;
    return this.#transact(async (session, released) => {
      const found = orNotFound(await endpoints.findOne<ShownEndpoint>(ownedBy(which), { ...WITHOUT_SEALED, session }));
      const removed = toEndpoint(found, now());
      check?.(removed);
      const { _id: endpointId, tenant, url } = found;
      await raiseEndpointsVersion(tenant, { session, collections });
      await endpoints.deleteOne({ _id: endpointId }, { session });
      await endpointCounts.updateOne({ _id: tenant }, { $inc: { endpoints: -1 } }, { session });
      // The worker that claims the queue finds no endpoint and drops the pending deliveries.
      await queues.updateOne({ _id: endpointId }, releaseOf(tenant), { upsert: true, session });
      released.push(endpointId);
      const record = { action: 'webhook.removed', details: { url }, tenant, endpointId, by };
      await recordAudit(record, { session, collections, at: now() });
      return removed;
    });
  }

  holdAccount(accountId: string, isHeld: boolean): Promise<number> {
    const { collections } = this.#database;
    const { endpoints, queues } = collections;
    const tenants = tenantsOf(accountId).map(tenantKey);
    return this.#transact(async (session, released) => {
      const others = { tenant: { $in: tenants }, suspended: { $exists: !isHeld } };
      const found = await endpoints.find(others, { projection: { tenant: 1 }, session }).toArray();
      if (found.length === 0) return 0;
      const change = isHeld ? { $set: { suspended: true as const } } : { $unset: { suspended: '' as const } };
      await endpoints.updateMany({ _id: { $in: found.map(({ _id }) => _id) } }, change, { session });
      const releases = found.map(({ _id, tenant }) => ({
        updateOne: { filter: { _id }, update: releaseOf(tenant), upsert: true },
      }));
      if (!isHeld) {
        await queues.bulkWrite(releases, { session });
        released.push(...found.map(({ _id }) => _id));
      }
      return found.length;
    });
  }

  /**
   * Encrypts with the current key the secrets that older keys encrypted, so that those keys can be removed from the configuration.
   * An endpoint whose secrets change at the same time is skipped; the next run finds it.
   *
   * @returns the number of changed endpoints.
   */
  async resealSecrets(): Promise<number> {
    const { collections } = this.#database;
    const reseal = (endpointId: string, secret: SecretDocument): SecretDocument => ({
      ...secret,
      sealed: this.#secretBox.seal(this.#secretBox.open(secret.sealed, endpointId), endpointId),
    });
    let changed = 0;
    const old = collections.endpoints.find<Pick<EndpointDocument, '_id' | 'secrets'>>(
      { secrets: { $elemMatch: { 'sealed.key_id': { $ne: this.#secretBox.keyId } } } },
      { projection: { secrets: 1 } },
    );
    for await (const { _id, secrets } of old) {
      const update = { $set: { secrets: secrets.map((secret) => reseal(_id, secret)) } };
      changed += (await collections.endpoints.updateOne({ _id, secrets }, update)).modifiedCount;
    }
    return changed;
  }

  stop(): Promise<void> {
    return this.#additions.stop();
  }

  /** @returns for each addition whether it is within the tenant's limit. */
  #commitAdditions(tenant: string, added: readonly Addition[]): Promise<readonly boolean[]> {
    const { client, collections } = this.#database;
    const { endpoints, endpointCounts, changes } = collections;
    return transact(
      client,
      async (session) => {
        const counted = await endpointCounts.findOne({ _id: tenant }, { session });
        const before = counted?.endpoints ?? 0;
        // Of additions with one bound, as they have but for its change, the first are taken.
        const taken = added.filter(({ most }, index) => before + index < most);
        if (taken.length > 0) {
          await raiseEndpointsVersion(tenant, { session, collections });
          const raise = { $inc: { endpoints: taken.length } };
          await endpointCounts.updateOne({ _id: tenant }, raise, { upsert: true, session });
          await endpoints.insertMany(
            taken.map(({ document }) => document),
            { session },
          );
          await changes.insertMany(
            taken.map(({ entry }) => entry),
            { session },
          );
        }
        return added.map((each) => taken.includes(each));
      },
      AGAINST_INTAKE,
    );
  }

  /** @param work notes the endpoints whose queues it makes due. */
  async #transact<Result>(work: (session: ClientSession, released: string[]) => Promise<Result>): Promise<Result> {
    const { client, onDue } = this.#database;
    const run = async (session: ClientSession) => {
      const released: string[] = [];
      return { result: await work(session, released), released };
    };
    const { result, released } = await transact(client, run, AGAINST_INTAKE);
    if (released.length > 0) onceCommitted(() => onDue(released));
    return result;
  }

  async #lastPosition(tenant: string, session: ClientSession): Promise<number> {
    return (await this.#database.collections.positions.findOne({ _id: tenant }, { session }))?.position ?? 0;
  }
}

/**
 * A change of what an endpoint selects meets each transaction that stores events of its tenant. While those follow each other without
 * a pause, it finds the moment between two of them by many short attempts.
 */
export const AGAINST_INTAKE = { backOff: { firstMs: 2, maxMs: 10 } };

function selectsOthers(before: Endpoint, after: Endpoint): boolean {
  return before.filter !== after.filter || before.events.join(' ') !== after.events.join(' ');
}

/** The filter of one endpoint. */
const ownedBy = ({ id, tenants }: EndpointId) => ({
  _id: id,
  ...(tenants ? { tenant: { $in: tenants.map(tenantKey) } } : {}),
});

function orNotFound<Found>(found: Found | null): Found {
  if (found === null) throw errors.notFound('There is no such webhook endpoint.');
  return found;
}

const RESET_HEALTH = {
  rests_until: null,
  'health.failing_since': null,
  'health.failures': 0,
  'health.notices': 0,
};

function changedFields({ endpoint, resetsHealth }: EndpointChange): UpdateFilter<EndpointDocument>['$set'] {
  const { state, version, updatedAt } = endpoint;
  const reset = resetsHealth ? RESET_HEALTH : {};
  return { ...settingsOf(endpoint), ...stateFields(state), version, updated_at: updatedAt, ...reset };
}

/** Secrets that existed before keep their ciphertext. */
function changedSecrets(
  { endpoint, newSecret }: EndpointChange,
  known: readonly SecretDocument[],
  secretBox: SecretBox,
): readonly SecretDocument[] {
  return endpoint.secrets.map((secret) => {
    const before = known.find(({ id }) => id === secret.id);
    if (before) return { ...before, ends_at: secret.endsAt };
    if (newSecret === undefined) throw new Error(`The secret ${secret.id} of ${endpoint.id} has no text`);
    return sealSecret(endpoint.id, secret, newSecret, secretBox);
  });
}

function sealSecret(
  endpointId: string,
  { id, last4, createdAt, endsAt }: Endpoint['secrets'][number],
  text: string,
  secretBox: SecretBox,
): SecretDocument {
  return { id, sealed: secretBox.seal(text, endpointId), last4, created_at: createdAt, ends_at: endsAt };
}
