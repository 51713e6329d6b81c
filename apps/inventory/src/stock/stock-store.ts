import type { Receipts } from '@fulfilment/idempotency';
import { WriteConflict } from '@fulfilment/kernel';
import type { OutboxTransact } from '@fulfilment/messaging';
import type { AnyBulkWriteOperation, ClientSession, Collection, Db, Filter } from 'mongodb';
import { type AllocationDocument, allocationKey, toAllocation, toAllocationDocument } from '../database/allocation-documents.ts';
import {
  ALLOCATIONS,
  BARCODE_INDEX,
  FILLING_INDEX,
  LOCATIONS,
  MOVEMENTS,
  SCAN_ANSWERS,
  SKUS,
} from '../database/inventory-indexes.ts';
import { type LocationDocument, toLocation, toLocationDocument } from '../database/location-documents.ts';
import { type MovementDocument, toMovementDocument } from '../database/movement-documents.ts';
import { type ScanAnswerDocument, scanAnswerKey, toScanAnswer, toScanAnswerDocument } from '../database/scan-answer-documents.ts';
import {
  barcodesCondition,
  type SkuDocument,
  skuKey,
  type SkuToChange,
  toSku,
  toSkuDocument,
  toSkuUpdate,
} from '../database/sku-documents.ts';
import type { Allocation } from '../model/allocation.ts';
import { locationIn } from '../model/location.ts';
import type { QueueEnd } from '../model/queue.ts';
import { barcodeTexts, type Sku } from '../model/sku.ts';
import type { Sources } from '../model/sourcing.ts';
import { LedgerOfTenant } from './ledger-of-tenant-store.ts';
import type { AdmittedKind } from './domain/admitted-kinds.ts';
import type { FoundOrders, Wanted } from './domain/queue-stretch.ts';
import { readQueue } from './read-queue-store.ts';
import { ReservationsOfTenant } from './reservations-of-tenant-store.ts';
import { StockCache, type WrittenStock } from './stock-cache.ts';
import { lockLocations, whileOthersAreFirst, writeAll } from './conflicts-store.ts';
import type { MovedSince, OverdueWanted, StockReader, StockStore, StockWrite, WantedLocations } from './stock-ports.ts';

export interface StockStoreOptions {
  readonly db: Db;
  readonly receipts: Pick<Receipts, 'find' | 'add'>;
  /** Runs a transaction with its messages. */
  readonly transact: OutboxTransact;
  /** Shuts out code that does not know a kind, from the transaction that first writes one. @returns false where it runs. */
  readonly admit: (kind: AdmittedKind, session: ClientSession) => Promise<boolean>;
  /** The rules and warehouses of a tenant as a transaction sees them; without one as they were some seconds ago at most. */
  readonly sources: (tenant: string, session?: ClientSession) => Promise<Sources>;
}

/** Locations that are decoded at once: a SKU lies at up to a thousand, which would keep others from the event loop. */
const LOCATIONS_AT_ONCE = 250;

export function makeStockStore(options: StockStoreOptions): StockStore {
  const { db } = options;
  const remembered = new StockCache();
  const admitted = new Set<AdmittedKind>();
  return {
    transact: (tenant, work) => {
      let runs = 0;
      return whileOthersAreFirst(async () => {
        const { result, written, admits } = await options.transact(async (session, addToOutbox) => {
          runs += 1;
          const transaction = new Transaction(options, session, tenant, {
            locksSkus: runs > RUNS_WITHOUT_LOCKS,
            admitted,
            remembered: runs === 1 && remembered.isTrusted(tenant) ? remembered : undefined,
          });
          const outcome = await work({
            read: transaction,
            write: async (changes) => {
              await transaction.write(changes);
              await addToOutbox(changes.messages);
            },
          }).catch((error: unknown) => {
            if (!(error instanceof UnreadRecord)) remembered.distrust(tenant);
            throw error;
          });
          return { result: outcome, written: transaction.written, admits: transaction.nowAdmitted };
        });
        remembered.remember(written);
        for (const kind of admits) admitted.add(kind);
        return result;
      });
    },
    filling: async (atMost, after = '') => {
      const skus = db.collection<SkuDocument>(SKUS);
      const filter = { tenant: { $gt: after }, filling: true };
      const found = skus.find(filter, { projection: { tenant: 1, sku: 1 } }).hint(FILLING_INDEX);
      return (await found.limit(atMost).toArray()).map(({ tenant, sku }) => ({ tenant, sku }));
    },
  };
}

/** A decision rests on a record that was remembered: nothing would tell that another process has changed it. */
class UnreadRecord extends WriteConflict {}

/**
 * Runs before a transaction locks its SKUs as it reads them. MongoDB lets the first writer win, and a transaction writes at its end: a
 * batch of a thousand SKUs would lose to every small change of another process, again and again.
 */
