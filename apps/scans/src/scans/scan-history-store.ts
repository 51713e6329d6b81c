import { SCAN_TYPES, type ScanRecord } from '@fulfilment/contracts';
import { firstIdAt, type Page, type PageQuery, type Tenant, tenantKey } from '@fulfilment/kernel';
import { type Cursors, readPage } from '@fulfilment/mongo';
import type { Collection, Db, Document, Filter } from 'mongodb';
import { BY_TYPE, indexBy, LISTED_BY, NEWEST, type ScanDocument, SCANS } from './scan-documents.ts';
import type { ScanFilter, ScanHistory, ScanOutcome } from './scan-ports.ts';

/** The log of scans as it is read, newest first, counted, and given the outcomes of applied scans. */
export class MongoScanHistory implements ScanHistory {
  readonly #scans: Collection<ScanDocument>;
  readonly #cursors: Cursors;

  constructor(db: Db, cursors: Cursors) {
    this.#scans = db.collection(SCANS);
    this.#cursors = cursors;
  }

  async find(tenant: Tenant, id: string): Promise<ScanRecord | undefined> {
    return (await this.#scans.findOne({ _id: id, tenant: tenantKey(tenant) }))?.scan;
  }

  page(owner: Tenant, filter: ScanFilter, page: PageQuery): Promise<Page<ScanRecord>> {
    const tenant = tenantKey(owner);
    const list = {
      ...page,
      collection: this.#scans,
      filter: conditionsOf(tenant, filter),
      sort: { _id: -1 } as const,
      hint: indexFor(filter),
      scope: { tenant, list: SCANS, filter: { ...filter } },
    };
    return readPage(this.#cursors, list, ({ scan }): ScanRecord => scan);
  }

  /** Counts in the index of the newest: ids hold the time of receipt, so no scan is read. */
  countSince(tenant: Tenant, from: Date): Promise<number> {
    const filter = { tenant: tenantKey(tenant), _id: { $gte: firstIdAt('scn', from) } };
    return this.#scans.countDocuments(filter, { hint: NEWEST });
  }

  async recordOutcomes(outcomes: readonly ScanOutcome[]): Promise<number> {
    if (outcomes.length === 0) return 0;
    const writes = outcomes.map(({ tenant, scanId, refusal }) => ({
      updateOne: {
        filter: { _id: scanId, tenant: tenantKey(tenant), 'scan.applied': 'pending' as const },
        update: { $set: { 'scan.applied': refusal ? ('refused' as const) : ('done' as const), 'scan.refusal': refusal } },
      },
    }));
    const { modifiedCount } = await this.#scans.bulkWrite(writes, { ordered: false });
    return modifiedCount;
  }
}

function conditionsOf(tenant: string, { from, to, type, ...fields }: ScanFilter): Filter<ScanDocument> {
  const named = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Without a type all are named: MongoDB then merges one scan of the index for each, all in the order of the list.
  const ofType = type ?? (named.length > 0 ? { $in: [...SCAN_TYPES] } : undefined);
  return {
    tenant,
    ...Object.fromEntries(named.map(([field, value]) => [`scan.${field}`, value])),
    ...(ofType === undefined ? {} : { 'scan.type': ofType }),
    ...receivedBetween(from, to),
  };
}

/** An id begins with the moment at which its scan was received. */
function receivedBetween(from: Date | undefined, to: Date | undefined): Document {
  if (!from && !to) return {};
  return { _id: { ...(from ? { $gte: firstIdAt('scn', from) } : {}), ...(to ? { $lt: firstIdAt('scn', to) } : {}) } };
}

/**
 * The index is hinted, since a plan that MongoDB chose for a common value would be cached for a rare one. Of several filters the
 * planner finds the rarest.
 */
function indexFor(filter: ScanFilter): string | undefined {
  const [field, ...others] = LISTED_BY.filter((name) => filter[name] !== undefined);
  if (others.length > 0) return undefined;
  if (field) return indexBy(field);
  return filter.type === undefined ? NEWEST : BY_TYPE;
}
