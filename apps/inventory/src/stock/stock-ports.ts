import type { Receipt } from '@fulfilment/idempotency';
import type { IdempotencyClaim, OutgoingMessage, Page, PageQuery } from '@fulfilment/kernel';
import type { Allocation } from '../orders-stock/domain/allocation.ts';
import type { LedgerEntry } from '../ledger/domain/audit-ledger.ts';
import type { HoldTotals } from '../ledger/domain/audit-sku.ts';
import type { BatchDecision } from './domain/decide-batch.ts';
import type { Location, LocationReference, LocationType } from '../locations/domain/location.ts';
import type { AllocationChange } from './domain/run-commands.ts';
import type { GivenAnswer, ScanAnswer } from '../scans-stock/domain/scan-answer.ts';
import type { SkuChange } from './domain/settle-skus.ts';
import type { Sku } from '../skus/domain/sku.ts';

/** An entry of the ledger: units that came to a place or left it. */
export interface Movement {
  readonly id: string;
  readonly sku: string;
  /** The SKU's version by this change. */
  readonly version: number;
  /** Order among the movements of one version. */
  readonly line: number;
  readonly locationId: string;
  readonly delta: number;
  /** What lies at the place after it. */
  readonly balance: number;
  readonly reason: string;
  readonly reference: { readonly type: string; readonly id: string } | null;
  readonly note: string | null;
  readonly actor: string;
  readonly requestId: string;
  readonly at: Date;
  /** Of the request that moved it, for ever: it never moves anything again. */
  readonly claim: Pick<IdempotencyClaim, 'id' | 'fingerprint'> | null;
}

export interface Wanted {
  readonly sku: string;
  /** Orders are read until they make up this many units, … */
  readonly units: number;
  /** … or are this many. */
  readonly atMost: number;
}

/** Orders from one end of the queue. */
export interface FoundOrders {
  readonly allocations: readonly Allocation[];
  /** Whether there are no others. */
  readonly complete: boolean;
}

/** What a decision is based on, all as of one moment. */
export interface StockReader {
  allocations(orderIds: readonly string[]): Promise<readonly Allocation[]>;
  skus(codes: readonly string[]): Promise<readonly Sku[]>;
  locations(wanted: { readonly ids: readonly string[]; readonly paths: readonly string[] }): Promise<readonly Location[]>;
  /** Open orders that lack units of the SKU, oldest first. */
  waiting(wanted: Wanted): Promise<FoundOrders>;
  /** Open orders that hold units of the SKU, newest first. */
  holding(wanted: Wanted): Promise<FoundOrders>;
  /** By the ids of their claims. */
  receipts(claimIds: readonly string[]): Promise<ReadonlyMap<string, Receipt>>;
  /** Entries of the ledger that requests with these claims made, in their order. */
  movedUnder(claimIds: readonly string[]): Promise<readonly Movement[]>;
  /** What scans were answered. */
  scanAnswers(scanIds: readonly string[]): Promise<readonly ScanAnswer[]>;
}

/** What one transaction writes. */
export interface StockWrite extends Pick<BatchDecision, 'skus' | 'allocations' | 'newPlaces' | 'reliedPlaces' | 'lineageOf'> {
  readonly movements: readonly Movement[];
  readonly messages: readonly OutgoingMessage[];
  readonly receipts: readonly Receipt[];
  /** New ones. */
  readonly scanAnswers: readonly ScanAnswer[];
}

export interface StockTransaction {
  readonly read: StockReader;
  /** @throws an error that ends the transaction if what was read has moved on. */
  readonly write: (changes: StockWrite) => Promise<void>;
}

export interface StockStore {
  /**
   * Runs `work` in one transaction of a tenant, again from its start where it lost a race.
   *
   * @returns what `work` returned in the run that was committed on a majority.
   * @throws AppError `unavailable` where the store is away or the race was lost again and again.
   */
  transact<Result>(tenant: string, work: (transaction: StockTransaction) => Promise<Result>): Promise<Result>;
  /** SKUs with units free that backorders wait for, of all tenants. */
  filling(atMost: number): Promise<readonly { readonly tenant: string; readonly sku: string }[]>;
}

/** Tells the other services what changed. The ids are made by `newId`, in the same order for the same changes. */
export type Announce = (changes: {
  readonly tenant: string;
  readonly skuChanges: readonly SkuChange[];
  readonly allocationChanges: readonly AllocationChange[];
  readonly scanAnswers: readonly GivenAnswer[];
  readonly pathOf: (locationId: string) => string;
  readonly newId: (prefix: 'evt') => string;
}) => readonly OutgoingMessage[];

