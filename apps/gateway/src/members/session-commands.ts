import { type Clock, newId } from '@fulfilment/kernel';
import { auditEntry } from '../accounts/account-commands.ts';
import type { Account, AccountStore, Author } from '../accounts/account-ports.ts';
import { LIFETIME_MS } from './domain/session-life.ts';
import type {
  Member,
  MemberStore,
  Secrets,
  Session,
  SessionOpener,
  SessionStore,
  SignInIdentity,
  SignInMethod,
} from './member-ports.ts';
import { invalidCredentials, invalidToken, sessionEnded, unknownMember } from './member-refusals.ts';

/** A session with the text of its `Set-Cookie`, which is shown this once. */
export interface OpenedSession {
  readonly session: Session;
  readonly cookie: string;
}

export interface SessionDescription {
  readonly session: Session;
  readonly member: Member;
  readonly account: Account;
}

export interface OwnSessions {
  readonly accountId: string;
  readonly memberId: string;
}

/**
 * Opens a session for an active member whose identity was proved, under a new secret.
 *
 * @param member as it was read when the identity was proved.
 * @param identity the linked one at the provider, which stands in the place of the password.
 * @throws AppError the refusal of the method for an unknown member, where the member was removed, changed the password
 * or lost the link to the identity concurrently: that ends all sessions, so none may be opened after it by an older proof.
 */
export type OpenSession = (
  member: Pick<Member, 'id' | 'accountId' | 'passwordHash' | 'version'>,
  method: SignInMethod,
  by: SessionOpener,
  identity?: SignInIdentity,
) => Promise<OpenedSession>;

const REFUSALS = {
  password: () => invalidCredentials({}),
  invitation: invalidToken,
  reset: invalidToken,
  single_sign_on: unknownMember,
  link: invalidToken,
} as const satisfies Record<SignInMethod, unknown>;

export function makeOpenSession(sessions: Pick<SessionStore, 'add'>, secrets: Secrets, now: Clock): OpenSession {
  return async (member, method, { address, userAgent, requestId }, identity) => {
    const { id: memberId, accountId } = member;
    const at = now();
    const { text, digest } = secrets.mint();
    const expiresAt = new Date(at.getTime() + LIFETIME_MS);
    const id = newId('ses', at.getTime());
    const times = { createdAt: at, confirmedAt: at, lastUsedAt: at, expiresAt };
    const session = { id, accountId, memberId, method, ...times, address, userAgent };
    const by = { actor: memberId, address, requestId };
    const target = { type: 'session', id } as const;
    const proof = { digest, password: identity ? undefined : member, identity };
    const entry = auditEntry('session.created', { accountId, target }, { by, at, details: { method } });
    if (!(await sessions.add(session, proof, entry))) throw REFUSALS[method]();
    return { session, cookie: secrets.cookie(text, expiresAt) };
  };
}

export interface SessionCommands {
  /** @throws AppError `unauthenticated` where the session ended concurrently. */
  describe(name: OwnSessions & { readonly sessionId: string }): Promise<SessionDescription>;
  /** Ends a session of a member. @returns it as it was; undefined where the member has no such session. */
  end(name: OwnSessions & { readonly sessionId: string }, by: Author): Promise<Session | undefined>;
  /** Ends all sessions of a member but one. @returns their number. */
  endOthers(name: OwnSessions & { readonly exceptId: string }, by: Author): Promise<number>;
}

export interface SessionCommandParts {
  readonly accounts: Pick<AccountStore, 'find'>;
  readonly members: Pick<MemberStore, 'find'>;
  readonly sessions: Pick<SessionStore, 'live' | 'end' | 'endOthers'>;
  readonly secrets: Pick<Secrets, 'endedCookie'>;
  readonly now: Clock;
}

export function makeSessionCommands({ accounts, members, sessions, secrets, now }: SessionCommandParts): SessionCommands {
  return {
    describe: async ({ accountId, memberId, sessionId }) => {
      const [account, member, live] = await Promise.all([
        accounts.find(accountId),
        members.find({ memberId, accountId }),
        sessions.live(memberId, now()),
      ]);
      const session = live.find(({ id }) => id === sessionId);
      if (!account || !member || !session) throw sessionEnded(secrets.endedCookie);
      return { account, member, session };
    },
    end: ({ accountId, memberId, sessionId }, by) => {
      const target = { type: 'session', id: sessionId } as const;
      const entry = auditEntry('session.revoked', { accountId, target }, { by, at: now() });
      return sessions.end({ memberId, sessionId }, entry);
    },
    endOthers: ({ accountId, memberId, exceptId }, by) => {
      const target = { type: 'member', id: memberId } as const;
      const details = { all_but: exceptId };
      const entry = auditEntry('session.revoked', { accountId, target }, { by, at: now(), details });
      return sessions.endOthers({ memberId, exceptId }, entry);
    },
  };
}
