import type { Clock } from '@fulfilment/kernel';
import { normalEmail } from '../domain/email.ts';
import { normalPassword } from '../domain/password.ts';
import { memberAudit } from './audit.ts';
import type { Member, MemberStore, Passwords, SessionRequester, ThrottlePasswords } from './member-ports.ts';
import { invalidCredentials, severalAccounts } from './member-refusals.ts';
import type { OpenedSession, OpenSession } from './open-session.ts';
import type { AccountStore, AuditEntry } from './ports.ts';

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
  /** Told of every try; the entry is for the audit log, where somebody is known by the address. */
  readonly onOutcome: (outcome: 'opened' | 'refused', entries: readonly AuditEntry[]) => void;
  readonly now: Clock;
}

export function makeSignIn(parts: SignInParts): SignIn {
  const { members, passwords, throttle, openSession, onOutcome, now } = parts;
  return async ({ email: given, password: typed, accountId }, by) => {
    const email = normalEmail(given);
    const password = normalPassword(typed);
    const left = await throttle({ email, address: by.address });
    const known = (await members.findByEmail(email)).filter(
      (member) => member.status === 'active' && (accountId === undefined || member.accountId === accountId),
    );
    const hashes = known.flatMap(({ passwordHash }) => passwordHash ?? []);
    const matching = await passwords.matching(password, hashes);
    const [member, ...more] = known.filter(({ passwordHash }) => passwordHash !== undefined && matching.includes(passwordHash));
    if (!member) {
      onOutcome('refused', known.map(refusalOf(by, now())));
      throw invalidCredentials(left);
    }
    if (more.length > 0) throw severalAccounts(await namesOf(parts, [member, ...more]), left);
    await renewHash(parts, member, password);
    const opened = await openSession(member, 'password', by);
    onOutcome('opened', []);
    return { ...opened, left };
  };
}

function refusalOf({ address, requestId }: Omit<SessionRequester, 'actor'>, at: Date): (member: Member) => AuditEntry {
  const by = { actor: 'anyone', address, requestId };
  return ({ id, accountId }) => memberAudit('session.refused', { accountId, target: { type: 'member', id } }, { by, at });
}

async function namesOf({ accounts }: SignInParts, members: readonly Member[]) {
  const found = await Promise.all(members.map(({ accountId }) => accounts.find(accountId)));
  return found.flatMap((account) => account ?? []);
}

async function renewHash({ members, passwords }: SignInParts, { id, passwordHash }: Member, password: string): Promise<void> {
  if (passwordHash === undefined || !passwords.isOutdated(passwordHash)) return;
  await members.rehash(id, passwordHash, await passwords.hash(password));
}
