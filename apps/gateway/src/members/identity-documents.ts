import type { IndexDeclaration } from '@fulfilment/mongo';
import type { Collection, Db } from 'mongodb';

/** Which identity of the provider a member is. */
export interface LinkedIdentityDocument {
  /** The member's. */
  readonly _id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly created_at: Date;
}

/** A sign-in that was finished, for as long as its cookie is good. */
export interface FinishedFlowDocument {
  /** Its `state`. */
  readonly _id: string;
  readonly ends_at: Date;
}

const IDENTITIES = 'linked_identities';
const FLOWS = 'finished_sign_ins';

export const linkedIdentitiesOf = (db: Db): Collection<LinkedIdentityDocument> =>
  db.collection<LinkedIdentityDocument>(IDENTITIES);
export const finishedFlowsOf = (db: Db): Collection<FinishedFlowDocument> => db.collection<FinishedFlowDocument>(FLOWS);

export const SINGLE_SIGN_ON_INDEXES: readonly IndexDeclaration[] = [
  // The provider says who it is and nothing of an account, so this one cannot begin with the tenant.
  { collection: IDENTITIES, name: 'by_subject', key: { issuer: 1, subject: 1 } },
  { collection: FLOWS, name: 'by_end', key: { ends_at: 1 }, options: { expireAfterSeconds: 0 } },
];
