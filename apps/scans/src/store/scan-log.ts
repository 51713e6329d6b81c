import type { ScanRecord } from '@fulfilment/contracts';
import { type Stoppable, tenantKey } from '@fulfilment/kernel';
import { makeLane } from '@fulfilment/mongo';
import type { Db, MongoClient } from 'mongodb';
import type { ScanEntry, ScanLog } from '../use-cases/ports.ts';
import { insertScans } from './insert-scans.ts';

export interface ScanLogOptions {
  readonly client: MongoClient;
  readonly db: Db;
  /** Told after each insert how many scans shared it. */
  readonly onBatch: (size: number) => void;
}

export interface MongoScanLog extends ScanLog, Stoppable {
  /** Scans that wait for the next insert. */
  waiting(): number;
}

/** The log of scans. Scans of a tenant that come at the same time share an insert and its wait for a majority. */
export function openScanLog({ client, db, onBatch }: ScanLogOptions): MongoScanLog {
  const lane = makeLane<ScanEntry, ScanRecord>({
    onBatch,
    commit: (tenant, entries) => insertScans({ client, db, tenant }, entries),
  });
  return {
    append: (entry) => lane.submit(tenantKey(entry.tenant), entry),
    waiting: () => lane.waiting(),
    stop: () => lane.stop(),
  };
}
