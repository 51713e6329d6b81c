import { errors } from '@fulfilment/contracts';
import type { AppError, Clock } from '@fulfilment/kernel';
import { auditEntry } from '../accounts/account-commands.ts';
import type { AuditEntry, Author } from '../accounts/account-ports.ts';
import { normalPassword, type PasswordFault, passwordFault } from './domain/credentials.ts';
import { recentUntil } from './domain/session-life.ts';
import type { ChangeMember } from './member-commands.ts';
import type {
  Member,
  MemberStore,
  OneTimeToken,
  Passwords,
  Secrets,
  SessionOpener,
  SessionStore,
  ThrottlePasswords,
} from './member-ports.ts';
import { invalidCredentials, invalidToken, sessionEnded } from './member-refusals.ts';
import type { OpenedSession, OpenSession, OwnSessions } from './session-commands.ts';

export interface ChangePasswordCommand {
  readonly memberId: string;
  readonly accountId: string;
  /** The session of the request; all others end. */
  readonly sessionId: string;
  /** Undefined to set the first password. */
  readonly current: string | undefined;
  readonly next: string;
}

export interface ConfirmCommand {
  readonly memberId: string;
  readonly accountId: string;
  readonly sessionId: string;
  readonly password: string;
}

export interface RedeemTokenCommand {
  readonly purpose: 'invitation' | 'reset';
  readonly token: string;
  readonly password: string;
}

export interface PasswordCommands {
  /**
   * Replaces the current password, or sets the first one in a session that a sign-in link opened lately.
   *
   * @throws AppError `rate_limited`, `invalid_credentials` for a wrong current password, `validation_failed`,
   * `recent_authentication_required` for a first password in any other session, `unauthenticated` where the member was removed
   * concurrently.
   */
  change(command: ChangePasswordCommand, by: Author): Promise<void>;
  /**
   * Confirms a session with the password of its member, whose authentication is recent from then on.
   *
   * @throws AppError `rate_limited`, `invalid_credentials`, `unauthenticated` where the session ended concurrently.
   */
  confirm(command: ConfirmCommand, by: Author): Promise<void>;
  /**
   * Opens a session by the token of a sign-in link, and uses the token up.
   *
   * @throws AppError `invalid_token`, `rate_limited`, `upstream_unavailable`.
   */
  redeemLink(token: string, by: SessionOpener): Promise<OpenedSession>;
  /**
   * Chooses a password by a one-time token, uses the token up, and opens a session.
   *
   * @throws AppError `invalid_token`, `validation_failed`, `upstream_unavailable`.
   */
  redeemToken(command: RedeemTokenCommand, by: SessionOpener): Promise<OpenedSession>;
}

export interface PasswordCommandParts {
  readonly members: Pick<MemberStore, 'find' | 'findByEmail' | 'findByToken'>;
  readonly passwords: Passwords;
  readonly throttle: ThrottlePasswords;
  readonly changeMember: ChangeMember;
  readonly sessions: Pick<SessionStore, 'confirm' | 'live'>;
  readonly openSession: OpenSession;
  readonly secrets: Pick<Secrets, 'digestOf' | 'endedCookie'>;
  /** Called for every attempt on the current password that the throttle allowed, with entries for the audit log. */
  readonly onOutcome: (outcome: 'changed' | 'confirmed' | 'refused', entries: readonly AuditEntry[]) => void;
  readonly now: Clock;
}

const REDEEM_ACTIONS = { invitation: 'member.joined', reset: 'member.password_changed' } as const;

export function makePasswordCommands(parts: PasswordCommandParts): PasswordCommands {
  const { members, passwords, throttle, changeMember, openSession, secrets, onOutcome, now } = parts;
  const hashOf = makeHashOf(members, passwords);
  const activeOrEnded = (member: Member | undefined): Member => {
    if (member?.status !== 'active') throw sessionEnded(secrets.endedCookie);
    return member;
  };
  const findByToken = async (digest: string | undefined, purpose: OneTimeToken['purpose']): Promise<Member> => {
    const found = digest === undefined ? undefined : await members.findByToken(digest);
    if (!found || !isTokenOf(found, { digest, purpose }, now())) throw invalidToken();
    return found;
  };
  const { prove, proveLink } = makeProofs(parts, activeOrEnded);
  return {
    change: async ({ sessionId, current, next, ...name }, by) => {
      const { found, matching, refuse } = await (current === undefined
        ? proveLink({ ...name, sessionId })
        : prove(name, current, by));
      const passwordHash = await hashOf(found, next, 'new_password');
      await changeMember(name, by, (member) => {
        // A concurrent change replaced the password that was proved, or set the first one.
        if (activeOrEnded(member).passwordHash !== matching) throw refuse();
        return {
          member: { ...member, passwordHash, token: undefined },
          action: 'member.password_changed',
          details: { by: 'member' },
          endsSessions: { except: sessionId },
        };
      });
      onOutcome('changed', []);
    },
    confirm: async ({ password, ...own }, by) => {
      await prove(own, password, by);
      const at = now();
      const target = { type: 'session', id: own.sessionId } as const;
      const entry = auditEntry('session.confirmed', { accountId: own.accountId, target }, { by, at });
      if (!(await parts.sessions.confirm(own, at, entry))) throw sessionEnded(secrets.endedCookie);
      onOutcome('confirmed', []);
    },
    redeemLink: async (token, by) => {
      const digest = secrets.digestOf(token);
      // A token stands in the place of an address: its guesses count for the client.
      await throttle({ email: digest ?? '', address: by.address });
      const found = await findByToken(digest, 'sign_in');
      const member = await changeMember({ memberId: found.id }, { ...by, actor: found.id }, (current, at) => {
        if (!isTokenOf(current, { digest, purpose: 'sign_in' }, at)) throw invalidToken();
        return { member: { ...current, status: 'active', token: undefined }, action: 'member.sign_in_link_used' };
      });
      return openSession(member, 'link', by);
    },
    redeemToken: async ({ purpose, token, password }, by) => {
      const digest = secrets.digestOf(token);
      const found = await findByToken(digest, purpose);
      const passwordHash = await hashOf(found, password, 'password');
      const member = await changeMember({ memberId: found.id }, { ...by, actor: found.id }, (current, at) => {
        // A concurrent request may have used it.
        if (!isTokenOf(current, { digest, purpose }, at)) throw invalidToken();
        return {
          member: { ...current, status: 'active', passwordHash, token: undefined },
          action: REDEEM_ACTIONS[purpose],
          details: { by: purpose },
          endsSessions: 'all',
          // A member who resets may have lost the identity at the provider too, or another person may hold it now.
          unlinks: purpose === 'reset',
        };
      });
      return openSession(member, purpose, by);
    },
  };
}

