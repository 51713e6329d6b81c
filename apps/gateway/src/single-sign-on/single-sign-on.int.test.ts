import { accountOperations, memberWithToken, SESSION_COOKIE, signedIn } from '@fulfilment/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type Answer, clientOf, expectCommonHeaders, expectProblem, newAddress } from '../testing/client.ts';
import { type CookieJar, makeCookieJar } from '../testing/cookie-jar.ts';
import { invite, memberOf, newEmail } from '../testing/member-of.ts';
import { gatewayEnv, PUBLIC_URL, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startIdentityProvider, type TestIdentityProvider } from '../testing/start-identity-provider.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

const START = '/account/v1/single-sign-on';
const CALLBACK = `${START}/callback`;
const FLOW_COOKIE = '__Host-single-sign-on';

let upstream: Upstream;
let provider: TestIdentityProvider;
let gateway: TestGateway;
let other: TestGateway;
let people = 0;

beforeAll(async () => {
  upstream = await startUpstream();
  provider = await startIdentityProvider(() => PUBLIC_URL + CALLBACK);
  const env = {
    ...gatewayEnv(inject('engines'), upstream.url),
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: 'Example ID',
  };
  gateway = await startGateway(env);
  other = await startGateway(env);
});
beforeEach(() => provider.tamper(undefined));
afterAll(async () => {
  await other.stop();
  await gateway.stop();
  await provider.stop();
  await upstream.stop();
});

