import { compareText, gtinOf, type IdPrefix } from '@fulfilment/kernel';
import { type Allocation, olderFirst, type OrderKey } from '../../model/allocation.ts';
import type { Movement } from '../../model/ledger.ts';
import type { Location, LocationsById, LocationUse } from '../../model/location.ts';
import { balanceAt, barcodeTexts, type Sku } from '../../model/sku.ts';
import type { GivenUp } from './barcode-owners.ts';
import type { Limits, Reach, SkuRoom, WorkingSet } from './working-set.ts';

/** Ids as an argument: a decision makes none itself. */
export type NewId = (prefix: IdPrefix) => string;

/** The running balances that a command is decided on. */
export interface StockView {
  readonly limits: Limits;
  readonly admitsFulfilments: boolean;
  readonly admitsReturns: boolean;
  sku(code: string): Sku | undefined;
  allocation(orderId: string): Allocation | undefined;
  location(id: string): Location | undefined;
  locationAt(path: string): Location | undefined;
  /** The active location of a use that sells nothing: the first by path, of those that are loaded. */
  locationFor(usage: LocationUse): Location | undefined;
  /** The code of the SKU that has a barcode, a GTIN in any length. */
  skuWithBarcode(barcode: string): string | undefined;
  /** Entries of the ledger that this transaction has made so far, of a SKU. */
  movementsOf(code: string): readonly Movement[];
  /** The loaded orders with a line for the SKU, oldest first. */
  ordersFor(code: string): readonly OrderKey[];
  waitingReach(code: string): Reach;
  heldReach(code: string): Reach;
  /** Lines of backorders that may still be filled. */
  fillLinesLeft(): number;
  /** With the SKUs that were created so far; undefined without a bound. */
  skuRoom(): SkuRoom | undefined;
}

/** Records that changed, each as it is now. */
export interface StockChanges {
  readonly skus: ReadonlyMap<string, Sku>;
  readonly allocations: ReadonlyMap<string, Allocation>;
  /** Locations that are new. */
  readonly locations: readonly Location[];
  /** Entries of the ledger that are new. */
  readonly movements: readonly Movement[];
  readonly filledLines: number;
}

/** Units that came to a location or left it. */
export interface StockMove {
  readonly sku: string;
  readonly locationId: string;
  readonly delta: number;
  /** Units at the location after it. */
  readonly balance: number;
  /** Facts of its entry that are not those of its command. */
  readonly entry?: EntryFacts | undefined;
}

/** The cause of a movement in the ledger, and its moment. */
export type EntryFacts = Pick<Movement, 'reason' | 'reference' | 'occurredAt'>;

const NOTHING_GIVEN_UP: GivenUp = new Map();

/** Changes laid over a view of the stock, which stays as it is: of one command until it stands, or of a batch of them. */
export class StockDraft implements StockView {
  readonly limits: Limits;
  readonly admitsFulfilments: boolean;
  readonly admitsReturns: boolean;
  /** True where the working set is that of one command: it has all that is loaded for it. */
  readonly isAlone: boolean;
  readonly moves: StockMove[] = [];
  readonly #stock: StockView;
  readonly #newId: NewId;
  readonly #givenUp: GivenUp;
  readonly #skus = new Map<string, Sku>();
  readonly #allocations = new Map<string, Allocation>();
  readonly #locations = new Map<string, Location>();
  readonly #locationsByPath = new Map<string, Location>();
  readonly #movements: Movement[] = [];
  #filledLines = 0;
  #newSkus = 0;

  constructor(
    stock: StockView,
    newId: NewId,
    { isAlone = false, givenUp = NOTHING_GIVEN_UP }: { readonly isAlone?: boolean; readonly givenUp?: GivenUp } = {},
  ) {
    this.limits = stock.limits;
    this.admitsFulfilments = stock.admitsFulfilments;
    this.admitsReturns = stock.admitsReturns;
    this.#stock = stock;
    this.#newId = newId;
    this.isAlone = isAlone;
    this.#givenUp = givenUp;
  }

