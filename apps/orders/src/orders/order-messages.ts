import {
  type CommandAnswer,
  type CreateOrderBody,
  type EditOrderBody,
  eventMessage,
  type OrderHistoryEntry,
  type ReturnHistoryEntry,
  type OrderHold,
  type OrderRecord,
  type StockOutcome,
  stockOutcome,
} from '@fulfilment/contracts';
import { newId, type OutgoingMessage } from '@fulfilment/kernel';
import { decodeTyped, type Received } from '@fulfilment/messaging';
import type { FulfilmentChange } from './domain/fulfilment-changes.ts';
import type { ReturnChange } from './domain/return-changes.ts';
import { openOf, packedOf, progressOf } from './domain/units-in-parts.ts';
import { type Hold, type Shipment, shownAs, type Source } from './domain/steps.ts';
import { type GivenContent, lineOf, type RequestedLine, withContent } from './domain/order-line.ts';
import type { AllocationSnapshot, OrderEventType } from './domain/take-outcome.ts';
import {
  type HistoryEntry,
  isUnlinked,
  type Order,
  type OrderLine,
  type Packing,
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
  if (event === null || isUnlinked(order)) return parts;
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
    lines: lines.map(({ id: lineId, name, allocated, shipped, cancelled, portions, returned, sources }) => ({
      id: lineId,
      name,
      allocated,
      shipped,
      ...(sources && { sources: sources.map(toSource) }),
      ...(cancelled !== undefined && { cancelled }),
      ...(returned !== undefined && { returned }),
      ...(portions && { portions: portions.map(toPortion) }),
    })),
    ...(message.no_eligible_warehouse === true && { hasNoWarehouse: true }),
    ...(message.returns && { returns: message.returns.map(toReceivedReturn) }),
    ...(message.worked_lines !== undefined && { workedLines: message.worked_lines }),
    answer: toAnswer(message.last_answer),
    actor,
    requestId,
    traceparent: record.headers['traceparent'],
  };
}

function toPortion({ fulfilment_id: fulfilmentId, units, sources }: ReceivedPortion) {
  return { fulfilmentId, units, ...(sources && { sources: sources.map(toSource) }) };
}

type ReceivedPortion = NonNullable<StockOutcome['lines'][number]['portions']>[number];

function toSource({ warehouse_id: warehouseId, warehouse, units }: ReceivedSource): Source {
  return { warehouseId, warehouse, units };
}

type ReceivedSource = NonNullable<StockOutcome['lines'][number]['sources']>[number];

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
    // One with none is shown as no order.
    allocation: order.allocation === 'none' ? 'allocated' : order.allocation,
    fulfilment: progressOf(order),
    lines: order.lines.map((line) => toLineRecord(line, order)),
    fulfilments: (order.fulfilments ?? []).map(({ id, status, version }) => ({ id, status, version })),
    priority: rankOf(order).priority,
    ship_by: order.shipBy?.toISOString() ?? null,
    holds: (order.holds ?? []).map(toHoldRecord),
    ...sourcingFields(order),
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

function sourcingFields({ shipFrom, split, hasNoWarehouse }: Order) {
  return {
    ship_from: shipFrom ? [...shipFrom] : null,
    split: split ?? null,
    allocation_reason: hasNoWarehouse ? ('no_eligible_warehouse' as const) : null,
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

/** An entry of an order's history as the history of its return shows it: without what is the order's alone. */
export function toReturnHistoryRecord(entry: HistoryEntry): ReturnHistoryEntry {
  const { transition, refused, code, reason, actor, request_id, at } = toHistoryRecord(entry);
  return { transition, refused, code, reason, actor, request_id, at };
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

type LineBody = CreateOrderBody['lines'][number] | EditOrderBody['lines'][number];

/** The content of a line as a body gives it. */
export function toGivenContent({ sku, quantity, external_line_id: externalLineId }: LineBody): GivenContent {
  return { sku, quantity, externalLineId };
}

/** Lines of a new order, with their ids. */
export function toNewLines(lines: CreateOrderBody['lines'], at = new Date()): readonly RequestedLine[] {
  return lines.map((line) => withContent(lineOf(newId('lin', at.getTime()), line.sku, line.quantity), toGivenContent(line)));
}

function toLineRecord(line: OrderLine, order: Order): OrderRecord['lines'][number] {
  const { id, sku, name, quantity, allocated, sources = [], shipped, cancelled = 0, returned = 0, externalLineId } = line;
  const isOver = order.status === 'cancelled' || order.status === 'rejected';
  const waiting = openOf(line) - allocated;
  return {
    id,
    sku,
    name,
    quantity,
    allocated,
    allocations: sources.map(({ warehouseId, warehouse, units }) => ({ warehouse_id: warehouseId, warehouse, quantity: units })),
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