/** A browser at one of the gateways. */
function browser(jar: CookieJar = makeCookieJar()) {
  const address = newAddress();
  const visit = async (path: string, at: TestGateway = gateway, said: Readonly<Record<string, string>> = {}): Promise<Answer> => {
    // A browser sees all gateways as one origin.
    const cookies = jar.header(PUBLIC_URL);
    const headers = { ...said, 'x-forwarded-for': address, ...(cookies === undefined ? {} : { cookie: cookies }) };
    const response = await fetch(at.url + path, { headers, redirect: 'manual' });
    jar.keep(PUBLIC_URL, response.headers);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  /** The path that the provider redirects to after a sign-in there. */
  const signInThere = async (begun: Answer): Promise<string> => {
    const back = new URL(await jar.follow(begun.headers.get('location') ?? '', provider.issuer));
    return back.pathname + back.search;
  };
  const signIn = async (query = ''): Promise<Answer> => visit(await signInThere(await visit(START + query)));
  return {
    jar,
    visit,
    signInThere,
    signIn,
    whoAmI: async () => signedIn.parse(JSON.parse((await visit('/account/v1/session')).text)),
  };
}

/** A person whom the provider knows, and who uses the browser from now on. */
function newPerson(email = newEmail(), changes: { readonly subject?: string; readonly emailVerified?: boolean } = {}) {
  people += 1;
  const person = { subject: `subject-${people}`, email, emailVerified: true, ...changes };
  provider.signIn(person);
  return person;
}

const newAccount = async (): Promise<string> => (await gateway.operator.account()).id;

async function auditOf(accountId: string): Promise<readonly (readonly [string, string, unknown])[]> {
  const { key } = await gateway.operator.key({ accountId });
  const { text } = await clientOf(gateway, key)('/account/v1/audit-log?limit=200');
  const { body } = accountOperations.listAuditLog.replies[200];
  return body.parse(JSON.parse(text)).data.map(({ action, actor, details }) => [action, actor, details] as const);
}

describe('an invited person', () => {
  test('joins by a sign-in at the provider', async () => {
    const accountId = await newAccount();
    const { email } = newPerson();
    const invited = await invite(gateway, accountId, { email, role: 'developer' });
    const { visit, signInThere, jar, whoAmI } = browser();
    const begun = await visit(`${START}?return_to=/docs`);
    const flow = jar.cookie(PUBLIC_URL, FLOW_COOKIE);
    const finished = await visit(await signInThere(begun));

    expectCommonHeaders(begun.headers);
    expect([begun.status, flow !== undefined]).toEqual([302, true]);
    expect([finished.status, finished.headers.get('location')]).toEqual([302, '/docs']);
    expect(finished.headers.get('cache-control')).toBe('no-store');
    expect(jar.cookie(PUBLIC_URL, FLOW_COOKIE)).toBeUndefined();
    const { member, session, account } = await whoAmI();
    expect({ id: member.id, status: member.status, role: member.role, account: account.id }).toEqual({
      id: invited.id,
      status: 'active',
      role: 'developer',
      account: accountId,
    });
    expect(session.method).toBe('single_sign_on');
    expect((await auditOf(accountId)).slice(1, 4)).toEqual([
      ['session.created', invited.id, { method: 'single_sign_on' }],
      ['member.joined', invited.id, { by: 'single_sign_on' }],
      ['member.identity_linked', invited.id, { issuer: provider.issuer }],
    ]);
  });

  test('uses up the invitation by the sign-in', async () => {
    const accountId = await newAccount();
    const { email } = newPerson();
    const { one_time_token: token } = await invite(gateway, accountId, { email, role: 'viewer' });
    await browser().signIn();
    const body = JSON.stringify({ token: token.token, password: 'mugs fill the third shelf' });
    const headers = { 'content-type': 'application/json', origin: PUBLIC_URL };

    const accepted = await clientOf(gateway)('/account/v1/invitations/accept', { method: 'POST', headers, body });
    expect(expectProblem(accepted, 'invalid_token').status).toBe(422);
  });
});

describe('a member', () => {
  test('with a password is linked by the first sign-in, and found by the identity from then on', async () => {
    const accountId = await newAccount();
    const { subject, email } = newPerson();
    const member = await memberOf(gateway, accountId, { email });
    await browser().signIn();
    newPerson(newEmail(), { subject, emailVerified: false });
    const later = browser();
    await later.signIn();

    expect((await later.whoAmI()).member.id).toBe(member.id);
    expect((await auditOf(accountId)).filter(([action]) => action === 'member.identity_linked')).toHaveLength(1);
  });

  test('of several accounts must choose one', async () => {
    const { email } = newPerson();
    const [first, second] = [await newAccount(), await newAccount()];
    for (const accountId of [first, second]) await memberOf(gateway, accountId, { email });
    const unnamed = browser();
    const choice = expectProblem(await unnamed.signIn(), 'several_accounts');
    const named = browser();
    await named.signIn(`?account_id=${second}`);

    expect(choice).toMatchObject({ status: 409, accounts: [{ id: first }, { id: second }] });
    expect(unnamed.jar.cookie(PUBLIC_URL, SESSION_COOKIE)).toBeUndefined();
    expect((await named.whoAmI()).account.id).toBe(second);
    expectProblem(await browser().signIn(`?account_id=${await newAccount()}`), 'sso_unknown_member');
  });

  test('of one account links another by choosing it while signed in to it', async () => {
    const { email } = newPerson();
    await memberOf(gateway, await newAccount(), { email });
    await browser().signIn();
    const second = await newAccount();
    const member = await memberOf(gateway, second, { email });
    const [name = '', value = ''] = member.cookie.split('=');
    const jar = makeCookieJar();
    jar.keep(PUBLIC_URL, new Headers({ 'set-cookie': `${name}=${value}; Secure; Path=/` }));

    expectProblem(await browser().signIn(`?account_id=${second}`), 'sso_unknown_member');
    expect((await browser(jar).signIn(`?account_id=${second}`)).status).toBe(302);
    // From then on it is linked like the first one.
    const later = browser();
    expect((await later.signIn(`?account_id=${second}`)).status).toBe(302);
    expect((await later.whoAmI()).member.id).toBe(member.id);
  });

  test('is no longer linked after a password reset', async () => {
    const { email } = newPerson();
    const accountId = await newAccount();
    const member = await memberOf(gateway, accountId, { email });
    await browser().signIn();
    newPerson(email);
    expectProblem(await browser().signIn(), 'sso_unknown_member');
    const { body } = await gateway.operator.call('POST', `/operator/v1/members/${member.id}/reset`);
    const { one_time_token: token } = memberWithToken.parse(body);
    await member.call('POST', '/password/reset', { token: token.token, password: 'plates fill the fourth shelf' });

    expect((await browser().signIn()).status).toBe(302);
    expect((await auditOf(accountId)).filter(([action]) => action === 'member.identity_linked')).toHaveLength(2);
  });

  test('begins at one gateway and finishes at another', async () => {
    const { email } = newPerson();
    await memberOf(gateway, await newAccount(), { email });
    const { visit, signInThere } = browser();
    const back = await signInThere(await visit(START));

    expect((await visit(back, other)).status).toBe(302);
    expect((await visit('/account/v1/session', other)).status).toBe(200);
  });
});

describe('a sign-in is refused', () => {
  test('without an invitation', async () => {
    newPerson();

    expect(expectProblem(await browser().signIn(), 'sso_unknown_member').status).toBe(403);
  });

  test('with an unverified address', async () => {
    const { email } = newPerson(newEmail(), { emailVerified: false });
    await memberOf(gateway, await newAccount(), { email });
    const { signIn, jar } = browser();

    expect(expectProblem(await signIn(), 'sso_email_not_verified').status).toBe(403);
    expect(jar.cookie(PUBLIC_URL, SESSION_COOKIE)).toBeUndefined();
  });

  test('of a removed member', async () => {
    const { email } = newPerson();
    const accountId = await newAccount();
    const owner = await memberOf(gateway, accountId);
    const member = await memberOf(gateway, accountId, { email });
    await browser().signIn();
    expect((await owner.call('DELETE', `/members/${member.id}`)).status).toBe(200);

    expectProblem(await browser().signIn(), 'sso_unknown_member');
  });

  test('of a new holder of a linked address', async () => {
    const { email } = newPerson();
    await memberOf(gateway, await newAccount(), { email });
    await browser().signIn();
    newPerson(email);

    expect(expectProblem(await browser().signIn(), 'sso_unknown_member').status).toBe(403);
  });

  test('of a linked identity to another account that has only invited it', async () => {
    const { email } = newPerson();
    const own = await newAccount();
    await memberOf(gateway, own, { email });
    const victim = browser();
    await victim.signIn();
    const lure = await newAccount();
    const { id: memberId } = await invite(gateway, lure, { email, role: 'owner' });

    expectProblem(await victim.signIn(`?account_id=${lure}`), 'sso_unknown_member');
    expect((await victim.whoAmI()).account.id).toBe(own);
    await victim.signIn();
    expect((await victim.whoAmI()).account.id).toBe(own);
    expect((await auditOf(lure)).filter(([, actor]) => actor === memberId)).toEqual([]);
  });

  test.each(['cross-site', 'same-site'])('that a page of another site begins: %s', async (site) => {
    const { visit, jar } = browser();

    expect(expectProblem(await visit(START, gateway, { 'sec-fetch-site': site }), 'cross_origin').status).toBe(403);
    expect(jar.cookie(PUBLIC_URL, FLOW_COOKIE)).toBeUndefined();
    for (const own of ['same-origin', 'none']) expect((await visit(START, gateway, { 'sec-fetch-site': own })).status).toBe(302);
  });

  test('that the person declines', async () => {
    provider.signIn(undefined);

    expect(expectProblem(await browser().signIn(), 'sso_denied')).toMatchObject({ provider_error: 'access_denied' });
  });

  test('with an ID token that fails verification', async () => {
    const { email } = newPerson();
    await memberOf(gateway, await newAccount(), { email });
    provider.tamper(({ header, claims }) => ({ header, claims: { ...claims, nonce: 'another' } }));

    expect(expectProblem(await browser().signIn(), 'sso_not_trusted')).toMatchObject({ check: 'nonce' });
  });
});

/** A member's browser on its way back from the provider. */
async function brought() {
  const { email } = newPerson();
  await memberOf(gateway, await newAccount(), { email });
  const own = browser();
  const back = await own.signInThere(await own.visit(START));
  return { ...own, back, cookie: own.jar.header(PUBLIC_URL) ?? '' };
}

describe('an answer of the provider', () => {
  test('is valid once, also with a restored cookie', async () => {
    const { visit, back, cookie } = await brought();
    expect((await visit(back)).status).toBe(302);

    expectProblem(await visit(back), 'sso_expired');
    expectProblem(await clientOf(gateway)(back, { headers: { cookie }, redirect: 'manual' }), 'sso_expired');
    // Also where the provider would accept the code again.
    const second = await brought();
    const both = await Promise.all([second.visit(second.back), second.visit(second.back)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([302, 400]);
  });

  test('is valid in the browser that began the sign-in only', async () => {
    const { back } = await brought();
    const another = browser();
    await another.visit(START);

    expectProblem(await clientOf(gateway)(back), 'sso_expired');
    expectProblem(await another.visit(back), 'sso_expired');
    const page = await clientOf(gateway)(back, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<a href="/console">');
    expectCommonHeaders(page.headers);
    expect(another.jar.cookie(PUBLIC_URL, SESSION_COOKIE)).toBeUndefined();
  });

  test.each([
    ['another state', (query: URLSearchParams) => query.set('state', 'x'), 'sso_expired'],
    ['no state', (query: URLSearchParams) => query.delete('state'), 'sso_expired'],
    ['another code', (query: URLSearchParams) => query.set('code', 'x'), 'sso_expired'],
    ['no code', (query: URLSearchParams) => query.delete('code'), 'sso_not_trusted'],
    ['another issuer', (query: URLSearchParams) => query.set('iss', 'https://elsewhere.example.test'), 'sso_not_trusted'],
    ['two codes', (query: URLSearchParams) => query.append('code', 'x'), 'invalid_parameter'],
  ])('with %s opens nothing', async (_what, change, code) => {
    const { visit, back, jar } = await brought();
    const url = new URL(back, PUBLIC_URL);
    change(url.searchParams);

    expectProblem(await visit(url.pathname + url.search), code);
    expect(jar.cookie(PUBLIC_URL, SESSION_COOKIE)).toBeUndefined();
  });

  test('may have parameters beyond the protocol', async () => {
    const { visit, back } = await brought();

    expect((await visit(`${back}&session_state=1&authuser=0`)).status).toBe(302);
  });

  test('can be sent again after the provider was unavailable', async () => {
    const { visit, back } = await brought();
    provider.fail(503);
    const away = expectProblem(await visit(back), 'upstream_unavailable');
    provider.fail(undefined);

    expect(away).toMatchObject({ status: 503, retryable: true });
    expect((await visit(back)).status).toBe(302);
  });
});

describe('the return path', () => {
  test.each([
    '//evil.example',
    String.raw`/\evil.example`,
    'https://evil.example/',
    'evil',
    '/a b',
    '/%0d'.replace('%0d', '\r'),
    '',
  ])('cannot lead to another host: %j', async (path) => {
    const answer = await browser().visit(`${START}?return_to=${encodeURIComponent(path)}`);

    expect(expectProblem(answer, 'invalid_parameter').errors?.map(({ pointer }) => pointer)).toEqual(['/return_to']);
  });

  test('is the session by default', async () => {
    const { email } = newPerson();
    await memberOf(gateway, await newAccount(), { email });

    expect((await browser().signIn()).headers.get('location')).toBe('/account/v1/session');
    expect((await browser().signIn('?return_to=/console/keys%3Fpage%3D2')).headers.get('location')).toBe('/console/keys?page=2');
  });
});

test('the sign-in methods are public', async () => {
  const methods = JSON.parse((await browser().visit('/account/v1/sign-in-methods')).text);

  expect(methods).toEqual({ password: { path: '/account/v1/sessions' }, single_sign_on: { name: 'Example ID', path: START } });
});

test('a new provider of the installation links members by their addresses again', async () => {
  const { email } = newPerson();
  const member = await memberOf(gateway, await newAccount(), { email });
  await browser().signIn();
  const next = await startIdentityProvider(() => PUBLIC_URL + CALLBACK);
  const moved = await startGateway({ ...gateway.env, OIDC_ISSUER: next.issuer });
  next.signIn({ subject: 'another', email, emailVerified: true });
  const { jar, visit, whoAmI } = browser();
  const begun = await visit(START, moved);
  const back = new URL(await jar.follow(begun.headers.get('location') ?? '', next.issuer));
  const finished = await visit(back.pathname + back.search, moved);
  await moved.stop();
  await next.stop();

  expect(finished.status).toBe(302);
  expect((await whoAmI()).member.id).toBe(member.id);
});

test('an installation without a provider lists none', async () => {
  const alone = await startGateway(gatewayEnv(inject('engines'), upstream.url));
  const ask = clientOf(alone);

  expect(JSON.parse((await ask('/account/v1/sign-in-methods')).text)).toMatchObject({ single_sign_on: null });
  expectProblem(await ask(START), 'not_found');
  expectProblem(await ask(`${CALLBACK}?code=1&state=2`), 'not_found');
  await alone.stop();
});

test('a gateway starts and serves while the provider is unavailable', async () => {
  const env = { ...gateway.env, OIDC_ISSUER: 'http://127.0.0.1:1' };
  const started = await startGateway(env);
  const refused = await clientOf(started)(START);

  expect(expectProblem(refused, 'upstream_unavailable').status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect((await clientOf(started)('/account/v1/sign-in-methods')).status).toBe(200);
  await started.stop();
});
