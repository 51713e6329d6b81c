import {
  type CancelOrderBody,
  type EditOrderBody,
  errorOf,
  errors,
  type PackOrderBody,
  type ShipOrderBody,
} from '@fulfilment/contracts';
import { type AppError, type Clock, newId, type RequestContext } from '@fulfilment/kernel';
import type { Fulfilment } from '../orders/domain/fulfilment.ts';
import { isUnlinked, type Order, type OrderStatus, type PendingStep, pendingStep } from '../orders/domain/order.ts';
import { begunReturn } from '../orders/domain/return-changes.ts';
import type { Return } from '../orders/domain/return.ts';
import type { Ask, StepRefusal } from '../orders/domain/asked-steps.ts';
import { startStep } from '../orders/domain/start-step.ts';
import { type Shipment, shownAs, type Transition } from '../orders/domain/steps.ts';
import { begunFulfilment } from '../orders/fulfilment-messages.ts';
import { toGivenContent } from '../orders/order-messages.ts';
import { stockCommandMessage } from '../orders/stock-command-messages.ts';
import type { OrderStore } from '../orders/order-ports.ts';
import {
  answerOf,
  type AnswerOrRefusal,
  type Begun,
  isAnswered,
  openReceipt,
  type OrderAnswers,
  type OrderReply,
  originOf,
  stepInProgress,
  type WaitingRequest,
} from './order-answers.ts';
import type { OrderWatch } from './order-watch.ts';
import {
  type Admit,
  type AdmittedKind,
  missing,
  olderProcesses,
  openTarget,
  refusedTarget,
  type Target,
} from './step-targets.ts';

/**
 * Carries an order, or a fulfilment or return of one, one step further.
 *
 * @throws AppError `not_found`; `version_conflict` where `If-Match` names another version of the record; `invalid_transition`
 * from a wrong status; `quantity_exceeded`; `validation_failed`; `transition_in_progress` where another step was not decided in time;
 * inventory's refusal; `upstream_unavailable` where processes run that do not know the step; `idempotency_key_reused`.
 */
export type RunStep = (target: Target, ask: Ask, context: RequestContext) => Promise<OrderReply>;

/** A step of an order that it has had since its first release. */
type StepOfOrder<Body> = (orderId: string, body: Body, context: RequestContext) => Promise<OrderReply>;
export type PackOrder = StepOfOrder<PackOrderBody>;
export type ShipOrder = StepOfOrder<ShipOrderBody>;
export type CancelOrder = StepOfOrder<CancelOrderBody>;
export type EditOrder = StepOfOrder<EditOrderBody>;

export interface StepParts {
  readonly orders: Pick<OrderStore, 'find' | 'lastCommitted' | 'findByFulfilment' | 'findByReturn' | 'save'>;
  readonly watch: OrderWatch;
  readonly answers: OrderAnswers;
  readonly takenBy: TakenBy;
  readonly now: Clock;
  /** Milliseconds to wait for other steps and for inventory, in all. */
  readonly waitMs: number;
  readonly admit: Admit;
}

