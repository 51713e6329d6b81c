import { RequestTimeoutError } from './errors.ts';
import type { Order } from './generated/schemas.ts';
import type { Orders } from './generated/resources.ts';
import { refuseOthers } from './options.ts';
import { wait } from './retries.ts';

/** Options of waiting for an order. */
export interface WaitOptions {
  /** Milliseconds to wait at most, 60 000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds between looks at the order, 500 by default. */
  readonly pollMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads an order until it is as the caller wants it. @throws RequestTimeoutError where it is not in time. */
export async function waitForOrder(
  orders: Orders,
  id: string,
  isReached: (order: Order) => boolean,
  options: WaitOptions,
): Promise<Order> {
  refuseOthers(options, ['timeoutMs', 'pollMs', 'signal'], 'a wait');
  const { timeoutMs = 60_000, pollMs = 500, signal } = options;
  const until = performance.now() + timeoutMs;
  for (;;) {
    const order = await orders.get(id, { signal });
    if (isReached(order)) return order;
    if (performance.now() + pollMs > until)
      throw new RequestTimeoutError(
        `${id} did not become what was waited for within ${timeoutMs} ms: it is ${order.status} and ${order.allocation}.`,
      );
    await wait(pollMs, signal);
  }
}