export interface SkuFilter {
  readonly status: 'active' | 'archived' | 'all';
  readonly lowStock: boolean | undefined;
  /** Id of a place: SKUs that are at home or lie there or below it. */
  readonly within: string | undefined;
  /** Each begins the code, or a word of the name. */
  readonly words: readonly string[];
  readonly codes: readonly string[] | undefined;
  readonly changedSince: Date | undefined;
}

export type SkuOrder = 'sku' | 'updated_at';

export interface SkuReader {
  find(tenant: string, code: string): Promise<Sku | undefined>;
  /** Ascending. @throws AppError `invalid_cursor` if the cursor is not of this list in this order. */
  list(tenant: string, filter: SkuFilter, page: PageQuery & { readonly sort: SkuOrder }): Promise<Page<Sku>>;
  /** Those that lie at a place, or below it, by their code. @throws AppError `invalid_cursor` if the cursor is not of this list. */
  listAt(tenant: string, at: { readonly placeId: string; readonly below: boolean }, page: PageQuery): Promise<Page<Sku>>;
}

export interface MovementFilter {
  readonly sku: string;
  readonly locationId: string | undefined;
  readonly createdAfter: Date | undefined;
  readonly createdBefore: Date | undefined;
}

export interface MovementReader {
  /** Newest first. @throws AppError `invalid_cursor` if the cursor is not of this list. */
  list(tenant: string, filter: MovementFilter, page: PageQuery): Promise<Page<Movement>>;
}

export interface LocationFilter {
  readonly type: LocationType | undefined;
  readonly status: 'active' | 'archived' | 'all';
  readonly id: string | undefined;
  readonly parentId: string | undefined;
  /** That place and everything below it. */
  readonly within: Pick<Location, 'id' | 'path'> | undefined;
  /** Each begins the code, or a word of the name. */
  readonly words: readonly string[];
}

export type LocationOrder = 'created_at' | '-created_at' | 'path';

export interface LocationStore {
  find(tenant: string, id: string): Promise<Location | undefined>;
  findMany(tenant: string, ids: readonly string[]): Promise<readonly Location[]>;
  /** The place that a reference names, archived or not. */
  findNamed(tenant: string, reference: LocationReference): Promise<Location | undefined>;
  /** @throws AppError `invalid_cursor` if the cursor is not of this list in this order. */
  list(tenant: string, filter: LocationFilter, page: PageQuery & { readonly sort: LocationOrder }): Promise<Page<Location>>;
  /** @returns false, and writes nothing, if its parent has a place with this code. */
  add(tenant: string, place: Location): Promise<boolean>;
}

export type CatalogueFilter = Pick<SkuFilter, 'status' | 'lowStock'>;

/** All SKUs of a tenant. */
export interface SkuCatalogue {
  /** By code, in pieces; between two of them nothing is held open. */
  readAll(tenant: string, filter: CatalogueFilter): AsyncIterable<readonly Sku[]>;
  /** Those of `codes` that there are, archived ones too. */
  known(tenant: string, codes: readonly string[]): Promise<ReadonlySet<string>>;
}

/** What orders hold of one SKU. */
export interface HeldSku extends HoldTotals {
  readonly sku: string;
}

/** A tenant's stock as it stood at one moment, each stream sorted by SKU. */
export interface StockMoment {
  skus(): AsyncIterable<Sku>;
  /** Of one SKU by version and line. */
  movements(): AsyncIterable<LedgerEntry>;
  /** One row for each SKU that orders hold or want. */
  holds(): AsyncIterable<HeldSku>;
}

export interface StockAudit {
  /**
   * @param gone aborts when nobody waits for the result any more; the look then ends.
   * @throws AppError `unavailable` where the tenant has a look already, too many wait, or it takes too long.
   */
  atOneMoment<Result>(tenant: string, look: (moment: StockMoment) => Promise<Result>, gone: AbortSignal): Promise<Result>;
}

/** What there is of all SKUs of a tenant. */
export interface StockTotals {
  /** Of those that are active. */
  ofActive(
    tenant: string,
  ): Promise<{ readonly skus: number; readonly onHand: number; readonly allocated: number; readonly lowStock: number }>;
}
