import { type Cursors, readPage } from '@fulfilment/mongo';
import type { ClientSession, Collection, Db, Filter } from 'mongodb';
import { COLD_MOVEMENTS, LEDGER_INDEXES, MOVEMENTS } from '../database/inventory-indexes.ts';
import { type MovementDocument, toMovement } from '../database/movement-documents.ts';
import type { MovementFilter, MovementReader } from './ledger-ports.ts';

export function makeMovementReader(db: Db, cursors: Cursors): MovementReader {
  const collection = db.collection<MovementDocument>(MOVEMENTS);
  return {
    list: async (tenant, query, { limit, cursor }) => {
      const filter = await conditionsOf(db, tenant, query);
      const hint = query.locationId === undefined ? LEDGER_INDEXES.all : LEDGER_INDEXES.atPlace;
      const request = {
        collection,
        filter,
        sort: { version: -1, line: -1 },
        hint,
        // Of each SKU it has the first versions.
        behind: { collection: db.collection<MovementDocument>(COLD_MOVEMENTS), filter, hint },
        limit,
        cursor,
        scope: { tenant, list: 'movements', filter: { ...query } },
      } as const;
      return readPage(cursors, request, toMovement);
    },
  };
}

/** Moments become versions, which the indexes are ordered by. An entry keeps its version when it is moved to cold storage. */
async function conditionsOf(db: Db, tenant: string, query: MovementFilter): Promise<Filter<MovementDocument>> {
  const { sku, locationId, createdAfter, createdBefore } = query;
  const { after, before } = await db.client.withSession({ snapshot: true }, async (session) => {
    const ledger = { db, session, tenant, sku };
    return {
      after: createdAfter && { $gte: await firstVersionFrom(ledger, (at) => at >= createdAfter) },
      before: createdBefore && { $lt: await firstVersionFrom(ledger, (at) => at >= createdBefore) },
    };
  });
  return {
    tenant,
    sku,
    ...(locationId === undefined ? {} : { location_id: locationId }),
    ...(after || before ? { version: { ...after, ...before } } : {}),
  };
}

interface LedgerAtSnapshot {
  readonly db: Db;
  /** Of a snapshot: no entry is moved between two reads. */
  readonly session: ClientSession;
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
async function firstVersionFrom({ db, session, tenant, sku }: LedgerAtSnapshot, isLate: (at: Date) => boolean): Promise<number> {
  const next = (part: Collection<MovementDocument>, version: object, direction: 1 | -1) =>
    part.findOne(
      { tenant, sku, version },
      {
        session,
        readConcern: { level: 'snapshot' },
        sort: { version: direction, line: direction },
        hint: LEDGER_INDEXES.all,
        projection: { version: 1, created_at: 1 },
      },
    );
  const [hot, cold] = [db.collection<MovementDocument>(MOVEMENTS), db.collection<MovementDocument>(COLD_MOVEMENTS)];
  const firstHot = await next(hot, { $gte: 0 }, 1);
  const part = firstHot && !isLate(firstHot.created_at) ? hot : cold;
  const last = await next(part, { $gte: 0 }, -1);
  let early = 0;
  let late = (last?.version ?? 0) + 1;
  while (late - early > 1) {
    const middle = early + Math.floor((late - early) / 2);
    const entry = await next(part, { $gte: middle, $lt: late }, 1);
    if (entry && !isLate(entry.created_at)) early = entry.version;
    else late = middle;
  }
  return late;
}
