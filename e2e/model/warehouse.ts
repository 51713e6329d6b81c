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

/** The number of commands before it. */
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
  readonly quantity: number;
  held: number;
}

/** SKUs, and orders from the oldest to the newest. */
export interface Warehouse {
  readonly skus: Map<Sku, ModelSku>;
  readonly orders: ModelOrder[];
  /** The moment after the last command. */
  now: Moment;
}

/** Without anything. */
export function emptyWarehouse(): Warehouse {
  return { skus: new Map(), orders: [], now: 0 };
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

/** Where less is there than is held, the newest orders that are not packed go without. */
export function takeBack(warehouse: Warehouse, code: Sku, sku: ModelSku): void {
  for (const line of linesOf(warehouse.orders.toReversed(), ['created'], code)) {
    const missing = held(warehouse, code) - onHand(sku);
    line.held -= Math.min(line.held, Math.max(0, missing));
  }
}

/** Available units go to the oldest waiting orders. */
export function fill(warehouse: Warehouse, code: Sku): void {
  const sku = warehouse.skus.get(code);
  if (!sku) return;
  for (const line of linesOf(warehouse.orders, ['created'], code)) {
    const free = onHand(sku) - held(warehouse, code);
    line.held += Math.min(free, line.quantity - line.held);
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