/** Makes the use case of all steps: each asks inventory, which accepts or refuses it. */
export function makeRunStep({ orders, watch, answers, takenBy, now, waitMs, admit }: StepParts): RunStep {
  /** Saves a step with its command; undefined where the order has changed since it was read. */
  const send = async (order: Order, { next, sent, ask }: Started, request: WaitingRequest): Promise<Begun | undefined> => {
    if (!ofWholeOrders.has(ask.transition) && !(await admit(admittedKind(ask))))
      return { type: 'refused', error: olderProcesses() };
    const change = { from: order.version, order: next, history: [], messages: [stockCommandMessage(next)] };
    const saved = await orders.save({ ...change, receipt: openReceipt(request.context, sent) });
    if (saved === 'saved') return { type: 'sent', order: next, step: sent };
    return saved === 'repeated' ? { type: 'repeated' } : takenBy(ask, order.id, request);
  };

  const begin = async (target: Target, ask: Ask, request: WaitingRequest): Promise<Begun> => {
    const { context, deadlineMs } = request;
    const { remembered, read } = await openTarget(orders, context.tenant, target);
    let order = remembered ?? (await read());
    let isRemembered = remembered !== undefined;
    while (order) {
      const outcome = decideStep(order, { target, ask }, context, now());
      if (isRemembered && outcome.type !== 'step-started') {
        isRemembered = false;
        order = await read();
      } else if (outcome.type === 'refused' || outcome.type === 'answered') {
        return outcome;
      } else if (outcome.type === 'step-pending') {
        const isOver = isAnswered(outcome.commandId);
        order = await watch.until(order, isOver, request);
        if (!isOver(order)) return { type: 'refused', error: stepInProgress(order) };
      } else {
        const begun = await send(order, { next: outcome.order, sent: outcome.sent, ask }, request);
        if (begun) return begun;
        order = await read();
        if (order && performance.now() >= deadlineMs) return { type: 'refused', error: stepInProgress(order) };
      }
    }
    return { type: 'refused', error: missing(target) };
  };

  return async (target, ask, context) => {
    const request = { context, deadlineMs: performance.now() + waitMs };
    const begun = (await takenBy(ask, target.id, request)) ?? (await begin(target, ask, request));
    return answers.conclude(begun, request);
  };
}

type HolderFinder = Pick<OrderStore, 'findByFulfilmentExternalId' | 'findByReturnExternalId'>;

/** The answer to the creation of a fulfilment or return whose external id is taken already; undefined where it is free. */
export type TakenBy = (ask: Ask, orderId: string, request: WaitingRequest) => Promise<AnswerOrRefusal | undefined>;

export function makeTakenBy({ orders, answers }: { readonly orders: HolderFinder; readonly answers: OrderAnswers }): TakenBy {
  return async (ask, orderId, request) => {
    if ((ask.transition !== 'fulfil' && ask.transition !== 'return') || ask.externalId === null) return undefined;
    const { externalId } = ask;
    const { tenant } = request.context;
    const order = await (ask.transition === 'return'
      ? orders.findByReturnExternalId(tenant, externalId)
      : orders.findByFulfilmentExternalId(tenant, externalId));
    const held = order && holderOf(order, ask);
    if (!held) return undefined;
    const { part, commandId } = held;
    const isSame = (order.id === orderId || isUnlinked(order)) && part.contentHash === ask.contentHash;
    if (!isSame || part.status === 'cancelled') return { type: 'refused', error: externalIdTaken(part, ask.transition) };
    if (commandId === undefined) return { type: 'answered', answer: answerOf('existing', order, part.id) };
    return answers.resultOf(order, commandId, { type: 'existing', partId: part.id }, request);
  };
}

interface Started {
  readonly next: Order;
  readonly sent: PendingStep;
  readonly ask: Ask;
}

/** The steps that every release knows. */
const ofWholeOrders: ReadonlySet<Transition> = new Set(['pack', 'ship', 'cancel']);
/** Those of orders that are edited, ranked or on hold. */
const ofEdits: ReadonlySet<Transition> = new Set(['edit', 'hold', 'release_hold']);

/** The kind of orders that a step makes of its order, where it is none of whole orders. */
function admittedKind(ask: Ask): AdmittedKind {
  if (ask.transition === 'reassign' || (ask.transition === 'fulfil' && ask.warehouse !== undefined)) return 'sources';
  if (ofEdits.has(ask.transition)) return 'edits';
  if (ask.transition === 'return' && ask.exchange) return 'unlinked';
  return 'returnId' in ask ? 'returns' : 'fulfilments';
}

const orderWith = (id: string): Target => ({ type: 'order', id });

/** Carrier and tracking as a body names them. */
export function shipmentIn(body: ShipOrderBody): Shipment {
  const { carrier = null, tracking_number: trackingNumber = null, tracking_url: trackingUrl = null } = body;
  return { carrier, trackingNumber, trackingUrl };
}

