const HOUR_MS = 3_600_000;

/** How long a session may lie unused. */
export const IDLE_MS = 12 * HOUR_MS;
/** How long a session lives at most, however much it is used. */
export const LIFETIME_MS = 30 * 24 * HOUR_MS;

/** When a session ends by itself. */
export interface SessionTimes {
  readonly lastUsedAt: Date;
  /** {@link LIFETIME_MS} after it was opened. */
  readonly expiresAt: Date;
}

/** Whether a session that nobody revoked opens anything at `now`. */
export function isLive({ lastUsedAt, expiresAt }: SessionTimes, now: Date): boolean {
  return now < expiresAt && now.getTime() - lastUsedAt.getTime() < IDLE_MS;
}

/** Sessions that were last used at or before this moment have ended. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_MS);
}
