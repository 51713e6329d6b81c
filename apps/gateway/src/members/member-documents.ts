import type { MemberRole } from '@fulfilment/contracts';
import type { IndexDeclaration } from '@fulfilment/mongo';
import type { Collection, Db } from 'mongodb';
import type { MemberStatus, OneTimeToken, SignInMethod } from './member-ports.ts';

export interface MemberDocument {
  readonly _id: string;
  readonly account_id: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly status: MemberStatus;
  /** argon2id with its salt and costs, in the PHC string format. */
  readonly password_hash?: string | undefined;
  readonly token?: { readonly digest: string; readonly purpose: OneTimeToken['purpose']; readonly ends_at: Date } | undefined;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_used_at?: Date | undefined;
  /** Written with each session, so that none is opened beside a change that ends them all. */
  readonly sessions_opened?: number;
}

export interface SessionDocument {
  readonly _id: string;
  /** SHA-256 of the secret in the cookie, which is kept nowhere. */
  readonly digest: string;
  readonly account_id: string;
  readonly member_id: string;
  readonly method: SignInMethod;
  readonly created_at: Date;
  readonly last_used_at: Date;
  readonly expires_at: Date;
  readonly address: string | null;
  readonly user_agent: string | null;
}

const MEMBERS = 'members';
const SESSIONS = 'sessions';

export const membersOf = (db: Db): Collection<MemberDocument> => db.collection<MemberDocument>(MEMBERS);
export const sessionsOf = (db: Db): Collection<SessionDocument> => db.collection<SessionDocument>(SESSIONS);

export const MEMBER_INDEXES: readonly IndexDeclaration[] = [
  {
    collection: MEMBERS,
    name: 'by_account_and_email',
    key: { account_id: 1, email: 1 },
    // Whoever was removed can be invited again, as a new member.
    options: { unique: true, partialFilterExpression: { status: { $in: ['invited', 'active'] } } },
  },
  { collection: MEMBERS, name: 'by_account', key: { account_id: 1, _id: 1 } },
  // A sign-in brings the address, and an invitation its token, and nothing else: these cannot begin with the account.
  { collection: MEMBERS, name: 'by_email', key: { email: 1, _id: 1 } },
  {
    collection: MEMBERS,
    name: 'by_token',
    key: { 'token.digest': 1 },
    options: { unique: true, partialFilterExpression: { 'token.digest': { $exists: true } } },
  },
  { collection: SESSIONS, name: 'by_digest', key: { digest: 1 }, options: { unique: true } },
  { collection: SESSIONS, name: 'by_member', key: { member_id: 1, _id: -1 } },
  { collection: SESSIONS, name: 'expiry', key: { expires_at: 1 }, options: { expireAfterSeconds: 0 } },
];
