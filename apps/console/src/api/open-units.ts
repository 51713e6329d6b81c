import type { FulfilmentRecord, OrderRecord } from './types.ts';

/** A line of an order by its units. */
export type LineUnits = Pick<OrderRecord['lines'][number], 'id' | 'sku' | 'name' | 'allocated' | 'allocations' | 'backordered'>;

/** Units of one line that are in no fulfilment. */
export interface OpenUnits {
  readonly line: LineUnits;
  readonly held: number;
  readonly waiting: number;
  /** The warehouses that `held` lies in; none where the line is held in no one warehouse. */
  readonly places: readonly Place[];
}

/** Units that are held in one warehouse. */
export type Place = LineUnits['allocations'][number];

type Order = Pick<OrderRecord, 'status' | 'fulfilments'> & { readonly lines: readonly LineUnits[] };
type Part = Pick<FulfilmentRecord, 'id' | 'status' | 'lines'> & Partial<Pick<FulfilmentRecord, 'warehouse_id'>>;

/** The units of each line that are allocated or waiting, and in no fulfilment; none of an order that is packed as a whole. */
export function openUnitsOf({ lines, status, fulfilments }: Order, parts: readonly Part[]): readonly OpenUnits[] {
  const isOpen = status === 'created' || (status === 'packed' && fulfilments.length > 0);
  if (!isOpen) return [];
  const unshipped = parts.filter(isUnshipped);
  const planned = unshipped.flatMap((part) => part.lines);
  return lines.flatMap((line) => {
    const ofLine = planned.filter(({ line_id: id }) => id === line.id);
    const units = sumOf(ofLine, 'quantity');
    const held = Math.max(0, line.allocated - sumOf(ofLine, 'allocated'));
    const open = Math.max(0, line.allocated + line.backordered - units);
    // Units that a fulfilment lost wait for it, and not for the rest of the order.
    const waiting = Math.max(0, open - held);
    return open === 0 ? [] : [{ line, held: open - waiting, waiting, places: placesOf(line, unshipped) }];
  });
}

function placesOf({ id, allocations }: LineUnits, unshipped: readonly Part[]): readonly Place[] {
  return allocations.flatMap((place) => {
    const there = unshipped.filter((part) => part.warehouse_id === place.warehouse_id).flatMap(({ lines }) => lines);
    const ofLine = there.filter((line) => line.line_id === id);
    const quantity = place.quantity - sumOf(ofLine, 'allocated');
    return quantity > 0 ? [{ ...place, quantity }] : [];
  });
}

/** The warehouses that units of any line lie in, each once. */
export function warehousesOf(open: readonly OpenUnits[]): readonly Pick<Place, 'warehouse_id' | 'warehouse'>[] {
  const places = new Map(open.flatMap((units) => units.places).map((place) => [place.warehouse_id, place]));
  return [...places.values()];
}

/** Units of a line that are held in a warehouse, or anywhere where none is named. */
export function heldIn({ held, places }: OpenUnits, warehouseId: string | undefined): number {
  if (warehouseId === undefined) return held;
  return Math.min(held, places.find((place) => place.warehouse_id === warehouseId)?.quantity ?? 0);
}

/** The units still to come after a fulfilment: those that are neither in it, nor shipped, nor dropped. */
export function unitsToCome({ lines }: Pick<Order, 'lines'>, part: Part) {
  return lines.flatMap((line) => {
    const within = isUnshipped(part)
      ? sumOf(
          part.lines.filter(({ line_id: id }) => id === line.id),
          'quantity',
        )
      : 0;
    const quantity = Math.max(0, line.allocated + line.backordered - within);
    return quantity === 0 ? [] : [{ line_id: line.id, sku: line.sku, name: line.name, quantity }];
  });
}

/** The sums over all lines. */
export function sumsOf(open: readonly OpenUnits[]): { readonly held: number; readonly waiting: number } {
  return { held: sumOf(open, 'held'), waiting: sumOf(open, 'waiting') };
}

/** Of some dropped units of a line: those that wait go first. */
export function dropOf({ held, waiting }: OpenUnits, units: number): { readonly held: number; readonly waiting: number } {
  const fromWaiting = Math.min(waiting, units);
  return { held: Math.min(held, units - fromWaiting), waiting: fromWaiting };
}

function isUnshipped({ status }: Pick<Part, 'status'>): boolean {
  return status === 'open' || status === 'packed';
}

function sumOf<Name extends string>(rows: ReadonlyArray<Readonly<Record<Name, number>>>, name: Name): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}
