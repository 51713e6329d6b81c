import { finishStep, type HeldUnits, type Portions, withPortions } from './finish-step.ts';
import { isSameSources, openOf, packedOf, progressOf } from './units-in-parts.ts';
import { editedLines } from './edit-order.ts';
import { keepingRemoved } from './fulfilment.ts';
import { type FulfilmentChange, withFulfilmentChanges } from './fulfilment-changes.ts';
import {
  type Allocation,
  type Answer,
  type HistoryEntry,
  isUnlinked,
  oneMoreUnseen,
  type Order,
  type OrderIn,
  type OrderLine,
  type PendingStep,
  pendingStep,
  placeExchange,
  type RefusalItem,
  shownFulfilmentId,
  shownReturnId,
  shownTransition,
} from './order.ts';
import { type ReceivedReturn, type ReturnChange, withReceived, withReturnChanges } from './return-changes.ts';
import { fulfilmentIdOf, returnIdOf, type Source } from './steps.ts';

/** The units that inventory holds for a line. */
export interface HeldLine extends Pick<OrderLine, 'id' | 'name' | 'allocated' | 'shipped'> {
  /** Absent where none were dropped. */
  readonly cancelled?: number | undefined;
  /** Absent where none came back. */
  readonly returned?: number | undefined;
  /** All that is held, by warehouse; absent where it is held in no one warehouse. */
  readonly sources?: readonly Source[] | undefined;
  /** Those of them that are in fulfilments; absent where none are. */
  readonly portions?: readonly (HeldUnits & { readonly fulfilmentId: string })[] | undefined;
}

/** The units that inventory holds for an order, as of one version of its allocation document. */
export interface AllocationSnapshot {
  readonly version: number;
  readonly lines: readonly HeldLine[];
  /** True where no warehouse may ship the order as it stands; absent otherwise. */
  readonly hasNoWarehouse?: true | undefined;
  /** Absent where no return was approved. */
  readonly returns?: readonly ReceivedReturn[] | undefined;
  /** The last command that inventory answered for this order. */
  readonly answer: {
    readonly commandId: string;
    readonly refused: { readonly code: string; readonly detail: string; readonly errors: readonly RefusalItem[] } | null;
  };
  /** The actor whose request changed the document; the change may have nothing to do with this order's requests. */
  readonly actor: string;
  readonly requestId: string;
}

export type OrderEventType = 'order.created' | 'order.updated' | 'order.packed' | 'order.shipped' | 'order.cancelled';

export interface OrderChanged {
  readonly type: 'order-changed';
  readonly order: Order;
  readonly history: readonly HistoryEntry[];
  /** The event for subscribers; null where nothing changed that concerns them. */
  readonly event: OrderEventType | null;
  /** The changes of its fulfilments, for subscribers. */
  readonly fulfilments: readonly FulfilmentChange[];
  /** The changes of its returns, for subscribers. */
  readonly returns: readonly ReturnChange[];
  /** The changed fields of the record, which an `order.updated` names; none where it stays as it was, with its version. */
  readonly changed: readonly string[];
  /** The step that ended with it. */
  readonly finished: PendingStep | null;
  /** The order in exchange that is placed with it; absent for none. */
  readonly places?: OrderIn<'pending'> | undefined;
}

type TakeOutcome = { readonly type: 'already-known' } | OrderChanged;

/** The events of statuses that an order comes into. */
const EVENTS = { packed: 'order.packed', shipped: 'order.shipped', cancelled: 'order.cancelled' } as const;

/**
 * Applies an allocation snapshot if it is newer than the last: outcomes may come twice, late and in any order. The newest holds
 * everything, the answer to the pending command too, so a lost one does no harm.
 */
export function takeOutcome(order: Order, snapshot: AllocationSnapshot, at: Date): TakeOutcome {
  if (snapshot.version <= order.allocationVersion) return { type: 'already-known' };
  const step = pendingStep(order);
  const finished = step?.commandId === snapshot.answer.commandId ? step : null;
  const lines = linesAfter(linesOf(order, finished, snapshot), snapshot.lines);
  const shippedFrom = shippedFromAfter(order, lines);
  const kept = order.fulfilments && { fulfilments: keepingRemoved(order.fulfilments, order.lines, lines) };
  const updated: Order = {
    ...order,
    ...kept,
    lines,
    shippedFrom,
    allocationVersion: snapshot.version,
    version: order.version + 1,
  };
  const stepped = finished ? finishStep(updated, answerTo(finished, snapshot, at), at) : updated;
  const ended = withReceived(withAllocation(withPortions(stepped, portionsOf(snapshot)), snapshot), snapshot.returns ?? [], at);
  const { order: withParts, changes } = withFulfilmentChanges(order, ended, at);
  const { order: versioned, changes: returns } = withReturnChanges(order, withParts, at);
  const changed = changedFields(order, versioned, { fulfilments: changes.length > 0, returns: returns.length > 0 });
  const after = changed.length > 0 ? { ...versioned, updatedAt: at } : { ...versioned, unseenChanges: oneMoreUnseen(order) };
  const holdsMoved = holdsDiffer(order, after);
  const change = { before: order, after, finished, snapshot, at, changed, holdsMoved, returns };
  const history = historyOf(change);
  return {
    type: 'order-changed',
    order: after,
    history,
    event: eventOf(change),
    fulfilments: changes,
    returns,
    changed,
    finished,
    places: exchangeOf(after, finished, at),
  };
}

