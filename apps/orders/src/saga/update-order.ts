import { differingDetail, differingFields, errors, READ_ONLY_ORDER_FIELDS, type UpdateOrderBody } from '@fulfilment/contracts';
import type { Receipt } from '@fulfilment/idempotency';
import {
  type AppError,
  assertNever,
  type Clock,
  meetsCondition,
  type RequestContext,
  retry,
  versionConflict,
  WriteConflict,
} from '@fulfilment/kernel';
import {
  answerOf,
  type Begun,
  keptChanging,
  type OrderAnswer,
  type OrderAnswers,
  type OrderReply,
  originOf,
} from './order-answers.ts';
import { type Order, recordVersion } from '../orders/domain/order.ts';
import { type OrderUpdate, updateOrder, type UpdateOutcome } from '../orders/domain/update-order.ts';
import { orderEventMessage, toOrderRecord } from '../orders/order-messages.ts';
import type { OrderStore } from '../orders/order-ports.ts';

/**
 * Changes note, metadata, address or tracking of an order.
 *
 * @throws AppError `not_found`; `version_conflict` where `If-Match` names another version; `invalid_transition` for an order that is
 * cancelled or rejected, and for the address of a shipped one; `validation_failed` for read-only fields and packages that are others;
 * `upstream_unavailable` where the order kept changing; `idempotency_key_reused`.
 */
export type UpdateOrder = (orderId: string, body: UpdateOrderBody, context: RequestContext) => Promise<OrderReply>;

export interface UpdateOrderParts {
  readonly orders: Pick<OrderStore, 'find' | 'lastCommitted' | 'save'>;
  readonly answers: OrderAnswers;
  readonly now: Clock;
  /** Milliseconds for which a change that others overtake is tried again. */
  readonly waitMs: number;
}

const MAX_ATTEMPTS = 20;
const BACK_OFF = { firstMs: 5, maxMs: 500 };

export function makeUpdateOrder({ orders, answers, now, waitMs }: UpdateOrderParts): UpdateOrder {
  const attempt = async (order: Order, body: UpdateOrderBody, context: RequestContext): Promise<Begun> => {
    if (!meetsCondition(context.ifMatch, recordVersion(order))) return refused(versionConflict(toOrderRecord(order)));
    const items = differingFields(body, toOrderRecord(order), READ_ONLY_ORDER_FIELDS);
    if (items.length > 0) return refused(errors.validationFailed(differingDetail(items), { facts: { errors: items } }));
    const origin = originOf(context);
    const outcome = updateOrder(order, updateOf(body), origin, now());
    if (outcome.type === 'unchanged') return { type: 'answered', answer: answerOf('done', order) };
    if (outcome.type !== 'order-updated') return refused(refusalOf(outcome));
    const { order: next, history, changed } = outcome;
    const answer = answerOf('done', next);
    // An order that was never created has no events.
    const messages = next.status === 'pending' ? [] : [orderEventMessage({ type: 'order.updated', changed }, next, origin)];
    const saved = await orders.save({ from: order.version, order: next, history, messages, receipt: receiptOf(context, answer) });
    if (saved === 'conflict') throw new WriteConflict('The order changed, or too many of its events wait to be published');
    return saved === 'repeated' ? { type: 'repeated' } : { type: 'saved', answer };
  };

  return async (orderId, body, context) => {
    const key = { tenant: context.tenant, id: orderId };
    const request = { context, deadlineMs: performance.now() + waitMs };
    const begin = async (run: number): Promise<Begun> => {
      const remembered = run === 1 ? orders.lastCommitted(key) : undefined;
      const first = remembered && (await attempt(remembered, body, context));
      // A refusal is decided on what the store has now.
      if (first && first.type !== 'refused' && first.type !== 'answered') return first;
      const order = await orders.find(key);
      return order ? attempt(order, body, context) : refused(errors.notFound('There is no such order.'));
    };
    const options = { maxAttempts: MAX_ATTEMPTS, backOff: BACK_OFF, giveUpAtMs: request.deadlineMs };
    const begun = await retry(begin, options).catch((error: unknown) => {
      throw error instanceof WriteConflict ? keptChanging(error) : error;
    });
    return answers.conclude(begun, request);
  };
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

function receiptOf({ idempotency: claim }: RequestContext, answer: OrderAnswer): Receipt | undefined {
  return claim && { id: claim.id, fingerprint: claim.fingerprint, subject: null, answer: { type: 'result', result: answer } };
}

function refused(error: AppError): Begun {
  return { type: 'refused', error };
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
      return errors.validationFailed('The packages are not those of the order.', { facts: { errors: [...outcome.items] } });
    default:
      return assertNever(outcome);
  }
}
