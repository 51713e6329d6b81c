import type { Clock } from '@fulfilment/kernel';
import type { ChangeMember } from './change-member.ts';
import type { ChoosePassword } from './choose-password.ts';
import type { Member, MemberStore, OneTimeToken, Secrets, SessionRequester } from './member-ports.ts';
import { invalidToken } from './member-refusals.ts';
import type { OpenedSession, OpenSession } from './open-session.ts';

export interface RedeemTokenCommand {
  readonly purpose: OneTimeToken['purpose'];
  readonly token: string;
  readonly password: string;
}

/**
 * Has whoever brings a one-time token choose a password, and opens a session. The token is used up by it.
 *
 * @throws AppError `invalid_token`, `validation_failed`, `upstream_unavailable`.
 */
export type RedeemToken = (command: RedeemTokenCommand, by: Omit<SessionRequester, 'actor'>) => Promise<OpenedSession>;

export interface RedeemTokenParts {
  readonly members: Pick<MemberStore, 'findByToken'>;
  readonly changeMember: ChangeMember;
  readonly choosePassword: ChoosePassword;
  readonly openSession: OpenSession;
  readonly secrets: Pick<Secrets, 'digestOf'>;
  readonly now: Clock;
}

const ACTIONS = { invitation: 'member.joined', reset: 'member.password_changed' } as const;

export function makeRedeemToken(parts: RedeemTokenParts): RedeemToken {
  const { members, changeMember, choosePassword, openSession, secrets, now } = parts;
  return async ({ purpose, token, password }, by) => {
    const digest = secrets.digestOf(token);
    const isGood = (member: Member, at: Date): boolean =>
      digest !== undefined && member.token?.digest === digest && member.token.purpose === purpose && member.token.endsAt > at;
    const found = digest === undefined ? undefined : await members.findByToken(digest);
    if (!found || !isGood(found, now())) throw invalidToken();
    const passwordHash = await choosePassword(found, password, 'password');
    const member = await changeMember({ memberId: found.id }, { ...by, actor: found.id }, (current, at) => {
      // Somebody else may have used it in the meantime.
      if (!isGood(current, at)) throw invalidToken();
      const joined: Member = { ...current, status: 'active', passwordHash, token: undefined };
      const told = { action: ACTIONS[purpose], details: { by: purpose } };
      // Who resets a password may have lost their place at the provider as well, or somebody else may have it.
      return { member: joined, ...told, endsSessions: 'all', unlinks: purpose === 'reset' };
    });
    return openSession(member, purpose, by);
  };
}
