import { compareText, gtinOf } from '@fulfilment/kernel';
import type { Allocation } from '../../model/allocation.ts';
import type { Movement } from '../../model/ledger.ts';
import { type Location, type LocationsById, type LocationUse, sourceOf } from '../../model/location.ts';
import { byRank, isRanked, type QueueKey, queueKeysOf } from '../../model/queue.ts';
import { holdsExternalId, keptOf, latestFirst, type Reservation } from '../../model/reservation.ts';
import { barcodeTexts, type Sku } from '../../model/sku.ts';
import { NO_RULES, type Sources } from '../../model/sourcing.ts';
import type { AdmittedKind } from './admitted-kinds.ts';
import type { StockChanges, StockView } from './stock-draft.ts';
import type { Limits, Reach, SkuRoom, WorkingSet } from './working-set.ts';

const ALL: Reach = { type: 'all' };
const NONE: Reach = { type: 'none' };

/** The working set with the changes of the commands so far. */
export class LoadedStock implements StockView {
  readonly limits: Limits;
  readonly #notAdmitted: ReadonlySet<AdmittedKind>;
  readonly #skus: Map<string, Sku>;
  readonly #allocations: Map<string, Allocation>;
  readonly #reservations: Map<string, Reservation>;
  readonly #locations: Map<string, Location>;
  readonly #locationsByPath: Map<string, Location>;
  readonly #barcodes: Map<string, string>;
  readonly #sources: Sources;
  readonly #reaches: Pick<WorkingSet, 'waiting' | 'held'>;
  /** SKUs that orders waited for before the batch. */
  readonly #waited: ReadonlySet<string>;
  readonly #queues = new Map<string, readonly QueueKey[]>();
  readonly #movements: Movement[] = [];
  readonly #skuRoom: SkuRoom | undefined;
  #fillLinesLeft: number;
  #newSkus = 0;

  constructor(workingSet: WorkingSet, limits: Limits) {
    const { skus, allocations, reservations = [], locations, waiting, held, barcodes, skuRoom } = workingSet;
    this.limits = limits;
    this.#notAdmitted = new Set(workingSet.notAdmitted);
    this.#reservations = new Map(reservations.map((reservation) => [reservation.id, reservation]));
    this.#skuRoom = skuRoom;
    this.#skus = new Map(skus.map((sku) => [sku.code, sku]));
    this.#allocations = new Map(allocations.map((allocation) => [allocation.orderId, allocation]));
    this.#locations = new Map(locations.map((location) => [location.id, location]));
    this.#locationsByPath = new Map(locations.map((location) => [location.path, location]));
    this.#barcodes = new Map(barcodes);
    this.#sources = workingSet.sources ? withLoaded(workingSet.sources, locations) : { rules: NO_RULES, warehouses: [] };
    this.#reaches = { waiting, held };
    this.#waited = new Set(skus.filter((sku) => sku.waiting > 0).map(({ code }) => code));
    this.#fillLinesLeft = limits.fillLines;
  }

  admits(kind: AdmittedKind | undefined): boolean {
    return kind === undefined || !this.#notAdmitted.has(kind);
  }

  sku(code: string): Sku | undefined {
    return this.#skus.get(code);
  }

  skuWithBarcode(barcode: string): string | undefined {
    return this.#barcodes.get(barcode) ?? this.#barcodes.get(gtinOf(barcode) ?? barcode);
  }

  allocation(orderId: string): Allocation | undefined {
    return this.#allocations.get(orderId);
  }

  reservation(id: string): Reservation | undefined {
    return this.#reservations.get(id);
  }

  reservationNamed(externalId: string): Reservation | undefined {
    return this.#reservations.values().find((each) => each.externalId === externalId && holdsExternalId(each));
  }

  reservationsOf(code: string): readonly Reservation[] {
    return [...this.#reservations.values()].filter((each) => keptOf(each, code) > 0).toSorted(latestFirst);
  }

  movementsOf(code: string): readonly Movement[] {
    return this.#movements.filter(({ sku }) => sku === code);
  }

  get locations(): LocationsById {
    return this.#locations;
  }

  location(id: string): Location | undefined {
    return this.#locations.get(id);
  }

  locationAt(path: string): Location | undefined {
    return this.#locationsByPath.get(path);
  }

  locationFor(usage: LocationUse): Location | undefined {
    const fitting = [...this.#locations.values()].filter(
      (each) => each.usage === usage && !each.sellable && each.archivedAt === null,
    );
    return fitting.toSorted((a, b) => compareText(a.path, b.path))[0];
  }

  sources(): Sources {
    return this.#sources;
  }

  queueOf(code: string): readonly QueueKey[] {
    const known = this.#queues.get(code);
    if (known) return known;
    const queue = [...this.#allocations.values()]
      .filter(({ lines }) => lines.some(({ sku }) => sku === code))
      .flatMap((allocation) => queueKeysOf(allocation, code))
      .toSorted(byRank);
    this.#queues.set(code, queue);
    return queue;
  }

  waitingReach(code: string): Reach {
    return this.#reaches.waiting.get(code) ?? (this.#waited.has(code) ? NONE : ALL);
  }

  heldReach(code: string): Reach {
    return this.#reaches.held.get(code) ?? NONE;
  }

  fillLinesLeft(): number {
    return this.#fillLinesLeft;
  }

  skuRoom(): SkuRoom | undefined {
    return this.#skuRoom && { ...this.#skuRoom, used: this.#skuRoom.used + this.#newSkus };
  }

  /** SKUs that the batch has created so far. */
  get newSkus(): number {
    return this.#newSkus;
  }

  apply({ skus, allocations, reservations, locations, movements, filledLines }: StockChanges): void {
    for (const [id, reservation] of reservations) this.#reservations.set(id, reservation);
    for (const [code, sku] of skus) {
      const before = this.#skus.get(code);
      if (!before) this.#newSkus += 1;
      for (const text of before ? barcodeTexts(before.details) : []) this.#barcodes.delete(text);
      this.#skus.set(code, sku);
    }
    for (const [code, { details }] of skus) for (const text of barcodeTexts(details)) this.#barcodes.set(text, code);
    for (const [orderId, allocation] of allocations) {
      this.#put(orderId, allocation);
    }
    for (const location of locations) {
      this.#locations.set(location.id, location);
      this.#locationsByPath.set(location.path, location);
    }
    this.#movements.push(...movements);
    this.#fillLinesLeft -= filledLines;
  }

  /** Queues are made again where the order may stand elsewhere in them. */
  #put(orderId: string, allocation: Allocation): void {
    const before = this.#allocations.get(orderId);
    const isMoved = !before || isRanked(before) || isRanked(allocation);
    for (const { sku } of isMoved ? allocation.lines : []) this.#queues.delete(sku);
    this.#allocations.set(orderId, allocation);
  }
}

/** The sources with warehouses that the transaction has read, as they are now: the others may be some seconds old. */
function withLoaded({ rules, warehouses }: Sources, locations: readonly Location[]): Sources {
  const loaded = locations.filter(({ type }) => type === 'warehouse');
  const known = new Set(loaded.map(({ id }) => id));
  return {
    rules,
    warehouses: [...warehouses.filter(({ id }) => !known.has(id)), ...loaded.flatMap((each) => sourceOf(each) ?? [])],
  };
}
