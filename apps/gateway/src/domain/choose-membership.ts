/** A membership that somebody may sign in to. */
export interface Membership {
  readonly id: string;
  readonly accountId: string;
  readonly status: 'invited' | 'active' | 'removed';
}

/**
 * The membership that a sign-in is to: of the account that is named; else one that was joined rather than one that is only
 * offered, and the first of them.
 *
 * @param memberships in the order in which they came to be.
 */
export function chooseMembership<Each extends Membership>(
  memberships: readonly Each[],
  accountId: string | undefined,
): Each | undefined {
  const open = memberships.filter(({ status }) => status !== 'removed');
  const meant = accountId === undefined ? open : open.filter((each) => each.accountId === accountId);
  return meant.find(({ status }) => status === 'active') ?? meant[0];
}
