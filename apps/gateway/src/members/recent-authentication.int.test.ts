import {
  accountOperations,
  ACCOUNT_OPERATIONS,
  isInEnvironment,
  memberWithToken,
  type Operation,
  signedIn,
} from '@fulfilment/contracts';
import { uniqueName } from '@fulfilment/testing';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { clientOf, expectProblem } from '../testing/client.ts';
import { accountCall, cookieFrom, invite, memberOf, newEmail, PASSWORD, type SignedInMember } from '../testing/member-of.ts';
import { gatewayEnv, PUBLIC_URL, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';
import { membersOf, sessionsOf } from './member-documents.ts';

const MINUTE_MS = 60_000;
const DANGEROUS = ACCOUNT_OPERATIONS.filter(({ asksRecentAuthentication }) => asksRecentAuthentication);
const auditLog = accountOperations.listAuditLog.replies[200].body;

let upstream: Upstream;
/** Two gateways over one database. */
let gateways: readonly [TestGateway, TestGateway];
let mongo: MongoClient;
let database: string;

beforeAll(async () => {
  upstream = await startUpstream();
  const env = gatewayEnv(inject('engines'), upstream.url);
  database = env['MONGODB_DATABASE'] ?? uniqueName('unused');
  gateways = [await startGateway(env), await startGateway(env)];
  mongo = await MongoClient.connect(inject('engines').mongodbUrl);
});

afterAll(async () => {
  await mongo.close();
  for (const each of gateways) await each.stop();
  await upstream.stop();
});

/** A member whose session was opened 11 minutes ago. */
async function memberOfBefore(role: 'owner' | 'developer' = 'owner'): Promise<SignedInMember> {
  const [gateway] = gateways;
  const member = await memberOf(gateway, (await gateway.operator.account()).id, { role });
  const before = new Date(Date.now() - 11 * MINUTE_MS);
  await sessionsOf(mongo.db(database)).updateOne({ _id: member.opened.session.id }, { $set: { created_at: before } });
  return member;
}

const entriesOf = async ({ call }: Pick<SignedInMember, 'call'>, target: string) =>
  auditLog
    .parse(JSON.parse((await call('GET', `/audit-log?environment=sandbox&target_id=${target}`)).text))
    .data.map(({ action }) => action);

const IDS = { members: 'mem', keys: 'key', webhooks: 'whk', deliveries: 'dlv' };

/** A request to an operation, and for which body it asks. */
function requestOf({ method, path, asksRecentAuthentication: members }: Operation) {
  const prefix = Object.entries(IDS).find(([below]) => path.startsWith(`/${below}/`))?.[1];
  const body = typeof members === 'object' ? Object.fromEntries(members.map((member) => [member, null])) : {};
  return [method, path.replace(':id', `${prefix}_00000000000000000000000000`), body] as const;
}

test('what is dangerous in production asks a session of 11 minutes for its password, and no session of now', async () => {
  const late = await memberOfBefore();
  const fresh = await memberOf(gateways[0], late.opened.account.id);

  expect(DANGEROUS.map(({ id }) => id)).toEqual(expect.arrayContaining(['createKey', 'revealWebhookSecret', 'inviteMember']));
  for (const operation of DANGEROUS) {
    const [method, path, body] = requestOf(operation);
    const production = isInEnvironment(operation) ? '?environment=production' : '';
    const problem = expectProblem(await late.call(method, path + production, body), 'recent_authentication_required');
    expect(problem).toMatchObject({ confirm_at: '/account/v1/session/confirm' });
    expect((await fresh.call(method, path + production, body)).status).not.toBe(403);
  }
  for (const operation of DANGEROUS.filter(isInEnvironment)) {
    const [method, path, body] = requestOf(operation);
    expect((await late.call(method, `${path}?environment=sandbox`, body)).status).not.toBe(403);
  }
  expect((await late.call('GET', '/keys?environment=production')).status).toBe(200);
  const { key } = await gateways[0].operator.key({ accountId: late.opened.account.id, environment: 'production' });
  const issued = await clientOf(gateways[0], key)('/account/v1/keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'till', role: 'scanner' }),
  });
  expect(issued.status).toBe(201);
});

