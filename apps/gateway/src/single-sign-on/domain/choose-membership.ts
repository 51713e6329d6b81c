/** A membership as far as a sign-in considers it. */
export interface Membership {
  readonly id: string;
  readonly accountId: string;
  readonly status: 'invited' | 'active' | 'removed';
}

export interface ShownMemberships<Each extends Membership> {
  /** Linked to the identity by an earlier sign-in. */
  readonly linked: readonly Each[];
  /** With the verified address and no link. Anyone who may invite can choose the address. */
  readonly byAddress: readonly Each[];
}

export interface SignInWish {
  readonly accountId: string | undefined;
  /** The member who is signed in with the browser. */
  readonly signedInAs: string | undefined;
}

/**
 * The memberships that a sign-in may open; of several, the person has to choose.
 *
 * A linked identity opens no other membership by the address alone: otherwise any account could invite the person and have them
 * signed in to itself. It does where the account is chosen and the person is signed in to it already.
 */
export function membershipsMeant<Each extends Membership>(
  { linked, byAddress }: ShownMemberships<Each>,
  { accountId, signedInAs }: SignInWish,
): readonly Each[] {
  const isMeant = (each: Each): boolean => accountId === undefined || each.accountId === accountId;
  const known = linked.filter(isCurrent);
  const offered = byAddress.filter((each) => isCurrent(each) && isMeant(each));
  if (known.length === 0) return offered;
  const meant = known.filter(isMeant);
  return meant.length > 0 ? meant : offered.filter(({ id }) => id === signedInAs);
}

function isCurrent({ status }: Membership): boolean {
  return status !== 'removed';
}
