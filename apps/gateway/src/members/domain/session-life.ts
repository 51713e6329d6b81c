const HOUR_MS = 3_600_000;

/** The longest time between two uses of a session. */
export const IDLE_MS = 12 * HOUR_MS;
/** The longest life of a session, regardless of its use. */
export const LIFETIME_MS = 30 * 24 * HOUR_MS;

/** The time for which an authentication is recent. */
const RECENT_MS = 600_000;

/** The times that decide when a session expires. */
export interface SessionTimes {
  readonly lastUsedAt: Date;
  /** {@link LIFETIME_MS} after it was opened. */
  readonly expiresAt: Date;
}

/** True while a session that was not revoked has neither expired nor been idle too long. */
export function isLive({ lastUsedAt, expiresAt }: SessionTimes, now: Date): boolean {
  return now < expiresAt && now.getTime() - lastUsedAt.getTime() < IDLE_MS;
}

/** Sessions last used at or before this moment have expired. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_MS);
}

/** The end of the time in which a session counts as authenticated recently. */
export function recentUntil({ confirmedAt }: { readonly confirmedAt: Date }): Date {
  return new Date(confirmedAt.getTime() + RECENT_MS);
}
