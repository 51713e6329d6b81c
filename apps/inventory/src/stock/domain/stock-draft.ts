import { gtinOf, type IdPrefix, type LedgerReason } from '@fulfilment/kernel';
import type { Allocation } from '../../model/allocation.ts';
import type { Movement } from '../../model/ledger.ts';
import { type Location, type LocationUse, warehouseIdOf } from '../../model/location.ts';
import type { QueueKey } from '../../model/queue.ts';
import { holdsExternalId, keptOf, latestFirst, type Reservation } from '../../model/reservation.ts';
import { balanceAt, barcodeTexts, type Sku, withWarehouse } from '../../model/sku.ts';
import type { Sources } from '../../model/sourcing.ts';
import type { AdmittedKind } from './admitted-kinds.ts';
import type { GivenUp } from './barcode-owners.ts';
import { heldChanges, keptChanges, trackedIn } from './held-in-warehouses.ts';
import type { Limits, Reach, SkuRoom } from './working-set.ts';

/** Ids as an argument: a decision makes none itself. */
export type NewId = (prefix: IdPrefix) => string;

/** The running balances that a command is decided on. */
export interface StockView {
  readonly limits: Limits;
  /** False of a kind of changes that waits for processes of earlier releases to end; true of none. */
  admits(kind: AdmittedKind | undefined): boolean;
  sku(code: string): Sku | undefined;
  allocation(orderId: string): Allocation | undefined;
  reservation(id: string): Reservation | undefined;
  /** The one that holds an external id. */
  reservationNamed(externalId: string): Reservation | undefined;
  /** The loaded ones that keep units of the SKU, those first that expire last. */
  reservationsOf(code: string): readonly Reservation[];
  location(id: string): Location | undefined;
  locationAt(path: string): Location | undefined;
  /** The active location of a use that sells nothing: the first by path, of those that are loaded. */
  locationFor(usage: LocationUse): Location | undefined;
  /** The tenant's rules, and its active warehouses. */
  sources(): Sources;
  /** The code of the SKU that has a barcode, a GTIN in any length. */
  skuWithBarcode(barcode: string): string | undefined;
  /** Entries of the ledger that this transaction has made so far, of a SKU. */
  movementsOf(code: string): readonly Movement[];
  /** The places in the queue of a SKU that the loaded orders have, by rank. */
  queueOf(code: string): readonly QueueKey[];
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
  readonly reservations: ReadonlyMap<string, Reservation>;
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
export type EntryFacts = Pick<Movement, 'reference' | 'occurredAt'> & { readonly reason: LedgerReason };

const NOTHING_GIVEN_UP: GivenUp = new Map();

/** Changes laid over a view of the stock, which stays as it is: of one command until it stands, or of a batch of them. */
export class StockDraft implements StockView {
  readonly limits: Limits;
  /** True where the working set is that of one command: it has all that is loaded for it. */
  readonly isAlone: boolean;
  readonly moves: StockMove[] = [];
  readonly #stock: StockView;
  readonly #newId: NewId;
  readonly #givenUp: GivenUp;
  readonly #skus = new Map<string, Sku>();
  readonly #allocations = new Map<string, Allocation>();
  readonly #reservations = new Map<string, Reservation>();
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
    this.#stock = stock;
    this.#newId = newId;
    this.isAlone = isAlone;
    this.#givenUp = givenUp;
  }

