import { logUnavailable } from './log-failures.ts';

/**
 * The outcome of `work`, or a failure after `ms` milliseconds; `work` itself is not stopped by that.
 *
 * @throws AppError `upstream_unavailable` when the time is up.
 */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(logUnavailable(new Error(`No answer within ${ms} ms`))), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
