import { memberWithToken, SESSION_COOKIE, signedIn, type MemberRole, type SignedInRecord } from '@fulfilment/contracts';
import { parseSetCookie } from 'cookie';
import { type Answer, type Client, clientOf } from './client.ts';
import { PUBLIC_URL, type TestGateway } from './start-gateway.ts';

export const PASSWORD = 'mugs fill the third shelf';

let addresses = 0;

/** An e-mail address that is unique in this run. */
export function newEmail(): string {
  addresses += 1;
  return `member${addresses}.${Date.now().toString(36)}@example.com`;
}

/** Sends JSON to the API of accounts, as a page of our own origin does. */
export type AccountCall = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** @param cookie of a session, as a browser sends it. */
export function accountCall(client: Client, cookie?: string): AccountCall {
  return (method, path, body) =>
    client(`/account/v1${path}`, {
      method,
      headers: {
        origin: PUBLIC_URL,
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

/** The session that an answer gives to the browser, as the browser sends it from then on. */
export function cookieFrom({ headers }: Answer): string {
  const [text = ''] = headers.getSetCookie();
  const { name, value = '' } = parseSetCookie(text);
  if (name !== SESSION_COOKIE || value === '') throw new Error(`no session in ${text}`);
  return `${name}=${value}`;
}

export interface SignedInMember {
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
  readonly opened: SignedInRecord;
  readonly call: AccountCall;
}

/** Invites a member as the operator. @returns the member with the token. */
export async function invite(
  gateway: TestGateway,
  accountId: string,
  wish: { readonly email: string; readonly role: MemberRole },
) {
  const { status, body } = await gateway.operator.call('POST', '/operator/v1/members', { account_id: accountId, ...wish });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return memberWithToken.parse(body);
}

/** Invites a member to an account and accepts the invitation. */
export async function memberOf(
  gateway: TestGateway,
  accountId: string,
  { role = 'owner', email = newEmail() }: { readonly role?: MemberRole; readonly email?: string } = {},
): Promise<SignedInMember> {
  const { one_time_token: token } = await invite(gateway, accountId, { email, role });
  const client = clientOf(gateway);
  const joined = await accountCall(client)('POST', '/invitations/accept', { token: token.token, password: PASSWORD });
  if (joined.status !== 201) throw new Error(joined.text);
  const opened = signedIn.parse(JSON.parse(joined.text));
  const cookie = cookieFrom(joined);
  return { id: opened.member.id, email, cookie, opened, call: accountCall(client, cookie) };
}
