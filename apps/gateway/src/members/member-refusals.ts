import { errors } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';
import type { Account } from '../accounts/account-ports.ts';
import type { Member } from './member-ports.ts';

export const noSuchMember = (): AppError => errors.notFound('There is no such member.');

export const noSuchSession = (): AppError => errors.notFound('There is no such session.');

/** One answer for a session that is unknown, revoked or expired. @param endedCookie deletes the cookie in the browser. */
export const sessionEnded = (endedCookie: string): AppError =>
  errors.unauthenticated('The session has ended. Sign in again.', { headers: { 'set-cookie': endedCookie } });

export const memberExists = ({ id, email }: Pick<Member, 'id' | 'email'>): AppError => {
  const message = `${email} is a member already.`;
  return errors.memberExists(message, {
    facts: { errors: [{ pointer: '/email', code: 'member_exists', message }], member_id: id },
  });
};

export const memberNotActive = ({ status }: Pick<Member, 'status'>): AppError =>
  errors.memberNotActive(`The member is ${status}.`, { facts: { status_of_member: status } });

/** @param limitHeaders the rate limit headers of the throttle. */
export const invalidCredentials = (limitHeaders: Readonly<Record<string, string>>): AppError =>
  errors.invalidCredentials('The e-mail address or the password is wrong.', { headers: limitHeaders });

export const severalAccounts = (
  accounts: readonly Pick<Account, 'id' | 'name'>[],
  limitHeaders: Readonly<Record<string, string>>,
): AppError =>
  errors.severalAccounts(`You are a member of ${accounts.length} accounts: choose one with account_id.`, {
    facts: { accounts: accounts.map(({ id, name }) => ({ id, name })) },
    headers: limitHeaders,
  });

export const invalidToken = (): AppError => {
  const message = 'The token is invalid, used or expired.';
  return errors.invalidToken(message, { facts: { errors: [{ pointer: '/token', code: 'invalid_token', message }] } });
};

export const unknownMember = (): AppError =>
  errors.ssoUnknownMember('The identity provider signed you in, but no account has invited you.');
