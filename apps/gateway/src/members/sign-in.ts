import { AppError, type Clock } from '@fulfilment/kernel';
import { normalEmail } from './domain/email.ts';
import { normalPassword } from './domain/password.ts';
import { accountsOf } from './accounts-of.ts';
import { memberAudit } from '../accounts/audit.ts';
import type { Member, MemberStore, Passwords, SessionRequester, ThrottlePasswords } from './member-ports.ts';
import { invalidCredentials, severalAccounts } from './member-refusals.ts';
import type { OpenedSession, OpenSession } from './open-session.ts';
import type { AccountStore, AuditEntry } from '../accounts/account-ports.ts';

export interface SignInCommand {
  readonly email: string;
  readonly password: string;
  /** Which account is meant, where there are several. */
  readonly accountId: string | undefined;
}

/**
 * Opens a session for whoever knows the password of a member. What is not right takes as long as what is.
 *
 * @returns the session, and header fields that say how often it may be tried.
 * @throws AppError `rate_limited`, `invalid_credentials`, `several_accounts`, `upstream_unavailable`.
 */
export type SignIn = (
  command: SignInCommand,
  by: Omit<SessionRequester, 'actor'>,
) => Promise<OpenedSession & { readonly left: Readonly<Record<string, string>> }>;

export interface SignInParts {
  readonly members: Pick<MemberStore, 'findByEmail' | 'rehash'>;
  readonly accounts: Pick<AccountStore, 'find'>;
  readonly passwords: Passwords;
  readonly throttle: ThrottlePasswords;
  readonly openSession: OpenSession;
  /** Told of every try that was let through; the entries are for the audit log, where somebody is known by the address. */
  readonly onOutcome: (outcome: 'opened' | 'refused', entries: readonly AuditEntry[]) => void;
  readonly now: Clock;
}

export function makeSignIn(parts: SignInParts): SignIn {
  const { members, passwords, throttle, openSession, onOutcome, now } = parts;
  return async ({ email: given, password: typed, accountId }, by) => {
    const email = normalEmail(given);
    const password = normalPassword(typed);
    const left = await throttle({ email, address: by.address });
    const isMeant = (member: Member): boolean => accountId === undefined || member.accountId === accountId;
    const refuse = (refused: readonly Member[]): AppError => {
      onOutcome('refused', refused.map(refusalOf(by, now())));
      return invalidCredentials(left);
    };
    const known = (await members.findByEmail(email)).filter(({ status }) => status === 'active');
    const proved = await provedAmong(known, password, passwords);
    const [member, ...more] = proved.filter(isMeant);
    if (!member) throw refuse(known.filter(isMeant));
    await renewHashes(parts, { known, proved, password });
    if (more.length > 0) throw severalAccounts(await accountsOf(parts.accounts, [member, ...more]), left);
    const opened = await openSession(member, 'password', by).catch((error: unknown) => {
      throw isInvalidCredentials(error) ? refuse([member]) : error;
    });
    onOutcome('opened', []);
    return { ...opened, left };
  };
}

async function provedAmong(known: readonly Member[], password: string, passwords: Passwords): Promise<readonly Member[]> {
  const matching = await passwords.matching(password, hashesOf(known));
  return known.filter(({ passwordHash }) => passwordHash !== undefined && matching.includes(passwordHash));
}

function isInvalidCredentials(error: unknown): boolean {
  return error instanceof AppError && error.code === 'invalid_credentials';
}

function refusalOf({ address, requestId }: Omit<SessionRequester, 'actor'>, at: Date): (member: Member) => AuditEntry {
  const by = { actor: 'anyone', address, requestId };
  return ({ id, accountId }) => memberAudit('session.refused', { accountId, target: { type: 'member', id } }, { by, at });
}

interface Renewing {
  /** Everybody with the address. */
  readonly known: readonly Member[];
  /** Those whose password it is. */
  readonly proved: readonly Member[];
  readonly password: string;
}

/** All that can be renewed are, with the salt of those that were before: two salts take twice the time, which tells of them. */
async function renewHashes({ members, passwords }: SignInParts, { known, proved, password }: Renewing): Promise<void> {
  const outdated = proved.filter(({ passwordHash = '' }) => passwords.isOutdated(passwordHash));
  if (outdated.length === 0) return;
  const like = hashesOf(known).find((hash) => !passwords.isOutdated(hash));
  const renewed = await passwords.hash(password, like);
  await Promise.all(outdated.map(({ id, passwordHash = '' }) => members.rehash(id, passwordHash, renewed)));
}

function hashesOf(members: readonly Member[]): readonly string[] {
  return members.flatMap(({ passwordHash }) => passwordHash ?? []);
}
