/** One text by which a key is known, as far as it may be shown for ever. */
export interface KeySecret {
  readonly prefix: string;
  readonly last4: string;
  readonly createdAt: Date;
  /** When it stops to open anything, the key's own end aside; undefined for the newest. */
  readonly endsAt: Date | undefined;
}

/** A key opens by its newest secret, and by older ones until they end. */
export type KeySecrets<Secret extends KeySecret = KeySecret> = readonly [newest: Secret, ...older: Secret[]];

/** The most secrets that a key lives by at once. */
export const MAX_LIVING = 5;

/**
 * Puts a new secret before the others, which end after the overlap, or earlier where they were to.
 *
 * @returns undefined where more than {@link MAX_LIVING} would live: none is ended before the time that was promised for it.
 */
export function rotateSecrets<Secret extends KeySecret>(
  secrets: KeySecrets<Secret>,
  next: Secret,
  overlapMs: number,
): KeySecrets<Secret> | undefined {
  const at = next.createdAt;
  const end = new Date(at.getTime() + overlapMs);
  const older = secrets
    .map((secret) => ({ ...secret, endsAt: secret.endsAt && secret.endsAt < end ? secret.endsAt : end }))
    .filter(({ endsAt }) => endsAt > at);
  return older.length < MAX_LIVING ? [next, ...older] : undefined;
}
