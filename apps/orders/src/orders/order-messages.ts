import {
  type CommandAnswer,
  eventMessage,
  type OrderHistoryEntry,
  type OrderHold,
  type OrderRecord,
  type StockCommand,
  stockCommandKey,
  type StockOutcome,
  stockOutcome,
  TOPICS,
} from '@fulfilment/contracts';
import { assertNever, newId, type OutgoingMessage, tenantKey } from '@fulfilment/kernel';
import { decodeTyped, type Received } from '@fulfilment/messaging';
import type { FulfilmentChange } from './domain/fulfilment-changes.ts';
import type { ReturnChange } from './domain/return-changes.ts';
import { openOf, packedOf, progressOf } from './domain/units-in-parts.ts';
import {
  type DisposedUnits,
  type Edit,
  type FulfilmentStep,
  type Hold,
  type LineUnits,
  type PackFulfilment,
  type Rank,
  type ReceivedUnits,
  type ReturnStep,
  type ShipFulfilment,
  type Shipment,
  shownAs,
  type Step,
  verbOf,
} from './domain/steps.ts';
import type { AllocationSnapshot, OrderEventType } from './domain/take-outcome.ts';
import {
  DEFAULT_PRIORITY,
  type HistoryEntry,
  type Order,
  type OrderLine,
  type Packing,
  type PendingStep,
  pendingStep,
  rankOf,
  type Refusal,
  recordVersion,
  type RequestOrigin,
  shownFulfilmentId,
  shownReturnId,
  shownTransition,
} from './domain/order.ts';
import { fulfilmentEventMessage, shownParcel } from './fulfilment-messages.ts';
import type { ReceivedOutcome } from './order-ports.ts';
import { returnEventMessage } from './return-messages.ts';

/**
 * The command of the pending step, for inventory.
 *
 * @throws Error if the order has none.
 */
export function stockCommandMessage(order: Order): OutgoingMessage {
  const step = pendingStep(order);
  if (!step) throw new Error(`Order ${order.id} has no pending step`);
  const { requestId, traceparent } = step.origin;
  return {
    id: step.commandId,
    topic: TOPICS.stockCommands,
    key: stockCommandKey(order.tenant, order.id),
    type: verbOf(step.asked.transition),
    tenant: tenantKey(order.tenant),
    subject: order.id,
    at: step.since,
    // The key holds many orders: their commands go in the order of their requests.
    version: step.since.getTime(),
    part: 0,
    value: JSON.stringify(stockCommandOf(order, step)),
    requestId,
    traceparent,
  };
}

function stockCommandOf(order: Order, { asked, commandId, origin, since }: PendingStep): StockCommand {
  const common = {
    id: commandId,
    account_id: order.tenant.accountId,
    environment: order.tenant.environment,
    order_id: order.id,
    attempt: order.attempt,
    actor: origin.actor,
    request_id: origin.requestId,
    at: since.toISOString(),
  };
  if (asked.transition !== 'create') return { ...common, ...instructionsOf(asked) };
  const lines = order.lines.map(({ id, sku, quantity }) => ({ id, sku, quantity }));
  const bound = order.allowBackorder ? {} : { allow_backorder: false };
  const { reservation } = order;
  const kept = reservation
    ? { reservation_id: reservation.id, ...(reservation.required ? { require_reservation: true } : {}) }
    : {};
  const rank = rankMessage(rankOf(order));
  return { ...common, type: 'allocate', order_created_at: order.createdAt.toISOString(), lines, ...bound, ...rank, ...kept };
}

/** The members of a rank that are not those of most orders. */
function rankMessage({ priority, shipBy }: Rank) {
  return { ...(priority !== DEFAULT_PRIORITY && { priority }), ...(shipBy && { ship_by: shipBy.toISOString() }) };
}

