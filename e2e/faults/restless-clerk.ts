import { transferRecord } from '@fulfilment/contracts';
import type { Call } from '../system/call.ts';
import type { Shop } from '../system/shop.ts';

/** A clerk that moves units of a SKU to and fro over HTTP, past the orders: any process that takes the request changes the same SKU. */
export interface RestlessClerk {
  /** @returns how many transfers were made. @throws whatever was refused but for want of stock, or because others were faster. */
  stop(): Promise<number>;
}

/** @param places ids of two locations. */
export function startRestlessClerk(
  call: Call,
  shop: Shop,
  { sku, places }: { readonly sku: string; readonly places: readonly [string, string] },
): RestlessClerk {
  const state = { stopping: false, made: 0 };
  const carry = async (from: string, to: string): Promise<void> => {
    const answer = await call('POST', `/locations/${from}/transfer`, { key: shop.key, body: { to, sku, quantity: 1 } });
    // A place may be empty, and others may be faster, time and again.
    if (answer.status === 409) answer.problem('insufficient_stock');
    else if (answer.status === 503) answer.problem('upstream_unavailable');
    else state.made += answer.as(201, transferRecord).lines.length;
  };
  const carrying = (async () => {
    const [here, there] = places;
    while (!state.stopping) {
      await carry(here, there);
      await carry(there, here);
    }
  })();
  // A failure is heard of when the clerk is stopped.
  carrying.catch(() => undefined);
  return {
    stop: async () => {
      state.stopping = true;
      await carrying;
      return state.made;
    },
  };
}
