import {
  accountOperations,
  type MemberRole,
  memberRecord,
  memberWithToken,
  inventoryOverview,
  orderRecord,
  ordersOverview,
  scansOverview,
  SESSION_COOKIE,
  sessionRecord,
  signedIn,
} from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runAdmin } from '../apps/cli/src/run-admin.ts';
import type { Answer } from './system/call.ts';
import { startReceiver } from './system/receiver.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';

const PASSWORD = 'mugs fill the third shelf';
const OTHER_PASSWORD = 'plates fill the second shelf';

let system: TestSystem;
let accountId: string;
let people = 0;

beforeAll(async () => {
  system = await sharedTestSystem();
  ({ id: accountId } = await system.operator.account('Mugs & Co'));
});

const newEmail = (): string => `person${(people += 1)}@example.com`;

/** A request as a page of our own origin sends it, or a page of another one. */
type Ask = (method: string, path: string, body?: unknown, site?: string) => Promise<Answer>;

function browser(cookie?: string): Ask {
  // oxlint-disable-next-line max-params -- the site is what few tests tell.
  return (method, path, body, site = 'same-origin') =>
    system.callAccount(method, path, {
      ...(body === undefined ? {} : { body }),
      headers: { 'sec-fetch-site': site, ...(cookie === undefined ? {} : { cookie }) },
    });
}

function cookieOf({ headers }: Answer): string {
  const [cookie = ''] = headers.getSetCookie().map((text) => text.split(';')[0]);
  if (!cookie.startsWith(`${SESSION_COOKIE}=`)) throw new Error(`${cookie} is no session`);
  return cookie;
}

/** A member whom the operator has invited, and who has joined. */
async function join(role: MemberRole, email = newEmail()) {
  const { one_time_token: token } = await system.operator.invite({ accountId, email, role });
  const joined = await browser()('POST', '/invitations/accept', { token: token.token, password: PASSWORD });
  const { member, session } = joined.as(201, signedIn);
  return { email, id: member.id, session, ask: browser(cookieOf(joined)) };
}

const signIn = (email: string, password = PASSWORD): Promise<Answer> => browser()('POST', '/sessions', { email, password });
const keyPage = accountOperations.listKeys.replies[200].body;
const sessions = z.object({ data: z.array(sessionRecord) });

test('an owner whom the operator invited makes keys in both environments, and each works in its own', async () => {
  const { ask } = await join('owner');
  const keys = await Promise.all(
    ['sandbox', 'production'].map(async (environment) =>
      (await ask('POST', `/keys?environment=${environment}`, { name: 'till', role: 'manager' })).as(
        201,
        accountOperations.createKey.replies[201].body,
      ),
    ),
  );
  for (const { key } of keys) expect((await system.call('GET', '/orders', { key })).status).toBe(200);
  const [sandbox] = keys;

  await system.call('POST', '/inventory', { key: sandbox?.key ?? '', body: { sku: 'TRY-1', name: 'Tried out', on_hand: 1 } });
  const seen = await Promise.all(keys.map(async ({ key }) => (await system.call('GET', '/inventory/TRY-1', { key })).status));
  expect(seen).toEqual([200, 404]);
  for (const [place, environment] of ['sandbox', 'production'].entries()) {
    const { data } = (await ask('GET', `/keys?environment=${environment}`)).as(200, keyPage);
    expect(data.map(({ id }) => id)).toEqual([keys[place]?.id]);
  }
  (await ask('GET', '/keys')).problem('invalid_parameter');
});

describe('a page of another site', () => {
  test.each(['cross-site', 'same-site', 'none'])('changes nothing and opens no session: %s', async (site) => {
    const { ask, email } = await join('owner');

    (await ask('DELETE', '/session', undefined, site)).problem('cross_origin');
    (await ask('POST', '/keys?environment=sandbox', { name: 'theirs', role: 'admin' }, site)).problem('cross_origin');
    (await ask('POST', '/members', { email: newEmail(), role: 'owner' }, site)).problem('cross_origin');
    (await browser()('POST', '/sessions', { email, password: PASSWORD }, site)).problem('cross_origin');
    expect((await ask('GET', '/session')).as(200, signedIn).member.email).toBe(email);
  });
});

