import { AppError } from '@fulfilment/kernel';

export const noSuchAccount = (): AppError =>
  new AppError({ kind: 'not-found', code: 'not_found', message: 'There is no such account.' });

export const noSuchKey = (): AppError => new AppError({ kind: 'not-found', code: 'not_found', message: 'There is no such key.' });

export const planRequired = (): AppError =>
  new AppError({ kind: 'forbidden', code: 'plan_required', message: 'Production needs the plan enterprise.' });

export const expiresInThePast = (): AppError =>
  new AppError({
    kind: 'invalid',
    code: 'validation_failed',
    message: 'A key that has expired already is of no use.',
    details: { errors: [{ pointer: '/expires_at', code: 'out_of_range', message: 'Lies in the past.' }] },
  });
