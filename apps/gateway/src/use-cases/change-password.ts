import { normalPassword } from '../domain/password.ts';
import type { ChangeMember } from './change-member.ts';
import type { ChoosePassword } from './choose-password.ts';
import type { MemberName, MemberStore, Passwords, ThrottlePasswords } from './member-ports.ts';
import { invalidCredentials, noSuchMember } from './member-refusals.ts';
import type { Requester } from './ports.ts';

export interface ChangePasswordCommand extends MemberName {
  /** The session that asks: all others end. */
  readonly sessionId: string;
  readonly current: string;
  readonly next: string;
}

/** @throws AppError `rate_limited`, `invalid_credentials` for another password than the current one, `validation_failed`. */
export type ChangePassword = (command: ChangePasswordCommand, by: Requester) => Promise<void>;

export interface ChangePasswordParts {
  readonly members: Pick<MemberStore, 'find'>;
  readonly passwords: Passwords;
  readonly throttle: ThrottlePasswords;
  readonly changeMember: ChangeMember;
  readonly choosePassword: ChoosePassword;
}

export function makeChangePassword(parts: ChangePasswordParts): ChangePassword {
  const { members, passwords, throttle, changeMember, choosePassword } = parts;
  return async ({ sessionId, current, next, ...name }, by) => {
    const found = await members.find(name);
    if (!found) throw noSuchMember();
    // Whoever found a browser open is not to guess here what they cannot at the door.
    const left = await throttle({ email: found.email, address: by.address });
    const [matching] = await passwords.matching(
      normalPassword(current),
      found.passwordHash === undefined ? [] : [found.passwordHash],
    );
    if (matching === undefined) throw invalidCredentials(left);
    const passwordHash = await choosePassword(found, next, 'new_password');
    await changeMember(name, by, (member) => {
      // It was changed in the meantime: what was proved is not the current one any more.
      if (member.passwordHash !== matching) throw invalidCredentials(left);
      return {
        member: { ...member, passwordHash, token: undefined },
        action: 'member.password_changed',
        details: { by: 'member' },
        endsSessions: { except: sessionId },
      };
    });
  };
}
