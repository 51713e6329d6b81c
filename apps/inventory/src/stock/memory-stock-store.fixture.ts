import type { Receipt } from '@fulfilment/idempotency';
import { barcodeForms, type OutgoingMessage, retry, WriteConflict } from '@fulfilment/kernel';
import { toAllocation, toAllocationDocument } from '../database/allocation-documents.ts';
import { toReservation, toReservationDocument } from '../database/reservation-documents.ts';
import { toSku, toSkuDocument } from '../database/sku-documents.ts';
import type { Allocation } from '../model/allocation.ts';
import type { Movement } from '../model/ledger.ts';
import { type Location, locationIn, sourceOf } from '../model/location.ts';
import { byRank, isRanked, nearestKey, type QueueEnd, queueKeysOf, unitsAt } from '../model/queue.ts';
import type { ScanAnswer } from '../model/scan-answer.ts';
import { holdsExternalId, isActive, isOverdue, keptOf, latestFirst, type Reservation } from '../model/reservation.ts';
import { barcodeTexts, type Sku } from '../model/sku.ts';
import { type AllocationRules, NO_RULES, type Sources } from '../model/sourcing.ts';
import type { AdmittedKind } from './domain/admitted-kinds.ts';
import { type FoundOrders, QueueStretch, type Wanted } from './domain/queue-stretch.ts';
import type { StockReader, StockStore, StockTransaction, StockWrite } from './stock-ports.ts';

/** Attempts that other transactions may win, as in the store on MongoDB. */
const MAX_ATTEMPTS = 10;

/** Records as they are at one moment. */
interface StockSnapshot {
  readonly skus: ReadonlyMap<string, Sku>;
  readonly allocations: ReadonlyMap<string, Allocation>;
  readonly reservations: ReadonlyMap<string, Reservation>;
  readonly locations: ReadonlyMap<string, Location>;
  readonly receipts: ReadonlyMap<string, Receipt>;
  readonly scanAnswers: ReadonlyMap<string, ScanAnswer>;
  /** Copied where they are asked for: few transactions ask, and there are many. */
  readonly movements: () => readonly Movement[];
  readonly notAdmitted: ReadonlySet<AdmittedKind>;
  readonly rules: AllocationRules;
}

/** A transaction of which a test decides when it begins and when it is committed. */
export interface MemoryTransaction extends StockTransaction {
  /** @throws WriteConflict where another has written, since this one began, what this one writes: nothing is written then. */
  readonly commit: () => void;
}

/** One tenant's stock in memory, read in the same portions as from MongoDB, with snapshots and the first committer winning. */
export class MemoryStockStore implements StockStore {
  readonly skus = new Map<string, Sku>();
  readonly allocations = new Map<string, Allocation>();
  readonly reservations = new Map<string, Reservation>();
  readonly locations = new Map<string, Location>();
  readonly movements: Movement[] = [];
  readonly messages: OutgoingMessage[] = [];
  readonly receipts = new Map<string, Receipt>();
  readonly scanAnswers = new Map<string, ScanAnswer>();
  /** Kinds of changes that processes of earlier releases, which still run, do not know. */
  readonly notAdmitted = new Set<AdmittedKind>();
  rules: AllocationRules = NO_RULES;
  /** Transactions that were committed. */
  commits = 0;
  #tenant = 'acc_1:sandbox';

  constructor(...places: readonly Location[]) {
    for (const place of places) this.locations.set(place.id, place);
  }

  transact<Result>(tenant: string, work: (transaction: StockTransaction) => Promise<Result>): Promise<Result> {
    const run = async (): Promise<Result> => {
      const transaction = this.begin(tenant);
      const result = await work(transaction);
      transaction.commit();
      return result;
    };
    return retry(run, { maxAttempts: MAX_ATTEMPTS });
  }

