import { AppError } from '@fulfilment/kernel';
import type { PasswordFault } from './domain/password.ts';
import type { Member } from './member-ports.ts';
import type { Account } from '../accounts/account-ports.ts';

export const noSuchMember = (): AppError =>
  new AppError({ kind: 'not-found', code: 'not_found', message: 'There is no such member.' });

export const noSuchSession = (): AppError =>
  new AppError({ kind: 'not-found', code: 'not_found', message: 'There is no such session.' });

/** The same for a session that is unknown, revoked and over. @param endedCookie has the browser forget it. */
export const sessionEnded = (endedCookie: string): AppError =>
  new AppError({
    kind: 'unauthenticated',
    code: 'unauthenticated',
    message: 'The session has ended. Sign in again.',
    details: { headers: { 'set-cookie': endedCookie } },
  });

export const memberExists = ({ id, email }: Pick<Member, 'id' | 'email'>): AppError => {
  const message = `${email} is a member already.`;
  const errors = [{ pointer: '/email', code: 'member_exists', message }];
  return new AppError({ kind: 'conflict', code: 'member_exists', message, details: { errors, member_id: id } });
};

export const memberNotActive = ({ status }: Pick<Member, 'status'>): AppError =>
  new AppError({
    kind: 'conflict',
    code: 'member_not_active',
    message: `The member is ${status}.`,
    details: { status_of_member: status },
  });

export const lastOwner = (): AppError =>
  new AppError({ kind: 'conflict', code: 'last_owner', message: 'The account would have no owner left.' });

export const memberChangedMeanwhile = (): AppError =>
  new AppError({
    kind: 'stale',
    code: 'upstream_unavailable',
    message: 'This member is changed by others all the time. Try again.',
  });

/** @param headers what the throttle says is left. */
export const invalidCredentials = (headers: Readonly<Record<string, string>>): AppError =>
  new AppError({
    kind: 'unauthenticated',
    code: 'invalid_credentials',
    message: 'The address or the password is not right.',
    details: { headers },
  });

export const severalAccounts = (
  accounts: readonly Pick<Account, 'id' | 'name'>[],
  headers: Readonly<Record<string, string>>,
): AppError =>
  new AppError({
    kind: 'conflict',
    code: 'several_accounts',
    message: `You are known in ${accounts.length} accounts: name one of them.`,
    details: { accounts: accounts.map(({ id, name }) => ({ id, name })), headers },
  });

export const invalidToken = (): AppError => {
  const message = 'It opens nothing, or nothing any more.';
  const errors = [{ pointer: '/token', code: 'invalid_token', message }];
  return new AppError({ kind: 'invalid', code: 'invalid_token', message, details: { errors } });
};

const FAULTS: Readonly<Record<PasswordFault, string>> = {
  too_short: 'It has fewer than 12 characters.',
  too_long: 'It has more than 200 characters.',
  too_common: 'It is among the first that are tried.',
  like_the_address: 'It is made of the e-mail address.',
};

export const unfitPassword = (fault: PasswordFault, field: 'password' | 'new_password'): AppError =>
  new AppError({
    kind: 'invalid',
    code: 'validation_failed',
    message: 'This password cannot be chosen.',
    details: { errors: [{ pointer: `/${field}`, code: fault, message: FAULTS[fault] }] },
  });
