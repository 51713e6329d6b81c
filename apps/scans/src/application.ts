import type { Clock, IdPrefix } from '@fulfilment/kernel';
import {
  type GetScan,
  type GetScansOverview,
  type ListScans,
  makeGetScan,
  makeGetScansOverview,
  makeListScans,
} from './scans/read-scans.ts';
import {
  type BatchedScan,
  type CreatedScan,
  type CreateScan,
  type CreateScans,
  makeCreateScan,
  makeCreateScans,
} from './scans/record-scans.ts';
import type { ScanHistory, ScanLog } from './scans/scan-ports.ts';

export interface Commands {
  /** Records a scan; with `apply`, inventory posts its movement. */
  readonly createScan: CreateScan;
  /** Records a batch of scans, each answered for itself. */
  readonly createScans: CreateScans;
  /** Records inventory's outcomes of applied scans. */
  readonly recordOutcomes: ScanHistory['recordOutcomes'];
}

export interface Queries {
  /** One scan by its id. */
  readonly getScan: GetScan;
  /** Scans by their fields and time of receipt, newest first. */
  readonly listScans: ListScans;
  /** The number of scans in the last minute, hour and day. */
  readonly getScansOverview: GetScansOverview;
}

/** Everything that the service does. */
export type Application = Commands & Queries;

export interface ApplicationParts {
  readonly singles: ScanLog<CreatedScan>;
  readonly batches: ScanLog<readonly BatchedScan[]>;
  readonly history: ScanHistory;
  readonly now: Clock;
  readonly newId: (prefix: IdPrefix, nowMs: number) => string;
}

export function makeApplication({ singles, batches, history, now, newId }: ApplicationParts): Application {
  return {
    createScan: makeCreateScan(singles, { now, newId }),
    createScans: makeCreateScans(batches, { now, newId }),
    recordOutcomes: (outcomes) => history.recordOutcomes(outcomes),
    getScan: makeGetScan(history),
    listScans: makeListScans(history),
    getScansOverview: makeGetScansOverview(history, now),
  };
}