test('sessions are listed, ended from elsewhere within a second, and by another password', async () => {
  const { ask, email, session } = await join('developer');
  const [second, third] = [await signIn(email), await signIn(email)].map((answer) => ({
    id: answer.as(201, signedIn).session.id,
    ask: browser(cookieOf(answer)),
  }));
  const listed = (await ask('GET', '/sessions')).as(200, sessions).data;
  expect(listed.map(({ id, current }) => [id, current])).toEqual([
    [third?.id, false],
    [second?.id, false],
    [session.id, true],
  ]);

  expect((await ask('DELETE', `/sessions/${second?.id}`)).status).toBe(200);
  await eventually(async () => (await second?.ask('GET', '/session'))?.problem('unauthenticated'));
  expect((await third?.ask('GET', '/session'))?.status).toBe(200);
  const change = { current_password: PASSWORD, new_password: OTHER_PASSWORD };
  expect((await ask('POST', '/password', change)).status).toBe(200);
  await eventually(async () => (await third?.ask('GET', '/session'))?.problem('unauthenticated'));
  (await signIn(email)).problem('invalid_credentials');
  expect((await ask('DELETE', '/session')).status).toBe(200);
  await eventually(async () => (await ask('GET', '/session')).problem('unauthenticated'));
});

test('a forgotten password is reset by a token that an owner hands on, once', async () => {
  const [owner, member] = [await join('owner'), await join('viewer')];
  const { one_time_token: token } = (await owner.ask('POST', `/members/${member.id}/reset`)).as(200, memberWithToken);
  const choice = { token: token.token, password: OTHER_PASSWORD };

  const again = await browser()('POST', '/password/reset', choice);
  expect(again.as(201, signedIn).member.id).toBe(member.id);
  (await browser()('POST', '/password/reset', choice)).problem('invalid_token');
  (await signIn(member.email)).problem('invalid_credentials');
  expect((await signIn(member.email, OTHER_PASSWORD)).status).toBe(201);
});

test('guessing is slowed down and told when to go on, right or wrong, known or not', async () => {
  const { email } = await join('viewer');
  for (const address of [email, newEmail()]) {
    const codes: string[] = [];
    for (let tries = 0; tries < 10; tries += 1) codes.push((await signIn(address, OTHER_PASSWORD)).problem().code);
    expect(new Set(codes)).toEqual(new Set(['invalid_credentials']));
    const refused = await signIn(address);
    expect(refused.problem('rate_limited')['limit']).toBe('password-mailbox');
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  }
});

/** The responses to a member, one operation of each kind after the other. */
async function statusesFor({ ask }: { readonly ask: Ask }): Promise<number[]> {
  const answers = [
    await ask('GET', '/account'),
    await ask('GET', '/plans'),
    await ask('GET', '/keys?environment=sandbox'),
    await ask('POST', '/keys?environment=sandbox', { name: 'till', role: 'viewer' }),
    await ask('GET', '/members'),
    await ask('POST', '/members', { email: newEmail(), role: 'viewer' }),
    await ask('GET', '/audit-log?environment=sandbox'),
    await ask('GET', '/webhooks?environment=sandbox'),
  ];
  return answers.map(({ status }) => status);
}

test('each role does what the table of permissions says, and the last owner stays', async () => {
  const { id } = await system.operator.account('Plates & Co');
  const own = accountId;
  accountId = id;
  const [owner, developer, viewer] = [await join('owner'), await join('developer'), await join('viewer')];
  accountId = own;

  expect(await statusesFor(owner)).toEqual([200, 200, 200, 201, 200, 201, 200, 200]);
  expect(await statusesFor(developer)).toEqual([200, 200, 200, 201, 200, 403, 200, 200]);
  expect(await statusesFor(viewer)).toEqual([200, 200, 200, 403, 200, 403, 200, 200]);
  (await owner.ask('PATCH', `/members/${owner.id}`, { role: 'developer' })).problem('last_owner');
  (await owner.ask('DELETE', `/members/${owner.id}`)).problem('last_owner');
  expect((await owner.ask('PATCH', `/members/${developer.id}`, { role: 'owner' })).as(200, memberRecord).role).toBe('owner');
  await eventually(async () => expect((await developer.ask('DELETE', `/members/${owner.id}`)).status).toBe(200));
  await eventually(async () => (await owner.ask('GET', '/session')).problem('unauthenticated'));
  (await signIn(owner.email)).problem('invalid_credentials');
});

