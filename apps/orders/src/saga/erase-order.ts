import { erasedAddress, errors, PERSONAL_ORDER_FIELDS } from '@fulfilment/contracts';
import type { RequestContext } from '@fulfilment/kernel';
import { eraseOrder } from '../orders/domain/erase-order.ts';
import { isUnlinked, type Order } from '../orders/domain/order.ts';
import type { ChangeDecision, ChangeOrder, DecideChange } from './change-order.ts';
import { type OrderReply, stepInProgress } from './order-answers.ts';
import { ofReturn, type ReturnReply } from './take-returns.ts';

/**
 * Erases persons' data of an order that has ended, and has its copies lose them too.
 *
 * @throws AppError as {@link ChangeOrder} does; `invalid_transition` for an order that has not ended; `transition_in_progress` while a
 * return is being made of it.
 */
export type EraseOrder = (orderId: string, context: RequestContext) => Promise<OrderReply>;

export function makeEraseOrder(change: ChangeOrder): EraseOrder {
  return (orderId, context) => change({ type: 'order', id: orderId }, context, decideErasure);
}

/**
 * The same of a return that has no order: its notes.
 *
 * @throws AppError as {@link EraseOrder} does; `invalid_transition` for one of an order.
 */
export type EraseReturn = (returnId: string, context: RequestContext) => Promise<ReturnReply>;

export function makeEraseReturn(change: ChangeOrder): EraseReturn {
  return async (id, context) => ofReturn(await change({ type: 'return', id }, context, decideErasureAlone));
}

const decideErasureAlone: DecideChange = (order, origin, at) =>
  isUnlinked(order) ? decideErasure(order, origin, at) : { type: 'refused', error: erasedWithOrder() };

export const decideErasure: DecideChange = (order, origin, at): ChangeDecision => {
  const outcome = eraseOrder(order, erasedAddress(order.shipTo), origin, at);
  if (outcome.type === 'unchanged') return outcome;
  if (outcome.type === 'order-erased') {
    const parts = (['fulfilments', 'returns'] as const).filter((name) => outcome[name].length > 0);
    const changed = [...PERSONAL_ORDER_FIELDS, ...(outcome.ofLines ? ['lines'] : []), ...parts];
    return { ...outcome, type: 'changed', changed, erases: { keptAnswers: true } };
  }
  return { type: 'refused', error: outcome.type === 'step-pending' ? stepInProgress(order) : notEnded(order) };
};

const erasedWithOrder = () =>
  errors.invalidTransition('The return is of an order: its notes are erased with those of the order.');

const notEnded = ({ status }: Order) =>
  errors.invalidTransition(`The order is ${status}; persons' data is erased once it is shipped, cancelled or rejected.`, {
    facts: { current_status: status },
  });
