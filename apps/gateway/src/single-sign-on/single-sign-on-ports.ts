/** A sign-in at the identity provider, kept by the browser until it returns. */
export interface SignInFlow {
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

/** An identity of the provider and the member linked to it. A person who is removed and invited again is a new member. */
export interface LinkedIdentity extends Pick<ProvenIdentity, 'issuer' | 'subject'> {
  readonly memberId: string;
}
