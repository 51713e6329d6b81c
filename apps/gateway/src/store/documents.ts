import type { Plan, Role } from '@fulfilment/contracts';
import type { Environment } from '@fulfilment/kernel';
import type { IndexDeclaration } from '@fulfilment/mongo';
import type { Collection, Db } from 'mongodb';
import type { Limit } from '../domain/limits.ts';

export interface AccountDocument {
  readonly _id: string;
  readonly name: string;
  readonly plan: Plan;
  /** The largest limit that any key of an environment was given: the tenant's is never smaller. */
  readonly largest_key?: Readonly<Partial<Record<Environment, Limit>>>;
  readonly created_at: Date;
}

export interface KeyDocument {
  readonly _id: string;
  readonly account_id: string;
  readonly environment: Environment;
  readonly role: Role;
  readonly name?: string | undefined;
  /** HMAC-SHA-256 of the text under the pepper; the text itself is kept nowhere. */
  readonly digest: string;
  readonly pepper_id: string;
  readonly prefix: string;
  readonly last4: string;
  readonly burst: number;
  readonly rate: number;
  /** Raised by every change that a gateway has to know of. */
  readonly rev: number;
  readonly created_at: Date;
  readonly expires_at?: Date | undefined;
  readonly revoked_at?: Date | undefined;
  readonly last_used_at?: Date | undefined;
}

const ACCOUNTS = 'accounts';
const KEYS = 'keys';

export const accountsOf = (db: Db): Collection<AccountDocument> => db.collection<AccountDocument>(ACCOUNTS);
export const keysOf = (db: Db): Collection<KeyDocument> => db.collection<KeyDocument>(KEYS);

export const INDEXES: readonly IndexDeclaration[] = [
  // A request brings the key and nothing else, so this one index cannot begin with the tenant.
  { collection: KEYS, name: 'by_digest', key: { digest: 1 }, options: { unique: true } },
  { collection: KEYS, name: 'by_tenant', key: { account_id: 1, environment: 1, _id: -1 } },
];
