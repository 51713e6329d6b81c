import type { MemberRole } from '@fulfilment/contracts';
import type { Page, PageQuery } from '@fulfilment/kernel';
import type { SessionTimes } from './domain/session-life.ts';
import type { AuditEntry, Author } from '../accounts/account-ports.ts';

export const MEMBER_STATUSES = ['invited', 'active', 'removed'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** A token that allows its holder to choose a password, or to sign in, once. */
export interface OneTimeToken {
  /** The digest that finds it; the token itself is not stored. */
  readonly digest: string;
  readonly purpose: 'invitation' | 'reset' | 'sign_in';
  readonly endsAt: Date;
}

/** A person who may sign in to one account. A person in two accounts is two members. */
export interface Member {
  readonly id: string;
  readonly accountId: string;
  /** Normalised. */
  readonly email: string;
  readonly role: MemberRole;
  readonly status: MemberStatus;
  /** In the PHC string format; undefined until a password is chosen. */
  readonly passwordHash: string | undefined;
  readonly token: OneTimeToken | undefined;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastSeenAt: Date | undefined;
}

/** The address of one member: of one account, or of any for the operator. */
export interface MemberName {
  readonly memberId: string;
  readonly accountId?: string | undefined;
}

export interface MembersQuery extends PageQuery {
  readonly accountId: string;
  readonly statuses: readonly MemberStatus[];
}

/** A change of a member and its effects, saved in one transaction. */
export interface MemberChange {
  readonly member: Member;
  readonly entry: AuditEntry;
  /** True where the account loses an active owner; refused where it has no other. */
  readonly losesOwner: boolean;
  /** The sessions of the member that end with it. */
  readonly endsSessions: 'all' | 'none' | { readonly except: string };
  /** True to remove the link to the identity provider. */
  readonly unlinks: boolean;
}

export interface MemberStore {
  /** @returns false where the account has a member with this address. */
  add(member: Member, entry: AuditEntry): Promise<boolean>;
  find(name: MemberName): Promise<Member | undefined>;
  /** Invited and active members with this address, of all accounts, active ones first, then in the order of their invitations; at most {@link MOST_MEMBERSHIPS}. */
  findByEmail(email: string): Promise<readonly Member[]>;
  findByToken(digest: string): Promise<Member | undefined>;
  /** In the order of their invitations. @throws AppError `invalid_cursor`. */
  page(query: MembersQuery): Promise<Page<Member>>;
  /** Those of an account that have these ids, also removed ones. */
  named(accountId: string, ids: readonly string[]): Promise<readonly Member[]>;
  list(accountId: string): Promise<readonly Member[]>;
  /** Saves a change by compare-and-set on `version`. Nothing is saved on a conflict, or where no owner would be left. */
  save(change: MemberChange): Promise<'saved' | 'version-conflict' | 'last-owner'>;
  /** Replaces the hash of a password by another hash of the same password, without a new version. */
  rehash(memberId: string, from: string, to: string): Promise<void>;
}

/** The most accounts of one address that a sign-in considers. */
export const MOST_MEMBERSHIPS = 20;

/** A session, without its secret. */
export interface Session extends SessionTimes {
  readonly id: string;
  readonly accountId: string;
  readonly memberId: string;
  readonly method: SignInMethod;
  readonly createdAt: Date;
  /** Time of the sign-in, or of the last confirmation. */
  readonly confirmedAt: Date;
  /** The address of the client that opened it. */
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
}

export const SIGN_IN_METHODS = ['password', 'invitation', 'reset', 'single_sign_on', 'link'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** The digest that finds a session, and the proof of identity that opened it. */
export interface SessionProof {
  readonly digest: string;
  /** The member as it was read when the password was proved or chosen; undefined where no password opens the session. */
  readonly password: Pick<Member, 'passwordHash' | 'version'> | undefined;
  /** The linked identity at the provider that opens the session; undefined where none does. */
  readonly identity: SignInIdentity | undefined;
}

/** An identity at the provider, by which a linked member is signed in. */
export interface SignInIdentity {
  readonly issuer: string;
  readonly subject: string;
}

export interface SessionStore {
  /** @returns false, and stores nothing, where the member has changed since the proof. */
  add(session: Session, proof: SessionProof, entry: AuditEntry): Promise<boolean>;
  /** The live sessions of one member, newest first. */
  live(memberId: string, now: Date): Promise<readonly Session[]>;
  /** Records that the member has confirmed a session now. @returns false where the member has no such session. */
  confirm(name: { readonly memberId: string; readonly sessionId: string }, at: Date, entry: AuditEntry): Promise<boolean>;
  /** Ends one session. @returns it as it was; undefined where the member has no such session. */
  end(name: { readonly memberId: string; readonly sessionId: string }, entry: AuditEntry): Promise<Session | undefined>;
  /** Ends all sessions of a member but one. @returns their number. */
  endOthers(name: { readonly memberId: string; readonly exceptId: string }, entry: AuditEntry): Promise<number>;
}

/** Hashes and verifies passwords. All methods throw AppError `upstream_unavailable` when too many calls wait. */
export interface Passwords {
  /** @param like another hash of the same person, whose salt is used. */
  hash(password: string, like?: string): Promise<string>;
  /**
   * The `hashes` of one person that `password` matches; it takes the same time without any.
   *
   * @param address of a client that signs in: clients share the queue, and a part of it is for those that signed in lately.
   */
  matching(password: string, hashes: readonly string[], address?: string): Promise<readonly string[]>;
  /** True where new hashes have other costs. */
  isOutdated(encoded: string): boolean;
}

/** The secrets of sessions and one-time tokens. */
export interface Secrets {
  /** Makes a secret: its text, which is not stored, and the digest that finds it. */
  mint(): { readonly text: string; readonly digest: string };
  /** @returns undefined for a text of another shape. */
  digestOf(text: string): string | undefined;
  /** The `Set-Cookie` that stores a session in a browser. */
  cookie(text: string, expires: Date): string;
  /** The `Set-Cookie` that deletes it. */
  readonly endedCookie: string;
}

/** A password attempt: at the sign-in by e-mail address and client, or within a session of a member. */
export type PasswordAttempt =
  | {
      /** Normalised. */
      readonly email: string;
      readonly address: string | undefined;
    }
  | { readonly memberId: string };

/**
 * Counts password attempts.
 *
 * @returns the rate limit headers.
 * @throws AppError `rate_limited`.
 */
export type ThrottlePasswords = (attempt: PasswordAttempt) => Promise<Readonly<Record<string, string>>>;

/** The client that opens a session. */
export interface SessionOpener extends Omit<Author, 'actor'> {
  readonly userAgent: string | undefined;
}
