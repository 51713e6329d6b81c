import { type Fulfilment, MAX_FULFILMENT_LINES, MAX_FULFILMENTS } from './fulfilment.ts';
import { invalid, moreThan, noRoom, unknownLine, unknownLines, wrongLines } from './named-lines.ts';
import { unplannedHeldOf, unplannedOf, unplannedSources } from './units-in-parts.ts';
import type { Order, OrderLine, RefusalItem } from './order.ts';
import type { AskClose, AskFulfil, AskPackFulfilment, Plan, StepRefusal } from './asked-steps.ts';
import type { FulfilmentPackage, LineUnits, Reassign, ShipFulfilment, Source } from './steps.ts';

/** The units that a new fulfilment is of: of each line no more than is in none. */
export function planFulfil(order: Order, { lines: named, ...ask }: AskFulfil): Plan {
  const faults = named && (wrongLines(named, idsOf(order.lines)) ?? overOpen(named, order));
  if (faults) return faults;
  const lines = named ?? unitsOf(order.lines, (line) => unplannedHeldIn(ask.warehouse, line, order));
  if (lines.length === 0) return nothingHeld(order, ask.warehouse);
  const apart = named === null && ask.warehouse === undefined ? inSeveralWarehouses(order) : null;
  return apart ?? noRoomForPart(order, lines) ?? { type: 'step', step: { ...ask, lines } };
}

/** Units held for a line that are in no fulfilment; where orders knows the warehouses, those in the named one. */
function unplannedHeldIn(named: string | undefined, line: OrderLine, order: Order): number {
  const isPlaced = order.lines.some(({ sources = [] }) => sources.length > 0);
  if (named === undefined || !isPlaced) return unplannedHeldOf(line, order);
  const there = unplannedSources(line, order).filter(({ warehouseId, warehouse }) => [warehouseId, warehouse].includes(named));
  const units = there.reduce((sum, source) => sum + source.units, 0);
  // Units that were taken back from fulfilments are theirs again when these are packed.
  return Math.min(unplannedOf(line, order), units);
}

/** The refusal of a fulfilment of all that is held, where that lies in several warehouses; null where it does not. */
function inSeveralWarehouses(order: Order): StepRefusal | null {
  const sources = order.lines.flatMap((line) => unplannedSources(line, order));
  const warehouses = Array.from(
    Map.groupBy(sources, ({ warehouseId }) => warehouseId),
    ([id, there]) => ({ warehouse_id: id, warehouse: there[0]?.warehouse ?? '', quantity: sumOf(there.map(unitsAs)) }),
  );
  if (warehouses.length < 2) return null;
  const found = warehouses.map(({ warehouse, quantity }) => `${quantity} in ${warehouse}`).join(', ');
  const message = `The allocated units lie in several warehouses: ${found}. Give \`warehouse\` for those of one.`;
  const errors = [{ pointer: '/warehouse', code: 'insufficient_stock', message, warehouses }];
  return { type: 'refused', code: 'insufficient_stock', detail: message, errors };
}

const unitsAs = ({ units: quantity }: Source) => ({ quantity });

/** One more fulfilment of all that is in none, packed at once. */
export function planPackingOfRest(order: Order, ask: Pick<AskPackFulfilment, 'packages' | 'fulfilmentId'>): Plan {
  const lines = unitsOf(order.lines, (line) => unplannedOf(line, order));
  const step = { ...ask, transition: 'fulfilment_pack', lines, short: null, creates: true } as const;
  return noRoomForPart(order, lines) ?? { type: 'step', step };
}

export function planPacking(fulfilment: Fulfilment, { lines: named, reallocate, ...ask }: AskPackFulfilment): Plan {
  const planned = new Map(fulfilment.lines.map(({ lineId, quantity }) => [lineId, quantity]));
  const faults = named && (wrongLines(named, planned) ?? moreThan(named, 'planned', ({ lineId }) => planned.get(lineId) ?? 0));
  if (faults) return faults;
  const lines = named ?? unitsPacked(fulfilment, ask.packages);
  const contents = wrongContents(ask.packages, lines);
  if (contents.length > 0) return invalid(contents);
  const isShort = sumOf(lines) < sumOf(fulfilment.lines);
  if (isShort && ask.short === null) return invalid([shortMissing()]);
  const step = { ...ask, lines, short: isShort ? ask.short : null, creates: false, ...(isShort && reallocate && { reallocate }) };
  return { type: 'step', step: fulfilment.warehouse ? { ...step, warehouse: fulfilment.warehouse.id } : step };
}

/** The units that the contents of parcels name, of each line no more than planned; all of them where no parcel has contents. */
function unitsPacked({ lines }: Fulfilment, packages: readonly FulfilmentPackage[]): LineUnits[] {
  const contents = packages.flatMap((parcel) => parcel.lines ?? []);
  if (contents.length === 0) return lines.map(({ lineId, quantity }) => ({ lineId, quantity }));
  const packed = Map.groupBy(contents, ({ line_id: lineId }) => lineId);
  return lines.flatMap(({ lineId, quantity: planned }) => {
    const quantity = Math.min(planned, sumOf(packed.get(lineId) ?? []));
    return quantity > 0 ? [{ lineId, quantity }] : [];
  });
}