/** A member whose identity was proved for another password, with the password that it had. */
interface Proof {
  readonly found: Member;
  readonly matching: string | undefined;
  /** The refusal where the password has changed since. */
  readonly refuse: () => AppError;
}

function makeProofs(parts: PasswordCommandParts, activeOrEnded: (member: Member | undefined) => Member) {
  const { members, passwords, throttle, sessions, onOutcome, now } = parts;
  /** Proves the current password of a member. A session left open in a browser must not allow more guesses than the sign-in does. */
  const prove = async (name: OwnSessions, typed: string, by: Author): Promise<Proof> => {
    const { memberId, accountId } = name;
    const found = activeOrEnded(await members.find({ memberId, accountId }));
    const limitHeaders = await throttle({ memberId: found.id });
    const refuse = () => {
      onOutcome('refused', [refusalOf(found, by, now())]);
      return invalidCredentials(limitHeaders);
    };
    const hashes = found.passwordHash === undefined ? [] : [found.passwordHash];
    const [matching] = await passwords.matching(normalPassword(typed), hashes);
    if (matching === undefined) throw refuse();
    return { found, matching, refuse };
  };
  /** Proves that a member may set the first password: by the link that opened the session. */
  const proveLink = async ({ memberId, accountId, sessionId }: OwnSessions & { readonly sessionId: string }): Promise<Proof> => {
    const found = activeOrEnded(await members.find({ memberId, accountId }));
    if (found.passwordHash !== undefined) throw currentPasswordMissing();
    await throttle({ memberId });
    const at = now();
    const session = (await sessions.live(memberId, at)).find(({ id }) => id === sessionId);
    if (session?.method !== 'link' || recentUntil(session) <= at) throw linkRequired();
    return { found, matching: undefined, refuse: currentPasswordMissing };
  };
  return { prove, proveLink };
}

function isTokenOf(
  { token }: Member,
  { digest, purpose }: { readonly digest: string | undefined; readonly purpose: OneTimeToken['purpose'] },
  at: Date,
): boolean {
  return digest !== undefined && token?.digest === digest && token.purpose === purpose && token.endsAt > at;
}

/** Hashes a chosen password. @throws AppError `validation_failed` naming its fault; `upstream_unavailable`. */
function makeHashOf(members: Pick<MemberStore, 'findByEmail'>, passwords: Passwords) {
  return async ({ email }: Member, password: string, field: 'password' | 'new_password'): Promise<string> => {
    const normal = normalPassword(password);
    const fault = passwordFault(normal, email);
    if (fault) throw unacceptablePassword(fault, field);
    const others = await members.findByEmail(email);
    return passwords.hash(normal, others.flatMap(({ passwordHash }) => passwordHash ?? []).at(0));
  };
}

const FAULTS: Readonly<Record<PasswordFault, string>> = {
  too_short: 'Must have at least 12 characters.',
  too_long: 'Must have at most 200 characters.',
  too_common: 'Must not be a common password.',
  like_the_address: 'Must not be made of the e-mail address.',
};

function unacceptablePassword(fault: PasswordFault, field: 'password' | 'new_password') {
  const facts = { errors: [{ pointer: `/${field}`, code: fault, message: FAULTS[fault] }] };
  return errors.validationFailed('The password is not acceptable.', { facts });
}

function currentPasswordMissing(): AppError {
  const facts = { errors: [{ pointer: '/current_password', code: 'required', message: 'Required: the member has a password.' }] };
  return errors.validationFailed('The current password is missing.', { facts });
}

function linkRequired(): AppError {
  return errors.recentAuthenticationRequired(
    'A first password is set within 10 minutes of a sign-in by a link: ask for a new link.',
  );
}

function refusalOf({ id, accountId }: Member, { actor, address, requestId }: Author, at: Date): AuditEntry {
  const target = { type: 'member', id } as const;
  return auditEntry('member.password_refused', { accountId, target }, { by: { actor, address, requestId }, at });
}
