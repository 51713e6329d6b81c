/** The retention of events, deliveries and attempts. */
export const KEPT_DAYS = 30;
export const KEPT_MS = KEPT_DAYS * 86_400_000;