function editMessage({ lines, allowBackorder, rank, packed }: Edit) {
  const edited = lines && { lines: lines.map(({ id, sku, quantity }) => ({ id, sku, quantity })) };
  const bound = lines && !allowBackorder ? { allow_backorder: false } : {};
  const parted = packed ? { fulfilment_id: packed.fulfilmentId } : {};
  return { type: 'amend', ...edited, ...bound, ...parted, ...(rank && { rank: rankMessage(rank) }) } as const;
}

function packMessage({ fulfilmentId, lines, short }: PackFulfilment) {
  return { type: 'confirm', fulfilment_id: fulfilmentId, lines: unitsOf(lines), ...(short !== null && { short }) } as const;
}

function shipMessage({ fulfilmentId, from }: ShipFulfilment) {
  const places = from?.map(({ lineId: line_id, location, quantity }) => ({ line_id, location, quantity }));
  return { type: 'ship', fulfilment_id: fulfilmentId, ...(places && { from: places }) } as const;
}

/** The part of a command that says more than whose it is: an order that goes as a whole has no more than its type. */
function instructionsOf(step: Step) {
  switch (step.transition) {
    case 'pack':
      return { type: 'confirm' } as const;
    case 'ship':
      return { type: 'ship' } as const;
    case 'cancel':
      return { type: 'release' } as const;
    case 'close':
      return { type: 'release', lines: unitsOf(step.lines) } as const;
    case 'edit':
      return editMessage(step);
    case 'hold':
    case 'release_hold':
      return { type: 'amend', suspended: step.transition === 'hold' || step.staysSuspended } as const;
    default:
      return partMessage(step);
  }
}

function partMessage(step: FulfilmentStep | ReturnStep) {
  switch (step.transition) {
    case 'fulfil':
      return { type: 'assign', fulfilment_id: step.fulfilmentId, lines: unitsOf(step.lines) } as const;
    case 'fulfilment_pack':
      return packMessage(step);
    case 'fulfilment_unpack':
      return { type: 'unconfirm', fulfilment_id: step.fulfilmentId } as const;
    case 'fulfilment_ship':
      return shipMessage(step);
    case 'fulfilment_cancel':
      return { type: 'unassign', fulfilment_id: step.fulfilmentId } as const;
    case 'return':
    case 'return_approve':
      return { type: 'expect_return', return_id: step.returnId, lines: unitsOf(step.lines) } as const;
    case 'return_cancel':
    case 'return_close':
      return { type: 'unexpect_return', return_id: step.returnId } as const;
    case 'return_receive':
      return { type: 'receive_return', return_id: step.returnId, lines: step.lines.map(receivedUnits) } as const;
    case 'return_dispose':
      return { type: 'dispose_return', return_id: step.returnId, lines: step.lines.map(disposedUnits) } as const;
    default:
      return assertNever(step);
  }
}

function receivedUnits({ lineId: id, quantity, disposition, location }: ReceivedUnits) {
  return { id, quantity, disposition, ...(location !== null && { location }) };
}

function disposedUnits({ lineId: id, quantity, from, disposition, fromLocation, location }: DisposedUnits) {
  const places = { ...(fromLocation !== null && { from_location: fromLocation }), ...(location !== null && { location }) };
  return { id, quantity, from, disposition, ...places };
}

function unitsOf(lines: readonly LineUnits[]) {
  return lines.map(({ lineId: id, quantity }) => ({ id, quantity }));
}

/** A change for subscribers: the event of the order, if there is one, and those of its fulfilments and returns, which come first. */
export interface PublishedChange {
  readonly event: OrderEventType | null;
  /** The fields that an `order.updated` names as changed. */
  readonly changed: readonly string[];
  readonly fulfilments?: readonly FulfilmentChange[] | undefined;
  readonly returns?: readonly ReturnChange[] | undefined;
}

type Origin = Pick<RequestOrigin, 'requestId' | 'traceparent'>;

/**
 * The events of a change: whole records as of the change. The order's is the last.
 *
 * @param origin the request behind the change.
 */
