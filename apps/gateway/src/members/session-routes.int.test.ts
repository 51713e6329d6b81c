import { accountOperations, ACCOUNT_OPERATIONS, sessionRecord, signedIn } from '@fulfilment/contracts';
import { eventually, TIMED } from '@fulfilment/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { clientOf, expectCommonHeaders, expectProblem } from '../testing/client.ts';
import { type AccountCall, accountCall, cookieFrom, invite, memberOf, newEmail, PASSWORD } from '../testing/member-of.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

let upstream: Upstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url));
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

const OTHER_PASSWORD = 'plates fill the second shelf';
const sessions = z.object({ data: z.array(sessionRecord) });
const anonymous = () => accountCall(clientOf(gateway));
const signIn = (email: string, password = PASSWORD) => anonymous()('POST', '/sessions', { email, password });
const accountOf = ({ text }: { readonly text: string }) => signedIn.parse(JSON.parse(text)).account.id;
const auditLog = accountOperations.listAuditLog.replies[200].body;
const newestEntry = async (call: AccountCall, id: string) =>
  auditLog.parse(JSON.parse((await call('GET', `/audit-log?environment=sandbox&target_id=${id}`)).text)).data[0];

async function countOf(metric: string, outcome: string): Promise<number> {
  const metrics = await (await fetch(`${gateway.internalUrl}/metrics`)).text();
  return Number(new RegExp(`${metric}\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)`).exec(metrics)?.[1] ?? 0);
}

const newAccount = async () => (await gateway.operator.account()).id;

