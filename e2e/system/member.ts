import { type MemberRole, SESSION_COOKIE, signedIn } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import type { Answer } from './call.ts';
import type { TestSystem } from './start-test-system.ts';

/** A member of an account who is signed in. */
export interface SignedInMember {
  readonly id: string;
  readonly email: string;
  readonly sessionId: string;
  /** Headers that a page of our own origin sends: the cookie, and the origin. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The member to invite. */
export interface Newcomer {
  readonly accountId: string;
  readonly role: MemberRole;
  /** Before the `@`; unique by default. */
  readonly name?: string;
}

/** Good for every member that joins here. */
export const PASSWORD = 'mugs fill the third shelf';

/** A member whom the operator invites, and who joins. */
export async function joinAccount(
  { operator, callAccount }: Pick<TestSystem, 'operator' | 'callAccount'>,
  { accountId, role, name = newId('mem').toLowerCase() }: Newcomer,
): Promise<SignedInMember> {
  const email = `${name}@example.com`;
  const { one_time_token: token } = await operator.invite({ accountId, email, role });
  const body = { token: token.token, password: PASSWORD };
  const joined = await callAccount('POST', '/invitations/accept', { body, headers: { 'user-agent': name } });
  const { member, session } = joined.as(201, signedIn);
  return { id: member.id, email, sessionId: session.id, headers: { 'sec-fetch-site': 'same-origin', cookie: cookieOf(joined) } };
}

function cookieOf({ headers }: Answer): string {
  const [cookie = ''] = headers.getSetCookie().map((text) => text.split(';')[0]);
  if (!cookie.startsWith(`${SESSION_COOKIE}=`)) throw new Error(`${cookie} is no session`);
  return cookie;
}
