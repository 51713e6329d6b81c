import { type Fulfilment, type FulfilmentLine, type FulfilmentStatus } from './fulfilment.ts';
import type { Order, OrderLine } from './order.ts';
import type { Source } from './steps.ts';

/** True of an order that is packed and shipped in parts, or was to be. */
export function isInParts({ fulfilments = [] }: Pick<Order, 'fulfilments'>): boolean {
  return fulfilments.length > 0;
}

/** Units of a line that are neither shipped nor dropped. */
export function openOf({ quantity, shipped, cancelled = 0 }: OrderLine): number {
  return quantity - shipped - cancelled;
}

/** Units of a line in fulfilments of these statuses. */
export function unitsIn(fulfilments: readonly Fulfilment[], lineId: string, statuses: readonly FulfilmentStatus[]): number {
  return sumOf(fulfilments, lineId, statuses, ({ quantity }) => quantity);
}

/** Units held for a line that are in fulfilments. */
export function heldIn(fulfilments: readonly Fulfilment[], lineId: string): number {
  return sumOf(fulfilments, lineId, UNSHIPPED, ({ allocated }) => allocated);
}

/** The statuses of fulfilments whose units are still to leave. */
export const UNSHIPPED = ['open', 'packed'] as const satisfies readonly FulfilmentStatus[];

/** Units of a line that are open and in no fulfilment. */
export function unplannedOf(line: OrderLine, { fulfilments = [], status }: Pick<Order, 'fulfilments' | 'status'>): number {
  if (status === 'packed' && fulfilments.length === 0) return 0;
  return Math.max(0, openOf(line) - unitsIn(fulfilments, line.id, UNSHIPPED));
}

/** Units held for a line that are in no fulfilment. */
export function unplannedHeldOf(line: OrderLine, order: Pick<Order, 'fulfilments' | 'status'>): number {
  return Math.min(unplannedOf(line, order), Math.max(0, line.allocated - heldIn(order.fulfilments ?? [], line.id)));
}

/** Units held for a line that are in no fulfilment, by warehouse. */
export function unplannedSources({ id, sources = [] }: OrderLine, { fulfilments = [] }: Pick<Order, 'fulfilments'>): Source[] {
  const planned = fulfilments
    .filter(({ status }) => UNSHIPPED.some((each) => each === status))
    .flatMap(({ lines }) => lines)
    .flatMap((line) => (line.lineId === id ? (line.sources ?? []) : []));
  return sources.flatMap((source) => {
    const taken = planned.filter(({ warehouseId }) => warehouseId === source.warehouseId);
    const units = taken.reduce((rest, each) => rest - each.units, source.units);
    return units > 0 ? [{ ...source, units }] : [];
  });
}

/** Units of a line that are packed and have not left. */
export function packedOf(line: OrderLine, { fulfilments = [], status }: Pick<Order, 'fulfilments' | 'status'>): number {
  if (fulfilments.length === 0) return status === 'packed' ? line.allocated : 0;
  return sumOf(fulfilments, line.id, ['packed'], ({ allocated }) => allocated);
}

/** True of units that are held in the same warehouses, with the codes that those had. */
export function isSameSources(some: readonly Source[] = [], others: readonly Source[] = []): boolean {
  return some.length === others.length && some.every((source, place) => isSameSource(source, others[place]));
}

function isSameSource({ warehouseId, warehouse, units }: Source, other: Source | undefined): boolean {
  return warehouseId === other?.warehouseId && warehouse === other.warehouse && units === other.units;
}

export type Progress = 'none' | 'partial' | 'complete';

/** How much of an order has left: it is complete once nothing is open any more. */
export function progressOf({ status, lines }: Pick<Order, 'status' | 'lines'>): Progress {
  if (status === 'shipped') return 'complete';
  return lines.some(({ shipped }) => shipped > 0) ? 'partial' : 'none';
}

function sumOf(
  fulfilments: readonly Fulfilment[],
  lineId: string,
  statuses: readonly FulfilmentStatus[],
  units: (line: FulfilmentLine) => number,
): number {
  return fulfilments
    .filter(({ status }) => statuses.includes(status))
    .flatMap(({ lines }) => lines)
    .filter((line) => line.lineId === lineId)
    .reduce((sum, line) => sum + units(line), 0);
}
