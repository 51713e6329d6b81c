/** A membership that somebody may sign in to. */
export interface Membership {
  readonly id: string;
  readonly accountId: string;
  readonly status: 'invited' | 'active' | 'removed';
}

/** The memberships that somebody shows to be theirs. */
export interface ShownMemberships<Each extends Membership> {
  /** By the identity that they signed in with before. */
  readonly linked: readonly Each[];
  /** By nothing but the address, which whoever invites can write down as well. */
  readonly byAddress: readonly Each[];
}

/** What is known of a sign-in beyond who it is. */
export interface SignInWish {
  readonly accountId: string | undefined;
  /** The member whose session the browser has. */
  readonly signedInAs: string | undefined;
}

/**
 * The memberships that a sign-in can be to; where there are several, it has to be asked which.
 *
 * Somebody who has a linked one gets to no other by the address alone: else an account that invites them could have them signed in
 * to itself. They do where the account is named and they are signed in to it in another way.
 */
export function membershipsMeant<Each extends Membership>(
  { linked, byAddress }: ShownMemberships<Each>,
  { accountId, signedInAs }: SignInWish,
): readonly Each[] {
  const isMeant = (each: Each): boolean => accountId === undefined || each.accountId === accountId;
  const known = linked.filter(isOpen);
  const offered = byAddress.filter((each) => isOpen(each) && isMeant(each));
  if (known.length === 0) return offered;
  const meant = known.filter(isMeant);
  return meant.length > 0 ? meant : offered.filter(({ id }) => id === signedInAs);
}

function isOpen({ status }: Membership): boolean {
  return status !== 'removed';
}
