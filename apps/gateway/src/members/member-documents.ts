import type { MemberRole } from '@fulfilment/contracts';
import { codecOf, type DocumentOf, type IndexDeclaration } from '@fulfilment/mongo';
import type { Collection, Db } from 'mongodb';
import type { MemberStatus, OneTimeToken, SignInMethod } from './member-ports.ts';

export const TOKEN = codecOf<OneTimeToken>()({ digest: 'digest', purpose: 'purpose', ends_at: 'endsAt' });

export interface MemberDocument {
  readonly _id: string;
  readonly account_id: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly status: MemberStatus;
  /** argon2id with its salt and costs, in the PHC string format. */
  readonly password_hash?: string | undefined;
  readonly token?: DocumentOf<typeof TOKEN> | undefined;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_used_at?: Date | undefined;
  /** Incremented with each session, so that opening one conflicts with a change that ends them all. */
  readonly sessions_opened?: number;
}

export interface SessionDocument {
  readonly _id: string;
  /** SHA-256 of the secret in the cookie; the secret is not stored. */
  readonly digest: string;
  readonly account_id: string;
  readonly member_id: string;
  readonly method: SignInMethod;
  readonly created_at: Date;
  /** Of the last confirmation; without it, of the sign-in. */
  readonly confirmed_at?: Date;
  readonly last_used_at: Date;
  readonly expires_at: Date;
  readonly address: string | null;
  readonly user_agent: string | null;
}

export const MEMBERS = 'members';
export const SESSIONS = 'sessions';

export const membersOf = (db: Db): Collection<MemberDocument> => db.collection<MemberDocument>(MEMBERS);
export const sessionsOf = (db: Db): Collection<SessionDocument> => db.collection<SessionDocument>(SESSIONS);

/** The index that members are listed by. */
export const MEMBERS_BY_ACCOUNT = 'by_account';

export const MEMBER_INDEXES: readonly IndexDeclaration[] = [
  {
    collection: MEMBERS,
    name: 'by_account_and_email',
    key: { account_id: 1, email: 1 },
    // A removed address can be invited again, as a new member.
    options: { unique: true, partialFilterExpression: { status: { $in: ['invited', 'active'] } } },
  },
  { collection: MEMBERS, name: MEMBERS_BY_ACCOUNT, key: { account_id: 1, _id: 1 } },
  // A sign-in has the address alone, and an invitation its token: these indexes cannot begin with the account.
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

/** The identity at the provider that a member is linked to. */
export interface LinkedIdentityDocument {
  readonly _id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly created_at: Date;
}

/** A finished sign-in, kept while its cookie is valid. */
export interface FinishedFlowDocument {
  readonly _id: string;
  readonly ends_at: Date;
}

export const LINKED_IDENTITIES = 'linked_identities';
export const FINISHED_FLOWS = 'finished_sign_ins';

export const linkedIdentitiesOf = (db: Db): Collection<LinkedIdentityDocument> =>
  db.collection<LinkedIdentityDocument>(LINKED_IDENTITIES);
export const finishedFlowsOf = (db: Db): Collection<FinishedFlowDocument> => db.collection<FinishedFlowDocument>(FINISHED_FLOWS);

export const SINGLE_SIGN_ON_INDEXES: readonly IndexDeclaration[] = [
  // The provider knows no account, so this index cannot begin with the tenant.
  { collection: LINKED_IDENTITIES, name: 'by_subject', key: { issuer: 1, subject: 1 } },
  { collection: FINISHED_FLOWS, name: 'by_end', key: { ends_at: 1 }, options: { expireAfterSeconds: 0 } },
];
