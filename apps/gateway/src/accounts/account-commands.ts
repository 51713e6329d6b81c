import { errors, type Plan, type SetStorageBody } from '@fulfilment/contracts';
import { type AppError, type Clock, newId } from '@fulfilment/kernel';
import type { Account, AccountStore, AuditAction, AuditEntry, Author, RemoveAccount } from './account-ports.ts';

export interface AccountCommands {
  create(wish: { readonly name: string; readonly plan: Plan }, by: Author): Promise<Account>;
  /** @throws AppError `not_found`. */
  setPlan(command: { readonly accountId: string; readonly plan: Plan }, by: Author): Promise<Account>;
  /** @throws AppError `not_found`. */
  setStorage(command: { readonly accountId: string; readonly wish: SetStorageBody }, by: Author): Promise<Account>;
  /** Refuses the account's keys and sessions until it is resumed. @throws AppError `not_found`, `invalid_transition` where it is suspended. */
  suspend(accountId: string, by: Author): Promise<Account>;
  /**
   * Begins the grace period of a suspended account; of one that has begun it says the end. Once that is over it begins the
   * deletion: the account cannot be resumed any more, since its records are removed.
   *
   * @throws AppError `not_found`, `invalid_transition` where it is not suspended.
   */
  scheduleDeletion(accountId: string, by: Author): Promise<{ readonly deleteAfter: Date; readonly isDue: boolean }>;
  /**
   * Deletes an account for good, last of all services. @returns the number of removed records.
   *
   * @throws AppError `not_found`, `invalid_transition` before the end of its grace period.
   */
  delete(accountId: string, by: Author): Promise<number>;
  /** Notes that all records of the account are read. @throws AppError `not_found`. */
  beginExport(accountId: string, by: Author): Promise<Account>;
  /** @throws AppError `not_found`, `invalid_transition` where it is not suspended, or its deletion has begun. */
  resume(accountId: string, by: Author): Promise<Account>;
}

const DAY_MS = 86_400_000;

export interface AccountCommandParts {
  readonly accounts: Omit<AccountStore, 'all'>;
  readonly removeAccount: RemoveAccount;
  /** Writes an entry of what changes nothing. */
  readonly noteInAuditLog: (entry: AuditEntry) => Promise<void>;
  readonly now: Clock;
  /** Days from the first request to delete an account until it may be deleted. */
  readonly graceDays: number;
}

export function makeAccountCommands(parts: AccountCommandParts): AccountCommands {
  const { accounts, removeAccount, noteInAuditLog, now, graceDays } = parts;
  const setSuspended = async (accountId: string, action: 'suspended' | 'resumed', by: Author): Promise<Account> => {
    const at = now();
    const entry = auditEntry(`account.${action}`, subjectOf(accountId), { by, at });
    const changed = await accounts.setSuspended(accountId, action === 'suspended' ? at : undefined, entry);
    if (changed) return changed;
    const { suspendedAt, deletionBeganAt } = await findAccount(accounts, accountId);
    if (deletionBeganAt && action === 'resumed') throw deletionHasBegun(deletionBeganAt);
    const [status, detail] = suspendedAt
      ? ['suspended', `The account has been suspended since ${suspendedAt.toISOString()}.`]
      : ['active', 'The account is not suspended.'];
    throw errors.invalidTransition(detail, { facts: { current_status: status } });
  };
  return {
    create: async ({ name, plan }, by) => {
      const account = { id: newId('acc'), name, plan, suspendedAt: undefined, createdAt: now() };
      const entry = auditEntry('account.created', subjectOf(account.id), { by, at: account.createdAt, details: { name, plan } });
      await accounts.add(account, entry);
      return account;
    },
    setPlan: async ({ accountId, plan }, by) => {
      const entry = auditEntry('account.plan_changed', subjectOf(accountId), { by, at: now(), details: { plan } });
      const account = await accounts.setPlan(accountId, plan, entry);
      if (!account) throw noSuchAccount();
      return account;
    },
    setStorage: async ({ accountId, wish }, by) => {
      const entry = auditEntry('account.storage_changed', subjectOf(accountId), { by, at: now(), details: wish });
      const account = await accounts.setStorage(accountId, wish, entry);
      if (!account) throw noSuchAccount();
      return account;
    },
    scheduleDeletion: async (accountId, by) => {
      const at = now();
      const deleteAfter = new Date(at.getTime() + graceDays * DAY_MS);
      const details = { delete_after: deleteAfter.toISOString() };
      const entry = auditEntry('account.deletion_scheduled', subjectOf(accountId), { by, at, details });
      await accounts.scheduleDeletion(accountId, deleteAfter, entry);
      const begun = await accounts.beginDeletion(accountId, at);
      const account = begun ?? (await findAccount(accounts, accountId));
      if (!account.deleteAfter) throw notDeletable('Only a suspended account can be deleted.');
      return { deleteAfter: account.deleteAfter, isDue: begun !== undefined };
    },
    delete: async (accountId, by) => {
      const at = now();
      const entry = auditEntry('account.deleted', subjectOf(accountId), { by, at });
      const removed = await removeAccount(accountId, at, entry);
      if (removed !== undefined) return removed;
      const { deleteAfter } = await findAccount(accounts, accountId);
      throw notDeletable(
        deleteAfter ? `The account can be deleted from ${deleteAfter.toISOString()} on.` : 'The account is not to be deleted.',
      );
    },
    beginExport: async (accountId, by) => {
      const account = await findAccount(accounts, accountId);
      await noteInAuditLog(auditEntry('account.exported', subjectOf(accountId), { by, at: now() }));
      return account;
    },
    suspend: (accountId, by) => setSuspended(accountId, 'suspended', by),
    resume: (accountId, by) => setSuspended(accountId, 'resumed', by),
  };
}

function deletionHasBegun(at: Date): AppError {
  const detail = `The account is being deleted since ${at.toISOString()}, and records of it are gone. Run its deletion again to finish it.`;
  return errors.invalidTransition(detail, { facts: { current_status: 'suspended' } });
}

/** The subject of an audited change. The environment is null by default: accounts, members and sessions belong to both. */
export type AuditSubject = Pick<AuditEntry, 'accountId' | 'target'> & Partial<Pick<AuditEntry, 'environment'>>;

export function auditEntry(
  action: AuditAction,
  { accountId, environment = null, target }: AuditSubject,
  { by, at, details = {} }: Pick<AuditEntry, 'by' | 'at'> & Partial<Pick<AuditEntry, 'details'>>,
): AuditEntry {
  return { id: newId('aud', at.getTime()), accountId, environment, action, target, by, at, details };
}

function subjectOf(accountId: string): AuditSubject {
  return { accountId, target: { type: 'account', id: accountId } };
}

/** The account of that id. @throws AppError `not_found`. */
export async function findAccount(accounts: Pick<AccountStore, 'find'>, accountId: string): Promise<Account> {
  const account = await accounts.find(accountId);
  if (!account) throw noSuchAccount();
  return account;
}

/** The accounts of `members`, in their order. */
export async function accountsOf(
  accounts: Pick<AccountStore, 'find'>,
  members: ReadonlyArray<{ readonly accountId: string }>,
): Promise<readonly Account[]> {
  const found = await Promise.all(members.map(({ accountId }) => accounts.find(accountId)));
  return found.flatMap((account) => account ?? []);
}

const notDeletable = (detail: string): AppError => errors.invalidTransition(detail);

const noSuchAccount = (): AppError => errors.notFound('There is no such account.');
