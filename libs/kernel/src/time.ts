import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';

/** The time, as an argument, so that tests can fix it. */
export type Clock = () => Date;

/** The machine's own clock, Unix milliseconds. */
export const systemClock: Clock = () => new Date();

/** The moment of a parsed timestamp (RFC 3339); undefined without one. */
export function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

/** Waits `ms` milliseconds, or less if `signal` aborts; it never rejects. */
export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

/** Resolves in the next turn of the event loop, after what its sockets have brought. */
export const nextTurn = (): Promise<void> => turn();

/** Bounds of an exponential back-off in milliseconds. */
export interface BackOff {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * The wait before attempt number `attempt` (from 1): doubling from `firstMs`, at most `maxMs`, with a jitter of half of it,
 * so that many waiters do not return together.
 */
export function backoffMs(attempt: number, { firstMs, maxMs }: BackOff): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(attempt - 1, 30));
  return full / 2 + Math.random() * (full / 2);
}

/**
 * Settles as `work` does, or fails after `ms` milliseconds; `work` itself goes on, and its late failure is ignored. An answer that
 * arrived while the process was busy is in time: the event loop runs timers before it reads sockets, so it gets that chance first.
 *
 * @throws the result of `onTimeout` when the time is up.
 */
export async function withTimeout<Result>(ms: number, work: Promise<Result>, onTimeout: () => Error): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => setImmediate(() => late.reject(onTimeout())), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A started part that holds a resource: a server, a consumer, a connection. Stopping twice is harmless. */
export interface Stoppable {
  stop(): Promise<void>;
}
