import { AppError } from '@fulfilment/kernel';

export const noSingleSignOn = (): AppError =>
  new AppError({ kind: 'not-found', code: 'not_found', message: 'This installation has no identity provider.' });

/** Else any page could have somebody signed in where they did not mean to. */
export const begunElsewhere = (): AppError =>
  new AppError({
    kind: 'forbidden',
    code: 'cross_origin',
    message: 'A page of another site asks for this sign-in. Begin it at a page of ours, or open the link by itself.',
  });

export const noSuchFlow = (): AppError =>
  new AppError({
    kind: 'invalid',
    code: 'sso_expired',
    message: 'No such sign-in was begun in this browser, it took too long, or it was finished already. Begin it again.',
  });

export const emailNotVerified = (): AppError =>
  new AppError({
    kind: 'forbidden',
    code: 'sso_email_not_verified',
    message: 'The identity provider does not say that your e-mail address is yours.',
  });

export const unknownMember = (): AppError =>
  new AppError({
    kind: 'forbidden',
    code: 'sso_unknown_member',
    message: 'You are signed in at the identity provider, but nobody has invited you here.',
  });
