import type { Asking, ChangeMember } from './change-member.ts';
import type { Member, MemberName, OneTimeToken, Secrets } from './member-ports.ts';
import { memberNotActive } from './member-refusals.ts';

const DAY_MS = 86_400_000;
/** How long a token is good for. Whoever invites somebody has to reach them first; whoever resets is asked by them. */
const LIFETIME_MS = { invitation: 7 * DAY_MS, reset: DAY_MS } as const satisfies Record<OneTimeToken['purpose'], number>;

/** A member with the text of the token that is open. */
export interface MemberWithText {
  readonly member: Member;
  readonly token: OneTimeToken;
  readonly text: string;
}

/** A new token with its text. */
export function newToken(secrets: Secrets, purpose: OneTimeToken['purpose'], at: Date) {
  const { text, digest } = secrets.mint();
  return { text, token: { digest, purpose, endsAt: new Date(at.getTime() + LIFETIME_MS[purpose]) } };
}

/**
 * Gives a member a new token; the one before it opens nothing any more.
 *
 * @throws AppError `not_found`; `member_not_active` for an invitation of somebody who has joined, a reset of somebody who has not,
 * and either for somebody who was removed.
 */
export type IssueToken = (name: MemberName, purpose: OneTimeToken['purpose'], asking: Asking) => Promise<MemberWithText>;

export interface IssueTokenParts {
  readonly changeMember: ChangeMember;
  readonly secrets: Secrets;
}

const WANTED = { invitation: 'invited', reset: 'active' } as const;
const ACTIONS = { invitation: 'member.invitation_renewed', reset: 'member.reset_issued' } as const;

export function makeIssueToken({ changeMember, secrets }: IssueTokenParts): IssueToken {
  return async (name, purpose, asking) => {
    const minted = secrets.mint();
    let token: OneTimeToken = { digest: minted.digest, purpose, endsAt: new Date(0) };
    const member = await changeMember(name, asking, (found, at) => {
      if (found.status !== WANTED[purpose]) throw memberNotActive(found);
      token = { ...token, endsAt: new Date(at.getTime() + LIFETIME_MS[purpose]) };
      return { member: { ...found, token }, action: ACTIONS[purpose] };
    });
    return { member, token, text: minted.text };
  };
}
