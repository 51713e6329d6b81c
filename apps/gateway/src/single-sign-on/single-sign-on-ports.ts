import type { AuditEntry } from '../accounts/account-ports.ts';

/** What a sign-in at the identity provider is known by again when the browser comes back. */
export interface SignInFlow {
  /** Of this one sign-in, and of no other. */
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636): proves that who redeems the code is who asked for it. */
  readonly verifier: string;
  /** A path of our own origin, to which the browser goes afterwards. */
  readonly returnTo: string;
  /** The account that is meant; without it the person has to be known in one alone. */
  readonly accountId: string | undefined;
  readonly endsAt: Date;
}

/** Somebody as the identity provider knows them, proved. */
export interface ProvenIdentity {
  readonly issuer: string;
  /** Never changes and is never given to somebody else, in contrast to an address (OpenID Connect Core 1.0 section 5.7). */
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the provider says that the address is that person's. */
  readonly emailVerified: boolean;
}

/** What a browser brings back from the provider: the parameters of the query, each once. */
export type ProviderAnswer = Readonly<Record<string, string>>;

/** The identity provider of the installation. */
export interface IdentityProvider {
  /** A new sign-in, with values that nobody can guess, and where the browser goes for it. @throws AppError `upstream_unavailable`. */
  begin(wish: Pick<SignInFlow, 'returnTo' | 'accountId' | 'endsAt'>): Promise<{ flow: SignInFlow; url: string }>;
  /**
   * Who it was.
   *
   * @param requestId of the request that brings the answer, for the log.
   * @throws AppError `sso_denied`, `sso_expired` (the code was used or is too old), `sso_not_trusted`, `upstream_unavailable`.
   */
  identify(answer: ProviderAnswer, flow: SignInFlow, requestId: string): Promise<ProvenIdentity>;
}

/** Has a browser keep a sign-in until it comes back. */
export interface FlowKeeper {
  /** @returns the text of `Set-Cookie`. */
  keep(flow: SignInFlow, now: Date): Promise<string>;
  /**
   * @param cookies the text of `Cookie`.
   * @returns undefined where there is none that is whole and has not ended.
   */
  recall(cookies: string | undefined, now: Date): Promise<SignInFlow | undefined>;
  /** The text of `Set-Cookie` that has the browser keep none. */
  readonly forgotten: string;
}

/** Remembers which sign-ins were finished, on all gateways. */
export interface FinishedFlows {
  /** @returns whether it is finished by this, and was not before. */
  finish(flow: Pick<SignInFlow, 'state' | 'endsAt'>): Promise<boolean>;
  /** Lets it be finished again. */
  reopen(flow: Pick<SignInFlow, 'state'>): Promise<void>;
}

/** An identity of the provider, and the member that it is. Whoever is removed and invited again is another member. */
export interface LinkedIdentity extends Pick<ProvenIdentity, 'issuer' | 'subject'> {
  readonly memberId: string;
}

/**
 * The member whose session a browser has.
 *
 * @param cookies the text of `Cookie`.
 * @returns undefined where it has none that is live.
 */
export type SignedInAs = (cookies: string | undefined) => Promise<string | undefined>;

export interface LinkedIdentities {
  /** Members that this identity is. */
  membersOf(identity: Pick<ProvenIdentity, 'issuer' | 'subject'>): Promise<readonly string[]>;
  /** Which of these members are linked to an identity of this provider, whichever it is. */
  linkedAmong(memberIds: readonly string[], issuer: string): Promise<ReadonlySet<string>>;
  /** A link to another provider is replaced by it. @returns false where the member is linked to another identity of this one. */
  link(linked: LinkedIdentity, entry: AuditEntry): Promise<boolean>;
}