describe('an accepted invitation', () => {
  test('opens a session whose secret is hidden from scripts, other sites and the database', async () => {
    const accountId = await newAccount();
    const { one_time_token: token } = await invite(gateway, accountId, { email: newEmail(), role: 'developer' });
    const answer = await anonymous()('POST', '/invitations/accept', { token: token.token, password: PASSWORD });

    expectCommonHeaders(answer.headers);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(signedIn.parse(JSON.parse(answer.text))).toMatchObject({
      session: { current: true, method: 'invitation' },
      member: { account_id: accountId, role: 'developer', status: 'active', token_expires_at: null },
      account: { id: accountId },
      permissions: expect.arrayContaining(['inventory:write', 'keys:manage', 'webhooks:manage']),
    });
    expect(answer.text).not.toContain(cookieFrom(answer).split('=')[1]);
  });

  test('works once, and with its own token only', async () => {
    const { one_time_token: token } = await invite(gateway, await newAccount(), { email: newEmail(), role: 'viewer' });
    const body = { token: token.token, password: PASSWORD };
    const call = anonymous();

    expectProblem(await call('POST', '/password/reset', body), 'invalid_token');
    const answers = await Promise.all([call('POST', '/invitations/accept', body), call('POST', '/invitations/accept', body)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
    for (const wrong of [token.token, `${token.token.slice(0, -1)}_`, 'x', 'A'.repeat(43)])
      expectProblem(await call('POST', '/invitations/accept', { ...body, token: wrong }), 'invalid_token');
  });

  test.each([
    ['short after normalisation', 'e\u0301'.repeat(6), 'too_short'],
    ['common', 'password123456', 'too_common'],
    ['a run', 'qwertyuiop123', 'too_common'],
    ['a repetition', 'abcabcabcabcabc', 'too_common'],
  ])('a password that is %s is refused, and the token still works', async (_what, password, code) => {
    const { one_time_token: token } = await invite(gateway, await newAccount(), { email: newEmail(), role: 'viewer' });
    const refused = await anonymous()('POST', '/invitations/accept', { token: token.token, password });

    expect(expectProblem(refused, 'validation_failed').errors).toMatchObject([{ pointer: '/password', code }]);
    const answer = await anonymous()('POST', '/invitations/accept', { token: token.token, password: PASSWORD });
    expect(answer.status).toBe(201);
  });
});

describe('a sign-in', () => {
  test('opens a new session each time, and ignores the case of the address', async () => {
    const { email, cookie } = await memberOf(gateway, await newAccount());
    const answers = [await signIn(email), await signIn(email.toUpperCase())];

    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set([cookie, ...answers.map(cookieFrom)]).size).toBe(3);
  });

  test('has one refusal for a wrong password and an unknown, invited or removed address', async () => {
    const accountId = await newAccount();
    const owner = await memberOf(gateway, accountId);
    const removed = await memberOf(gateway, accountId, { role: 'viewer' });
    expect((await owner.call('DELETE', `/members/${removed.id}`)).status).toBe(200);
    const invited = newEmail();
    await invite(gateway, accountId, { email: invited, role: 'viewer' });
    const tries = [
      [owner.email, OTHER_PASSWORD],
      [newEmail(), PASSWORD],
      [invited, PASSWORD],
      [removed.email, PASSWORD],
    ];
    const answers = await Promise.all(tries.map(([email, password]) => anonymous()('POST', '/sessions', { email, password })));

    const problems = answers.map((answer) => ({ ...expectProblem(answer, 'invalid_credentials'), request_id: '' }));
    expect(new Set(problems.map((problem) => JSON.stringify(problem))).size).toBe(1);
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
  });

  test('to several accounts of an address requires a choice, and each has its own password', async () => {
    const email = newEmail();
    const [one, two, three] = [await newAccount(), await newAccount(), await newAccount()];
    for (const accountId of [one, two]) await memberOf(gateway, accountId, { email });
    const third = await memberOf(gateway, three, { role: 'viewer', email });
    expect((await third.call('POST', '/password', { current_password: PASSWORD, new_password: OTHER_PASSWORD })).status).toBe(
      200,
    );
    const sign = async (password: string, more: object = {}) => anonymous()('POST', '/sessions', { email, password, ...more });

    const choice = expectProblem(await sign(PASSWORD), 'several_accounts');
    expect(choice['accounts']).toEqual([
      { id: one, name: 'Mugs & Co' },
      { id: two, name: 'Mugs & Co' },
    ]);
    expect(accountOf(await sign(PASSWORD, { account_id: two }))).toBe(two);
    expect(accountOf(await sign(OTHER_PASSWORD))).toBe(three);
    expectProblem(await sign(PASSWORD, { account_id: three }), 'invalid_credentials');
  });

  test('is throttled by address and by client, with true headers, and never locked out for good', async () => {
    const { email } = await memberOf(gateway, await newAccount());
    const [here, elsewhere] = [anonymous(), anonymous()];
    const remaining: number[] = [];
    for (let tries = 0; tries < 10; tries += 1) {
      const answer = await here('POST', '/sessions', { email, password: OTHER_PASSWORD });
      expectProblem(answer, 'invalid_credentials');
      remaining.push(Number(answer.headers.get('x-ratelimit-remaining')));
    }
    expect(remaining).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    const refused = await here('POST', '/sessions', { email, password: PASSWORD });
    expect(expectProblem(refused, 'rate_limited')).toMatchObject({ limit: 'password-mailbox' });
    expect(refused.headers.get('x-ratelimit-limit')).toBe('10');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    // Guesses by one client do not lock out another.
    expect((await signIn(email)).status).toBe(201);
    expect(await countOf('sign_ins_total', 'throttled')).toBeGreaterThan(0);

    const tryOther = () => elsewhere('POST', '/sessions', { email: newEmail(), password: PASSWORD });
    for (let tries = 0; tries < 30; tries += 1) expect((await tryOther()).status).toBe(401);
    // One more attempt is allowed for every two seconds that this takes.
    let client = await tryOther();
    for (let more = 0; more < 10 && client.status === 401; more += 1) client = await tryOther();
    expect(expectProblem(client, 'rate_limited')).toMatchObject({ limit: 'password-client' });
    expect(Number(client.headers.get('retry-after'))).toBeLessThanOrEqual(2);
  });

  test('that fails is in the audit log of the members with the address', async () => {
    const { email, id, call } = await memberOf(gateway, await newAccount());
    await anonymous()('POST', '/sessions', { email, password: OTHER_PASSWORD });

    expect(await countOf('sign_ins_total', 'refused')).toBeGreaterThan(0);
    await expect
      .poll(async () => newestEntry(call, id))
      .toMatchObject({ action: 'session.refused', actor: 'anyone', target: { type: 'member', id } });
  });
});

describe('a session', () => {
  test('acts in the named environment, and must name one', async () => {
    const accountId = await newAccount();
    const { call } = await memberOf(gateway, accountId, { role: 'developer' });
    const make = (environment: string) => call('POST', `/keys?environment=${environment}`, { name: 'till', role: 'scanner' });

    for (const environment of ['sandbox', 'production']) {
      expect(JSON.parse((await make(environment)).text)).toMatchObject({ environment, account_id: accountId });
      expect(JSON.parse((await call('GET', `/keys?environment=${environment}`)).text).data).toHaveLength(1);
    }
    for (const query of ['', '?environment=', '?environment=live', '?environment=sandbox&environment=production'])
      expect(expectProblem(await call('GET', `/keys${query}`), 'invalid_parameter').errors).toMatchObject([
        { pointer: '/environment' },
      ]);
  });

  test('reaches production on the enterprise plan only', async () => {
    const { id: accountId } = await gateway.operator.account('evaluation');
    const { call } = await memberOf(gateway, accountId);

    expectProblem(await call('GET', '/keys?environment=production'), 'plan_required');
    expect((await call('GET', '/keys?environment=sandbox')).status).toBe(200);
  });

  test('reaches the service as an identity of the member and the environment', async () => {
    const accountId = await newAccount();
    const { id, cookie } = await memberOf(gateway, accountId, { role: 'viewer' });
    const client = clientOf(gateway);
    upstream.seen.length = 0;
    for (const environment of ['sandbox', 'production'])
      await client(`/account/v1/webhooks?environment=${environment}`, { headers: { cookie } });
    const claims = upstream.seen.map(({ headers }) =>
      JSON.parse(Buffer.from(String(headers['x-internal-identity']).split('.')[1] ?? '', 'base64url').toString()),
    );

    expect(claims).toMatchObject([
      { sub: id, acc: accountId, env: 'sandbox', role: 'member:viewer' },
      { sub: id, acc: accountId, env: 'production', role: 'member:viewer' },
    ]);
    expect(upstream.seen.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { origin: 'https://api.example.test', 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['a hidden origin', { origin: 'null' }],
    ['no origin', { origin: '' }],
  ])('changes nothing for a request with %s', async (_what, headers) => {
    const { call, cookie } = await memberOf(gateway, await newAccount());
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
    const client = clientOf(gateway);
    const ask = (method: string, path: string) => client(`/account/v1${path}`, { method, headers: { cookie, ...sent } });

    expectProblem(await ask('DELETE', '/session'), 'cross_origin');
    expectProblem(await ask('POST', '/keys?environment=sandbox'), 'cross_origin');
    expect((await ask('GET', '/session')).status).toBe(200);
    expect((await call('GET', '/session')).status).toBe(200);
  });

  test('cannot be opened by another site, but by a program without an origin', async () => {
    const { email } = await memberOf(gateway, await newAccount());
    const client = clientOf(gateway);
    const sign = (headers: Record<string, string>) =>
      client('/account/v1/sessions', {
        method: 'POST',
        body: JSON.stringify({ email, password: PASSWORD }),
        headers: { 'content-type': 'application/json', ...headers },
      });

    expectProblem(await sign({ origin: 'https://evil.example' }), 'cross_origin');
    expectProblem(await sign({ 'sec-fetch-site': 'cross-site' }), 'cross_origin');
    expect((await sign({})).status).toBe(201);
  });

  test('is ignored beside a key', async () => {
    const accountId = await newAccount();
    const { cookie } = await memberOf(gateway, accountId);
    const { key } = await gateway.operator.key({ accountId: await newAccount(), role: 'viewer' });

    expect(expectProblem(await clientOf(gateway, key)('/account/v1/keys', { headers: { cookie } }), 'forbidden').status).toBe(
      403,
    );
    expectProblem(
      await clientOf(gateway, 'fsk_sandbox_wrong')('/account/v1/session', { headers: { cookie } }),
      'unauthenticated',
    );
  });

  test('is required where a key does not suffice', async () => {
    const { key } = await gateway.operator.key({ accountId: await newAccount() });
    const client = clientOf(gateway, key);
    const asked = ACCOUNT_OPERATIONS.filter(({ access }) => access === 'session');

    expect(asked.length).toBeGreaterThan(5);
    for (const { method, path } of asked)
      expectProblem(await client(`/account/v1${path.replace(':id', 'x')}`, { method }), 'session_required');
  });

  test('has its own limit, and all sessions of an account share one', async () => {
    const { call } = await memberOf(gateway, await newAccount());
    const { headers } = await call('GET', '/session');

    expectCommonHeaders(headers);
    expect(headers.get('ratelimit-policy')).toBe('"session";q=100;w=10, "account";q=1000;w=10');
  });

  test('with an unknown secret is refused, and its cookie deleted', async () => {
    const client = clientOf(gateway);
    const answer = await client('/account/v1/session', { headers: { cookie: `__Host-session=${'A'.repeat(43)}` } });

    expectProblem(answer, 'unauthenticated');
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-session=; Max-Age=0; Path=\/;/)]);
    for (const cookie of ['__Host-session=x', 'session=1', '__Host-session', ';;='])
      expectProblem(await client('/account/v1/session', { headers: { cookie } }), 'unauthenticated');
  });
});