export function planShipping(fulfilment: Fulfilment, step: ShipFulfilment): Plan {
  const { from } = step;
  if (!from) return { type: 'step', step };
  const quantities = new Map(fulfilment.lines.map(({ lineId, quantity }) => [lineId, quantity]));
  const unknown = unknownLines(from, quantities, '/from');
  if (unknown) return unknown;
  const taken = Map.groupBy(from, ({ lineId }) => lineId);
  const items = Array.from(taken, ([lineId, places]) => mismatch('/from', lineId, [sumOf(places), quantities.get(lineId) ?? 0]));
  const wrong = items.flat();
  return wrong.length > 0 ? invalid(wrong) : { type: 'step', step };
}

/** The units that a close drops: of each line no more than is in no fulfilment. */
export function planClose(order: Order, { lines: named, ...ask }: AskClose): Plan {
  const faults = named && (wrongLines(named, idsOf(order.lines)) ?? overOpen(named, order));
  if (faults) return faults;
  const lines = named ?? unitsOf(order.lines, (line) => unplannedOf(line, order));
  if (lines.length > 0) return { type: 'step', step: { ...ask, lines } };
  const detail = 'All open units of the order are packed or in fulfilments: nothing is left to drop.';
  return { type: 'refused', code: 'invalid_transition', detail, currentStatus: order.status };
}

/** The units that are to be held elsewhere: of each line no more than is in no fulfilment. Inventory knows the warehouses. */
export function planReassign(order: Order, step: Reassign): Plan {
  return unknownLines(step.lines, idsOf(order.lines)) ?? overOpen(step.lines, order) ?? { type: 'step', step };
}

function overOpen(lines: readonly LineUnits[], order: Order): StepRefusal | null {
  const open = new Map(order.lines.map((line) => [line.id, unplannedOf(line, order)]));
  return moreThan(lines, 'open', ({ lineId }) => open.get(lineId) ?? 0);
}

function nothingHeld(order: Order, warehouse: string | undefined): StepRefusal {
  const where = warehouse === undefined ? '' : ` in ${warehouse}`;
  const errors = order.lines.flatMap((line, place): RefusalItem[] => {
    const requested = unplannedOf(line, order);
    if (requested === 0) return [];
    const message = `No unit of ${line.sku} outside fulfilments is allocated${where}.`;
    return [{ pointer: `/lines/${place}`, code: 'insufficient_stock', message, sku: line.sku, requested, available: 0 }];
  });
  return {
    type: 'refused',
    code: 'insufficient_stock',
    detail: `No unit outside fulfilments is allocated${where}.`,
    errors,
  };
}

function noRoomForPart({ fulfilments = [] }: Order, lines: readonly LineUnits[]): StepRefusal | null {
  const planned = fulfilments.reduce((sum, fulfilment) => sum + fulfilment.lines.length, lines.length);
  return noRoom([
    { of: 'fulfilments', requested: fulfilments.length + 1, allowed: MAX_FULFILMENTS },
    { of: 'lines of fulfilments', requested: planned, allowed: MAX_FULFILMENT_LINES },
  ]);
}

/** Where the contents of parcels, if any has some, are not what is packed. */
function wrongContents(packages: readonly FulfilmentPackage[], lines: readonly LineUnits[]): RefusalItem[] {
  const contents = packages.flatMap((parcel, place) =>
    (parcel.lines ?? []).map((each, n) => ({ ...each, pointer: `/packages/${place}/lines/${n}/line_id` })),
  );
  if (contents.length === 0) return [];
  if (contents.length > MAX_FULFILMENT_LINES)
    return [{ pointer: '/packages', code: 'too_long', message: `Parcels have at most ${MAX_FULFILMENT_LINES} contents in all.` }];
  const packed = new Map(lines.map(({ lineId, quantity }) => [lineId, quantity]));
  const unknown = contents.filter((each) => !packed.has(each.line_id));
  if (unknown.length > 0) return unknown.map(({ pointer }) => unknownLine(pointer));
  return lines.flatMap(({ lineId, quantity }) =>
    mismatch('/packages', lineId, [sumOf(contents.filter((each) => each.line_id === lineId)), quantity]),
  );
}

function mismatch(pointer: string, lineId: string, [named, expected]: readonly [number, number]): RefusalItem[] {
  if (named === expected) return [];
  const message = `${named} units of the line are named in all; ${expected} must be.`;
  return [{ pointer, code: 'quantity_mismatch', message, line_id: lineId, named, expected }];
}

const shortMissing = (): RefusalItem => ({
  pointer: '/short',
  code: 'required',
  message: 'Fewer units are packed than planned: set `short` to say what becomes of the others.',
});

function unitsOf(lines: readonly OrderLine[], units: (line: OrderLine) => number): LineUnits[] {
  return lines.map((line) => ({ lineId: line.id, quantity: units(line) })).filter(({ quantity }) => quantity > 0);
}

function idsOf(lines: readonly OrderLine[]): ReadonlySet<string> {
  return new Set(lines.map(({ id }) => id));
}

function sumOf(lines: readonly Pick<LineUnits, 'quantity'>[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