export function eventMessages(
  { event, changed, fulfilments = [], returns = [] }: PublishedChange,
  order: Order,
  origin: Origin,
): OutgoingMessage[] {
  const { tenant, updatedAt: at } = order;
  const { requestId, traceparent } = origin;
  const common = { tenant, at, version: recordVersion(order), requestId, traceparent };
  const parts = [
    ...fulfilments.map((change, part) => fulfilmentEventMessage(change, order, { ...common, part })),
    ...returns.map((change, place) => returnEventMessage(change, order, { ...common, part: fulfilments.length + place })),
  ];
  if (event === null) return parts;
  return [...parts, orderEventMessage({ type: event, changed, part: parts.length }, order, origin)];
}

/**
 * The event of a change of the order itself.
 *
 * @param event its type, the fields that an `order.updated` names as changed, and its place among the events of the change.
 */
export function orderEventMessage(
  { type, changed, part = 0 }: { readonly type: OrderEventType; readonly changed: readonly string[]; readonly part?: number },
  order: Order,
  { requestId, traceparent }: Origin,
): OutgoingMessage {
  const { tenant, updatedAt: at, id: subject } = order;
  const version = recordVersion(order);
  const facts = { sequence: version, data: toOrderRecord(order), ...(type === 'order.updated' ? { changed: [...changed] } : {}) };
  return eventMessage({ id: newId('evt'), type, tenant, subject, at, version, part, requestId, traceparent }, facts);
}

/** Decodes what inventory holds for orders; its outcomes of scans are ignored. */
export const decodeStockOutcome = decodeTyped(stockOutcome, ['allocation']);

/** The content of a received outcome. Each holds the whole allocation document, so order and repetition do not matter. */
export function toReceivedOutcome({ message, record }: Received<StockOutcome>): ReceivedOutcome {
  const { account_id: accountId, environment, order_id: id, version, lines, actor, request_id: requestId } = message;
  return {
    order: { tenant: { accountId, environment }, id },
    version,
    lines: lines.map(({ id: lineId, name, allocated, shipped, cancelled, portions, returned }) => ({
      id: lineId,
      name,
      allocated,
      shipped,
      ...(cancelled !== undefined && { cancelled }),
      ...(returned !== undefined && { returned }),
      ...(portions && { portions: portions.map(({ fulfilment_id: fulfilmentId, units }) => ({ fulfilmentId, units })) }),
    })),
    ...(message.returns && { returns: message.returns.map(toReceivedReturn) }),
    answer: toAnswer(message.last_answer),
    actor,
    requestId,
    traceparent: record.headers['traceparent'],
  };
}

function toReceivedReturn({ return_id: returnId, lines }: NonNullable<StockOutcome['returns']>[number]) {
  const units = lines.map(({ id, expected, missing, inspect, restock, quarantine, scrap }) => ({
    id,
    expected,
    missing,
    inspect,
    restock,
    quarantine,
    scrap,
  }));
  return { returnId, lines: units };
}

function toAnswer({ command_id: commandId, accepted, code, detail, errors }: CommandAnswer): AllocationSnapshot['answer'] {
  if (accepted) return { commandId, refused: null };
  return {
    commandId,
    refused: { code: code ?? 'internal', detail: detail ?? 'Inventory refused the step.', errors: errors ?? [] },
  };
}

/** An order as clients and subscribers see it. */
export function toOrderRecord(order: Order): OrderRecord {
  return {
    id: order.id,
    external_id: order.externalId,
    status: order.status,
    allocation: order.allocation,
    fulfilment: progressOf(order),
    lines: order.lines.map((line) => toLineRecord(line, order)),
    fulfilments: (order.fulfilments ?? []).map(({ id, status, version }) => ({ id, status, version })),
    priority: rankOf(order).priority,
    ship_by: order.shipBy?.toISOString() ?? null,
    holds: (order.holds ?? []).map(toHoldRecord),
    returns: (order.returns ?? []).map(({ id, status, version }) => ({ id, status, version })),
    exchange_for: order.exchangeFor ?? null,
    ship_to: order.shipTo,
    note: order.note,
    metadata: { ...order.metadata },
    ...shipmentFields(order.shipment),
    ...progressFields(order),
    pending_transition: shownTransition(order),
    pending_fulfilment_id: shownFulfilmentId(order),
    pending_return_id: shownReturnId(order),
    refusal: order.refusal && toRefusalRecord(order.refusal),
    erased_at: order.erasedAt?.toISOString() ?? null,
    version: recordVersion(order),
    created_at: order.createdAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
  };
}