const RUNS_WITHOUT_LOCKS = 2;

/** More SKUs than this are read in any case: there one round trip is little, and one of them that has changed would make it two. */
const REMEMBERED_AT_ONCE = 50;

/** Remembered records of a kind that are compared as each is written: a read of them all costs more. */
const COMPARED_ALONE = 4;

/** The part of a SKU or an allocation that tells whether it has changed. */
type Compared = Pick<AllocationDocument, '_id' | 'version' | 'revision'>;

interface Running {
  /** True where other processes cannot change the SKUs that it reads until it ends. */
  readonly locksSkus: boolean;
  /** Records that need not be read; the transaction writes over those that it used, or compares them with what is stored. */
  readonly remembered: StockCache | undefined;
  /** Kinds that code which does not know them is shut out for, once and for all. */
  readonly admitted: ReadonlySet<AdmittedKind>;
}

/** One transaction of a tenant. It writes only over the versions that it has read, or remembers. */
class Transaction implements StockReader {
  readonly #options: StockStoreOptions;
  readonly #session: ClientSession;
  readonly #tenant: string;
  readonly #running: Running;
  readonly #skus: Collection<SkuDocument>;
  readonly #locations: Collection<LocationDocument>;
  readonly #movements: Collection<MovementDocument>;
  readonly #ledger: LedgerOfTenant;
  readonly #allocations: Collection<AllocationDocument>;
  readonly #reservations: ReservationsOfTenant;
  readonly #scanAnswers: Collection<ScanAnswerDocument>;
  /** The SKUs that were read or remembered, by their ids. */
  readonly #stored = new Map<string, SkuToChange>();
  /** The revision of each SKU and the version of each allocation that was read, by their ids. */
  readonly #read = new Map<string, number>();
  /** Ids of records that were remembered, or taken to be new, and not read. */
  readonly #assumed = new Set<string>();
  /** Ids of records that were remembered, and compared with what is stored. */
  readonly #compared = new Set<string>();
  /** The documents that it wrote: to be remembered once it is committed. */
  written: WrittenStock = { skus: [], allocations: [] };
  /** Kinds of which that is so once it is committed. */
  readonly nowAdmitted: AdmittedKind[] = [];

  constructor(options: StockStoreOptions, session: ClientSession, tenant: string, running: Running) {
    const { db } = options;
    this.#options = options;
    this.#session = session;
    this.#tenant = tenant;
    this.#running = running;
    this.#skus = db.collection(SKUS);
    this.#locations = db.collection(LOCATIONS);
    this.#movements = db.collection(MOVEMENTS);
    this.#ledger = new LedgerOfTenant(db, session, tenant);
    this.#allocations = db.collection(ALLOCATIONS);
    this.#reservations = new ReservationsOfTenant(db, session, tenant);
    this.#scanAnswers = db.collection(SCAN_ANSWERS);
  }

