import { delay, type Stoppable } from '@fulfilment/kernel';
import { withinBudget } from './within-budget.ts';

const PROBE_EVERY_MS = 100;
/** After this many probes without an answer the connection itself may be dead without either side knowing. */
const PROBES_BEFORE_RECONNECT = 20;

export interface StoreWatchOptions {
  /** Has the store do what a decision needs of it, writing included: it may answer and be read-only, or full. */
  readonly probe: () => Promise<unknown>;
  /** Tells the store, which answers again, what was decided without it. */
  readonly handOver: () => Promise<void>;
  /** Drops the connection and makes a new one. */
  readonly reconnect: () => void;
  readonly budgetMs: number;
  readonly onChange: (away: boolean, cause?: unknown) => void;
}

/** Knows whether the store of rate limits answers, so that only the requests that find out wait for it in vain. */
export interface StoreWatch extends Stoppable {
  away(): boolean;
  /** Told of a failure; from then on the store is away until it answers a probe. */
  failed(cause: unknown): void;
}

export function startStoreWatch({ probe, handOver, reconnect, budgetMs, onChange }: StoreWatchOptions): StoreWatch {
  const stopping = new AbortController();
  let away = false;
  let watching = Promise.resolve();

  const isBack = async (): Promise<boolean> => {
    try {
      await withinBudget(probe(), budgetMs);
      await handOver();
      return true;
    } catch {
      return false;
    }
  };
  const waitForIt = async (): Promise<void> => {
    for (let tries = 1; !stopping.signal.aborted; tries += 1) {
      await delay(PROBE_EVERY_MS, stopping.signal);
      if (await isBack()) break;
      if (tries % PROBES_BEFORE_RECONNECT === 0) reconnect();
    }
    away = false;
    if (!stopping.signal.aborted) onChange(false);
  };

  return {
    away: () => away,
    failed: (cause) => {
      if (away || stopping.signal.aborted) return;
      away = true;
      onChange(true, cause);
      watching = waitForIt();
    },
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
}
