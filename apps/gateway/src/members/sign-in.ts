import { AppError, type Clock } from '@fulfilment/kernel';
import { auditEntry, accountsOf } from '../accounts/account-commands.ts';
import type { AccountStore, AuditEntry } from '../accounts/account-ports.ts';
import { normalEmail, normalPassword } from './domain/credentials.ts';
import type { Member, MemberStore, Passwords, SessionOpener, ThrottlePasswords } from './member-ports.ts';
import { invalidCredentials, severalAccounts } from './member-refusals.ts';
import type { OpenedSession, OpenSession } from './session-commands.ts';

export interface SignInCommand {
  readonly email: string;
  readonly password: string;
  readonly accountId: string | undefined;
}

/** A session with the header fields that state the rest of the password attempts. */
export interface SignedIn extends OpenedSession {
  readonly limitHeaders: Readonly<Record<string, string>>;
}

/**
 * Opens a session by e-mail address and password. A refusal takes as long as a success.
 *
 * @throws AppError `rate_limited`, `invalid_credentials`, `several_accounts`, `upstream_unavailable`.
 */
export type SignIn = (command: SignInCommand, by: SessionOpener) => Promise<SignedIn>;

export interface SignInParts {
  readonly members: Pick<MemberStore, 'findByEmail' | 'rehash'>;
  readonly accounts: Pick<AccountStore, 'find'>;
  readonly passwords: Passwords;
  readonly throttle: ThrottlePasswords;
  readonly openSession: OpenSession;
  /** Called for every attempt that the throttle allowed, with entries for the audit logs of the accounts that have the address. */
  readonly onOutcome: (outcome: 'opened' | 'refused', entries: readonly AuditEntry[]) => void;
  readonly now: Clock;
}

export function makeSignIn(parts: SignInParts): SignIn {
  const { members, accounts, passwords, throttle, openSession, onOutcome, now } = parts;
  return async ({ email: given, password: typed, accountId }, by) => {
    const email = normalEmail(given);
    const password = normalPassword(typed);
    const limitHeaders = await throttle({ email, address: by.address });
    const isRequested = (member: Member): boolean => accountId === undefined || member.accountId === accountId;
    const refuse = (refused: readonly Member[]): AppError => {
      onOutcome('refused', refused.map(refusalOf(by, now())));
      return invalidCredentials(limitHeaders);
    };
    const active = (await members.findByEmail(email)).filter(({ status }) => status === 'active');
    const matching = await passwords.matching(password, hashesOf(active), by.address);
    const proved = active.filter(({ passwordHash }) => passwordHash !== undefined && matching.includes(passwordHash));
    const [member, ...more] = proved.filter(isRequested);
    if (!member) throw refuse(active.filter(isRequested));
    await renewHashes(parts, { active, proved, password });
    if (more.length > 0) throw severalAccounts(await accountsOf(accounts, [member, ...more]), limitHeaders);
    const opened = await openSession(member, 'password', by).catch((error: unknown) => {
      throw isInvalidCredentials(error) ? refuse([member]) : error;
    });
    onOutcome('opened', []);
    return { ...opened, limitHeaders };
  };
}

function isInvalidCredentials(error: unknown): boolean {
  return error instanceof AppError && error.code === 'invalid_credentials';
}

function refusalOf({ address, requestId }: SessionOpener, at: Date): (member: Member) => AuditEntry {
  const by = { actor: 'anyone', address, requestId };
  return ({ id, accountId }) => auditEntry('session.refused', { accountId, target: { type: 'member', id } }, { by, at });
}

interface Renewal {
  /** All active members with the address. */
  readonly active: readonly Member[];
  /** Those that have the password. */
  readonly proved: readonly Member[];
  readonly password: string;
}

/** Renews all outdated hashes under one salt: a second salt would double the time of a sign-in and so reveal them. */
async function renewHashes({ members, passwords }: SignInParts, { active, proved, password }: Renewal): Promise<void> {
  const outdated = proved.filter(({ passwordHash = '' }) => passwords.isOutdated(passwordHash));
  if (outdated.length === 0) return;
  const like = hashesOf(active).find((hash) => !passwords.isOutdated(hash));
  const renewed = await passwords.hash(password, like);
  await Promise.all(outdated.map(({ id, passwordHash = '' }) => members.rehash(id, passwordHash, renewed)));
}

function hashesOf(members: readonly Member[]): readonly string[] {
  return members.flatMap(({ passwordHash }) => passwordHash ?? []);
}