/** The steps of whole orders: of an order in fulfilments they are about all of those. */
export function makeSteps(run: RunStep) {
  const packOrder: PackOrder = (orderId, { packages = [] }, context) =>
    run(orderWith(orderId), { transition: 'pack', packages, fulfilmentId: newId('ful') }, context);
  const shipOrder: ShipOrder = (orderId, body, context) =>
    run(orderWith(orderId), { transition: 'ship', ...shipmentIn(body) }, context);
  const cancelOrder: CancelOrder = (orderId, { reason = null }, context) =>
    run(orderWith(orderId), { transition: 'cancel', reason }, context);
  const editOrder: EditOrder = (orderId, { lines, mode, allow_backorder: allowBackorder }, context) => {
    const asked = lines.map((line) => ({ ...toGivenContent(line), id: line.id, newId: newId('lin') }));
    const others = { allowBackorder, priority: undefined, shipBy: undefined, fulfilmentId: newId('ful') };
    return run(orderWith(orderId), { transition: 'edit', lines: asked, mode, ...others }, context);
  };
  return { packOrder, shipOrder, cancelOrder, editOrder };
}

/** The part of an order that holds an external id, and the command of its creation where that waits for inventory. */
function holderOf(order: Order, { transition, externalId }: Extract<Ask, { transition: 'fulfil' | 'return' }>) {
  const parts: readonly Part[] = (transition === 'return' ? order.returns : order.fulfilments) ?? [];
  const part = parts.find((each) => each.externalId === externalId);
  if (part) return { part, commandId: undefined };
  const step = pendingStep(order);
  const begun = step?.asked.transition === 'fulfil' ? begunFulfilment(order, step.asked.fulfilmentId) : begunReturn(order);
  return step && begun?.externalId === externalId ? { part: begun, commandId: step.commandId } : undefined;
}

type Part = Pick<Fulfilment | Return, 'id' | 'externalId' | 'contentHash' | 'status'>;

/** The beginning of a step of an order as it is, its refusal, or what came before it. */
export function decideStep(
  order: Order,
  { target, ask }: { readonly target: Target; readonly ask: Ask },
  context: RequestContext,
  at: Date,
) {
  const error = refusedTarget(order, target, context);
  if (error) return { type: 'refused', error } as const;
  const outcome = startStep(order, ask, originOf(context), at);
  if (outcome.type === 'unchanged') return { type: 'answered', answer: answerOf('done', order) } as const;
  if (outcome.type === 'wrong-status') return { type: 'refused', error: wrongStatus(ask.transition, outcome.status) } as const;
  return outcome.type === 'refused' ? ({ type: 'refused', error: refusalError(outcome) } as const) : outcome;
}

/** The refusal of a step, as the caller gets it. */
export function refusalError({ code, detail, errors: items, currentStatus, holds }: StepRefusal): AppError {
  const facts = {
    ...(currentStatus !== undefined && { current_status: currentStatus }),
    ...(items && { errors: items }),
    ...(holds && { holds }),
  };
  return errorOf(code, detail, Object.keys(facts).length > 0 ? { facts } : {});
}

const PAST_TENSE = {
  create: 'created',
  pack: 'packed',
  ship: 'shipped',
  cancel: 'cancelled',
  close: 'closed',
  fulfil: 'fulfilled in parts',
  unpack: 'unpacked',
  edit: 'edited',
  hold: 'held',
  release_hold: 'changed in its holds',
  reassign: 'reassigned',
  return: 'returned',
  approve: 'approved',
  receive: 'received',
  dispose: 'disposed of',
} as const;

const wrongStatus = (transition: Transition, status: OrderStatus): AppError =>
  errors.invalidTransition(`The order is ${status}; it cannot be ${PAST_TENSE[shownAs(transition)]}.`, {
    facts: { current_status: status },
  });

const externalIdTaken = ({ id, status }: Part, transition: 'fulfil' | 'return'): AppError => {
  const kind = transition === 'return' ? 'return' : 'fulfilment';
  const message = `The ${kind} ${id} has this external_id, and ${status === 'cancelled' ? 'is cancelled' : 'other content'}.`;
  const item = { pointer: '/external_id', code: 'duplicate_external_id', message };
  return errors.duplicateExternalId(message, { facts: { [`${kind}_id`]: id, current_status: status, errors: [item] } });
};
