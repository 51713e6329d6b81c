import { type Cursors, readPage } from '@fulfilment/mongo';
import type { Collection, Db, Filter } from 'mongodb';
import { LEDGER_INDEXES, MOVEMENTS } from '../stock/inventory-indexes.ts';
import type { Movement } from './domain/ledger.ts';
import type { MovementFilter, MovementReader } from './ledger-ports.ts';

export function makeMovementReader(db: Db, cursors: Cursors): MovementReader {
  const collection = db.collection<MovementDocument>(MOVEMENTS);
  return {
    list: async (tenant, filter, { limit, cursor }) => {
      const request = {
        collection,
        filter: await conditionsOf(collection, tenant, filter),
        sort: { version: -1, line: -1 },
        hint: filter.locationId === undefined ? LEDGER_INDEXES.all : LEDGER_INDEXES.atPlace,
        limit,
        cursor,
        scope: { tenant, list: 'movements', filter: { ...filter } },
      } as const;
      return readPage(cursors, request, toMovement);
    },
  };
}

/** Moments become versions, which the indexes are ordered by. */
async function conditionsOf(
  collection: Collection<MovementDocument>,
  tenant: string,
  { sku, locationId, createdAfter, createdBefore }: MovementFilter,
): Promise<Filter<MovementDocument>> {
  const ledger = { collection, tenant, sku };
  const after = createdAfter && { $gte: await firstVersionFrom(ledger, (at) => at >= createdAfter) };
  const before = createdBefore && { $lt: await firstVersionFrom(ledger, (at) => at >= createdBefore) };
  return {
    tenant,
    sku,
    ...(locationId === undefined ? {} : { location_id: locationId }),
    ...(after || before ? { version: { ...after, ...before } } : {}),
  };
}

interface LedgerOfSku {
  readonly collection: Collection<MovementDocument>;
  readonly tenant: string;
  readonly sku: string;
}

/**
 * Where a SKU's ledger becomes late, found by halving: the moments of its versions never run backwards. An index of moments would cost
 * every movement a write; this costs who asks some twenty reads at most.
 *
 * @param isLate false for every moment up to some point, and true from there on.
 * @returns the version from which on entries are late; those before it are not.
 */
async function firstVersionFrom(ledger: LedgerOfSku, isLate: (at: Date) => boolean): Promise<number> {
  const { collection, tenant, sku } = ledger;
  const next = (version: object, direction: 1 | -1) =>
    collection.findOne(
      { tenant, sku, version },
      { sort: { version: direction, line: direction }, hint: LEDGER_INDEXES.all, projection: { version: 1, created_at: 1 } },
    );
  const last = await next({ $gte: 0 }, -1);
  let early = 0;
  let late = (last?.version ?? 0) + 1;
  while (late - early > 1) {
    const middle = early + Math.floor((late - early) / 2);
    const entry = await next({ $gte: middle, $lt: late }, 1);
    if (entry && !isLate(entry.created_at)) early = entry.version;
    else late = middle;
  }
  return late;
}

export interface MovementDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly sku: string;
  readonly version: number;
  readonly line: number;
  readonly location_id: string;
  readonly delta: number;
  readonly balance: number;
  readonly reason: string;
  readonly reference: { readonly type: string; readonly id: string } | null;
  readonly note: string | null;
  readonly actor: string;
  readonly request_id: string;
  readonly created_at: Date;
  /** Of the request that carried an idempotency key; not there where none did. */
  readonly claim?: { readonly id: string; readonly fingerprint: string };
}

export function toMovementDocument(tenant: string, movement: Movement): MovementDocument {
  const { id, locationId, requestId, at, claim, ...facts } = movement;
  return {
    _id: id,
    tenant,
    ...facts,
    location_id: locationId,
    request_id: requestId,
    created_at: at,
    ...(claim ? { claim: { id: claim.id, fingerprint: claim.fingerprint } } : {}),
  };
}

export function toMovement(document: MovementDocument): Movement {
  const {
    _id: id,
    tenant: _tenant,
    location_id: locationId,
    request_id: requestId,
    created_at: at,
    claim = null,
    ...facts
  } = document;
  return { ...facts, id, locationId, requestId, at, claim };
}
