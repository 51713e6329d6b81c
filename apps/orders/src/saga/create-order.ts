import { type CreateOrderBody, errors } from '@fulfilment/contracts';
import {
  type AppError,
  type Clock,
  comparedForm,
  contentHash,
  keptForms,
  newId,
  type RequestContext,
  type StoredCounts,
  tenantKey,
} from '@fulfilment/kernel';
import {
  answerOf,
  type AnswerOrRefusal,
  type Begun,
  openReceipt,
  type OrderAnswers,
  type OrderReply,
  originOf,
  stepInProgress,
  type WaitingRequest,
} from './order-answers.ts';
import { DEFAULT_PRIORITY, type Order, type OrderIn, placeOrder, withRank } from '../orders/domain/order.ts';
import { toNewLines } from '../orders/order-messages.ts';
import { stockCommandMessage } from '../orders/stock-command-messages.ts';
import type { OrderStore } from '../orders/order-ports.ts';
import { type Admit, type AdmittedKind, olderProcesses } from './step-targets.ts';

/**
 * Creates an order, or finds the one with the same external id and content. It takes the external id of a cancelled order over that it
 * says to replace.
 *
 * @throws AppError `unknown_sku` where inventory refuses a line, `unknown_location` where it refuses a warehouse, `insufficient_stock` where it lacks units and the order allows no backorder,
 * `reservation_expired` where its reservation keeps nothing and has to, `duplicate_external_id` where another order with other content has
 * the external id; `storage_limit_reached` where the tenant has as many open orders as it may; `upstream_unavailable` where processes run
 * that know of no ranks; `idempotency_key_reused`.
 */
export type CreateOrder = (body: CreateOrderBody, context: RequestContext) => Promise<OrderReply>;

/** The same for a request that may be for several orders: they are saved in the order of the calls. */
export type PlaceOrder = (body: CreateOrderBody, request: PlacingRequest) => Promise<OrderReply>;

export interface PlacingRequest extends WaitingRequest {
  /** True where other orders of the request have idempotency keys: see {@link OrderChange}. */
  readonly amongClaimed?: boolean;
}

/** The refusal of one order more than the tenant may have open; undefined where there is room. */
export type FullOfOrders = (context: RequestContext) => Promise<AppError | undefined>;

export function makeFullOfOrders(openOrders: StoredCounts): FullOfOrders {
  return async ({ tenant, storage }) => {
    if (!storage) return undefined;
    const used = await openOrders.used(tenantKey(tenant), storage.openOrders);
    return used < storage.openOrders ? undefined : noRoomForOrder(used, storage.openOrders);
  };
}

export interface CreateOrderParts {
  readonly orders: Pick<OrderStore, 'find' | 'save' | 'findByExternalId' | 'findByReturn' | 'findReceipt'>;
  readonly openOrders: StoredCounts;
  readonly full: FullOfOrders;
  readonly answers: OrderAnswers;
  readonly now: Clock;
  readonly admit: Admit;
}

/** @param waitMs milliseconds to wait for inventory before answering that the order is pending. */
export function makeCreateOrder(place: PlaceOrder, waitMs: number): CreateOrder {
  return (body, context) => place(body, { context, deadlineMs: performance.now() + waitMs });
}

export function makePlaceOrder({ orders, openOrders, full, answers, now, admit }: CreateOrderParts): PlaceOrder {
  const save = async (order: OrderIn<'pending'>, request: PlacingRequest, replaces?: string): Promise<Begun> => {
    const { pending: step, tenant, externalId } = order;
    const receipt = openReceipt(request.context, step);
    const { amongClaimed } = request;
    const change = { from: 0, order, replaces, history: [], messages: [stockCommandMessage(order)], receipt, amongClaimed };
    // The index of external ids does not know that another form of one is the same.
    const earlier =
      externalId !== null && keptForms(externalId).length > 1 && (await orders.findByExternalId(tenant, externalId));
    if (earlier && earlier.id !== replaces) return join(earlier, order, request);
    const refused = await noRoom(order, request.context);
    if (refused) return { type: 'refused', error: refused };
    do {
      const saved = await orders.save(change);
      if (saved === 'saved') {
        openOrders.added(tenantKey(tenant), 1);
        return { type: 'sent', order, step };
      }
      if (saved === 'repeated') return { type: 'repeated' };
      const existing = await orders.findByExternalId(tenant, externalId ?? '');
      if (existing) return join(existing, order, request);
      // That order has been rejected since, and the external id is free again.
    } while (performance.now() < request.deadlineMs);
    return { type: 'refused', error: stepInProgress(order) };
  };

  /** The refusal of an order for which there is no room; undefined for a repeat, which adds none. Only without room a repeat is looked for. */
  const noRoom = async ({ tenant, externalId }: Order, context: RequestContext) => {
    const { idempotency: claim } = context;
    const refused = await full(context);
    if (!refused || (claim && (await orders.findReceipt(tenant, claim.id)))) return undefined;
    const held = externalId === null ? undefined : await orders.findByExternalId(tenant, externalId);
    return held && held.status !== 'cancelled' ? undefined : refused;
  };

  const join = async (existing: Order, order: Order, request: WaitingRequest): Promise<AnswerOrRefusal> => {
    if (existing.contentHash !== order.contentHash || existing.status === 'cancelled')
      return { type: 'refused', error: externalIdTaken(existing) };
    if (existing.status !== 'pending') return { type: 'answered', answer: answerOf('existing', existing) };
    return answers.resultOf(existing, existing.pending.commandId, { type: 'existing' }, request);
  };

  const begin = async (body: CreateOrderBody, request: PlacingRequest): Promise<Begun> => {
    const { replaces, exchange_for: returnId } = body;
    const kind = admittedKind(body);
    if (kind && !(await admit(kind))) return { type: 'refused', error: olderProcesses() };
    if (returnId !== undefined && !(await orders.findByReturn(request.context.tenant, returnId)))
      return { type: 'refused', error: exchangesNothing() };
    if (replaces === undefined) return save(newOrder(body, body.external_id, request.context, now()), request);
    const replaced = await orders.find({ tenant: request.context.tenant, id: replaces });
    const taken = replaced && takenOver(replaced, body);
    if (!taken) return { type: 'refused', error: replacesNothing() };
    if (replaced.status !== 'cancelled') return { type: 'refused', error: externalIdTaken(replaced) };
    return save(newOrder(body, taken, request.context, now()), request, replaces);
  };

  return async (body, request) => answers.conclude(await begin(body, request), request);
}