  async allocations(orderIds: readonly string[], isNew: (orderId: string) => boolean): Promise<readonly Allocation[]> {
    const { remembered } = this.#running;
    const known: Allocation[] = [];
    const unknown: string[] = [];
    for (const orderId of orderIds) {
      const id = allocationKey(this.#tenant, orderId);
      const allocation = remembered?.allocation(id);
      if (allocation) known.push(allocation);
      if (allocation) this.#read.set(id, allocation.version);
      if (allocation || (remembered && isNew(orderId))) this.#assumed.add(id);
      else unknown.push(id);
    }
    if (unknown.length === 0) return known;
    const found = this.#allocations.find({ _id: { $in: unknown } }, { session: this.#session });
    return [...known, ...(await found.map((document) => this.#toAllocation(document)).toArray())];
  }

  async skus(codes: readonly string[]) {
    const { locksSkus } = this.#running;
    const remembered = codes.length > REMEMBERED_AT_ONCE ? undefined : this.#running.remembered;
    const known: Sku[] = [];
    const unknown: string[] = [];
    for (const code of codes) {
      const id = skuKey(this.#tenant, code);
      const stored = remembered?.sku(id);
      if (stored) {
        known.push(toSku(stored));
        this.#keep(stored);
        this.#assumed.add(id);
      } else unknown.push(id);
    }
    if (unknown.length === 0) return known;
    const wanted = { _id: { $in: unknown } };
    // Only a write that changes a document locks it.
    if (locksSkus) await this.#skus.updateMany(wanted, { $inc: { locks: 1 } }, { session: this.#session });
    const options = { session: this.#session, projection: { prefixes: 0 } };
    const found = await this.#skus.find<SkuToChange>(wanted, options).toArray();
    for (const document of found) this.#keep(document);
    return [...known, ...found.map(toSku)];
  }

  #keep(document: SkuToChange): void {
    const { _id, revision } = document;
    this.#stored.set(_id, document);
    this.#read.set(_id, revision);
  }

  reservations(wanted: Parameters<StockReader['reservations']>[0]) {
    return this.#reservations.reservations(wanted);
  }

  overdueReservations(wanted: OverdueWanted) {
    return this.#reservations.overdueReservations(wanted);
  }

  keeping(wanted: Parameters<StockReader['keeping']>[0]) {
    return this.#reservations.keeping(wanted);
  }

  async skusWithBarcodes(barcodes: readonly string[]) {
    const options = { session: this.#session, projection: { sku: 1, barcodes: 1, gtins: 1 } };
    const found = await this.#skus.find(barcodesCondition(this.#tenant, barcodes), options).hint(BARCODE_INDEX).toArray();
    return new Map(
      found.flatMap(({ sku, barcodes: own = [], gtins }) =>
        barcodeTexts({ barcodes: own, ...(gtins && { gtins }) }).map((text): [string, string] => [text, sku]),
      ),
    );
  }

  async locations({ ids, paths, usages }: WantedLocations) {
    const tenant = this.#tenant;
    const named: Filter<LocationDocument>[] = [];
    if (ids.length > 0) named.push({ tenant, _id: { $in: [...ids] } });
    if (paths.length > 0) named.push({ tenant, path: { $in: [...paths] } });
    if (usages.length > 0) named.push({ tenant, sellable: false, usage: { $in: [...usages] }, status: 'active' });
    if (named.length === 0) return [];
    const options = { session: this.#session, batchSize: LOCATIONS_AT_ONCE };
    return this.#locations.find({ $or: named }, options).map(toLocation).toArray();
  }

  waiting(wanted: Wanted): Promise<FoundOrders> {
    return readQueue(this.#reading('waiting'), wanted);
  }

  holding(wanted: Wanted): Promise<FoundOrders> {
    return readQueue(this.#reading('loose'), wanted);
  }

  receipts(claimIds: readonly string[]) {
    return this.#options.receipts.find(this.#tenant, claimIds, this.#session);
  }

  movedUnder(claimIds: readonly string[]) {
    return this.#ledger.movedUnder(claimIds);
  }

  async scanAnswers(scanIds: readonly string[]) {
    if (scanIds.length === 0) return [];
    const ids = scanIds.map((scanId) => scanAnswerKey(this.#tenant, scanId));
    return this.#scanAnswers
      .find({ _id: { $in: ids } }, { session: this.#session })
      .map(toScanAnswer)
      .toArray();
  }

  async admits(kind: AdmittedKind): Promise<boolean> {
    const isKnown = this.#running.admitted.has(kind) || (await this.#options.admit(kind, this.#session));
    if (isKnown) this.nowAdmitted.push(kind);
    return isKnown;
  }

  sources(asSeen: boolean) {
    return asSeen ? this.#options.sources(this.#tenant, this.#session) : this.#options.sources(this.#tenant);
  }

  async ordersOfReturns(returnIds: readonly string[]) {
    const wanted = { tenant: this.#tenant, return_ids: { $in: [...returnIds] } };
    const options = { session: this.#session, projection: { order_id: 1, return_ids: 1 } };
    const found = await this.#allocations.find(wanted, options).toArray();
    return new Map(found.flatMap(({ order_id: orderId, return_ids: ids = [] }) => ids.map((id) => [id, orderId] as const)));
  }

  movedSince(wanted: MovedSince) {
    return this.#ledger.movedSince(wanted);
  }

  /** @throws WriteConflict, or the duplicate key's error, where another process was first. */
  async write(changes: StockWrite): Promise<void> {
    const session = this.#session;
    const tenant = this.#tenant;
    this.written = this.#documentsOf(changes);
    await this.#compareTogether(this.#unwrittenSkus());
    await lockLocations(this.#locations, changes.lockedLocations, session);
    const locations = changes.newLocations.map((location) => toLocationDocument(tenant, location));
    if (locations.length > 0) await this.#locations.insertMany(locations, { session });
    const givers = changes.barcodeGivers.map((code) => skuKey(tenant, code));
    // The index of barcodes knows no order of the writes that follow.
    if (givers.length > 0)
      await this.#skus.updateMany({ _id: { $in: givers } }, { $unset: { barcodes: '', gtins: '' } }, { session });
    await writeAll(this.#skus, this.#skuWrites(new Set(givers)), session);
    await writeAll(this.#allocations, this.#allocationWrites(), session);
    await this.#reservations.write(changes.reservations);
    const movements = changes.movements.map((movement) => toMovementDocument(tenant, movement));
    if (movements.length > 0) await this.#movements.insertMany(movements, { session });
    const answers = changes.newScanAnswers.map((answer) => toScanAnswerDocument(tenant, answer));
    if (answers.length > 0) await this.#scanAnswers.insertMany(answers, { session });
    await this.#options.receipts.add(session, tenant, changes.receipts);
  }

  #documentsOf({ skus, allocations, locations }: StockWrite): WrittenStock {
    const tenant = this.#tenant;
    const lineageOf = (id: string): readonly string[] => locationIn(locations, id).lineage;
    const toDocument = (sku: Sku): SkuDocument => {
      const before = this.#stored.get(skuKey(tenant, sku.code));
      return toSkuDocument(tenant, sku, { revision: (before?.revision ?? 0) + 1, lineageOf, before });
    };
    return {
      skus: skus.map(toDocument),
      allocations: allocations.map((allocation) => toAllocationDocument(tenant, allocation)),
    };
  }

  /** Remembered SKUs that stay while an allocation changes. @throws UnreadRecord where another record was neither read nor is written. */
  #unwrittenSkus(): readonly string[] {
    const { skus, allocations } = this.written;
    const writes = new Set([...skus, ...allocations].map(({ _id }) => _id));
    const unwritten = [...this.#assumed].filter((id) => !writes.has(id));
    const canBeCompared = (id: string): boolean => allocations.length > 0 && this.#running.remembered?.sku(id) !== undefined;
    if (!unwritten.every(canBeCompared)) throw new UnreadRecord('A record has to be read');
    return unwritten;
  }

  /**
   * Compares many remembered records by a read of each kind, with SKUs that are not written. MongoDB finds a record by its `_id` alone in half
   * the time that it takes with a condition, and no other changes what this transaction has read before it ends without a conflict.
   */
  async #compareTogether(unwritten: readonly string[]): Promise<void> {
    const { skus, allocations } = this.written;
    const idsOf = (written: readonly Compared[]): readonly string[] => {
      const ids = written.map(({ _id }) => _id).filter((id) => this.#assumed.has(id) && this.#read.has(id));
      return ids.length > COMPARED_ALONE ? ids : [];
    };
    await this.#compare(SKUS, [...unwritten, ...idsOf(skus)], ({ _id, revision }) => revision === this.#read.get(_id));
    const revisions = new Map(allocations.map(({ _id, revision }) => [_id, revision]));
    const isSame = ({ _id, version, revision }: Compared) => version === this.#read.get(_id) && revision === revisions.get(_id);
    await this.#compare(ALLOCATIONS, idsOf(allocations), isSame);
  }

  /** @throws WriteConflict where another process has changed one of them. */
  async #compare(name: string, ids: readonly string[], isAsRemembered: (stored: Compared) => boolean): Promise<void> {
    if (ids.length === 0) return;
    const options = { session: this.#session, projection: { version: 1, revision: 1 } };
    const stored = this.#options.db.collection<Compared>(name);
    const found = await stored.find({ _id: { $in: [...ids] } }, options).toArray();
    if (found.length < ids.length || !found.every(isAsRemembered)) throw new WriteConflict(`Another process has changed ${name}`);
    for (const id of ids) this.#compared.add(id);
  }

  #reading(end: QueueEnd) {
    const [session, tenant, allocations] = [this.#session, this.#tenant, this.#allocations];
    return { allocations, session, tenant, end, toAllocation: (document: AllocationDocument) => this.#toAllocation(document) };
  }

  #toAllocation(document: AllocationDocument): Allocation {
    const { _id, version } = document;
    this.#read.set(_id, version);
    return toAllocation(document);
  }

  /** @param givers ids of those whose barcodes were taken from their documents before. */
  #skuWrites(givers: ReadonlySet<string>): AnyBulkWriteOperation<SkuDocument>[] {
    return this.written.skus.map((document) => {
      const { _id } = document;
      const stored = this.#stored.get(_id);
      if (!stored) return { insertOne: { document } };
      const { barcodes: _given, gtins: _too, ...others } = stored;
      const filter = this.#isCertain(_id) ? { _id } : { _id, revision: stored.revision };
      return { updateOne: { filter, update: toSkuUpdate(document, givers.has(_id) ? others : stored) } };
    });
  }

  #allocationWrites(): AnyBulkWriteOperation<AllocationDocument>[] {
    return this.written.allocations.map((document) => {
      const { _id, ...replacement } = document;
      const version = this.#read.get(_id);
      if (version === undefined) return { insertOne: { document } };
      const asRemembered = { version, revision: document.revision ?? { $exists: false } };
      return { replaceOne: { filter: { _id, ...(this.#isCertain(_id) ? {} : asRemembered) }, replacement } };
    });
  }

  /** True where this transaction has read the record: a change by another process would be a conflict of the two. */
  #isCertain(id: string): boolean {
    return !this.#assumed.has(id) || this.#compared.has(id);
  }
}