/** The order in exchange for a return that inventory has accepted with this answer. */
function exchangeOf(order: Order, finished: PendingStep | null, at: Date): OrderIn<'pending'> | undefined {
  if (finished?.asked.transition !== 'return' || order.lastAnswer?.refusal) return undefined;
  const { exchange, returnId } = finished.asked;
  return exchange && placeExchange(order, { ...exchange, returnId }, finished.origin, at);
}

/** The lines that an outcome tells of: with it an edit may be accepted. */
function linesOf({ lines }: Order, finished: PendingStep | null, { answer }: AllocationSnapshot): readonly OrderLine[] {
  return finished?.asked.transition === 'edit' && !answer.refused ? editedLines(lines, finished.asked) : lines;
}

interface Change {
  readonly before: Order;
  readonly after: Order;
  readonly finished: PendingStep | null;
  readonly snapshot: AllocationSnapshot;
  readonly at: Date;
  readonly changed: readonly string[];
  readonly holdsMoved: boolean;
  readonly returns: readonly ReturnChange[];
}

function answerTo({ asked, commandId }: PendingStep, { answer: { refused } }: AllocationSnapshot, at: Date): Answer {
  const about = { fulfilmentId: fulfilmentIdOf(asked), returnId: returnIdOf(asked) };
  return { commandId, refusal: refused ? { transition: asked.transition, ...about, ...refused, at } : null };
}

function linesAfter(lines: readonly OrderLine[], held: AllocationSnapshot['lines']): readonly OrderLine[] {
  const byId = new Map(held.map((line) => [line.id, line]));
  return lines.map((line) => {
    const { name, allocated, shipped, cancelled, returned, sources } = byId.get(line.id) ?? line;
    return { ...line, name, allocated, shipped, cancelled, returned, sources };
  });
}

/** The warehouses that units were shipped from: those in which a line holds fewer once more of it are shipped. */
function shippedFromAfter({ lines, shippedFrom }: Order, after: readonly OrderLine[]): readonly string[] | undefined {
  const byId = new Map(after.map((line) => [line.id, line]));
  const left = lines.flatMap(({ id, shipped, sources = [] }) => {
    const now = byId.get(id);
    if (!now || now.shipped <= shipped) return [];
    const units = new Map(now.sources?.map((source) => [source.warehouseId, source.units]));
    return sources.flatMap((source) => ((units.get(source.warehouseId) ?? 0) < source.units ? [source.warehouseId] : []));
  });
  return left.length === 0 ? shippedFrom : [...new Set([...(shippedFrom ?? []), ...left])];
}

function portionsOf({ lines }: AllocationSnapshot): Portions {
  const portions = new Map<string, Map<string, HeldUnits>>();
  for (const { id, portions: ofLine = [] } of lines)
    for (const { fulfilmentId, units, sources } of ofLine) {
      const held = portions.get(fulfilmentId) ?? new Map<string, HeldUnits>();
      const known = held.get(id);
      portions.set(fulfilmentId, held.set(id, known ? together(known, { units, sources }) : { units, sources }));
    }
  return portions;
}

/** Two portions of one line in one fulfilment. */
function together(one: HeldUnits, other: HeldUnits): HeldUnits {
  const units = one.units + other.units;
  if (!one.sources || !other.sources) return { units };
  const known = new Map(one.sources.map((source) => [source.warehouseId, source]));
  for (const source of other.sources)
    known.set(source.warehouseId, { ...source, units: source.units + (known.get(source.warehouseId)?.units ?? 0) });
  return { units, sources: [...known.values()] };
}

