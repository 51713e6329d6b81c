import type { AskEdit, Plan, StepRefusal } from './asked-steps.ts';
import type { Fulfilment } from './fulfilment.ts';
import { fixedFieldsThatDiffer, isSameContent, lineOf, type RequestedLine, requestedOf, withContent } from './order-line.ts';
import { type Order, type OrderLine, rankOf, type RefusalItem } from './order.ts';
import type { Edit, LineUnits, Rank } from './steps.ts';
import { isInParts, openOf, packedOf, unitsIn, UNSHIPPED } from './units-in-parts.ts';

/** Lines of an order, at most. */
const MAX_LINES = 200;

/** An edit as it is to be carried out: of each line no less than was shipped, cancelled or packed. */
export function planEdit(order: Order, ask: AskEdit): Plan {
  const rank = rankAfter(order, ask);
  const edited = ask.lines ? linesAfter(order, ask.lines, ask.mode) : { type: 'edited' as const, lines: [] };
  if (edited.type === 'refused') return edited;
  const lines = ask.lines && !isSame(order.lines, edited.lines) ? edited.lines : null;
  if (!lines) return rank ? stepOf(order, ask, { lines, rank }) : { type: 'unchanged' };
  return belowMinimum(order, lines, ask) ?? nothingIsLeft(order, lines) ?? stepOf(order, ask, { lines, rank });
}

function stepOf(
  order: Order,
  { allowBackorder = order.allowBackorder, fulfilmentId }: AskEdit,
  change: Pick<Edit, 'lines' | 'rank'>,
): Plan {
  const isWhole = change.lines !== null && order.status === 'packed' && !isInParts(order);
  const packed = isWhole ? { fulfilmentId, lines: packedLines(order) } : null;
  return { type: 'step', step: { transition: 'edit', allowBackorder, packed, ...change } };
}

function rankAfter(order: Order, { priority, shipBy }: AskEdit): Rank | null {
  const before = rankOf(order);
  const after = { priority: priority ?? before.priority, shipBy: shipBy === undefined ? before.shipBy : shipBy };
  const isSameRank = after.priority === before.priority && after.shipBy?.getTime() === before.shipBy?.getTime();
  return isSameRank ? null : after;
}

type Edited = { readonly type: 'edited'; readonly lines: readonly RequestedLine[] } | StepRefusal;

/** All lines of the order as the edit leaves them: those that it has in their order, then new ones. */
function linesAfter(order: Order, asked: NonNullable<AskEdit['lines']>, mode: AskEdit['mode']): Edited {
  const known = new Map(order.lines.map((line) => [line.id, line]));
  const named = new Map<string, RequestedLine>();
  const added: RequestedLine[] = [];
  const faults = asked.flatMap((given, place): RefusalItem[] => {
    const at = `/lines/${place}`;
    const { id, newId, sku, quantity } = given;
    if (id === undefined) {
      if (sku === undefined) return [fault(`${at}/sku`, 'required', 'A new line has a SKU.')];
      if (quantity === 0) return [fault(`${at}/quantity`, 'out_of_range', 'A new line has one unit at least.')];
      added.push(withContent(lineOf(newId, sku, quantity), given));
      return [];
    }
    const line = known.get(id);
    if (!line) return [fault(`${at}/id`, 'unknown_line', 'There is no such line.')];
    if (named.has(id)) return [fault(`${at}/id`, 'duplicate', 'The line is named more than once.')];
    const edited = withContent(requestedOf(line), given);
    named.set(id, edited);
    return fixedFieldsThatDiffer(line, edited).map((name) =>
      fault(`${at}/${name}`, 'read_only', `${name} is read-only and differs.`),
    );
  });
  if (faults.length > 0) return invalid(faults);
  const kept = order.lines.flatMap((line) => named.get(line.id) ?? (mode === 'patch' ? requestedOf(line) : []));
  const lines = [...kept.filter(({ quantity }) => quantity > 0), ...added];
  if (lines.length > MAX_LINES)
    return invalid([fault('/lines', 'too_long', `An order has at most ${MAX_LINES} lines; it would have ${lines.length}.`)]);
  return { type: 'edited', lines };
}

function isSame(before: readonly OrderLine[], after: readonly RequestedLine[]): boolean {
  const isKept = (line: OrderLine, place: number): boolean => {
    const kept = after[place];
    return kept?.id === line.id && isSameContent(line, kept);
  };
  return before.length === after.length && before.every(isKept);
}

