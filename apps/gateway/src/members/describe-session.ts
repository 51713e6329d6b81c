import type { Clock } from '@fulfilment/kernel';
import type { Member, MemberStore, Secrets, Session, SessionStore } from './member-ports.ts';
import { sessionEnded } from './member-refusals.ts';
import type { Account, AccountStore } from '../accounts/account-ports.ts';

/** Who is signed in, and to which account. */
export interface SessionDescription {
  readonly session: Session;
  readonly member: Member;
  readonly account: Account;
}

/** @throws AppError `unauthenticated` where it ended a moment ago. */
export type DescribeSession = (name: {
  readonly accountId: string;
  readonly memberId: string;
  readonly sessionId: string;
}) => Promise<SessionDescription>;

export interface DescribeSessionParts {
  readonly accounts: Pick<AccountStore, 'find'>;
  readonly members: Pick<MemberStore, 'find'>;
  readonly sessions: Pick<SessionStore, 'live'>;
  readonly secrets: Pick<Secrets, 'endedCookie'>;
  readonly now: Clock;
}

export function makeDescribeSession({ accounts, members, sessions, secrets, now }: DescribeSessionParts): DescribeSession {
  return async ({ accountId, memberId, sessionId }) => {
    const [account, member, live] = await Promise.all([
      accounts.find(accountId),
      members.find({ memberId, accountId }),
      sessions.live(memberId, now()),
    ]);
    const session = live.find(({ id }) => id === sessionId);
    if (!account || !member || !session) throw sessionEnded(secrets.endedCookie);
    return { account, member, session };
  };
}
