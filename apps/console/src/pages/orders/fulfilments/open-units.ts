import type { FulfilmentRecord, OrderRecord } from '../../../api/types.ts';

/** Units of one line that are in no fulfilment. */
export interface OpenUnits {
  readonly line: OrderRecord['lines'][number];
  readonly held: number;
  readonly waiting: number;
}

type Order = Pick<OrderRecord, 'lines' | 'status' | 'fulfilments'>;
type Part = Pick<FulfilmentRecord, 'id' | 'status' | 'lines'>;

/** The units of each line that are allocated or waiting, and in no fulfilment; none of an order that is packed as a whole. */
export function openUnitsOf({ lines, status, fulfilments }: Order, parts: readonly Part[]): readonly OpenUnits[] {
  const isOpen = status === 'created' || (status === 'packed' && fulfilments.length > 0);
  if (!isOpen) return [];
  const planned = parts.filter(isUnshipped).flatMap((part) => part.lines);
  return lines.flatMap((line) => {
    const ofLine = planned.filter(({ line_id: id }) => id === line.id);
    const units = sumOf(ofLine, 'quantity');
    const held = Math.max(0, line.allocated - sumOf(ofLine, 'allocated'));
    const open = Math.max(0, line.allocated + line.backordered - units);
    // Units that a fulfilment lost wait for it, and not for the rest of the order.
    const waiting = Math.max(0, open - held);
    return open === 0 ? [] : [{ line, held: open - waiting, waiting }];
  });
}

/** The units still to come after a fulfilment: those that are neither in it, nor shipped, nor dropped. */
export function unitsToCome({ lines }: Pick<OrderRecord, 'lines'>, part: Part) {
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
