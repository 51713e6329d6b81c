import type { AccountCommands } from './accounts/account-commands.ts';
import type { AccountStore, AuditLog, KeyStore, Revocations } from './accounts/account-ports.ts';
import type { KeyCommands } from './accounts/key-commands.ts';
import type { RemainingOf } from './accounts/key-routes.ts';
import type { MemberCommands } from './members/member-commands.ts';
import type { MemberStore, SessionStore } from './members/member-ports.ts';
import type { PasswordCommands } from './members/password-commands.ts';
import type { SessionCommands } from './members/session-commands.ts';
import type { SignIn } from './members/sign-in.ts';
import type { SingleSignOn } from './single-sign-on/single-sign-on-commands.ts';

/** The use cases of the gateway itself; every other operation of the contracts is proxied to its service. */
export interface Application {
  readonly commands: Commands;
  readonly queries: Queries;
}

export interface Commands {
  /** Create an account, change its plan. */
  readonly accounts: AccountCommands;
  /** Issue, update, rotate and revoke API keys. */
  readonly keys: KeyCommands;
  /** Invite, change and remove members, and issue their one-time tokens. */
  readonly members: MemberCommands;
  /** Change a password, redeem a one-time token. */
  readonly passwords: PasswordCommands;
  /** Open a session by e-mail address and password. */
  readonly signIn: SignIn;
  /** Open a session by the identity provider; undefined where the installation has none. */
  readonly singleSignOn: SingleSignOn | undefined;
  /** Ends the sessions of all members. @returns their number. */
  readonly endSessions: () => Promise<number>;
  /** Describe and end sessions. */
  readonly sessions: SessionCommands;
}

export interface Queries {
  readonly accounts: Pick<AccountStore, 'find' | 'all'>;
  readonly keys: Pick<KeyStore, 'find' | 'named' | 'list' | 'page'>;
  /** Requests that the limits of keys admit now. */
  readonly remainingOf: RemainingOf;
  readonly members: Pick<MemberStore, 'find' | 'named' | 'list' | 'page'>;
  /** The live sessions of a member. */
  readonly sessions: Pick<SessionStore, 'live'>;
  /** Changes of all accounts that take something from someone. */
  readonly revocations: Revocations;
  /** The changes of an account, newest first. */
  readonly auditLog: AuditLog;
}
