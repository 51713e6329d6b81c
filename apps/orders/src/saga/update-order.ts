import { differingError, errors, type OrderRecord, READ_ONLY_ORDER_FIELDS, type UpdateOrderBody } from '@fulfilment/contracts';
import { type AppError, assertNever, deriveClaim, newId, type RequestContext } from '@fulfilment/kernel';
import { DEFAULT_PRIORITY, type Order, type RequestOrigin } from '../orders/domain/order.ts';
import { type OrderUpdate, updateOrder, type UpdateOutcome } from '../orders/domain/update-order.ts';
import { toOrderRecord } from '../orders/order-messages.ts';
import type { ChangeDecision, ChangeOrder } from './change-order.ts';
import type { OrderAnswers, OrderReply } from './order-answers.ts';
import { decideStep, type RunStep } from './run-step.ts';
import type { OrderStore } from '../orders/order-ports.ts';

/**
 * Changes note, metadata, address, tracking or rank of an order.
 *
 * @throws AppError `not_found`; `version_conflict` where `If-Match` names another version; `invalid_transition` for an order that is
 * cancelled or rejected, and for the address of a shipped one; `validation_failed` for read-only fields and packages that are others;
 * `upstream_unavailable` where the order kept changing; `idempotency_key_reused`.
 */
export type UpdateOrder = (orderId: string, body: UpdateOrderBody, context: RequestContext) => Promise<OrderReply>;

export interface UpdateOrderParts {
  readonly orders: Pick<OrderStore, 'findReceipt'>;
  readonly answers: Pick<OrderAnswers, 'conclude'>;
  readonly change: ChangeOrder;
  readonly run: RunStep;
}

/**
 * A change of rank is a step: inventory is asked, since the order waits by it. Other fields of its body are changed before, in a change
 * that makes sure that the step can be begun: one that cannot changes nothing.
 */
export function makeUpdateOrder({ orders, answers, change, run }: UpdateOrderParts): UpdateOrder {
  return async (orderId, { priority, ship_by: shipBy, ...body }, context) => {
    const target = { type: 'order', id: orderId } as const;
    if (priority === undefined && shipBy === undefined)
      return change(target, context, (order, origin, at) => decide(order, body, { origin, at }));
    const ask = {
      transition: 'edit',
      lines: null,
      mode: 'patch',
      allowBackorder: undefined,
      priority: priority === null ? DEFAULT_PRIORITY : priority,
      shipBy: shipBy === undefined || shipBy === null ? shipBy : new Date(shipBy),
      fulfilmentId: newId('ful'),
    } as const;
    const { idempotency: claim } = context;
    const known = { ...context, ifMatch: undefined };
    // A repeat, or another request under its key: nothing is changed again.
    if (claim && (await orders.findReceipt(context.tenant, claim.id))) return run(target, ask, known);
    const before = { ...context, idempotency: claim && deriveClaim(claim, 'facts', claim.fingerprint) };
    const others = await change(target, before, (order, origin, at) => {
      const step = isRankOf(toOrderRecord(order), ask) ? undefined : decideStep(order, { target, ask }, before, at);
      return step?.type === 'refused' ? step : decide(order, body, { origin, at });
    });
    if (!isRankOf(others.order, ask)) return run(target, ask, known);
    const { replayed: _new, ...answer } = others;
    return answers.conclude({ type: 'answered', answer }, { context, deadlineMs: performance.now() });
  };
}

/** True where a rank is that of the order already, whatever status that has. */
function isRankOf(
  record: OrderRecord,
  { priority, shipBy }: { readonly priority?: number | undefined; readonly shipBy?: Date | null | undefined },
): boolean {
  const isSamePriority = priority === undefined || priority === record.priority;
  return isSamePriority && (shipBy === undefined || (shipBy?.toISOString() ?? null) === record.ship_by);
}

function decide(
  order: Order,
  body: UpdateOrderBody,
  { origin, at }: { readonly origin: RequestOrigin; readonly at: Date },
): ChangeDecision {
  const error = differingError(body, toOrderRecord(order), READ_ONLY_ORDER_FIELDS);
  if (error) return { type: 'refused', error };
  const outcome = updateOrder(order, updateOf(body), origin, at);
  if (outcome.type === 'unchanged') return outcome;
  return outcome.type === 'order-updated' ? { ...outcome, type: 'changed' } : { type: 'refused', error: refusalOf(outcome) };
}

function updateOf({ note, metadata, ship_to: shipTo, packages, ...body }: UpdateOrderBody): OrderUpdate {
  return {
    note,
    metadata: metadata === null ? {} : metadata,
    shipTo,
    carrier: body.carrier,
    trackingNumber: body.tracking_number,
    trackingUrl: body.tracking_url,
    packages,
  };
}

function refusalOf(outcome: Exclude<UpdateOutcome, { type: 'unchanged' | 'order-updated' }>): AppError {
  switch (outcome.type) {
    case 'wrong-status':
      return errors.invalidTransition(`The order is ${outcome.status}; it cannot be changed any more.`, {
        facts: { current_status: outcome.status },
      });
    case 'address-fixed':
      return errors.invalidTransition('The order is shipped; its address cannot be changed any more.', {
        facts: { current_status: 'shipped' },
      });
    case 'other-packages':
      return errors.validationFailed('The packages do not match those of the order.', { facts: { errors: [...outcome.items] } });
    default:
      return assertNever(outcome);
  }
}