test('a change of a key or an endpoint asks for the fields that widen it, however they are written, and for no others', async () => {
  const late = await memberOfBefore();
  const { id } = await gateways[0].operator.key({ accountId: late.opened.account.id, environment: 'production' });
  const at = `/keys/${id}?environment=production`;
  const headers = { cookie: late.cookie, origin: PUBLIC_URL, 'content-type': 'application/json' };
  const patch = (path: string, body: string) => clientOf(gateways[0])(`/account/v1${path}`, { method: 'PATCH', headers, body });

  for (const body of [{ expires_at: null }, { ip_allowlist: [] }, { name: 'till', ip_allowlist: ['192.0.2.1'] }])
    expectProblem(await patch(at, JSON.stringify(body)), 'recent_authentication_required');
  expectProblem(await patch(at, String.raw`{"name":"till","ip_allow\u006cist":[]}`), 'recent_authentication_required');
  const endpoint = '/webhooks/whk_00000000000000000000000000?environment=production';
  for (const body of [
    '{"url":"https://example.com/hook"}',
    String.raw`{"\u0075rl":"https://example.com/hook"}`,
    '\u{FEFF}{"url":null}',
  ])
    expectProblem(await patch(endpoint, body), 'recent_authentication_required');
  expect(JSON.parse((await late.call('GET', at)).text)).toMatchObject({ name: null, ip_allowlist: [], expires_at: null });

  expect(JSON.parse((await patch(at, '{"name":"till"}')).text)).toMatchObject({ id, name: 'till' });
  expect((await patch(endpoint, '{"description":"url"}')).status).not.toBe(403);
  await late.call('POST', '/session/confirm', { password: PASSWORD });
  expect(JSON.parse((await patch(at, '{"ip_allowlist":["192.0.2.1"]}')).text)).toMatchObject({ ip_allowlist: ['192.0.2.1'] });
});

test('a confirmation counts at once, on every gateway, and for this session alone', async () => {
  const member = await memberOfBefore();
  const { cookie, call, opened } = member;
  const atOther = accountCall(clientOf(gateways[1]), cookie);
  const body = { name: 'till', role: 'scanner' };
  const create = (ask = call) => ask('POST', '/keys?environment=production', body);
  expectProblem(await create(), 'recent_authentication_required');
  expectProblem(await create(atOther), 'recent_authentication_required');

  expectProblem(await call('POST', '/session/confirm', { password: 'not the password' }), 'invalid_credentials');
  expectProblem(await create(), 'recent_authentication_required');
  const confirmed = await call('POST', '/session/confirm', { password: PASSWORD });

  const { session } = signedIn.parse(JSON.parse(confirmed.text));
  expect(Date.parse(session.recent_until)).toBeGreaterThan(Date.now() + 9 * MINUTE_MS);
  expect([(await create()).status, (await create(atOther)).status]).toEqual([201, 201]);
  expect(await entriesOf(member, opened.session.id)).toEqual(['session.confirmed', 'session.created']);
  expect(await entriesOf(member, member.id)).toContain('member.password_refused');
});

test('a confirmation has as many attempts as a change of the password', async () => {
  const { call } = await memberOfBefore('developer');
  const codes: number[] = [];
  for (let attempt = 0; attempt < 11; attempt += 1)
    codes.push((await call('POST', '/session/confirm', { password: `guess ${attempt}` })).status);

  expect(codes).toEqual([...Array(10).fill(401), 429]);
});

const linkFor = async (id: string) => {
  const { body } = await gateways[0].operator.call('POST', `/operator/v1/members/${id}/sign-in-link`);
  const { one_time_token: link, updated_at: issuedAt } = memberWithToken.parse(body);
  return { ...link, lastsMs: Date.parse(link.expires_at) - Date.parse(issuedAt) };
};
const redeem = (token: string) => accountCall(clientOf(gateways[0]))('POST', '/session/link', { token });

test('a sign-in link of the operator opens one session, without a password, and is stored as a digest', async () => {
  const member = await memberOfBefore();
  const link = await linkFor(member.id);
  const stored = await membersOf(mongo.db(database)).findOne({ _id: member.id });

  expect(link).toMatchObject({
    purpose: 'sign_in',
    lastsMs: 15 * MINUTE_MS,
    url: `https://api.example.test/console/sign-in#${link.token}`,
  });
  expect(JSON.stringify(stored)).not.toContain(link.token);
  const answer = await redeem(link.token);
  expect(signedIn.parse(JSON.parse(answer.text))).toMatchObject({ session: { method: 'link' }, member: { id: member.id } });
  const call = accountCall(clientOf(gateways[0]), cookieFrom(answer));
  expect((await call('POST', '/keys?environment=production', { name: 'till', role: 'scanner' })).status).toBe(201);
  expectProblem(await redeem(link.token), 'invalid_token');
  expect((await member.call('GET', '/session')).status).toBe(200);
  expect((await entriesOf(member, member.id)).slice(0, 2)).toEqual(['member.sign_in_link_used', 'member.sign_in_link_issued']);
});