  begin(tenant: string): MemoryTransaction {
    this.#tenant = tenant;
    const { skus, allocations, reservations, locations, receipts, scanAnswers, movements } = this;
    const count = movements.length;
    const seen: StockSnapshot = {
      skus: new Map(skus),
      allocations: new Map(allocations),
      reservations: new Map(reservations),
      locations: new Map(locations),
      receipts: new Map(receipts),
      scanAnswers: new Map(scanAnswers),
      movements: () => movements.slice(0, count),
      notAdmitted: new Set(this.notAdmitted),
      rules: this.rules,
    };
    const writes: StockWrite[] = [];
    return {
      read: readerOf(seen),
      write: async (changes) => void writes.push(changes),
      commit: () => {
        if (writes.some((changes) => !this.#isAsSeen(seen, changes))) throw new WriteConflict('Another transaction was first');
        for (const changes of writes) this.#apply(changes);
        this.commits += 1;
      },
    };
  }

  async filling(atMost: number, after = ''): Promise<{ tenant: string; sku: string }[]> {
    if (after >= this.#tenant) return [];
    const found = [...this.skus.values()].filter(({ filling }) => filling).slice(0, atMost);
    return found.map(({ code }) => ({ tenant: this.#tenant, sku: code }));
  }

  #isAsSeen(
    seen: StockSnapshot,
    { skus, allocations, reservations, newLocations, receipts, newScanAnswers }: StockWrite,
  ): boolean {
    const paths = new Set([...this.locations.values()].map(({ path }) => path));
    return (
      skus.every(({ code }) => this.skus.get(code) === seen.skus.get(code)) &&
      allocations.every(({ orderId }) => this.allocations.get(orderId) === seen.allocations.get(orderId)) &&
      reservations.every(({ id }) => this.reservations.get(id) === seen.reservations.get(id)) &&
      newLocations.every(({ path }) => !paths.has(path)) &&
      receipts.every(({ id }) => !this.receipts.has(id)) &&
      newScanAnswers.every(({ scanId }) => !this.scanAnswers.has(scanId))
    );
  }

  #apply(changes: StockWrite): void {
    const { skus, allocations, reservations, newLocations, movements, messages, receipts, newScanAnswers } = changes;
    const lineageOf = (id: string): readonly string[] => locationIn(changes.locations, id).lineage;
    // What a record has and its document has not is of one transaction.
    for (const sku of skus) this.skus.set(sku.code, toSku(toSkuDocument(this.#tenant, sku, { revision: 1, lineageOf })));
    for (const allocation of allocations)
      this.allocations.set(allocation.orderId, toAllocation(toAllocationDocument(this.#tenant, allocation)));
    for (const reservation of reservations)
      this.reservations.set(reservation.id, toReservation(toReservationDocument(this.#tenant, reservation)));
    for (const place of newLocations) this.locations.set(place.id, place);
    this.movements.push(...movements);
    this.messages.push(...messages);
    for (const receipt of receipts) this.receipts.set(receipt.id, receipt);
    for (const answer of newScanAnswers) this.scanAnswers.set(answer.scanId, answer);
  }
}

function readerOf({
  skus,
  allocations,
  reservations,
  locations,
  receipts,
  scanAnswers,
  movements,
  notAdmitted,
  rules,
}: StockSnapshot): StockReader {
  return {
    allocations: async (ids) => ids.flatMap((id) => allocations.get(id) ?? []),
    skusWithBarcodes: async (barcodes) =>
      new Map(
        [...skus.values()].flatMap(({ code, details }) =>
          barcodeTexts(details).some((text) => barcodes.some((each) => barcodeForms(each).includes(text)))
            ? barcodeTexts(details).map((text): [string, string] => [text, code])
            : [],
        ),
      ),
    skus: async (codes) => codes.flatMap((code) => skus.get(code) ?? []),
    locations: async ({ ids, paths, usages }) =>
      [...locations.values()].filter(
        ({ id, path, usage, sellable }) => ids.includes(id) || paths.includes(path) || (!sellable && usages.includes(usage)),
      ),
    sources: async () => sourcesIn(rules, locations.values()),
    waiting: async (wanted) => stretch(allocations.values(), wanted, 'waiting'),
    receipts: async (ids) => new Map([...receipts].filter(([id]) => ids.includes(id))),
    movedUnder: async (ids) => movements().filter(({ claim }) => claim && ids.includes(claim.id)),
    scanAnswers: async (ids) => ids.flatMap((id) => scanAnswers.get(id) ?? []),
    admits: async (kind) => !notAdmitted.has(kind),
    reservations: async ({ ids, externalIds }) =>
      [...reservations.values()].filter(
        (each) =>
          ids.includes(each.id) || (holdsExternalId(each) && each.externalId !== null && externalIds.includes(each.externalId)),
      ),
    overdueReservations: async ({ skus: codes, at, atMost }) =>
      [...reservations.values()]
        .filter((each) => isOverdue(each, at) && each.lines.some(({ sku }) => codes.includes(sku)))
        .toSorted((a, b) => latestFirst(b, a))
        .slice(0, atMost),
    keeping: async ({ sku, units, warehouse }) => {
      let left = units;
      const ofSku = [...reservations.values()].filter(
        (each) =>
          isActive(each) &&
          each.lines.some((line) => line.sku === sku) &&
          (warehouse === undefined || each.warehouse?.id === warehouse),
      );
      return ofSku.toSorted(latestFirst).filter((each) => {
        const isWanted = left > 0;
        left -= keptOf(each, sku);
        return isWanted;
      });
    },
    ordersOfReturns: async (ids) =>
      new Map(
        [...allocations.values()].flatMap(({ orderId, returns = [] }) =>
          returns.flatMap(({ id }): [string, string][] => (ids.includes(id) ? [[id, orderId]] : [])),
        ),
      ),
    movedSince: async ({ sku, locationId, after, atMost }) => {
      const later = movements().filter((each) => each.sku === sku && each.at > after);
      const found = later.filter((each) => locationId === null || each.locationId === locationId);
      return found.toReversed().slice(0, atMost);
    },
    holding: async (wanted) => stretch(allocations.values(), wanted, 'loose'),
  };
}

function sourcesIn(rules: AllocationRules, locations: Iterable<Location>): Sources {
  return { rules, warehouses: [...locations].flatMap((each) => sourceOf(each) ?? []) };
}

function stretch(allocations: Iterable<Allocation>, wanted: Wanted, end: QueueEnd): FoundOrders {
  const concerned = [...allocations].flatMap((allocation) => {
    const units = queueKeysOf(allocation, wanted.sku).reduce((sum, key) => sum + unitsAt(allocation, wanted.sku, key)[end], 0);
    const key = nearestKey(allocation, end);
    return units > 0 && key && (wanted.ranked || !isRanked(allocation)) ? [{ allocation, key }] : [];
  });
  const sorted = concerned.toSorted((a, b) => (end === 'waiting' ? byRank(a.key, b.key) : byRank(b.key, a.key)));
  const read = new QueueStretch(wanted, end);
  const isEnough = sorted.some(({ allocation }) => read.add(allocation));
  return read.found(!isEnough);
}
