/** When a key ends. */
export interface KeyEnds {
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
}

export type KeyStatus = 'active' | 'revoked' | 'expired';

/** What a key is good for at `now`. Revoking is for good, so it counts more than expiry. */
export function keyStatus({ expiresAt, revokedAt }: KeyEnds, now: Date): KeyStatus {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'active';
}
