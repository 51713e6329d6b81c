/** A SKU in the model, with only the properties that the reference gives it. */
export interface ModelSku {
  readonly home: Place;
  archived: boolean;
  /** Units by place; no place without any. */
  readonly stock: Map<Place, number>;
  readonly created: Moment;
  /** Everything that was moved. */
  readonly journal: Entry[];
  /** The moment of the last count of each place, and of the total. */
  readonly counts: Map<Place | null, Moment>;
}

/** The number of a command, the first of which is 1; a half more where it is between this one and the next. */
export type Moment = number;

/** Units that came to a place, or left it. */
export interface Entry {
  readonly place: Place;
  readonly units: number;
  readonly moment: Moment;
}

export type Place = string;
export type Sku = string;

export interface ModelOrder {
  status: 'created' | 'packed' | 'shipped' | 'cancelled';
  readonly lines: readonly ModelLine[];
}

export interface ModelLine {
  readonly sku: Sku;
  quantity: number;
  held: number;
  /** Units that came back, or that a return expects. */
  returned: number;
}

/** Units of one SKU that are kept for an order to come. */
export interface ModelReservation {
  readonly sku: Sku;
  readonly quantity: number;
  /** Units that it still keeps. */
  kept: number;
  status: 'active' | 'released' | 'converted';
}

/** SKUs, and orders and reservations from the oldest to the newest. */
export interface Warehouse {
  readonly skus: Map<Sku, ModelSku>;
  readonly orders: ModelOrder[];
  readonly reservations: ModelReservation[];
  /** The moment after the last command. */
  now: Moment;
}

/** Without anything. */
export function emptyWarehouse(): Warehouse {
  return { skus: new Map(), orders: [], reservations: [], now: 0 };
}

export function onHand({ stock }: ModelSku): number {
  return sum(stock.values());
}

export function unitsAt({ stock }: Pick<ModelSku, 'stock'>, place: Place): number {
  return stock.get(place) ?? 0;
}

/** Units that orders of one status hold, or of both. */
export function held({ orders }: Warehouse, sku: Sku, statuses: readonly ModelOrder['status'][] = ['created', 'packed']): number {
  return sum(linesOf(orders, statuses, sku).map((line) => line.held));
}

/** Units that reservations keep. */
export function reserved({ reservations }: Warehouse, sku: Sku): number {
  return sum(reservations.filter((each) => each.sku === sku).map(({ kept }) => kept));
}

/** Units that can be promised; below zero where fewer are there than are promised. */
export function available(warehouse: Warehouse, code: Sku, sku: ModelSku): number {
  return onHand(sku) - held(warehouse, code) - reserved(warehouse, code);
}

/** Puts units at a place, or takes them away below zero. */
export function put(sku: Pick<ModelSku, 'stock'>, place: Place, units: number): void {
  const left = unitsAt(sku, place) + units;
  if (left === 0) sku.stock.delete(place);
  else sku.stock.set(place, left);
}

/** Takes units from home first, then from the fullest others. @returns those that were taken, by place. */
export function take(sku: Pick<ModelSku, 'home' | 'stock'>, units: number): ReadonlyMap<Place, number> {
  const others = [...sku.stock].toSorted(([, a], [, b]) => b - a).map(([place]) => place);
  const takings = new Map<Place, number>();
  let due = units;
  for (const place of new Set([sku.home, ...others])) {
    const taken = Math.min(due, unitsAt(sku, place));
    put(sku, place, -taken);
    takings.set(place, taken);
    due -= taken;
  }
  return takings;
}

/** Where less is there than is promised, the newest reservations go without, and then the newest orders that are not packed. */
export function takeBack(warehouse: Warehouse, code: Sku, sku: ModelSku): void {
  const missing = (): number => Math.max(0, -available(warehouse, code, sku));
  for (const reservation of warehouse.reservations.toReversed().filter((each) => each.sku === code))
    reservation.kept -= Math.min(reservation.kept, missing());
  for (const line of linesOf(warehouse.orders.toReversed(), ['created'], code)) line.held -= Math.min(line.held, missing());
}

/** Available units go to the oldest waiting orders. */
export function fill(warehouse: Warehouse, code: Sku): void {
  const sku = warehouse.skus.get(code);
  if (!sku) return;
  for (const line of linesOf(warehouse.orders, ['created'], code)) {
    line.held += Math.min(available(warehouse, code, sku), line.quantity - line.held);
  }
}

function linesOf(orders: readonly ModelOrder[], statuses: readonly ModelOrder['status'][], sku: Sku): ModelLine[] {
  return orders
    .filter(({ status }) => statuses.includes(status))
    .flatMap(({ lines }) => lines.filter((line) => line.sku === sku));
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, each) => total + each, 0);
}
