import { KEPT_DAYS, KEPT_MS } from '../events/domain/retention.ts';

export function expiryFrom(at: Date): Date {
  return new Date(at.getTime() + KEPT_MS);
}

/** The end of keeping, counted from the server's time, for updates by pipeline. */
export const EXPIRY_FROM_NOW = { $dateAdd: { startDate: '$$NOW', unit: 'day', amount: KEPT_DAYS } };

/** `ms` milliseconds after the server's time, for updates by pipeline. */
export const fromNow = (ms: number) => ({ $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: Math.round(ms) } });