describe('the sessions of a member', () => {
  test('are listed and ended, one or all others, by their member only', async () => {
    const accountId = await newAccount();
    const { email, call, opened } = await memberOf(gateway, accountId);
    const other = await memberOf(gateway, accountId);
    const sign = async () => {
      const client = clientOf(gateway);
      const body = JSON.stringify({ email, password: PASSWORD });
      const headers = { 'content-type': 'application/json', 'user-agent': 'till/2' };
      const answer = await client('/account/v1/sessions', { method: 'POST', body, headers });
      return { ...signedIn.parse(JSON.parse(answer.text)).session, call: accountCall(client, cookieFrom(answer)) };
    };
    const [second, third, fourth] = [await sign(), await sign(), await sign()];
    const listed = sessions.parse(JSON.parse((await call('GET', '/sessions')).text)).data;

    expect(listed.map(({ id, current }) => [id, current])).toEqual([
      [fourth.id, false],
      [third.id, false],
      [second.id, false],
      [opened.session.id, true],
    ]);
    expect(listed[0]).toMatchObject({ method: 'password', user_agent: 'till/2', address: expect.stringMatching(/^198\.18\./) });
    expectProblem(await other.call('DELETE', `/sessions/${second.id}`), 'not_found');
    expect((await call('DELETE', `/sessions/${second.id}`)).status).toBe(200);
    expectProblem(await call('DELETE', `/sessions/${second.id}`), 'not_found');
    expect(JSON.parse((await call('DELETE', '/sessions')).text)).toEqual({ ended: 2 });
    await eventually(async () => expect((await third.call('GET', '/session')).status).toBe(401));
    expect((await call('GET', '/session')).status).toBe(200);
    expect((await other.call('GET', '/session')).status).toBe(200);
  });

  test('a sign-out ends the current one, deletes its cookie and empties the cache', async () => {
    const { call } = await memberOf(gateway, await newAccount());
    const out = await call('DELETE', '/session');

    expect(JSON.parse(out.text)).toEqual({ ended: 1 });
    expect(out.headers.get('clear-site-data')).toBe('"cache"');
    expect(out.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-session=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    await eventually(async () => expect((await call('GET', '/session')).status).toBe(401));
  });
});

test('a session that another gateway ended concurrently is refused here, and its cookie deleted', TIMED, async () => {
  const accountId = await newAccount();
  const owner = await memberOf(gateway, accountId);
  const other = await startGateway(gateway.env);
  try {
    for (const [method, path, status, said] of [
      ['DELETE', '/session', 200, { ended: 0 }],
      ['GET', '/session', 401, { code: 'unauthenticated' }],
      ['GET', '/sessions', 401, { code: 'unauthenticated' }],
      ['POST', '/password', 401, { code: 'unauthenticated' }],
    ] as const) {
      const { id, call } = await memberOf(gateway, accountId);
      // This gateway caches the session for half a second.
      await call('GET', '/plans');
      await accountCall(clientOf(other), owner.cookie)('DELETE', `/members/${id}`);
      const body = path === '/password' ? { current_password: PASSWORD, new_password: OTHER_PASSWORD } : undefined;
      const answer = await call(method, path, body);

      expect([path, answer.status]).toEqual([path, status]);
      expect(JSON.parse(answer.text)).toMatchObject(said);
      expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-session=; Max-Age=0; Path=\/;/)]);
    }
  } finally {
    await other.stop();
  }
});

