import type { MemberRole } from '@fulfilment/contracts';
import type { Page, PageQuery } from '@fulfilment/kernel';
import type { SessionTimes } from './domain/session-life.ts';
import type { AuditEntry, Requester } from '../accounts/account-ports.ts';

export const MEMBER_STATUSES = ['invited', 'active', 'removed'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** What a member proves themselves by once, to choose a password. */
export interface OneTimeToken {
  /** By what it is found again; the token itself is kept nowhere. */
  readonly digest: string;
  readonly purpose: 'invitation' | 'reset';
  readonly endsAt: Date;
}

/** Somebody who may sign in to an account. Whoever is a member of two accounts is two members. */
export interface Member {
  /** `mem_…`. */
  readonly id: string;
  readonly accountId: string;
  /** Normalised. */
  readonly email: string;
  readonly role: MemberRole;
  readonly status: MemberStatus;
  /** As argon2 encodes it; undefined until one is chosen. */
  readonly passwordHash: string | undefined;
  readonly token: OneTimeToken | undefined;
  /** Another one after every change. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastSeenAt: Date | undefined;
}

/** A member that a change is made of: of one account, or of any for the operator. */
export interface MemberName {
  readonly memberId: string;
  readonly accountId?: string | undefined;
}

export interface MembersQuery extends PageQuery {
  readonly accountId: string;
  readonly statuses: readonly MemberStatus[];
}

/** What is kept with a change of a member, in one transaction. */
export interface MemberChange {
  readonly member: Member;
  readonly entry: AuditEntry;
  /** Whether an active owner is lost by it: it is refused where there is no other. */
  readonly losesOwner: boolean;
  /** Which of the member's sessions end with it: all, all but one, or none. */
  readonly endsSessions: 'all' | 'none' | { readonly except: string };
  /** Whether the identity that the member signs in with is forgotten. */
  readonly unlinks: boolean;
}

export interface MemberStore {
  /** @returns false where the account has a member with this address already. */
  add(member: Member, entry: AuditEntry): Promise<boolean>;
  find(name: MemberName): Promise<Member | undefined>;
  /** Whoever has this address and was not removed, in all accounts, the first that was invited first; at most {@link MOST_MEMBERSHIPS}. */
  findByEmail(email: string): Promise<readonly Member[]>;
  findByToken(digest: string): Promise<Member | undefined>;
  /** The first that joined first. @throws AppError `invalid_cursor`. */
  page(query: MembersQuery): Promise<Page<Member>>;
  /** Everyone who was not removed, of one account. */
  list(accountId: string): Promise<readonly Member[]>;
  /** Keeps a member as it has become, unless it was changed since it was read, or no owner would be left. */
  save(change: MemberChange): Promise<'kept' | 'changed-meanwhile' | 'last-owner'>;
  /** Replaces the hash of a password by another of the same password. It is no change that anybody sees. */
  rehash(memberId: string, from: string, to: string): Promise<void>;
}

/** Accounts that one address may be a member of, as far as a sign-in looks. */
export const MOST_MEMBERSHIPS = 20;

/** A session as its member sees it: never its secret. */
export interface Session extends SessionTimes {
  /** `ses_…`. */
  readonly id: string;
  readonly accountId: string;
  readonly memberId: string;
  readonly method: SignInMethod;
  readonly createdAt: Date;
  /** Where it was opened from. */
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
}

/** How a session was opened. */
export const SIGN_IN_METHODS = ['password', 'invitation', 'reset', 'single_sign_on'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** What a session is found by, and what it was opened upon. */
export interface SessionProof {
  readonly digest: string;
  /** The member as it was read when the password was right or chosen; undefined where no password opens the session. */
  readonly password: Pick<Member, 'passwordHash' | 'version'> | undefined;
}

export interface SessionStore {
  /** @returns false, and keeps nothing, where the member is no more as it was proved to be. */
  add(session: Session, proof: SessionProof, entry: AuditEntry): Promise<boolean>;
  /** Those of one member that have not ended, the newest first. */
  live(memberId: string, now: Date): Promise<readonly Session[]>;
  /** Ends one session. @returns it as it was; undefined where the member has none such. */
  end(name: { readonly memberId: string; readonly sessionId: string }, entry: AuditEntry): Promise<Session | undefined>;
  /** Ends all sessions of a member but one. @returns how many. */
  endOthers(name: { readonly memberId: string; readonly exceptId: string }, entry: AuditEntry): Promise<number>;
}

/** Keeps passwords so that they cannot be read, and tries them. All throw AppError `upstream_unavailable` where too many are at it. */
export interface Passwords {
  /** @param like another hash of the same person. */
  hash(password: string, like?: string): Promise<string>;
  /** Those of one person's `hashes` that `password` belongs to; after the same time where there are none. */
  matching(password: string, hashes: readonly string[]): Promise<readonly string[]>;
  /** Whether hashes are made at other costs by now. */
  isOutdated(encoded: string): boolean;
}

/** Makes the secrets of sessions and one-time tokens. */
export interface Secrets {
  /** A new one: its text, which is kept nowhere, and by what it is found again. */
  mint(): { readonly text: string; readonly digest: string };
  /** @returns undefined for what cannot be a secret. */
  digestOf(text: string): string | undefined;
  /** The text of `Set-Cookie` that gives a browser its session. */
  cookie(text: string, expires: Date): string;
  /** The text of `Set-Cookie` that takes it away. */
  readonly endedCookie: string;
}

/** Whose password is tried: at the door, by whoever names an address and from where, or by somebody who is signed in. */
export type PasswordAttempt =
  | {
      /** Normal. */
      readonly email: string;
      readonly address: string | undefined;
    }
  | { readonly memberId: string };

/**
 * Counts tries of passwords.
 *
 * @returns header fields that say what is left.
 * @throws AppError `rate_limited`.
 */
export type ThrottlePasswords = (attempt: PasswordAttempt) => Promise<Readonly<Record<string, string>>>;

/** Who asks, with what a session is known by to whoever opened it. */
export interface SessionRequester extends Requester {
  readonly userAgent: string | undefined;
}
