import type { Clock } from '@fulfilment/kernel';
import { normalPassword } from './domain/password.ts';
import { memberAudit } from '../accounts/audit.ts';
import type { ChangeMember } from './change-member.ts';
import type { ChoosePassword } from './choose-password.ts';
import type { Member, MemberStore, Passwords, Secrets, ThrottlePasswords } from './member-ports.ts';
import { invalidCredentials, sessionEnded } from './member-refusals.ts';
import type { AuditEntry, Requester } from '../accounts/account-ports.ts';

export interface ChangePasswordCommand {
  readonly memberId: string;
  readonly accountId: string;
  /** The session that asks: all others end. */
  readonly sessionId: string;
  readonly current: string;
  readonly next: string;
}

/**
 * @throws AppError `rate_limited`, `invalid_credentials` for another password than the current one, `validation_failed`,
 * `unauthenticated` where the member was removed a moment ago.
 */
export type ChangePassword = (command: ChangePasswordCommand, by: Requester) => Promise<void>;

export interface ChangePasswordParts {
  readonly members: Pick<MemberStore, 'find'>;
  readonly passwords: Passwords;
  readonly throttle: ThrottlePasswords;
  readonly changeMember: ChangeMember;
  readonly choosePassword: ChoosePassword;
  readonly secrets: Pick<Secrets, 'endedCookie'>;
  /** Told of every try that was let through; the entries are for the audit log. */
  readonly onOutcome: (outcome: 'changed' | 'refused', entries: readonly AuditEntry[]) => void;
  readonly now: Clock;
}

export function makeChangePassword(parts: ChangePasswordParts): ChangePassword {
  const { members, passwords, throttle, changeMember, choosePassword, onOutcome } = parts;
  return async ({ sessionId, current, next, ...name }, by) => {
    const found = stillActive(parts, await members.find(name));
    // Whoever found a browser open is not to guess here what they cannot at the door.
    const left = await throttle({ memberId: found.id });
    const refuse = () => {
      onOutcome('refused', [refusalOf(found, by, parts.now())]);
      return invalidCredentials(left);
    };
    const [matching] = await passwords.matching(
      normalPassword(current),
      found.passwordHash === undefined ? [] : [found.passwordHash],
    );
    if (matching === undefined) throw refuse();
    const passwordHash = await choosePassword(found, next, 'new_password');
    await changeMember(name, by, (member) => {
      // It was changed in the meantime: what was proved is not the current one any more.
      if (stillActive(parts, member).passwordHash !== matching) throw refuse();
      return {
        member: { ...member, passwordHash, token: undefined },
        action: 'member.password_changed',
        details: { by: 'member' },
        endsSessions: { except: sessionId },
      };
    });
    onOutcome('changed', []);
  };
}

function stillActive({ secrets }: ChangePasswordParts, member: Member | undefined): Member {
  if (member?.status !== 'active') throw sessionEnded(secrets.endedCookie);
  return member;
}

function refusalOf({ id, accountId }: Member, { actor, address, requestId }: Requester, at: Date): AuditEntry {
  const target = { type: 'member', id } as const;
  return memberAudit('member.password_refused', { accountId, target }, { by: { actor, address, requestId }, at });
}