  get changes(): StockChanges {
    const locations = [...this.#locations.values()];
    const [movements, filledLines] = [this.#movements, this.#filledLines];
    return { skus: this.#skus, allocations: this.#allocations, locations, movements, filledLines };
  }

  sku(code: string): Sku | undefined {
    return this.#skus.get(code) ?? this.#stock.sku(code);
  }

  /** @throws Error if the working set lacks it: a line was taken for a SKU that is there. */
  knownSku(code: string): Sku {
    return present(this.sku(code), code);
  }

  putSku(sku: Sku): void {
    if (!this.sku(sku.code)) this.#newSkus += 1;
    this.#skus.set(sku.code, sku);
  }

  skuWithBarcode(barcode: string): string | undefined {
    const texts = [barcode, gtinOf(barcode) ?? barcode];
    for (const { code, details } of this.#skus.values()) if (this.#keeps(code, barcodeTexts(details), texts)) return code;
    const before = this.#stock.skuWithBarcode(barcode);
    if (before === undefined || this.#skus.has(before)) return undefined;
    const owner = this.#givenUp.has(before) ? this.#stock.sku(before) : undefined;
    return owner && !this.#keeps(before, barcodeTexts(owner.details), texts) ? undefined : before;
  }

  /** True of a SKU that has one of the texts, and does not give it up. */
  #keeps(code: string, own: readonly string[], texts: readonly string[]): boolean {
    return own.some((text) => texts.includes(text) && this.#givenUp.get(code)?.has(text) !== true);
  }

  allocation(orderId: string): Allocation | undefined {
    return this.#allocations.get(orderId) ?? this.#stock.allocation(orderId);
  }

  putAllocation(allocation: Allocation): void {
    this.#allocations.set(allocation.orderId, allocation);
  }

  location(id: string): Location | undefined {
    return this.#locations.get(id) ?? this.#stock.location(id);
  }

  /** @throws Error if the working set lacks it: a SKU's locations are loaded with it. */
  knownLocation(id: string): Location {
    return present(this.location(id), id);
  }

  locationAt(path: string): Location | undefined {
    return this.#locationsByPath.get(path) ?? this.#stock.locationAt(path);
  }

  locationFor(usage: LocationUse): Location | undefined {
    return this.#stock.locationFor(usage);
  }

  /** A location below `parent` that did not exist, made on its first use. */
  addLocation(facts: Pick<Location, 'type' | 'code' | 'path' | 'createdAt' | 'updatedAt'>, parent: Location): Location {
    const id = this.#newId('loc');
    const lineage = [...parent.lineage, id];
    const { usage, sellable, pickable } = parent;
    const made: Location = {
      ...facts,
      id,
      parentId: parent.id,
      lineage,
      name: null,
      usage,
      sellable,
      pickable,
      pickSequence: null,
      version: 1,
      archivedAt: null,
    };
    this.#putLocation(made);
    return made;
  }

  /** Puts `delta` units at a location, or takes them from it. */
  move(code: string, { locationId, delta, entry }: Pick<StockMove, 'locationId' | 'delta' | 'entry'>): void {
    const moved = withMoved(this.knownSku(code), this.knownLocation(locationId), delta);
    this.#skus.set(code, moved);
    this.moves.push({ sku: code, locationId, delta, balance: balanceAt(moved, locationId), entry });
  }

  movementsOf(code: string): readonly Movement[] {
    return [...this.#stock.movementsOf(code), ...this.#movements.filter(({ sku }) => sku === code)];
  }

  ordersFor(code: string): readonly OrderKey[] {
    return this.#stock.ordersFor(code);
  }

  waitingReach(code: string): Reach {
    return this.#stock.waitingReach(code);
  }

  heldReach(code: string): Reach {
    return this.#stock.heldReach(code);
  }

  fillLinesLeft(): number {
    return this.#stock.fillLinesLeft() - this.#filledLines;
  }

  skuRoom(): SkuRoom | undefined {
    const room = this.#stock.skuRoom();
    return room && { ...room, used: room.used + this.#newSkus };
  }

  countFilledLine(): void {
    this.#filledLines += 1;
  }

  /** Takes over what a command changed that was decided on this draft. */
  apply(changes: StockChanges): void {
    for (const sku of changes.skus.values()) this.putSku(sku);
    for (const allocation of changes.allocations.values()) this.putAllocation(allocation);
    for (const location of changes.locations) this.#putLocation(location);
    this.#movements.push(...changes.movements);
    this.#filledLines += changes.filledLines;
  }

  #putLocation(location: Location): void {
    this.#locations.set(location.id, location);
    this.#locationsByPath.set(location.path, location);
  }
}

function present<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`The working set lacks ${name}`);
  return value;
}

function withMoved(sku: Sku, { id: locationId, sellable }: Location, delta: number): Sku {
  const balance = balanceAt(sku, locationId) + delta;
  if (balance < 0) throw new Error(`${locationId} would hold ${balance} of ${sku.code}`);
  const isStocked = sku.stock.some((entry) => entry.locationId === locationId);
  const entries = isStocked
    ? sku.stock.map((entry) => (entry.locationId === locationId ? { ...entry, onHand: balance } : entry))
    : [...sku.stock, { locationId, onHand: balance }];
  const unavailable = sellable ? sku.unavailable : sku.unavailable + delta;
  return { ...sku, onHand: sku.onHand + delta, unavailable, stock: entries.filter(({ onHand }) => onHand > 0) };
}

const ALL: Reach = { type: 'all' };
const NONE: Reach = { type: 'none' };

/** The working set with the changes of the commands so far. */
export class LoadedStock implements StockView {
  readonly limits: Limits;
  readonly admitsFulfilments: boolean;
  readonly admitsReturns: boolean;
  readonly #skus: Map<string, Sku>;
  readonly #allocations: Map<string, Allocation>;
  readonly #locations: Map<string, Location>;
  readonly #locationsByPath: Map<string, Location>;
  readonly #barcodes: Map<string, string>;
  readonly #reaches: Pick<WorkingSet, 'waiting' | 'held'>;
  /** SKUs that orders waited for before the batch. */
  readonly #waited: ReadonlySet<string>;
  readonly #ordersBySku = new Map<string, readonly OrderKey[]>();
  readonly #movements: Movement[] = [];
  readonly #skuRoom: SkuRoom | undefined;
  #fillLinesLeft: number;
  #newSkus = 0;

  constructor(workingSet: WorkingSet, limits: Limits) {
    const { skus, allocations, locations, waiting, held, barcodes, skuRoom } = workingSet;
    const { admitsFulfilments = true, admitsReturns = true } = workingSet;
    this.limits = limits;
    this.admitsFulfilments = admitsFulfilments;
    this.admitsReturns = admitsReturns;
    this.#skuRoom = skuRoom;
    this.#skus = new Map(skus.map((sku) => [sku.code, sku]));
    this.#allocations = new Map(allocations.map((allocation) => [allocation.orderId, allocation]));
    this.#locations = new Map(locations.map((location) => [location.id, location]));
    this.#locationsByPath = new Map(locations.map((location) => [location.path, location]));
    this.#barcodes = new Map(barcodes);
    this.#reaches = { waiting, held };
    this.#waited = new Set(skus.filter((sku) => sku.waiting > 0).map(({ code }) => code));
    this.#fillLinesLeft = limits.fillLines;
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

  ordersFor(code: string): readonly OrderKey[] {
    const known = this.#ordersBySku.get(code);
    if (known) return known;
    const orders = [...this.#allocations.values()]
      .filter(({ lines }) => lines.some(({ sku }) => sku === code))
      .toSorted(olderFirst);
    this.#ordersBySku.set(code, orders);
    return orders;
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

  apply({ skus, allocations, locations, movements, filledLines }: StockChanges): void {
    for (const [code, sku] of skus) {
      const before = this.#skus.get(code);
      if (!before) this.#newSkus += 1;
      for (const text of before ? barcodeTexts(before.details) : []) this.#barcodes.delete(text);
      this.#skus.set(code, sku);
    }
    for (const [code, { details }] of skus) for (const text of barcodeTexts(details)) this.#barcodes.set(text, code);
    for (const [orderId, allocation] of allocations) {
      if (!this.#allocations.has(orderId)) for (const { sku } of allocation.lines) this.#ordersBySku.delete(sku);
      this.#allocations.set(orderId, allocation);
    }
    for (const location of locations) {
      this.#locations.set(location.id, location);
      this.#locationsByPath.set(location.path, location);
    }
    this.#movements.push(...movements);
    this.#fillLinesLeft -= filledLines;
  }
}