/** The kind of orders that earlier releases do not know; undefined where they know all of it. */
function admittedKind({ priority = DEFAULT_PRIORITY, ...body }: CreateOrderBody): AdmittedKind | undefined {
  if (body.ship_from !== undefined || body.split !== undefined) return 'sources';
  return priority !== DEFAULT_PRIORITY || body.ship_by !== undefined ? 'edits' : undefined;
}

/** The external id that an order takes over from another; undefined where that has none, or another one. */
function takenOver({ externalId }: Order, { external_id: named }: CreateOrderBody): string | undefined {
  const taken = externalId === null ? undefined : comparedForm(externalId);
  return named === undefined || named === taken ? taken : undefined;
}

function newOrder(body: CreateOrderBody, externalId: string | undefined, context: RequestContext, at: Date): OrderIn<'pending'> {
  // Absent and empty metadata are the same content, as are backorders that are allowed in words and by default.
  const { metadata = {}, allow_backorder: allowBackorder = true, priority = DEFAULT_PRIORITY, ...rest } = body;
  const { reservation_id: reservationId, require_reservation: required = false, ...others } = rest;
  const reservation = reservationId === undefined ? {} : { reservation: { id: reservationId, required } };
  const content = {
    id: newId('ord', at.getTime()),
    tenant: context.tenant,
    externalId: externalId ?? null,
    contentHash: contentHash({
      ...others,
      metadata,
      ...(!allowBackorder && { allow_backorder: false }),
      ...(priority !== DEFAULT_PRIORITY && { priority }),
      ...(reservationId !== undefined && { reservation_id: reservationId }),
    }),
    lines: toNewLines(body.lines, at),
    shipTo: body.ship_to ?? null,
    note: body.note ?? null,
    metadata,
    allowBackorder,
    ...rankOfBody(body),
    ...reservation,
    exchangeFor: body.exchange_for,
    shipFrom: body.ship_from,
    split: body.split,
  };
  return placeOrder(content, originOf(context), at);
}

function rankOfBody({ priority = DEFAULT_PRIORITY, ship_by: by }: CreateOrderBody): Pick<Order, 'priority' | 'shipBy'> {
  return withRank<Pick<Order, 'priority' | 'shipBy'>>({}, { priority, shipBy: by === undefined ? null : new Date(by) });
}

const externalIdTaken = ({ id, status }: Order): AppError => {
  const message =
    status === 'cancelled'
      ? `The order ${id} has this external_id and is cancelled: \`replaces\` takes the external_id over.`
      : `The order ${id} has this external_id and other content.`;
  const item = { pointer: '/external_id', code: 'duplicate_external_id', message };
  return errors.duplicateExternalId(message, { facts: { order_id: id, current_status: status, errors: [item] } });
};

const noRoomForOrder = (used: number, maximum: number): AppError => {
  const message = `There are ${used} open orders, and ${maximum} are allowed. Ship or cancel some, or ask the operator for more.`;
  const item = { pointer: '', code: 'storage_limit_reached', message, stored: 'open_orders', used, maximum };
  return errors.storageLimitReached(message, { facts: { errors: [item] } });
};

const replacesNothing = (): AppError =>
  invalidField('/replaces', 'There is no order with this id that has an external_id to take over.');
const exchangesNothing = (): AppError => invalidField('/exchange_for', 'There is no return with this id.');

const invalidField = (pointer: string, message: string): AppError =>
  errors.validationFailed('1 field is invalid.', { facts: { errors: [{ pointer, code: 'invalid', message }] } });
