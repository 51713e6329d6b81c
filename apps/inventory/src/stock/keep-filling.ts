import { backoffMs, type Clock, delay, newId, parseTenantKey, type Stoppable } from '@fulfilment/kernel';
import type { ChangeStock } from './change-stock.ts';
import type { StockStore } from './stock-ports.ts';

interface FillingSku {
  readonly tenant: string;
  readonly sku: string;
}

export interface KeepFilling extends Stoppable {
  /** Goes on filling the backorders of these SKUs. */
  readonly goOn: (tenant: string, skus: readonly string[]) => void;
}

export interface KeepFillingOptions {
  readonly store: Pick<StockStore, 'filling'>;
  readonly changeStock: ChangeStock;
  readonly now: Clock;
  /** Called with a failure; the fill is tried again. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds between two looks for SKUs that a process left half filled, where the last one found some, or something failed. */
  readonly lookEveryMs?: number;
  /** Milliseconds between two looks where there was nothing. */
  readonly quietMs?: number;
}

const LOOK_EVERY_MS = 2_000;
const QUIET_MS = 10_000;
const AT_ONCE = 100;

/** Fills backorders to their end, also after the process that began it is gone. */
export function startKeepFilling(options: KeepFillingOptions): KeepFilling {
  const { store, changeStock, now, onError, lookEveryMs = LOOK_EVERY_MS, quietMs = QUIET_MS } = options;
  const stopping = new AbortController();
  const wanted = new Set<string>();
  const underWay = new Map<string, Promise<void>>();
  let isQuiet = true;
  /** The tenant up to which the last look found as many as it takes: the next one begins behind it, so that tenants take turns. */
  let lookedUpTo: string | undefined;
  let wake = new AbortController();
  const fail = (error: unknown): void => {
    isQuiet = false;
    wake.abort();
    onError(error);
  };

  const fill = async (tenant: string, sku: string): Promise<void> => {
    const origin = { actor: 'inventory', requestId: newId('req'), at: now() };
    await changeStock(parseTenantKey(tenant), { type: 'fill', origin, sku });
  };
  // A fill that did not reach the end asks for the next one before it is over itself.
  const fillWhileWanted = async (key: string, { tenant, sku }: FillingSku): Promise<void> => {
    while (wanted.delete(key) && !stopping.signal.aborted) await fill(tenant, sku).catch(fail);
    underWay.delete(key);
  };
  const goOn = (tenant: string, skus: readonly string[]): void => {
    for (const sku of skus) {
      const key = `${tenant}/${sku}`;
      wanted.add(key);
      if (!underWay.has(key)) underWay.set(key, fillWhileWanted(key, { tenant, sku }));
    }
  };
  const look = async (): Promise<void> => {
    const found = await store.filling(AT_ONCE, lookedUpTo);
    if (found.length > 0 || lookedUpTo !== undefined) isQuiet = false;
    lookedUpTo = found.length < AT_ONCE ? undefined : found.at(-1)?.tenant;
    for (const { tenant, sku } of found) goOn(tenant, [sku]);
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      isQuiet = true;
      await look().catch(fail);
      wake = new AbortController();
      if (isQuiet) await delay(quietMs, AbortSignal.any([stopping.signal, wake.signal]));
      if (!isQuiet) await delay(backoffMs(1, { firstMs: lookEveryMs, maxMs: lookEveryMs }), stopping.signal);
    }
  };
  const running = run();
  return {
    goOn,
    stop: async () => {
      stopping.abort();
      await running;
      await Promise.all(underWay.values());
    },
  };
}