  get changes(): StockChanges {
    const locations = [...this.#locations.values()];
    const [movements, filledLines] = [this.#movements, this.#filledLines];
    const [skus, allocations, reservations] = [this.#skus, this.#allocations, this.#reservations];
    return { skus, allocations, reservations, locations, movements, filledLines };
  }

  admits(kind: AdmittedKind | undefined): boolean {
    return this.#stock.admits(kind);
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

  /** Puts an allocation; what it holds in warehouses is counted with its SKUs there. */
  putAllocation(allocation: Allocation): void {
    const before = this.allocation(allocation.orderId);
    this.#allocations.set(allocation.orderId, allocation);
    for (const { sku: code, warehouse, allocated, firm } of heldChanges(before, allocation)) {
      const sku = this.tracked(code);
      this.#skus.set(code, { ...sku, warehouses: withWarehouse(sku.warehouses, warehouse, { allocated, firm }) });
    }
  }

  /** A SKU whose units are counted by warehouse. @throws Error as {@link knownSku}. */
  tracked(code: string): Sku & Required<Pick<Sku, 'warehouses'>> {
    return trackedIn(this.knownSku(code), (id) => this.knownLocation(id));
  }

  reservation(id: string): Reservation | undefined {
    return this.#reservations.get(id) ?? this.#stock.reservation(id);
  }

  reservationNamed(externalId: string): Reservation | undefined {
    const made = this.#reservations.values().find((each) => each.externalId === externalId && holdsExternalId(each));
    const before = made ?? this.#stock.reservationNamed(externalId);
    const now = before && this.reservation(before.id);
    return now && holdsExternalId(now) ? now : undefined;
  }

  reservationsOf(code: string): readonly Reservation[] {
    if (this.#reservations.size === 0) return this.#stock.reservationsOf(code);
    const before = this.#stock.reservationsOf(code).filter(({ id }) => !this.#reservations.has(id));
    return [...before, ...this.#reservations.values()].filter((each) => keptOf(each, code) > 0).toSorted(latestFirst);
  }

  /** Puts a reservation; what it keeps in a warehouse is counted with its SKUs there. */
  putReservation(reservation: Reservation): void {
    const before = this.reservation(reservation.id);
    this.#reservations.set(reservation.id, reservation);
    for (const { sku: code, warehouse, reserved } of keptChanges(before, reservation)) {
      const sku = this.tracked(code);
      this.#skus.set(code, { ...sku, warehouses: withWarehouse(sku.warehouses, warehouse, { reserved }) });
    }
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

  sources(): Sources {
    return this.#stock.sources();
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

  queueOf(code: string): readonly QueueKey[] {
    return this.#stock.queueOf(code);
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

  /** A draft on this one, for what may be given up: {@link adopt} takes it over. */
  branch(): StockDraft {
    return new StockDraft(this, this.#newId, { isAlone: this.isAlone, givenUp: this.#givenUp });
  }

  /** Takes over all that was done on a branch of this draft. */
  adopt(branch: StockDraft): void {
    this.apply(branch.changes);
    this.moves.push(...branch.moves);
  }

  /** Takes over what a command changed that was decided on this draft. */
  apply(changes: StockChanges): void {
    for (const sku of changes.skus.values()) this.putSku(sku);
    for (const [orderId, allocation] of changes.allocations) this.#allocations.set(orderId, allocation);
    for (const [id, reservation] of changes.reservations) this.#reservations.set(id, reservation);
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

function withMoved(sku: Sku, location: Location, delta: number): Sku {
  const { id: locationId, sellable } = location;
  const balance = balanceAt(sku, locationId) + delta;
  if (balance < 0) throw new Error(`${locationId} would hold ${balance} of ${sku.code}`);
  const isStocked = sku.stock.some((entry) => entry.locationId === locationId);
  const entries = isStocked
    ? sku.stock.map((entry) => (entry.locationId === locationId ? { ...entry, onHand: balance } : entry))
    : [...sku.stock, { locationId, onHand: balance }];
  const unavailable = sellable ? sku.unavailable : sku.unavailable + delta;
  const inWarehouse = { onHand: delta, unavailable: sellable ? 0 : delta };
  const warehouses = sku.warehouses && withWarehouse(sku.warehouses, warehouseIdOf(location), inWarehouse);
  const stock = entries.filter(({ onHand }) => onHand > 0);
  return { ...sku, onHand: sku.onHand + delta, unavailable, stock, ...(warehouses && { warehouses }) };
}