test('a member of one account sees nothing of another, and nothing under /v1', async () => {
  const { ask, session } = await join('owner');
  const { id } = await system.operator.account('Bowls & Co');
  const own = accountId;
  accountId = id;
  const outsider = await join('owner');
  accountId = own;

  for (const [method, path, body] of [
    ['GET', `/members/${outsider.id}`, undefined],
    ['PATCH', `/members/${outsider.id}`, { role: 'viewer' }],
    ['DELETE', `/members/${outsider.id}`, undefined],
    ['POST', `/members/${outsider.id}/reset`, undefined],
    ['POST', `/members/${outsider.id}/invitation`, undefined],
    ['DELETE', `/sessions/${outsider.session.id}`, undefined],
  ] as const)
    (await ask(method, path, body)).problem('not_found');
  expect((await outsider.ask('GET', '/session')).as(200, signedIn).session.id).not.toBe(session.id);
});

/** Types a command of the operator. @returns its exit status and the line that explains a refusal. */
async function admin(...words: readonly string[]) {
  const { code, said } = await adminSays(...words);
  return { code, said };
}

/** The same with what it prints. */
async function adminSays(...words: readonly string[]) {
  const [said, printed]: [string[], string[]] = [[], []];
  const env = { FULFILMENT_DATA: system.dataDir };
  const code = await runAdmin(words, { env, print: (text) => printed.push(text), complain: (text) => said.push(text) });
  return { code, said: said.join(''), printed: printed.join('') };
}

test('what an account may store is bounded by its plan; the operator sees what it stores, and lifts the bound', async () => {
  const { id } = await system.operator.account('Bowls & Co');
  const { key } = await system.operator.key({ accountId: id });
  const create = (sku: string) => system.call('POST', '/inventory', { key, body: { sku, name: sku } });
  const order = () => system.call('POST', '/orders', { key, body: { lines: [{ sku: 'BOWL-1', quantity: 1 }] } });
  const bound = (...words: readonly string[]) => adminSays('account', 'set-storage', '--account', id, ...words);
  expect((await create('BOWL-1')).status).toBe(201);
  expect((await bound('--skus', '1', '--open-orders', '0', '--json')).code).toBe(0);
  await eventually(async () => (await create(`BOWL-${(people += 1) + 1}`)).problem('storage_limit_reached'));
  (await order()).problem('storage_limit_reached');
  expect((await adminSays('account', 'storage', '--account', id)).printed).toMatch(/^skus +sandbox +[1-9]\d* +1 +the operator$/m);

  expect((await bound('--skus', 'plan', '--open-orders', '1')).printed).toMatch(/^open_orders +sandbox +0 +1 +the operator$/m);
  await eventually(async () => expect((await order()).status).toBe(201));
  expect((await create('BOWL-0')).status).toBe(201);
  const { storage } = (await system.callAccount('GET', '/overview/orders', { key })).as(200, ordersOverview);
  expect(storage).toEqual({ used: 1, limit: 1 });
  expect((await bound('--webhook-endpoints', '0')).printed).toMatch(/^webhook_endpoints +sandbox +0 +0 +the operator$/m);
  const subscribe = () => system.callAccount('POST', '/webhooks', { key, body: { url: 'http://127.0.0.1:9000/' } });
  await eventually(async () => (await subscribe()).problem('storage_limit_reached'));
  await bound('--webhook-endpoints', 'plan');
  await eventually(async () => expect((await subscribe()).status).toBe(201));
  expect((await bound('--warehouses', '0')).printed).toMatch(/^warehouses +sandbox +1 +0 +the operator$/m);
  const sent: number[] = [];
  const addWarehouse = async () => {
    const reply = await system.call('POST', '/locations', { key, body: { type: 'warehouse', code: `W${sent.length}` } });
    sent.push(reply.status);
    return reply;
  };
  await eventually(async () => (await addWarehouse()).problem('storage_limit_reached'));
  await bound('--warehouses', 'plan');
  await eventually(async () => expect((await addWarehouse()).status).toBe(201));
  const { warehouses } = (await system.callAccount('GET', '/overview/inventory', { key })).as(200, inventoryOverview);
  expect(warehouses).toEqual({ used: 1 + sent.filter((status) => status === 201).length, limit: 100 });
  expect(await bound('--skus', 'many')).toMatchObject({ code: 2 });
});

