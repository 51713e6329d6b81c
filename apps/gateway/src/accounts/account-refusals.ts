import { AppError } from '@fulfilment/kernel';
import type { KeySecret } from './domain/key-secrets.ts';

export const noSuchAccount = (): AppError =>
  new AppError({ kind: 'not-found', code: 'not_found', message: 'There is no such account.' });

export const noSuchKey = (): AppError => new AppError({ kind: 'not-found', code: 'not_found', message: 'There is no such key.' });

export const keyNotActive = (status: 'revoked' | 'expired'): AppError =>
  new AppError({
    kind: 'conflict',
    code: 'key_not_active',
    message: `The key is ${status}.`,
    details: { status_of_key: status },
  });

/** @param secrets of the key, the newest first. */
export const tooManySecrets = (secrets: readonly KeySecret[]): AppError => {
  const ends = secrets.flatMap(({ endsAt }) => endsAt?.getTime() ?? []);
  return new AppError({
    kind: 'conflict',
    code: 'too_many_secrets',
    message: `The key opens by ${secrets.length} texts already.`,
    details: { ends_at: new Date(Math.min(...ends)).toISOString() },
  });
};

export const keyChangedMeanwhile = (): AppError =>
  new AppError({
    kind: 'stale',
    code: 'upstream_unavailable',
    message: 'This key is changed by others all the time. Try again.',
  });

/** @param limits what is too high, and the most that an owner may give to a key of that environment. */
export const limitsTooHigh = (limits: readonly { readonly field: 'burst' | 'rate'; readonly most: number }[]): AppError =>
  new AppError({
    kind: 'invalid',
    code: 'validation_failed',
    message: 'A key cannot be given more than its environment allows.',
    details: {
      errors: limits.map(({ field, most }) => ({
        pointer: `/${field}`,
        code: 'out_of_range',
        message: `It may be at most ${most}.`,
      })),
    },
  });

export const planRequired = (): AppError =>
  new AppError({ kind: 'forbidden', code: 'plan_required', message: 'Production needs the plan enterprise.' });

export const expiresInThePast = (): AppError =>
  new AppError({
    kind: 'invalid',
    code: 'validation_failed',
    message: 'A key that has expired already is of no use.',
    details: { errors: [{ pointer: '/expires_at', code: 'out_of_range', message: 'Lies in the past.' }] },
  });
