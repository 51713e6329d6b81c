import { tenantKey, tenantsOf } from '@fulfilment/kernel';
import { type Mongo, TenantRecords, transact } from '@fulfilment/mongo';
import { accountsOf, AUDIT_LOG, KEYS } from '../accounts/account-documents.ts';
import type { RemoveAccount } from '../accounts/account-ports.ts';
import { beginDeletion } from '../accounts/account-store.ts';
import { makeAddToAuditLog } from '../accounts/audit-store.ts';
import { linkedIdentitiesOf, MEMBERS, membersOf, SESSIONS } from './member-documents.ts';

/** Records that are removed with one command. */
const PIECE = 1_000;

/** Removes accounts with all that the gateway stores of them; one entry of the audit log stays. */
export function makeRemoveAccount({ client, db }: Pick<Mongo, 'client' | 'db'>): RemoveAccount {
  const accounts = accountsOf(db);
  const addToAuditLog = makeAddToAuditLog(db);
  const records = new TenantRecords(db);
  return async (id, at, entry) => {
    if (!(await beginDeletion(db, id, at))) return undefined;
    const tenants = tenantsOf(id).map(tenantKey);
    let sum = 0;
    for (let removed = PIECE; removed === PIECE; sum += removed) removed = await records.remove(tenants, PIECE);
    // The account goes last: until then all of this can be repeated.
    const memberIds = await membersOf(db).distinct('_id', { account_id: id });
    sum += (await linkedIdentitiesOf(db).deleteMany({ _id: { $in: memberIds } })).deletedCount;
    for (const name of [KEYS, SESSIONS, MEMBERS, AUDIT_LOG])
      sum += (await db.collection(name).deleteMany({ account_id: id })).deletedCount;
    const gone = await transact(client, async (session) => {
      const { deletedCount } = await accounts.deleteOne({ _id: id }, { session });
      if (deletedCount === 1) await addToAuditLog(entry, session);
      return deletedCount;
    });
    return sum + gone;
  };
}