test('a link is no invitation and no reset, ends after 15 minutes, and lets an invited member in', async () => {
  const [gateway] = gateways;
  const { id: accountId } = await gateway.operator.account();
  const invited = await invite(gateway, accountId, { email: newEmail(), role: 'owner' });
  const first = await linkFor(invited.id);
  for (const path of ['/invitations/accept', '/password/reset'])
    expectProblem(
      await accountCall(clientOf(gateway))('POST', path, { token: first.token, password: PASSWORD }),
      'invalid_token',
    );
  await membersOf(mongo.db(database)).updateOne({ _id: invited.id }, { $set: { 'token.ends_at': new Date() } });
  expectProblem(await redeem(first.token), 'invalid_token');

  const { token } = await linkFor(invited.id);

  expect(signedIn.parse(JSON.parse((await redeem(token)).text)).member).toMatchObject({ id: invited.id, status: 'active' });
});

const NEW_PASSWORD = 'plates fill the second shelf';

/** An owner who joined by a link, with the session that it opened. */
async function joinedByLink() {
  const [gateway] = gateways;
  const { id: accountId } = await gateway.operator.account();
  const email = newEmail();
  const { id } = await invite(gateway, accountId, { email, role: 'owner' });
  const open = async () => {
    const answer = await redeem((await linkFor(id)).token);
    return { ...signedIn.parse(JSON.parse(answer.text)), call: accountCall(clientOf(gateway), cookieFrom(answer)) };
  };
  return { id, email, open };
}

const ageOf = (sessionId: string, ageMs: number) =>
  sessionsOf(mongo.db(database)).updateOne({ _id: sessionId }, { $set: { created_at: new Date(Date.now() - ageMs) } });
const signInWith = (email: string, password: string) =>
  accountCall(clientOf(gateways[1]))('POST', '/sessions', { email, password });

describe('a member without a password', () => {
  test('sets one in a session that a link opened lately, is told so by the session, and confirms with it', async () => {
    const { id, email, open } = await joinedByLink();
    const { call, session, has_password: hadPassword } = await open();
    expect(hadPassword).toBe(false);

    const answer = await call('POST', '/password', { new_password: NEW_PASSWORD });
    expect(signedIn.parse(JSON.parse(answer.text))).toMatchObject({ has_password: true, session: { id: session.id } });
    expect((await call('POST', '/session/confirm', { password: NEW_PASSWORD })).status).toBe(200);
    expect((await signInWith(email, NEW_PASSWORD)).status).toBe(201);
    expect(await entriesOf({ call }, id)).toContain('member.password_changed');
  });

  test('sets none once the link is older than 10 minutes, until another link signs in', async () => {
    const { email, open } = await joinedByLink();
    const { call, session } = await open();
    await ageOf(session.id, 11 * MINUTE_MS);
    expectProblem(await call('POST', '/password', { new_password: NEW_PASSWORD }), 'recent_authentication_required');
    expectProblem(await signInWith(email, NEW_PASSWORD), 'invalid_credentials');

    expect((await (await open()).call('POST', '/password', { new_password: NEW_PASSWORD })).status).toBe(200);
  });

  test('sets none in a session that no link opened', async () => {
    const { open } = await joinedByLink();
    const { call, session } = await open();
    await sessionsOf(mongo.db(database)).updateOne({ _id: session.id }, { $set: { method: 'single_sign_on' } });
    const answer = await call('POST', '/password', { new_password: NEW_PASSWORD });
    expect(expectProblem(answer, 'recent_authentication_required').status).toBe(403);
  });

  test('chooses an acceptable one, and has none after a refusal', async () => {
    const { open } = await joinedByLink();
    const { call } = await open();
    const refused = expectProblem(await call('POST', '/password', { new_password: 'password123456' }), 'validation_failed');
    expect(refused.errors).toMatchObject([{ pointer: '/new_password', code: 'too_common' }]);
    expect(signedIn.parse(JSON.parse((await call('GET', '/session')).text)).has_password).toBe(false);
  });

  test('sets the first one once, also by two requests at one time; every other change needs the present one', async () => {
    const { email, open } = await joinedByLink();
    const { call } = await open();
    const set = (password: string) => call('POST', '/password', { new_password: password });
    const answers = await Promise.all([set(NEW_PASSWORD), set(PASSWORD)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);

    // A new link is none in place of the password.
    const again = await open();
    const refused = expectProblem(
      await again.call('POST', '/password', { new_password: 'a third one, long enough' }),
      'validation_failed',
    );
    expect(refused.errors).toMatchObject([{ pointer: '/current_password', code: 'required' }]);
    const chosen = answers[0].status === 200 ? NEW_PASSWORD : PASSWORD;
    expect((await signInWith(email, chosen)).status).toBe(201);
  });
});

test('guesses of a link are limited by client, as those of a password are', async () => {
  const call = accountCall(clientOf(gateways[0]));
  const guesses = Array.from({ length: 80 }, (_none, attempt) =>
    call('POST', '/session/link', { token: `${attempt}`.padStart(43, 'a') }),
  );
  const statuses = new Set((await Promise.all(guesses)).map(({ status }) => status));

  expect(statuses).toEqual(new Set([422, 429]));
});
