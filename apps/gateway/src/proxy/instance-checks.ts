import { READINESS_PATH } from '@fulfilment/contracts';
import { delay, type Stoppable } from '@fulfilment/kernel';
import type { Instance } from './instance.ts';

/** Milliseconds. */
export interface CheckTimes {
  readonly everyMs: number;
  /** How long an instance may take to say how it is. */
  readonly answerMs: number;
}

const TIMES: CheckTimes = { everyMs: 500, answerMs: 1_000 };
/** One answer that does not come is no sign of death on a busy machine. */
const SILENT_CHECKS = 2;

type Found = 'fit' | 'leaving' | 'silent';

/**
 * Asks each instance again and again how it is: one that is leaving says so before it stops listening, and one that is stopped
 * or frozen says nothing. Requests go to the others then, where there are others.
 */
export function startInstanceChecks(instances: readonly Instance[], times = TIMES): Stoppable {
  const stopping = new AbortController();
  const watching = instances.map((instance) => watch(instance, times, stopping.signal));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(watching);
    },
  };
}

async function watch(instance: Instance, { everyMs, answerMs }: CheckTimes, signal: AbortSignal): Promise<void> {
  let silent = 0;
  while (!signal.aborted) {
    await delay(everyMs, signal);
    if (signal.aborted) return;
    const found = await ask(instance, AbortSignal.any([signal, AbortSignal.timeout(answerMs)]));
    silent = found === 'silent' ? silent + 1 : 0;
    instance.isUnfit = found === 'leaving' || silent >= SILENT_CHECKS;
    if (found === 'fit') instance.downUntilMs = 0;
  }
}

async function ask({ pool }: Instance, signal: AbortSignal): Promise<Found> {
  try {
    const { statusCode, body } = await pool.request({ method: 'GET', path: READINESS_PATH, signal });
    await body.dump();
    return statusCode === 503 ? 'leaving' : 'fit';
  } catch {
    return 'silent';
  }
}
