import { type Order, type Refusal, pendingStep } from '../orders/domain/order.ts';
import type { OrderWatch } from './order-watch.ts';
import type { OrderStore } from '../orders/order-ports.ts';

export type Verdict =
  | { readonly type: 'accepted'; readonly order: Order }
  | { readonly type: 'refused'; readonly order: Order; readonly refusal: Refusal }
  /** Not answered by the deadline: the command is recorded and will be carried out. */
  | { readonly type: 'undecided'; readonly order: Order };

/** @param deadlineMs on the clock of `performance.now()`. */
export type AwaitAnswer = (order: Order, commandId: string, deadlineMs: number) => Promise<Verdict>;

/** Waits for inventory's answer to one command of an order. */
export function makeAwaitAnswer({ orders, watch }: { readonly orders: OrderStore; readonly watch: OrderWatch }): AwaitAnswer {
  return async (order, commandId, deadlineMs) => {
    const seen = await watch.until(order, answered(commandId), deadlineMs);
    if (!answered(commandId)(seen)) return { type: 'undecided', order: seen };
    // By the time it is looked at, a later command may have been answered too.
    const last = seen.lastAnswer?.commandId === commandId ? seen.lastAnswer : await orders.findAnswer(seen, commandId);
    if (!last) throw new Error(`The answer to ${commandId} is in neither order nor history`);
    return last.refusal ? { type: 'refused', order: seen, refusal: last.refusal } : { type: 'accepted', order: seen };
  };
}

/** Whether a command that was under way is answered. */
export function answered(commandId: string): (order: Order) => boolean {
  return (order) => pendingStep(order)?.commandId !== commandId;
}