describe('a password', () => {
  test('is changed with the current one, which ends all other sessions', async () => {
    const { email, call } = await memberOf(gateway, await newAccount());
    const elsewhere = accountCall(
      clientOf(gateway),
      cookieFrom(await anonymous()('POST', '/sessions', { email, password: PASSWORD })),
    );
    const change = (current: string, next: string) =>
      call('POST', '/password', { current_password: current, new_password: next });

    expectProblem(await change(OTHER_PASSWORD, OTHER_PASSWORD), 'invalid_credentials');
    expect(expectProblem(await change(PASSWORD, 'password123456'), 'validation_failed').errors).toMatchObject([
      { pointer: '/new_password', code: 'too_common' },
    ]);
    expect((await change(PASSWORD, OTHER_PASSWORD)).status).toBe(200);
    await eventually(async () => expect((await elsewhere('GET', '/session')).status).toBe(401));
    expect((await call('GET', '/session')).status).toBe(200);
    expectProblem(await anonymous()('POST', '/sessions', { email, password: PASSWORD }), 'invalid_credentials');
    expect((await anonymous()('POST', '/sessions', { email, password: OTHER_PASSWORD })).status).toBe(201);
  });

  test('is reset by a token of an owner, which ends all sessions', async () => {
    const accountId = await newAccount();
    const owner = await memberOf(gateway, accountId);
    const member = await memberOf(gateway, accountId, { role: 'viewer' });
    const reset = JSON.parse((await owner.call('POST', `/members/${member.id}/reset`)).text).one_time_token;
    expect(reset).toMatchObject({ purpose: 'reset', url: `https://api.example.test/console/reset#${reset.token}` });
    expect((await member.call('GET', '/session')).status).toBe(200);
    const answer = await anonymous()('POST', '/password/reset', { token: reset.token, password: OTHER_PASSWORD });

    expect(JSON.parse(answer.text)).toMatchObject({ member: { id: member.id }, session: { method: 'reset' } });
    await eventually(async () => expect((await member.call('GET', '/session')).status).toBe(401));
    expectProblem(await anonymous()('POST', '/sessions', { email: member.email, password: PASSWORD }), 'invalid_credentials');
    expectProblem(await anonymous()('POST', '/password/reset', { token: reset.token, password: PASSWORD }), 'invalid_token');
  });

  test('that is wrong at a change counts as an attempt of the member, and is in the audit log', async () => {
    const { email, id, call } = await memberOf(gateway, await newAccount());
    const change = (current: string) => call('POST', '/password', { current_password: current, new_password: OTHER_PASSWORD });
    for (let tries = 0; tries < 12; tries += 1) await anonymous()('POST', '/sessions', { email, password: OTHER_PASSWORD });

    const wrong = await change(OTHER_PASSWORD);
    expectProblem(wrong, 'invalid_credentials');
    expect(wrong.headers.get('ratelimit')).toMatch(/^"password-member";r=9;/);
    expect(await countOf('password_changes_total', 'refused')).toBeGreaterThan(0);
    await eventually(async () =>
      expect(await newestEntry(call, id)).toMatchObject({ action: 'member.password_refused', actor: id }),
    );
    for (let tries = 0; tries < 9; tries += 1) expectProblem(await change(OTHER_PASSWORD), 'invalid_credentials');
    expect(expectProblem(await change(PASSWORD), 'rate_limited')).toMatchObject({ limit: 'password-member' });
    expect(await countOf('password_changes_total', 'throttled')).toBeGreaterThan(0);
  });

  test('matches in any Unicode composition', async () => {
    const accountId = await newAccount();
    const email = newEmail();
    const { one_time_token: token } = await invite(gateway, accountId, { email, role: 'owner' });
    const composed = 'zw\u00F6lf Tassen im Regal';
    await anonymous()('POST', '/invitations/accept', { token: token.token, password: composed });

    expect((await anonymous()('POST', '/sessions', { email, password: composed.normalize('NFD') })).status).toBe(201);
  });
});

test('plans list their environments and limits', async () => {
  const { call } = await memberOf(gateway, await newAccount(), { role: 'viewer' });

  expect(JSON.parse((await call('GET', '/plans')).text).data).toEqual([
    { plan: 'evaluation', environments: [{ environment: 'sandbox', key_limit: { burst: 100, rate: 10 } }] },
    {
      plan: 'enterprise',
      environments: [
        { environment: 'sandbox', key_limit: { burst: 100, rate: 10 } },
        { environment: 'production', key_limit: { burst: 1_000, rate: 100 } },
      ],
    },
  ]);
});