/** A cancelled order keeps its last allocation; one that was never created has none worth showing. Only open ones have a reason. */
function withAllocation(order: Order, { hasNoWarehouse }: AllocationSnapshot): Order {
  const isOpen = order.status === 'created' || order.status === 'packed';
  const placed = { ...order, hasNoWarehouse: isOpen ? hasNoWarehouse : undefined };
  const keeps = order.status === 'cancelled' || order.status === 'pending' || order.status === 'rejected' || isUnlinked(order);
  return keeps ? placed : { ...placed, allocation: allocationOf(order.lines) };
}

function holdsDiffer(before: Order, after: Order): boolean {
  if (before.lines.length !== after.lines.length || before.hasNoWarehouse !== after.hasNoWarehouse) return true;
  return before.lines.some((line, place) => !isHeldAlike(line, after.lines[place]));
}

function isHeldAlike(line: OrderLine, other: OrderLine | undefined): boolean {
  return line.allocated === other?.allocated && isSameSources(line.sources, other.sources);
}

/** The fields of the record that an outcome changes. */
function changedFields(
  before: Order,
  after: Order,
  parts: { readonly fulfilments: boolean; readonly returns: boolean },
): string[] {
  const differs = {
    status: before.status !== after.status,
    lines:
      before.lines.length !== after.lines.length ||
      before.lines.some((line, place) => !isSameLine([before, line], [after, after.lines[place]])),
    allocation: before.allocation !== after.allocation,
    allocation_reason: before.hasNoWarehouse !== after.hasNoWarehouse,
    priority: before.priority !== after.priority,
    ship_by: before.shipBy?.getTime() !== after.shipBy?.getTime(),
    holds: before.holds !== after.holds,
    fulfilment: progressOf(before) !== progressOf(after),
    ...parts,
    pending_transition: shownTransition(before) !== shownTransition(after),
    pending_fulfilment_id: shownFulfilmentId(before) !== shownFulfilmentId(after),
    pending_return_id: shownReturnId(before) !== shownReturnId(after),
    refusal: before.refusal !== after.refusal,
  };
  return Object.entries(differs).flatMap(([field, isChanged]) => (isChanged ? [field] : []));
}

function isSameLine(
  [before, line]: readonly [Order, OrderLine],
  [after, other]: readonly [Order, OrderLine | undefined],
): boolean {
  if (line.id !== other?.id || line.quantity !== other.quantity) return false;
  const held = line.name === other.name && line.allocated === other.allocated && line.shipped === other.shipped;
  const left =
    line.cancelled === other.cancelled && line.returned === other.returned && isSameSources(line.sources, other.sources);
  return held && left && packedOf(line, before) === packedOf(other, after);
}

/** Each version that the record shows has one event of the order, but for an order that was never created. */
function eventOf({ before, after, finished, changed }: Change): OrderEventType | null {
  if (after.status === 'pending' || after.status === 'rejected') return null;
  if (finished?.asked.transition === 'create') return 'order.created';
  if (before.status !== after.status && after.status !== 'created') return EVENTS[after.status];
  return changed.length > 0 ? 'order.updated' : null;
}

function historyOf({ after, finished, snapshot, at, holdsMoved, returns }: Change): HistoryEntry[] {
  const { status, version, unseenChanges } = after;
  const common = { status, version, unseenChanges, at };
  const answer = finished ? after.lastAnswer : null;
  const refused = answer === null || answer.refusal !== null;
  const entries: HistoryEntry[] = [];
  if (holdsMoved && refused) {
    entries.push({
      ...common,
      transition: 'allocate',
      reason: null,
      actor: snapshot.actor,
      requestId: snapshot.requestId,
      answer: null,
    });
  }
  // A scan receives units without a step of the order.
  const scanned = refused ? returns.find(({ type }) => type === 'return.received') : undefined;
  if (scanned) {
    const { actor, requestId } = snapshot;
    const about = { returnId: scanned.of.id, reason: null, actor, requestId, answer: null };
    entries.push({ ...common, transition: 'return_receive', ...about });
  }
  if (finished) {
    const { actor, requestId } = finished.origin;
    entries.push({
      ...common,
      transition: finished.asked.transition,
      fulfilmentId: fulfilmentIdOf(finished.asked),
      returnId: returnIdOf(finished.asked),
      reason: reasonOf(finished),
      actor,
      requestId,
      answer,
    });
  }
  return entries;
}

function reasonOf({ asked }: PendingStep): string | null {
  if (asked.transition === 'hold') return asked.hold.reason;
  return 'reason' in asked ? asked.reason : null;
}

/** The share of the order that is held or shipped. */
function allocationOf(lines: readonly OrderLine[]): Allocation {
  if (lines.every((line) => line.allocated >= openOf(line))) return 'allocated';
  return lines.every(({ allocated, shipped }) => allocated + shipped === 0) ? 'backordered' : 'partial';
}
