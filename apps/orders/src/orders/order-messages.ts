import {
  type CommandAnswer,
  eventMessage,
  type FulfilmentProgress,
  type OrderHistoryEntry,
  type OrderRecord,
  type StockCommand,
  stockCommandKey,
  type StockOutcome,
  stockOutcome,
  TOPICS,
} from '@fulfilment/contracts';
import { newId, type OutgoingMessage, tenantKey } from '@fulfilment/kernel';
import { decodeTyped, type Received } from '@fulfilment/messaging';
import type { AllocationSnapshot, OrderEventType } from './domain/transitions.ts';
import {
  type HistoryEntry,
  type Order,
  type OrderLine,
  type Package,
  type Packing,
  type PendingStep,
  pendingStep,
  type Refusal,
  recordVersion,
  type RequestOrigin,
  type Shipment,
  shownTransition,
  verbOf,
} from './domain/order.ts';
import type { ReceivedOutcome } from './order-ports.ts';

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
  const type = verbOf(asked.transition);
  if (type !== 'allocate') return { ...common, type };
  const lines = order.lines.map(({ id, sku, quantity }) => ({ id, sku, quantity }));
  const bound = order.allowBackorder ? {} : { allow_backorder: false };
  return { ...common, type, order_created_at: order.createdAt.toISOString(), lines, ...bound };
}

/**
 * The event of a change, for subscribers: the whole record as of the change.
 *
 * @param event its type, and the fields that an `order.updated` names as changed.
 * @param origin the request behind the change.
 */
export function orderEventMessage(
  { type, changed }: { readonly type: OrderEventType; readonly changed: readonly string[] },
  order: Order,
  { requestId, traceparent }: Pick<RequestOrigin, 'requestId' | 'traceparent'>,
): OutgoingMessage {
  const { tenant, updatedAt: at, id: subject } = order;
  const version = recordVersion(order);
  const facts = { sequence: version, data: toOrderRecord(order), ...(type === 'order.updated' ? { changed: [...changed] } : {}) };
  return eventMessage({ id: newId('evt'), type, tenant, subject, at, version, requestId, traceparent }, facts);
}

/** Decodes what inventory holds for orders; its outcomes of scans are ignored. */
export const decodeStockOutcome = decodeTyped(stockOutcome, ['allocation']);

/** The content of a received outcome. Each holds the whole allocation document, so order and repetition do not matter. */
export function toReceivedOutcome({ message, record }: Received<StockOutcome>): ReceivedOutcome {
  const { account_id: accountId, environment, order_id: id, version, lines, actor, request_id: requestId } = message;
  return {
    order: { tenant: { accountId, environment }, id },
    version,
    lines: lines.map(({ id: lineId, name, allocated, shipped }) => ({ id: lineId, name, allocated, shipped })),
    answer: toAnswer(message.last_answer),
    actor,
    requestId,
    traceparent: record.headers['traceparent'],
  };
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
    fulfilment: progressOfUnits(order),
    lines: order.lines.map((line) => toLineRecord(line, order.status)),
    fulfilments: [],
    ship_to: order.shipTo,
    note: order.note,
    metadata: { ...order.metadata },
    ...shipmentFields(order.shipment),
    ...progressOf(order),
    pending_transition: shownTransition(order),
    pending_fulfilment_id: null,
    refusal: order.refusal && toRefusalRecord(order.refusal),
    erased_at: order.erasedAt?.toISOString() ?? null,
    version: recordVersion(order),
    created_at: order.createdAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
  };
}

export function toHistoryRecord({
  transition,
  status,
  version,
  unseenChanges,
  reason,
  actor,
  requestId,
  answer,
  at,
}: HistoryEntry): OrderHistoryEntry {
  const code = answer?.refusal?.code ?? null;
  return {
    transition,
    refused: code !== null,
    status,
    version: recordVersion({ version, unseenChanges }),
    code,
    fulfilment_id: null,
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

function progressOf(order: Order): Progress {
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

function toLineRecord(line: OrderLine, status: Order['status']): OrderRecord['lines'][number] {
  const { id, sku, name, quantity, allocated, shipped, externalLineId } = line;
  const isOver = status === 'cancelled' || status === 'rejected';
  const left = quantity - allocated - shipped;
  return {
    id,
    sku,
    name,
    quantity,
    allocated,
    packed: status === 'packed' ? allocated : 0,
    backordered: isOver ? 0 : left,
    shipped,
    cancelled: isOver ? left : 0,
    external_line_id: externalLineId,
  };
}

function progressOfUnits({ status, lines }: Order): FulfilmentProgress {
  if (status === 'shipped') return 'complete';
  return lines.some(({ shipped }) => shipped > 0) ? 'partial' : 'none';
}

function toRefusalRecord({ transition, code, detail, errors, at }: Refusal): NonNullable<OrderRecord['refusal']> {
  return { transition, fulfilment_id: null, code, detail, errors: errors.map((item) => ({ ...item })), at: at.toISOString() };
}

/** A parcel is stored as it was given: it may have fields of a later release, which no record of this one has. */
function shownParcel({ weight_g, length_mm, width_mm, height_mm, tracking }: Package): OrderRecord['packages'][number] {
  const shown = { weight_g, length_mm, width_mm, height_mm, tracking };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}
