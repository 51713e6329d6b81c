import type { EndpointSecret } from './endpoint.ts';

/** The most secrets that sign at once. */
export const MAX_LIVING_SECRETS = 5;

/**
 * Puts a new secret before the others, which end after the overlap, or earlier where they were to. With no overlap all of them
 * have ended.
 *
 * @returns undefined where too many would live: none is ended before the time that was promised for it.
 */
export function rotateSecrets(
  secrets: readonly EndpointSecret[],
  next: EndpointSecret,
  overlapMs: number,
): readonly EndpointSecret[] | undefined {
  const end = new Date(next.createdAt.getTime() + overlapMs);
  const older = secrets
    .map((secret) => ({ ...secret, endsAt: secret.endsAt && secret.endsAt < end ? secret.endsAt : end }))
    .filter(({ endsAt }) => endsAt > next.createdAt);
  return older.length < MAX_LIVING_SECRETS ? [next, ...older] : undefined;
}

/** Those that sign at a moment. */
export function livingSecrets<Secret extends Pick<EndpointSecret, 'endsAt'>>(
  secrets: readonly Secret[],
  at: Date,
): readonly Secret[] {
  return secrets.filter(({ endsAt }) => endsAt === null || endsAt > at);
}