function toHoldRecord({ id, reason, note, releasesStock, until, placedBy, placedAt }: Hold): OrderHold {
  return {
    id,
    reason,
    note,
    release_stock: releasesStock,
    until: until?.toISOString() ?? null,
    placed_by: placedBy,
    placed_at: placedAt.toISOString(),
  };
}

export function toHistoryRecord({
  transition,
  status,
  version,
  unseenChanges,
  fulfilmentId,
  returnId,
  reason,
  actor,
  requestId,
  answer,
  at,
}: HistoryEntry): OrderHistoryEntry {
  const code = answer?.refusal?.code ?? null;
  return {
    transition: transition === 'allocate' || transition === 'update' ? transition : shownAs(transition),
    refused: code !== null,
    status,
    version: recordVersion({ version, unseenChanges }),
    code,
    fulfilment_id: fulfilmentId ?? null,
    return_id: returnId ?? null,
    reason,
    actor,
    request_id: requestId,
    at: at.toISOString(),
  };
}

type PackingFields = Pick<OrderRecord, 'packages' | 'packed_at'>;
type Progress = PackingFields & Pick<OrderRecord, 'shipped_at' | 'cancelled_at' | 'cancel_reason'>;

const NO_PROGRESS: Progress = {
  packages: [],
  packed_at: null,
  shipped_at: null,
  cancelled_at: null,
  cancel_reason: null,
};

function progressFields(order: Order): Progress {
  switch (order.status) {
    case 'packed':
      return { ...NO_PROGRESS, ...packingFields(order.packing) };
    case 'shipped':
      return { ...NO_PROGRESS, ...packingFields(order.packing), shipped_at: order.shippedAt.toISOString() };
    case 'cancelled':
      return {
        ...NO_PROGRESS,
        ...packingFields(order.packing),
        cancelled_at: order.cancelledAt.toISOString(),
        cancel_reason: order.cancelReason,
      };
    default:
      return NO_PROGRESS;
  }
}

function packingFields(packing: Packing | null): PackingFields {
  if (!packing) return { packages: [], packed_at: null };
  return { packages: packing.packages.map(shownParcel), packed_at: packing.packedAt.toISOString() };
}

function shipmentFields({ carrier, trackingNumber, trackingUrl }: Shipment) {
  return { carrier, tracking_number: trackingNumber, tracking_url: trackingUrl };
}

function toLineRecord(line: OrderLine, order: Order): OrderRecord['lines'][number] {
  const { id, sku, name, quantity, allocated, shipped, cancelled = 0, returned = 0, externalLineId } = line;
  const isOver = order.status === 'cancelled' || order.status === 'rejected';
  const waiting = openOf(line) - allocated;
  return {
    id,
    sku,
    name,
    quantity,
    allocated,
    packed: packedOf(line, order),
    backordered: isOver ? 0 : waiting,
    shipped,
    returned,
    cancelled: isOver ? cancelled + waiting : cancelled,
    external_line_id: externalLineId,
  };
}

function toRefusalRecord({
  transition,
  fulfilmentId,
  returnId,
  code,
  detail,
  errors,
  at,
}: Refusal): NonNullable<OrderRecord['refusal']> {
  return {
    transition: shownAs(transition),
    fulfilment_id: fulfilmentId ?? null,
    return_id: returnId ?? null,
    code,
    detail,
    errors: errors.map((item) => ({ ...item })),
    at: at.toISOString(),
  };
}