test('bytes that an account may store are bounded: nothing is added at the limit, and what exists is worked off', async () => {
  const { id } = await system.operator.account('Plates & Co');
  const { key } = await system.operator.key({ accountId: id });
  const bound = (bytes: string) => adminSays('account', 'set-storage', '--account', id, '--stored-bytes', bytes);
  const scan = () => system.call('POST', '/scans', { key, body: { barcode: 'PLATE-1' } });
  await system.call('POST', '/inventory', { key, body: { sku: 'PLATE-1', name: 'Plate' } });
  const order = () => system.call('POST', '/orders', { key, body: { lines: [{ sku: 'PLATE-1', quantity: 1 }] } });
  const { id: orderId } = (await order()).as(201, orderRecord);
  expect((await scan()).status).toBe(201);

  expect((await bound('100')).printed).toMatch(/^stored_bytes in orders +sandbox +[1-9]\d{2,} +100 +the operator$/m);
  await eventually(async () => (await scan()).problem('storage_limit_reached'));
  await eventually(async () => {
    const { errors } = (await order()).problem('storage_limit_reached');
    expect(errors).toMatchObject([{ stored: 'stored_bytes', maximum: 100 }]);
  });
  const { stored_bytes: stored } = (await system.callAccount('GET', '/overview/scans', { key })).as(200, scansOverview);
  expect(stored).toEqual({ used: expect.any(Number), limit: 100 });
  expect((await system.call('POST', `/orders/${orderId}/cancel`, { key })).status).toBe(200);

  expect((await bound('2GB')).printed).toMatch(/^stored_bytes in scans +sandbox +\d+ +2000000000 +the operator$/m);
  await eventually(async () => expect((await scan()).status).toBe(201));
  expect(await bound('2 apples')).toMatchObject({ code: 2 });
});

test('an account that the operator suspends is refused, and its deliveries wait until it is resumed', async () => {
  const { id } = await system.operator.account('Jars & Co');
  const own = accountId;
  accountId = id;
  const owner = await join('owner');
  accountId = own;
  const { key } = await system.operator.key({ accountId: id });
  const receiver = await startReceiver();
  const tenant = { accountId: id, environment: 'sandbox' } as const;
  receiver.trust((await system.operator.addWebhook(tenant, { url: receiver.url, events: ['inventory.updated'] })).secret);
  const create = (sku: string) => system.call('POST', '/inventory', { key, body: { sku, name: sku, on_hand: 1 } });
  const skus = () => receiver.deliveries.map(({ event }) => ('sku' in event.data ? event.data.sku : undefined));
  expect((await create('JAR-1')).status).toBe(201);
  await eventually(() => expect(skus()).toEqual(['JAR-1']));

  expect(await admin('account', 'suspend', '--account', id)).toEqual({ code: 0, said: '' });
  await eventually(async () => (await create('JAR-2')).problem('account_suspended'));
  (await owner.ask('GET', '/keys?environment=sandbox')).problem('account_suspended');
  expect((await owner.ask('GET', '/session')).as(200, signedIn).account.suspended_at).not.toBeNull();
  expect(await admin('account', 'suspend', '--account', id)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^The account has been suspended since .*Z\.\n$/),
  });

  expect((await admin('account', 'resume', '--account', id)).code).toBe(0);
  await eventually(async () => expect((await create('JAR-3')).status).toBe(201));
  await eventually(() => expect(skus()).toContain('JAR-3'));
  expect(await admin('account', 'resume', '--account', id)).toEqual({ code: 1, said: 'The account is not suspended.\n' });
  await receiver.stop();
});
