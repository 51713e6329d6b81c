import { type StockCommand, stockCommandKey, TOPICS } from '@fulfilment/contracts';
import { assertNever, type OutgoingMessage, tenantKey } from '@fulfilment/kernel';
import { DEFAULT_PRIORITY, type Order, type PendingStep, pendingStep, rankOf } from './domain/order.ts';
import {
  type DisposedUnits,
  type Edit,
  type Fulfil,
  type FulfilmentStep,
  type LineUnits,
  type PackFulfilment,
  type Rank,
  type Reassign,
  type ReceivedUnits,
  type ReturnStep,
  type ShipFulfilment,
  type Step,
  verbOf,
} from './domain/steps.ts';

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
  if (asked.transition !== 'create' && asked.transition !== 'return_open') return { ...common, ...instructionsOf(asked, order) };
  const lines = order.lines.map(({ id, sku, quantity }) => ({ id, sku, quantity }));
  if (asked.transition === 'return_open')
    return { ...common, type: 'open_return', return_id: asked.returnId, lines, approved: asked.approved };
  const bound = order.allowBackorder ? {} : { allow_backorder: false };
  const { reservation } = order;
  const kept = reservation
    ? { reservation_id: reservation.id, ...(reservation.required ? { require_reservation: true } : {}) }
    : {};
  const rank = rankMessage(rankOf(order));
  const told = { ...bound, ...rank, ...kept, ...sourcingMessage(order) };
  return { ...common, type: 'allocate', order_created_at: order.createdAt.toISOString(), lines, ...told };
}

/** The warehouses that an order may be shipped from, and the country that it goes to, where they are known. */
function sourcingMessage({ shipFrom, split, shipTo }: Order) {
  const sourcing = { ...(shipFrom && { ship_from: [...shipFrom] }), ...(split && { split }) };
  return { ...(Object.keys(sourcing).length > 0 && { sourcing }), ...(shipTo && { ship_to_country: shipTo.country }) };
}

/** The members of a rank that are not those of most orders. */
function rankMessage({ priority, shipBy }: Rank) {
  return { ...(priority !== DEFAULT_PRIORITY && { priority }), ...(shipBy && { ship_by: shipBy.toISOString() }) };
}

/** Units that are added to an order whose units are given back for a hold are not wanted either. */
function editMessage({ lines, allowBackorder, rank, packed }: Edit, { suspended }: Pick<Order, 'suspended'>) {
  const edited = lines && { lines: lines.map(({ id, sku, quantity }) => ({ id, sku, quantity })) };
  const bound = lines && !allowBackorder ? { allow_backorder: false } : {};
  const parted = packed ? { fulfilment_id: packed.fulfilmentId } : {};
  const asleep = lines && suspended ? { suspended } : {};
  return { type: 'amend', ...edited, ...bound, ...parted, ...asleep, ...(rank && { rank: rankMessage(rank) }) } as const;
}

function reassignMessage({ lines }: Reassign) {
  const moved = lines.map(({ lineId: id, quantity, from, to }) => ({ id, quantity, ...(from !== null && { from }), to }));
  return { type: 'reassign', lines: moved } as const;
}

function planMessage({ fulfilmentId, lines, warehouse }: Fulfil) {
  return { type: 'assign', fulfilment_id: fulfilmentId, lines: unitsOf(lines), ...(warehouse && { warehouse }) } as const;
}

function packMessage({ fulfilmentId, lines, short, reallocate, warehouse }: PackFulfilment) {
  const told = { ...(short !== null && { short }), ...(reallocate && { reallocate }), ...(warehouse && { warehouse }) };
  return { type: 'confirm', fulfilment_id: fulfilmentId, lines: unitsOf(lines), ...told } as const;
}

function shipMessage({ fulfilmentId, from }: ShipFulfilment) {
  const places = from?.map(({ lineId: line_id, location, quantity }) => ({ line_id, location, quantity }));
  return { type: 'ship', fulfilment_id: fulfilmentId, ...(places && { from: places }) } as const;
}

/** The part of a command that says more than whose it is: an order that goes as a whole has no more than its type. */
function instructionsOf(step: Step, order: Pick<Order, 'suspended'>) {
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
      return editMessage(step, order);
    case 'reassign':
      return reassignMessage(step);
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
      return planMessage(step);
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
      return expectMessage(step);
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

function expectMessage(step: Extract<ReturnStep, { transition: 'return' | 'return_approve' }>) {
  const expected = { type: 'expect_return', return_id: step.returnId, lines: unitsOf(step.lines) } as const;
  if (step.transition === 'return_approve' || !step.exchange) return expected;
  return { ...expected, exchange_skus: step.exchange.lines.map(({ sku }) => sku) };
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
