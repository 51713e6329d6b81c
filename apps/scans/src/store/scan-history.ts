import { tenantKey } from '@fulfilment/kernel';
import { type Cursors, readPage } from '@fulfilment/mongo';
import type { Db } from 'mongodb';
import type { ScanHistory } from '../use-cases/ports.ts';
import { SCANS, type ScanDocument } from './scan-document.ts';

/** Reads the log of scans backwards. */
export function openScanHistory(db: Db, cursors: Cursors): ScanHistory {
  const collection = db.collection<ScanDocument>(SCANS);
  return {
    page: (tenant, filter, { limit, cursor }) => {
      const key = tenantKey(tenant);
      const asked = Object.entries(filter).filter(([, value]) => value !== undefined);
      return readPage(
        cursors,
        {
          collection,
          filter: { tenant: key, ...Object.fromEntries(asked.map(([field, value]) => [`scan.${field}`, value])) },
          sort: { _id: -1 },
          limit,
          cursor,
          scope: { tenant: key, list: SCANS, filter: { ...filter } },
        },
        ({ scan }) => scan,
      );
    },
  };
}
