import { errors } from '@fulfilment/contracts';
import type { Clock } from '@fulfilment/kernel';
import { auditEntry } from '../accounts/account-commands.ts';
import type { AuditEntry, Requester } from '../accounts/account-ports.ts';
import { normalPassword, type PasswordFault, passwordFault } from './domain/credentials.ts';
import type { ChangeMember } from './member-commands.ts';
import type { Member, MemberStore, OneTimeToken, Passwords, Secrets, SessionOpener, ThrottlePasswords } from './member-ports.ts';
import { invalidCredentials, invalidToken, sessionEnded } from './member-refusals.ts';
import type { OpenedSession, OpenSession } from './session-commands.ts';

export interface ChangePasswordCommand {
  readonly memberId: string;
  readonly accountId: string;
  /** The session of the request; all others end. */
  readonly sessionId: string;
  readonly current: string;
  readonly next: string;
}

export interface RedeemTokenCommand {
  readonly purpose: OneTimeToken['purpose'];
  readonly token: string;
  readonly password: string;
}

export interface PasswordCommands {
  /**
   * @throws AppError `rate_limited`, `invalid_credentials` for a wrong current password, `validation_failed`,
   * `unauthenticated` where the member was removed concurrently.
   */
  change(command: ChangePasswordCommand, by: Requester): Promise<void>;
  /**
   * Chooses a password by a one-time token, uses the token up, and opens a session.
   *
   * @throws AppError `invalid_token`, `validation_failed`, `upstream_unavailable`.
   */
  redeemToken(command: RedeemTokenCommand, by: SessionOpener): Promise<OpenedSession>;
}

export interface PasswordCommandParts {
  readonly members: Pick<MemberStore, 'find' | 'findByEmail' | 'findByToken'>;
  readonly passwords: Passwords;
  readonly throttle: ThrottlePasswords;
  readonly changeMember: ChangeMember;
  readonly openSession: OpenSession;
  readonly secrets: Pick<Secrets, 'digestOf' | 'endedCookie'>;
  /** Called for every attempt on the current password that the throttle allowed, with entries for the audit log. */
  readonly onOutcome: (outcome: 'changed' | 'refused', entries: readonly AuditEntry[]) => void;
  readonly now: Clock;
}

const REDEEM_ACTIONS = { invitation: 'member.joined', reset: 'member.password_changed' } as const;

export function makePasswordCommands(parts: PasswordCommandParts): PasswordCommands {
  const { members, passwords, throttle, changeMember, openSession, secrets, onOutcome, now } = parts;
  const hashOf = makeHashOf(members, passwords);
  const activeOrEnded = (member: Member | undefined): Member => {
    if (member?.status !== 'active') throw sessionEnded(secrets.endedCookie);
    return member;
  };
  return {
    change: async ({ sessionId, current, next, ...name }, by) => {
      const found = activeOrEnded(await members.find(name));
      // A session left open in a browser must not allow more guesses than the sign-in does.
      const limitHeaders = await throttle({ memberId: found.id });
      const refuse = () => {
        onOutcome('refused', [refusalOf(found, by, now())]);
        return invalidCredentials(limitHeaders);
      };
      const hashes = found.passwordHash === undefined ? [] : [found.passwordHash];
      const [matching] = await passwords.matching(normalPassword(current), hashes);
      if (matching === undefined) throw refuse();
      const passwordHash = await hashOf(found, next, 'new_password');
      await changeMember(name, by, (member) => {
        // A concurrent change replaced the password that was proved.
        if (activeOrEnded(member).passwordHash !== matching) throw refuse();
        return {
          member: { ...member, passwordHash, token: undefined },
          action: 'member.password_changed',
          details: { by: 'member' },
          endsSessions: { except: sessionId },
        };
      });
      onOutcome('changed', []);
    },
    redeemToken: async ({ purpose, token, password }, by) => {
      const digest = secrets.digestOf(token);
      const isValid = (member: Member, at: Date): boolean =>
        digest !== undefined && member.token?.digest === digest && member.token.purpose === purpose && member.token.endsAt > at;
      const found = digest === undefined ? undefined : await members.findByToken(digest);
      if (!found || !isValid(found, now())) throw invalidToken();
      const passwordHash = await hashOf(found, password, 'password');
      const member = await changeMember({ memberId: found.id }, { ...by, actor: found.id }, (current, at) => {
        // A concurrent request may have used it.
        if (!isValid(current, at)) throw invalidToken();
        return {
          member: { ...current, status: 'active', passwordHash, token: undefined },
          action: REDEEM_ACTIONS[purpose],
          details: { by: purpose },
          endsSessions: 'all',
          // A member who resets may have lost the identity at the provider too, or another person may hold it now.
          unlinks: purpose === 'reset',
        };
      });
      return openSession(member, purpose, by);
    },
  };
}

/** Hashes a chosen password. @throws AppError `validation_failed` naming its fault; `upstream_unavailable`. */
function makeHashOf(members: Pick<MemberStore, 'findByEmail'>, passwords: Passwords) {
  return async ({ email }: Member, password: string, field: 'password' | 'new_password'): Promise<string> => {
    const normal = normalPassword(password);
    const fault = passwordFault(normal, email);
    if (fault) throw unacceptablePassword(fault, field);
    const others = await members.findByEmail(email);
    return passwords.hash(normal, others.flatMap(({ passwordHash }) => passwordHash ?? []).at(0));
  };
}

const FAULTS: Readonly<Record<PasswordFault, string>> = {
  too_short: 'Must have at least 12 characters.',
  too_long: 'Must have at most 200 characters.',
  too_common: 'Must not be a common password.',
  like_the_address: 'Must not be made of the e-mail address.',
};

function unacceptablePassword(fault: PasswordFault, field: 'password' | 'new_password') {
  const facts = { errors: [{ pointer: `/${field}`, code: fault, message: FAULTS[fault] }] };
  return errors.validationFailed('The password is not acceptable.', { facts });
}

function refusalOf({ id, accountId }: Member, { actor, address, requestId }: Requester, at: Date): AuditEntry {
  const target = { type: 'member', id } as const;
  return auditEntry('member.password_refused', { accountId, target }, { by: { actor, address, requestId }, at });
}
