/**
 * Options of a test whose subject is a promised time, as that a revoked key is admitted nowhere after a second. A machine that stalls
 * for a moment breaks the promise for all clients of it, so one of three tries has to keep it. Everything else counts what is
 * done, or looks for it with `eventually`, and does not look at a clock.
 */
export const TIMED = { retry: 2 } as const;
