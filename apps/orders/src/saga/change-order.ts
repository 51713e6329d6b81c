import type { Receipt } from '@fulfilment/idempotency';
import { type AppError, type Clock, type RequestContext, retry, WriteConflict } from '@fulfilment/kernel';
import type { FulfilmentChange } from '../orders/domain/fulfilment-changes.ts';
import type { ReturnChange } from '../orders/domain/return-changes.ts';
import type { HistoryEntry, Order, RequestOrigin } from '../orders/domain/order.ts';
import { eventMessages } from '../orders/order-messages.ts';
import type { ErasedCopies, OrderStore } from '../orders/order-ports.ts';
import {
  answerOf,
  type Begun,
  keptChanging,
  type OrderAnswer,
  type OrderAnswers,
  type OrderReply,
  originOf,
} from './order-answers.ts';
import { missing, openTarget, refusedTarget, type Target } from './step-targets.ts';

/** The decision on a change that needs no word of inventory. */
export type ChangeDecision =
  | {
      readonly type: 'changed';
      readonly order: Order;
      readonly history: readonly HistoryEntry[];
      /** The changed fields of the record. */
      readonly changed: readonly string[];
      readonly fulfilments?: readonly FulfilmentChange[];
      readonly returns?: readonly ReturnChange[];
      /** The record that the change creates; absent where it creates none. */
      readonly creates?: string | undefined;
      /** Present where copies of the order are to lose persons' data as well. */
      readonly erases?: ErasedCopies;
    }
  | { readonly type: 'unchanged' }
  | { readonly type: 'refused'; readonly error: AppError };

export type DecideChange = (order: Order, origin: RequestOrigin, at: Date) => ChangeDecision;

/**
 * Changes an order, or a fulfilment of one, by a decision on it as it is.
 *
 * @throws AppError the refusal of the decision; `not_found`; `version_conflict` where `If-Match` names another version;
 * `upstream_unavailable` where the order kept changing; `idempotency_key_reused`.
 */
export type ChangeOrder = (target: Target, context: RequestContext, decide: DecideChange) => Promise<OrderReply>;

export interface ChangeOrderParts {
  readonly orders: Pick<OrderStore, 'find' | 'lastCommitted' | 'findByFulfilment' | 'findByReturn' | 'save'>;
  readonly answers: OrderAnswers;
  readonly now: Clock;
  /** Milliseconds for which a change that others overtake is tried again. */
  readonly waitMs: number;
}

const MAX_ATTEMPTS = 20;
const BACK_OFF = { firstMs: 5, maxMs: 500 };

export function makeChangeOrder({ orders, answers, now, waitMs }: ChangeOrderParts): ChangeOrder {
  const attempt = async (order: Order, { target, decide }: Wanted, context: RequestContext): Promise<Begun> => {
    const error = refusedTarget(order, target, context);
    if (error) return refused(error);
    const origin = originOf(context);
    const decision = decide(order, origin, now());
    if (decision.type === 'refused') return decision;
    if (decision.type === 'unchanged') return { type: 'answered', answer: answerOf('done', order, target.id) };
    const { order: next, history, changed, fulfilments, returns, erases, creates } = decision;
    const answer = answerOf(creates === undefined ? 'done' : 'created', next, creates ?? target.id);
    // An order that was never created has no events.
    const hasEvents = next.status !== 'pending' && next.status !== 'rejected';
    const messages = hasEvents ? eventMessages({ event: 'order.updated', changed, fulfilments, returns }, next, origin) : [];
    const change = { from: order.version, order: next, history, messages, receipt: receiptOf(context, answer), erases };
    const saved = await orders.save(change);
    if (saved === 'conflict') throw new WriteConflict('The order changed, or too many of its events wait to be published');
    return saved === 'repeated' ? { type: 'repeated' } : { type: 'saved', answer };
  };

  return async (target, context, decide) => {
    const wanted = { target, decide };
    const request = { context, deadlineMs: performance.now() + waitMs };
    const { remembered, read } = await openTarget(orders, context.tenant, target);
    const begin = async (run: number): Promise<Begun> => {
      const first = run === 1 && remembered ? await attempt(remembered, wanted, context) : undefined;
      // A refusal is decided on what the store has now.
      if (first && first.type !== 'refused' && first.type !== 'answered') return first;
      const order = await read();
      return order ? attempt(order, wanted, context) : refused(missing(target));
    };
    const options = { maxAttempts: MAX_ATTEMPTS, backOff: BACK_OFF, giveUpAtMs: request.deadlineMs };
    const begun = await retry(begin, options).catch((error: unknown) => {
      throw error instanceof WriteConflict ? keptChanging(error) : error;
    });
    return answers.conclude(begun, request);
  };
}

interface Wanted {
  readonly target: Target;
  readonly decide: DecideChange;
}

function receiptOf({ idempotency: claim }: RequestContext, answer: OrderAnswer): Receipt | undefined {
  return claim && { id: claim.id, fingerprint: claim.fingerprint, subject: null, answer: { type: 'result', result: answer } };
}

function refused(error: AppError): Begun {
  return { type: 'refused', error };
}
