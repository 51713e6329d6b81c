import { errors } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';
import pLimit from 'p-limit';

/** Runs work as permits become free. @throws AppError `upstream_unavailable` where too much is waiting. */
export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** @param maxWaiting bounds the queue, which `p-limit` does not. */
export function makeSemaphore({ permits, maxWaiting }: { readonly permits: number; readonly maxWaiting: number }): Semaphore {
  const limit = pLimit(permits);
  return async (work) => {
    if (limit.activeCount >= permits && limit.pendingCount >= maxWaiting) throw overloaded();
    return limit(work);
  };
}

/** The refusal of work for which there is no room. */
export const overloaded = (): AppError => errors.upstreamUnavailable('The service is overloaded. Nothing was done; try again.');
