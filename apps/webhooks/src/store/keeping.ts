/** How long events, deliveries and attempts are kept. */
export const KEPT_DAYS = 30;

const DAY_MS = 86_400_000;

export function expiryFrom(at: Date): Date {
  return new Date(at.getTime() + KEPT_DAYS * DAY_MS);
}

/** The end of keeping, counted from the server's time, for updates by pipeline. */
export const EXPIRY_FROM_NOW = { $dateAdd: { startDate: '$$NOW', unit: 'day', amount: KEPT_DAYS } };

/** `ms` milliseconds after the server's time, for updates by pipeline. */
export const fromNow = (ms: number) => ({ $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: Math.round(ms) } });
