import type { AuditEntry } from '../accounts/account-ports.ts';

/** A sign-in at the identity provider, kept by the browser until it returns. */
export interface SignInFlow {
  /** Identifies this one sign-in. */
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636): proves that the code is redeemed by the client that requested it. */
  readonly verifier: string;
  /** The path of the gateway's own origin that the browser returns to. */
  readonly returnTo: string;
  /** The chosen account; without it the person must be a member of one account only. */
  readonly accountId: string | undefined;
  readonly endsAt: Date;
}

/** An identity that the provider has proved. */
export interface ProvenIdentity {
  readonly issuer: string;
  /** Never changes and is never reassigned, unlike an address (OpenID Connect Core 1.0 section 5.7). */
  readonly subject: string;
  readonly email: string | undefined;
  /** True where the provider has verified that the address belongs to the person. */
  readonly emailVerified: boolean;
}

/** The answer of the provider, as the browser brings it: the query parameters, each once. */
export type ProviderAnswer = Readonly<Record<string, string>>;

/** The identity provider of the installation. */
export interface IdentityProvider {
  /** Begins a sign-in with random values. @returns it with the address at the provider. @throws AppError `upstream_unavailable`. */
  begin(wish: Pick<SignInFlow, 'returnTo' | 'accountId' | 'endsAt'>): Promise<{ flow: SignInFlow; url: string }>;
  /**
   * Redeems an answer.
   *
   * @param requestId of the request with the answer, for the log.
   * @throws AppError `sso_denied`, `sso_expired` (the code was used or has expired), `sso_not_trusted`, `upstream_unavailable`.
   */
  identify(answer: ProviderAnswer, flow: SignInFlow, requestId: string): Promise<ProvenIdentity>;
}

/** Keeps a sign-in in the browser, sealed. */
export interface FlowCookie {
  /** @returns the text of `Set-Cookie`. */
  seal(flow: SignInFlow, now: Date): Promise<string>;
  /**
   * @param cookies the text of `Cookie`.
   * @returns undefined where it has no intact flow, or an expired one.
   */
  open(cookies: string | undefined, now: Date): Promise<SignInFlow | undefined>;
  /** The `Set-Cookie` that deletes it. */
  readonly ended: string;
}

/** The finished sign-ins of all gateways. */
export interface FinishedFlows {
  /** @returns false where it was finished before. */
  finish(flow: Pick<SignInFlow, 'state' | 'endsAt'>): Promise<boolean>;
  /** Allows it to be finished again. */
  reopen(flow: Pick<SignInFlow, 'state'>): Promise<void>;
}

/** An identity of the provider and the member linked to it. A person who is removed and invited again is a new member. */
export interface LinkedIdentity extends Pick<ProvenIdentity, 'issuer' | 'subject'> {
  readonly memberId: string;
}

/**
 * Finds the member who is signed in with a browser.
 *
 * @param cookies the text of `Cookie`.
 * @returns undefined without a live session.
 */
export type FindSignedInMember = (cookies: string | undefined) => Promise<string | undefined>;

export interface LinkedIdentities {
  /** The ids of the members linked to this identity. */
  membersOf(identity: Pick<ProvenIdentity, 'issuer' | 'subject'>): Promise<readonly string[]>;
  /** Those of these members that are linked to any identity of this provider. */
  linkedAmong(memberIds: readonly string[], issuer: string): Promise<ReadonlySet<string>>;
  /** Replaces a link to another provider. @returns false where the member is linked to another identity of this provider. */
  link(linked: LinkedIdentity, entry: AuditEntry): Promise<boolean>;
}
