import type { Receipt } from '@fulfilment/idempotency';
import type { OrderIn } from './domain/order.ts';
import { stockCommandMessage } from './stock-command-messages.ts';
import type { OrderChange } from './order-ports.ts';

/** The change that creates an order, with its command. */
export const placing = (order: OrderIn<'pending'>, receipt?: Receipt): OrderChange => ({
  from: 0,
  order,
  history: [],
  messages: [stockCommandMessage(order)],
  receipt,
});
