import type { Receipt } from '@fulfilment/idempotency';
import type { OutgoingMessage } from '@fulfilment/kernel';
import type { Allocation } from '../model/allocation.ts';
import type { Movement } from '../model/ledger.ts';
import type { Location, LocationUse } from '../model/location.ts';
import type { ScanAnswer } from '../model/scan-answer.ts';
import type { Reservation } from '../model/reservation.ts';
import type { Sku } from '../model/sku.ts';
import type { Sources } from '../model/sourcing.ts';
import type { AdmittedKind } from './domain/admitted-kinds.ts';
import type { FoundOrders, Wanted } from './domain/queue-stretch.ts';
import type { BatchChanges } from './domain/stock-batch.ts';

/** Records that a decision is based on, all as of one moment. */
export interface StockReader {
  /** @param isNew true of orders that most probably have none yet: they need not be looked for. */
  allocations(orderIds: readonly string[], isNew: (orderId: string) => boolean): Promise<readonly Allocation[]>;
  skus(codes: readonly string[]): Promise<readonly Sku[]>;
  /** Reservations by their ids, and those that hold external ids. */
  reservations(wanted: {
    readonly ids: readonly string[];
    readonly externalIds: readonly string[];
  }): Promise<readonly Reservation[]>;
  /** Active reservations with a line for one of the SKUs whose time is over at a moment, those first that expired first. */
  overdueReservations(wanted: OverdueWanted): Promise<readonly Reservation[]>;
  /** Active reservations of a SKU, of those in one warehouse where it is named, those first that expire last, until they keep so many units. */
  keeping(wanted: KeptWanted): Promise<readonly Reservation[]>;
  /** The codes of the SKUs with these barcodes, by barcode. */
  skusWithBarcodes(barcodes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  locations(wanted: WantedLocations): Promise<readonly Location[]>;
  /** The tenant's rules and warehouses, as the transaction sees them; else as they were some seconds ago at most, which costs no read. */
  sources(asSeen: boolean): Promise<Sources>;
  /** The ids of the orders of returns, by these. */
  ordersOfReturns(returnIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Open orders that lack units of the SKU, by rank. */
  waiting(wanted: Wanted): Promise<FoundOrders>;
  /** Open orders that hold units of the SKU, the lowest rank first. */
  holding(wanted: Wanted): Promise<FoundOrders>;
  /** By the ids of their claims. */
  receipts(claimIds: readonly string[]): Promise<ReadonlyMap<string, Receipt>>;
  /** Entries of the ledger that requests with these claims made, in their order. */
  movedUnder(claimIds: readonly string[]): Promise<readonly Movement[]>;
  scanAnswers(scanIds: readonly string[]): Promise<readonly ScanAnswer[]>;
  /** Shuts out processes that do not know a kind of changes. @returns false while one of them runs. */
  admits(kind: AdmittedKind): Promise<boolean>;
  /** Movements of a SKU that were booked after a moment, newest first: the last `atMost` of them. */
  movedSince(wanted: MovedSince): Promise<readonly LaterMovement[]>;
}

export interface OverdueWanted {
  readonly skus: readonly string[];
  readonly at: Date;
  readonly atMost: number;
}

export interface KeptWanted {
  readonly sku: string;
  readonly units: number;
  /** The id of the one warehouse that they keep it in; absent for all reservations. */
  readonly warehouse?: string;
}

/** Locations that are named, and those of uses that sell nothing. */
export interface WantedLocations {
  readonly ids: readonly string[];
  readonly paths: readonly string[];
  readonly usages: readonly LocationUse[];
}

export interface MovedSince {
  readonly sku: string;
  /** Null for all locations. */
  readonly locationId: string | null;
  readonly after: Date;
  readonly atMost: number;
}

export type LaterMovement = Pick<Movement, 'delta' | 'reason' | 'reference' | 'at' | 'occurredAt'>;

/** The writes of one transaction. */
export interface StockWrite extends Pick<
  BatchChanges,
  'skus' | 'allocations' | 'reservations' | 'newLocations' | 'barcodeGivers' | 'locations' | 'lockedLocations'
> {
  readonly movements: readonly Movement[];
  readonly messages: readonly OutgoingMessage[];
  readonly receipts: readonly Receipt[];
  readonly newScanAnswers: readonly ScanAnswer[];
}

export interface StockTransaction {
  readonly read: StockReader;
  /** @throws an error that ends the transaction if another process has changed the records that were read. */
  readonly write: (changes: StockWrite) => Promise<void>;
}

export interface StockStore {
  /**
   * Runs `work` in one transaction of a tenant, again from its start where another process was first.
   *
   * @returns what `work` returned in the run that was committed on a majority.
   * @throws AppError `unavailable` where the store is away or other processes were first again and again.
   */
  transact<Result>(tenant: string, work: (transaction: StockTransaction) => Promise<Result>): Promise<Result>;
  /** SKUs with units available that backorders wait for, by tenant, of the tenants behind `after`. */
  filling(atMost: number, after?: string): Promise<readonly { readonly tenant: string; readonly sku: string }[]>;
}
