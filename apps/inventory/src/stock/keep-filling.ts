import {
  backoffMs,
  type Clock,
  newId,
  parseTenantKey,
  type Progress,
  Rounds,
  type Stoppable,
  unwatched,
} from '@fulfilment/kernel';
import type { RunCommand } from './run-command.ts';
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
  readonly runCommand: RunCommand;
  readonly now: Clock;
  /** Called with a failure; the fill is tried again. */
  readonly onError: (error: unknown) => void;
  /** Has the looks begun again where they stand still; unwatched by default. */
  readonly progress?: Progress;
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
  const { store, runCommand, now, onError, progress = unwatched, lookEveryMs = LOOK_EVERY_MS, quietMs = QUIET_MS } = options;
  const stopping = new AbortController();
  const wanted = new Set<string>();
  const underWay = new Map<string, Promise<void>>();
  /** The tenant up to which the last look found as many as it takes: the next one begins behind it, so that tenants take turns. */
  let lookedUpTo: string | undefined;
  const soonMs = (): number => backoffMs(1, { firstMs: lookEveryMs, maxMs: lookEveryMs });
  const fail = (error: unknown): void => {
    looks.current().dueBy(performance.now() + soonMs());
    onError(error);
  };

  const fill = async (tenant: string, sku: string): Promise<void> => {
    const origin = { actor: 'inventory', requestId: newId('req'), at: now() };
    await runCommand(parseTenantKey(tenant), { type: 'fill', origin, sku });
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
  const look = async (): Promise<number> => {
    const found = await store.filling(AT_ONCE, lookedUpTo);
    const isQuiet = found.length === 0 && lookedUpTo === undefined;
    lookedUpTo = found.length < AT_ONCE ? undefined : found.at(-1)?.tenant;
    for (const { tenant, sku } of found) goOn(tenant, [sku]);
    return isQuiet ? quietMs : soonMs();
  };
  const looks = progress.keep({
    name: 'backorders',
    engines: ['mongodb'],
    make: (mark) => new Rounds({ round: look, onError, pauseMs: lookEveryMs }, mark),
  });
  return {
    goOn,
    stop: async () => {
      stopping.abort();
      await looks.stop();
      await Promise.all(underWay.values());
    },
  };
}