function belowMinimum(order: Order, lines: readonly RequestedLine[], { lines: asked, mode }: AskEdit): StepRefusal | undefined {
  const after = new Map(lines.map(({ id, quantity }) => [id, quantity]));
  const errors = order.lines.flatMap((line): RefusalItem[] => {
    const requested = after.get(line.id) ?? 0;
    const packed = packedUnits(line, order);
    const minimum = line.shipped + (line.cancelled ?? 0) + packed;
    if (requested >= minimum) return [];
    const place = asked?.findIndex(({ id }) => id === line.id) ?? -1;
    const pointer = place === -1 && mode === 'replace' ? '/lines' : `/lines/${place}/quantity`;
    const limit = packed > 0 ? 'packed' : 'shipped';
    const message = `${minimum} units of the line are shipped, cancelled or packed; ${requested} would be too few.`;
    return [{ pointer, code: 'quantity_exceeded', message, line_id: line.id, requested, allowed: minimum, minimum, limit }];
  });
  return errors.length === 0
    ? undefined
    : { type: 'refused', code: 'quantity_exceeded', detail: errors[0]?.message ?? '', errors };
}

/** Units of a line in packed fulfilments, or in a packed order that goes as a whole. */
function packedUnits(line: OrderLine, order: Order): number {
  return isInParts(order) ? unitsIn(order.fulfilments ?? [], line.id, ['packed']) : packedOf(line, order);
}

function packedLines(order: Order): readonly LineUnits[] {
  return order.lines.flatMap((line) => {
    const quantity = packedOf(line, order);
    return quantity === 0 ? [] : [{ lineId: line.id, quantity }];
  });
}

/** The refusal of an edit that leaves no unit of an order of which nothing was shipped. */
function nothingIsLeft(order: Order, lines: readonly RequestedLine[]): StepRefusal | undefined {
  const before = new Map(order.lines.map((line) => [line.id, line]));
  const isOpen = lines.some(({ id, quantity }) => quantity > (before.get(id)?.cancelled ?? 0));
  return isOpen ? undefined : invalid([fault('/lines', 'invalid', 'Nothing would be left of the order: cancel it instead.')]);
}

/** The lines of an order that inventory has accepted an edit of. */
export function editedLines(before: readonly OrderLine[], { lines }: Edit): readonly OrderLine[] {
  if (!lines) return before;
  const known = new Map(before.map((line) => [line.id, line]));
  return lines.map((line) => {
    // A step of a process of the release before lacks fields that lines have gained.
    const bare = { ...lineOf(line.id, line.sku, line.quantity), name: null, allocated: 0, shipped: 0 };
    return { ...bare, ...known.get(line.id), ...line };
  });
}

/**
 * Open fulfilments with no more units of a line than the order has: those that were made last lose units first, and one without any is
 * cancelled. Inventory does the same with its portions.
 */
export function withinLines({ lines, fulfilments = [] }: Pick<Order, 'lines' | 'fulfilments'>, at: Date): readonly Fulfilment[] {
  const excess = new Map(lines.map((line) => [line.id, unitsIn(fulfilments, line.id, UNSHIPPED) - openOf(line)]));
  const left = new Set(lines.map(({ id }) => id));
  return fulfilments
    .toReversed()
    .map((fulfilment): Fulfilment => {
      if (fulfilment.status !== 'open') return fulfilment;
      const kept = fulfilment.lines.flatMap((line) => {
        const over = left.has(line.lineId) ? (excess.get(line.lineId) ?? 0) : line.quantity;
        const cut = Math.min(line.quantity, Math.max(0, over));
        excess.set(line.lineId, over - cut);
        return cut === line.quantity ? [] : [{ ...line, quantity: line.quantity - cut }];
      });
      if (kept.length > 0) return { ...fulfilment, lines: kept };
      return { ...fulfilment, status: 'cancelled', cancelledAt: at, cancelReason: 'edit' };
    })
    .toReversed();
}

const fault = (pointer: string, code: string, message: string): RefusalItem => ({ pointer, code, message });

function invalid(errors: readonly RefusalItem[]): StepRefusal {
  const detail = errors.length === 1 ? (errors[0]?.message ?? '') : `${errors.length} fields are invalid.`;
  return { type: 'refused', code: 'validation_failed', detail, errors };
}
