import { ENVIRONMENTS, jsonOrNothing, tenantKey } from '@fulfilment/kernel';
import { z } from 'zod';
import type { Findings } from '../findings.ts';
import { batches } from '../merge-join.ts';
import * as stored from '../compared-collections.ts';
import { type Check, type Collection, type Look, placeOf } from '../look.ts';

const AT_ONCE = 1_000;

/** The collections whose field `tenant` names the tenant. */
const OWNED: readonly Collection[] = [
  stored.SKUS,
  stored.LOCATIONS,
  stored.HOT_MOVEMENTS,
  stored.COLD_MOVEMENTS,
  stored.LEDGER_CHECKPOINTS,
  stored.SCAN_ANSWERS,
  stored.ALLOCATIONS,
  stored.ORDERS,
  stored.HISTORY,
  stored.SCANS,
  ...stored.OUTBOXES,
  ...stored.BLOCKS,
  stored.EVENTS,
  stored.ENDPOINTS,
  stored.DELIVERIES,
  stored.QUEUES,
  stored.ATTEMPTS,
];

export const tenantsCheck: Check = {
  invariant: 7,
  name: 'tenants',
  promise: 'Every record belongs to an account that exists; no record, message or event names a tenant other than its own.',
  isTransient: false,
  run: async (look) => {
    for (const collection of OWNED) await accountsExist(look, { collection, of: '$tenant' });
    await accountsExist(look, { collection: stored.POSITIONS, of: '$_id' });
    await accountsExist(look, { collection: stored.KEYS, of: { $concat: ['$account_id', ':', '$environment'] } });
    await placesKeepToTheirs(look);
    await bodiesKeepToTheirs(look);
  },
};

const owner = z.object({ id: z.string() });

interface Owners {
  readonly collection: Collection;
  /** The expression that gives a document's tenant. */
  readonly of: unknown;
}

async function accountsExist(look: Look, { collection, of }: Owners): Promise<void> {
  const name = `${collection.store}.${collection.collection}`;
  const told = new Set<string>();
  look.findings.compared('collections');
  await look.pieces({ source: collection }, async ({ rows, pipeline, findings }, range) => {
    const groups = pipeline(collection, [{ $match: range }, { $group: { _id: of } }], owner);
    for await (const tenants of batches(groups, AT_ONCE)) {
      const ids = tenants.map(({ id }) => accountOf(id));
      const known = new Set<string>();
      for await (const { id } of rows(stored.ACCOUNTS, { filter: { _id: { $in: ids } } })) known.add(id);
      for (const { id } of tenants) {
        const isKnown = known.has(accountOf(id));
        if ((isKnown && isTenant(id)) || told.has(id)) continue;
        findings.differs(`${name}: it has records of ${id}, ${isKnown ? 'which is no tenant' : 'and there is no such account'}`);
        told.add(id);
      }
    }
  });
}

function accountOf(tenant: string): string {
  return tenant.split(':')[0] ?? '';
}

function isTenant(key: string): boolean {
  return ENVIRONMENTS.some((environment) => key === tenantKey({ accountId: accountOf(key), environment }));
}

const addressed = z.object({ account_id: z.string(), environment: z.string() });

/** Holds that what is said under a tenant's key tells of that tenant. */
async function bodiesKeepToTheirs(look: Look): Promise<void> {
  for (const outbox of stored.OUTBOXES) {
    await look.pieces({ source: outbox }, async ({ rows, findings }, range) => {
      for await (const { id, tenant, key, value } of rows(outbox, { filter: range }))
        compareBody(findings, `message ${id}`, { tenant, key, body: value });
    });
  }
  for (const blocks of stored.BLOCKS) {
    await look.pieces({ source: blocks }, async ({ rows, findings }, range) => {
      for await (const { rows: messages } of rows(blocks, { filter: range }))
        for (const { _id, tenant, key, value } of messages) compareBody(findings, `message ${_id}`, { tenant, key, body: value });
    });
  }
  await look.pieces({ source: stored.EVENT_BODIES }, async ({ rows, findings }, range) => {
    for await (const { id, ...event } of rows(stored.EVENT_BODIES, { filter: range }))
      compareBody(findings, `event ${id}`, event);
  });
}

function compareBody({ compared, differs }: Findings, what: string, message: Message): void {
  compared('bodies');
  const fault = faultOf(message);
  if (fault !== undefined) differs(`${what} of ${message.tenant}: ${fault}`);
}

interface Message {
  readonly tenant: string;
  readonly key: string;
  readonly body: string;
}

function faultOf({ tenant, key, body }: Message): string | undefined {
  if (key !== tenant && !key.startsWith(`${tenant}|`)) return `its key is ${key}`;
  const parsed = addressed.safeParse(jsonOrNothing(body));
  if (!parsed.success) return 'its body names no tenant';
  const { account_id: account, environment } = parsed.data;
  return `${account}:${environment}` === tenant ? undefined : `its body is of ${account}:${environment}`;
}

const used = z.object({ id: z.object({ tenant: z.string(), location: z.string() }) });

/** Holds that stock lies only at places of its own tenant. */
async function placesKeepToTheirs(look: Look): Promise<void> {
  const ofSkus = [
    { $project: { tenant: 1, location: { $concatArrays: [['$location_id'], '$stock.location_id'] } } },
    { $unwind: '$location' },
    { $group: { _id: { tenant: '$tenant', location: '$location' } } },
  ];
  const ofLedger = [{ $group: { _id: { tenant: '$tenant', location: '$location_id' } } }];
  await areOwn(look, 'SKUs', { collection: stored.SKUS, stages: ofSkus });
  await areOwn(look, 'the ledger', { collection: stored.MOVEMENTS, stages: ofLedger });
}

interface PlacesInUse {
  readonly collection: Collection;
  /** The places that its documents use. */
  readonly stages: readonly object[];
}

async function areOwn(look: Look, what: string, { collection, stages }: PlacesInUse): Promise<void> {
  const told = new Set<string>();
  await look.pieces({ source: collection }, async ({ rows, pipeline, findings }, range) => {
    for await (const batch of batches(pipeline(collection, [{ $match: range }, ...stages], used), AT_ONCE)) {
      const owners = new Map<string, string>();
      const ids = batch.map(({ id: { location } }) => location);
      for await (const { id, tenant } of rows(stored.LOCATIONS, { filter: { _id: { $in: ids } } })) owners.set(id, tenant);
      findings.compared('places in use', batch.length);
      for (const { id } of batch) {
        const owning = owners.get(id.location);
        const place = placeOf({ tenant: id.tenant, id: id.location });
        if (owning === id.tenant || told.has(place)) continue;
        findings.differs(`${id.tenant}: ${what} of it use ${id.location}, which is ${owning ? `of ${owning}` : 'no location'}`);
        told.add(place);
      }
    }
  });
}
