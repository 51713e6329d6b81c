import { type ScanRecord, SCAN_TYPES } from '@fulfilment/contracts';
import { firstIdAt, tenantKey } from '@fulfilment/kernel';
import { type Cursors, readPage } from '@fulfilment/mongo';
import type { Db, Document, Filter } from 'mongodb';
import type { ScanFilter, ScanHistory } from './scan-ports.ts';
import type { ScanDocument } from './scan-documents.ts';
import { BY_TYPE, indexBy, LISTED_BY, NEWEST, SCANS } from './scan-indexes.ts';

/** Reads the log of scans backwards. */
export function openScanHistory(db: Db, cursors: Cursors): ScanHistory {
  const collection = db.collection<ScanDocument>(SCANS);
  return {
    find: async (owner, id) => {
      const found = await collection.findOne({ _id: id, tenant: tenantKey(owner) });
      return found ? found.scan : undefined;
    },
    page: (owner, filter, page) => {
      const tenant = tenantKey(owner);
      return readPage(
        cursors,
        {
          ...page,
          collection,
          filter: conditionsOf(tenant, filter),
          sort: { _id: -1 },
          hint: indexFor(filter),
          scope: { tenant, list: SCANS, filter: { ...filter } },
        },
        ({ scan }): ScanRecord => scan,
      );
    },
  };
}

function conditionsOf(tenant: string, { from, to, type, ...fields }: ScanFilter): Filter<ScanDocument> {
  const asked = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Every type, where any will do: MongoDB then merges one scan of the index for each, all in the order of the list.
  const ofType = type ?? (asked.length > 0 ? { $in: [...SCAN_TYPES] } : undefined);
  return {
    tenant,
    ...Object.fromEntries(asked.map(([field, value]) => [`scan.${field}`, value])),
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
 * Told, since a plan that MongoDB chose for a common value would be kept for a rare one. Of several filters the planner tries
 * which is the rarest now.
 */
function indexFor(filter: ScanFilter): string | undefined {
  const [field, ...others] = LISTED_BY.filter((name) => filter[name] !== undefined);
  if (others.length > 0) return undefined;
  if (field) return indexBy(field);
  return filter.type === undefined ? NEWEST : BY_TYPE;
}
