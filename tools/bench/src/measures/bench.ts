import type { LoadProcess } from '../load/start-load.ts';
import type { Customer, Subject } from '../subject.ts';

/** How much of everything is measured. */
export interface Extent {
  readonly rounds: number;
  /** Of one round of reads. */
  readonly roundMs: number;
  /** In which orders are created; as many are then packed and shipped. */
  readonly ordersMs: number;
  readonly scansMs: number;
  /** In which scans are recorded whose events are delivered to one endpoint, and to several. */
  readonly eventsMs: number;
}

export const FULL: Extent = { rounds: 5, roundMs: 2_000, ordersMs: 6_000, scansMs: 5_000, eventsMs: 2_000 };
export const QUICK: Extent = { rounds: 2, roundMs: 1_000, ordersMs: 1_500, scansMs: 1_500, eventsMs: 500 };

/** What a measure works with. */
export interface Bench {
  readonly subject: Subject;
  readonly customer: Customer;
  readonly load: LoadProcess;
  readonly extent: Extent;
}
