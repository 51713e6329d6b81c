import { ACCOUNT_OPERATIONS, accountOperations, issuedKey, keyWithQuota, problemDocument, ROLES } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { clientOf, expectCommonHeaders, expectProblem } from '../testing/client.ts';
import { gatewayEnv, type KeyWish, startGateway, type TestGateway } from '../testing/start-gateway.ts';
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

/** A client with a key of a new account. */
async function owner(wish: Omit<KeyWish, 'accountId'> = {}, plan: 'enterprise' | 'evaluation' = 'enterprise') {
  const { id: accountId } = await gateway.operator.account(plan);
  const key = await gateway.operator.key({ accountId, burst: 10_000, rate: 1_000, ...wish });
  const client = clientOf(gateway, key.key);
  const call = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    client(`/account/v1${path}`, {
      method,
      ...(body === undefined
        ? { headers }
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }),
    });
  const make = async (changes: Record<string, unknown> = {}) =>
    issuedKey.parse(JSON.parse((await call('POST', '/keys', { name: 'till', role: 'scanner', ...changes })).text));
  return { accountId, key, call, make };
}

const page = z.object({ data: z.array(keyWithQuota), has_more: z.boolean(), next_cursor: z.string().nullable() });
const statusWith = async (key: string): Promise<number> => (await clientOf(gateway, key)('/v1/scans')).status;

/** Without its last use, which is written down a while after it. */
const butUse = ({ text }: { readonly text: string }) => ({ ...JSON.parse(text), last_used_at: null, last_used_from: null });

describe('keys', () => {
  test('are created with a text that works, is shown only once, and is stored nowhere', async () => {
    const { accountId, key, call } = await owner();
    const made = await call('POST', '/keys', { name: 'till', role: 'scanner', ip_allowlist: ['198.18.0.0/15'] });
    const issued = issuedKey.parse(JSON.parse(made.text));

    expectCommonHeaders(made.headers);
    expect([made.status, made.headers.get('location'), made.headers.get('cache-control')]).toEqual([
      201,
      `/account/v1/keys/${issued.id}`,
      'no-store',
    ]);
    expect(issued).toMatchObject({
      account_id: accountId,
      environment: 'sandbox',
      role: 'scanner',
      name: 'till',
      burst: 100,
      rate: 10,
      ip_allowlist: ['198.18.0.0/15'],
    });
    expect(await statusWith(issued.key)).toBe(200);
    const read = await call('GET', `/keys/${issued.id}`);
    expect(read.text).not.toContain(issued.key);
    expect(keyWithQuota.parse(JSON.parse(read.text)).id).toBe(issued.id);
    expect(key.id).not.toBe(issued.id);
  });

  test('are created, rotated and revoked once under one idempotency key, and a repeat gets the same text', async () => {
    const { key, call } = await owner();
    const keyed = (path: string, name: string, body: unknown = {}) => call('POST', path, body, { 'idempotency-key': name });
    const till = { name: 'till', role: 'scanner' };

    const made = await Promise.all([1, 2, 3].map(() => keyed('/keys', 'make', till)));
    const [first] = made.map(({ text }) => issuedKey.parse(JSON.parse(text)));
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(made.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(2);
    expect(page.parse(JSON.parse((await call('GET', '/keys')).text)).data.map(({ name }) => name)).toEqual(['till', key.name]);

    const turned = [await keyed(`/keys/${first?.id}/rotate`, 'turn'), await keyed(`/keys/${first?.id}/rotate`, 'turn')];
    expect(turned[1]?.text).toBe(turned[0]?.text);
    expectProblem(await keyed('/keys', 'make', { ...till, name: 'other' }), 'idempotency_key_reused');
  });

  test('of sign-in and sessions none is taken', async () => {
    const { call } = await owner();
    const headers = { 'idempotency-key': 'again' };

    const { status, text } = await call('POST', '/sessions', { email: 'a@example.com', password: 'x'.repeat(12) }, headers);
    expect([status, problemDocument.parse(JSON.parse(text)).code]).toEqual([400, 'invalid_parameter']);
  });

  test('are listed page by page, newest first, by default without ended ones', async () => {
    const { key, call, make } = await owner();
    const [first, second, third] = [await make(), await make(), await make()];
    await call('POST', `/keys/${second.id}/revoke`);
    const list = async (query: string) => page.parse(JSON.parse((await call('GET', `/keys?${query}`)).text));
    const ids = async (query: string) => (await list(query)).data.map(({ id }) => id);

    expect(await ids('')).toEqual([third.id, first.id, key.id]);
    expect(await ids('status=ended')).toEqual([second.id]);
    expect(await ids('status=all')).toEqual([third.id, second.id, first.id, key.id]);
    const { next_cursor: cursor } = await list('limit=2');
    expect(await ids(`limit=2&cursor=${cursor}`)).toEqual([key.id]);
    expectProblem(await call('GET', `/keys?status=all&cursor=${cursor}`), 'invalid_cursor');
  });

  test('are shown with what is left of their limits, which the look takes nothing of', async () => {
    const { call, make } = await owner();
    const [used, unused] = [await make({ burst: 90, rate: 1 }), await make({ burst: 80, rate: 1 })];
    const leftOf = async (id: string) => keyWithQuota.parse(JSON.parse((await call('GET', `/keys/${id}`)).text)).remaining;
    for (let sent = 0; sent < 40; sent += 1) await statusWith(used.key);

    const left = await leftOf(used.id);
    expect(left).toBeGreaterThanOrEqual(50);
    expect(left).toBeLessThan(90);
    for (let looks = 0; looks < 5; looks += 1) expect(await leftOf(used.id)).toBeGreaterThanOrEqual(left);
    const { data } = page.parse(JSON.parse((await call('GET', '/keys')).text));
    expect(data.find(({ id }) => id === unused.id)?.remaining).toBe(80);
    expect(data.find(({ id }) => id === used.id)?.remaining).toBeGreaterThanOrEqual(left);
  });

  test('are changed, and valid from other addresses within a second', async () => {
    const { call, make } = await owner();
    const issued = await make({ expires_at: '2099-01-01T00:00:00.000Z' });
    const changed = await call('PATCH', `/keys/${issued.id}`, { name: 'door', expires_at: null, ip_allowlist: ['192.0.2.1'] });

    expect(changed.status).toBe(200);
    expect(JSON.parse(changed.text)).toMatchObject({
      name: 'door',
      expires_at: null,
      ip_allowlist: ['192.0.2.1'],
      role: 'scanner',
    });
    await eventually(async () => expect(await statusWith(issued.key)).toBe(401));
    const back = await call('PATCH', `/keys/${issued.id}`, { ip_allowlist: [] });
    expect(JSON.parse(back.text)).toMatchObject({ name: 'door', ip_allowlist: [] });
    await eventually(async () => expect(await statusWith(issued.key)).toBe(200));
  });

  test('can be sent back as they were read, with a change, and not where the rest differs', async () => {
    const { call, make } = await owner();
    const issued = await make({ expires_at: '2099-01-01T00:00:00.000Z', ip_allowlist: ['127.0.0.0/8'] });
    const read = async () => keyWithQuota.parse(JSON.parse((await call('GET', `/keys/${issued.id}`)).text));
    const shown = await read();
    await call('POST', `/keys/${issued.id}/rotate`, { overlap_seconds: 60 });
    const rotated = await read();

    const stale = await call('PATCH', `/keys/${issued.id}`, { ...shown, name: 'door' });
    expect(expectProblem(stale, 'validation_failed').errors).toMatchObject([
      { pointer: '/prefix', code: 'read_only' },
      { pointer: '/last4', code: 'read_only' },
    ]);
    for (const differing of [{ role: 'admin' }, { rate: 11 }, { status: 'revoked' }, { environment: 'production' }]) {
      const refused = await call('PATCH', `/keys/${issued.id}`, { ...rotated, name: 'door', ...differing });
      const [pointer] = Object.keys(differing).map((name) => `/${name}`);
      expect(expectProblem(refused, 'validation_failed').errors).toMatchObject([{ pointer, code: 'read_only' }]);
    }
    expect(await read()).toMatchObject({ name: 'till', role: 'scanner' });
    const back = await call('PATCH', `/keys/${issued.id}`, {
      ...rotated,
      name: 'door',
      last_used_from: '192.0.2.9',
      remaining: 0,
    });
    expect(back.status).toBe(200);
    expect(await read()).toEqual({ ...rotated, name: 'door', remaining: expect.any(Number) });
  });

  test('are rotated and revoked', async () => {
    const { call, make } = await owner();
    const issued = await make();
    const rotated = issuedKey.parse(JSON.parse((await call('POST', `/keys/${issued.id}/rotate`, { overlap_seconds: 60 })).text));
    expect([await statusWith(issued.key), await statusWith(rotated.key)]).toEqual([200, 200]);

    const revoked = await call('POST', `/keys/${issued.id}/revoke`);
    expect(JSON.parse(revoked.text)).toMatchObject({ id: issued.id, status: 'revoked' });
    await eventually(async () => expect([await statusWith(issued.key), await statusWith(rotated.key)]).toEqual([401, 401]));
    expect(butUse(await call('POST', `/keys/${issued.id}/revoke`))).toEqual(butUse(revoked));
    expectProblem(await call('POST', `/keys/${issued.id}/rotate`), 'key_not_active');
    expectProblem(await call('PATCH', `/keys/${issued.id}`, { name: 'again' }), 'key_not_active');
  });

  test('are not rotated beyond five valid secrets', async () => {
    const { call, make } = await owner();
    const issued = await make();
    for (let round = 0; round < 4; round += 1) await call('POST', `/keys/${issued.id}/rotate`);
    const refused = await call('POST', `/keys/${issued.id}/rotate`);

    expect(Date.parse(String(expectProblem(refused, 'too_many_secrets')['ends_at']))).toBeGreaterThan(Date.now());
    expect(await statusWith(issued.key)).toBe(200);
    expect((await call('POST', `/keys/${issued.id}/rotate`, { overlap_seconds: 0 })).status).toBe(200);
  });

  test('cannot exceed the limits of the environment; only the operator may exceed them', async () => {
    const { call } = await owner();
    const problem = expectProblem(
      await call('POST', '/keys', { name: 'a', role: 'admin', burst: 101, rate: 11 }),
      'validation_failed',
    );

    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(['/burst', '/rate']);
  });

  test.each([
    ['a missing name', { role: 'admin' }, '/name'],
    ['an unknown role', { name: 'a', role: 'king' }, '/role'],
    ['an end in the past', { name: 'a', role: 'admin', expires_at: '2020-01-01T00:00:00.000Z' }, '/expires_at'],
    ['a malformed address', { name: 'a', role: 'admin', ip_allowlist: ['home'] }, '/ip_allowlist/0'],
    ['an unknown field', { name: 'a', role: 'admin', environment: 'production' }, '/environment'],
  ])('422 names %s', async (_what, body, pointer) => {
    const { call } = await owner();
    const problem = expectProblem(await call('POST', '/keys', body), 'validation_failed');

    expect(problem.errors?.map((item) => item.pointer)).toEqual([pointer]);
  });
});

describe('access', () => {
  test.each(ROLES.filter((role) => role !== 'admin'))('is refused to a key of role %s', async (role) => {
    const { call } = await owner({ role });
    const asked = ACCOUNT_OPERATIONS.filter(({ access }) => access === undefined);
    for (const { method, path, permission } of asked) {
      const answer = await call(method, path.replaceAll(':id', 'key_01JD8Z0000000000000000TEST'));
      expect(expectProblem(answer, 'forbidden')).toMatchObject({ permission });
    }
  });

  test('is refused without a key', async () => {
    const answer = await clientOf(gateway)('/account/v1/keys');

    expect(expectProblem(answer, 'unauthenticated').status).toBe(401);
  });

  test('is limited to the own account and environment: other records are not found', async () => {
    const [theirs, mine] = [await owner(), await owner()];
    const { id } = await theirs.make();
    const production = await gateway.operator.key({ accountId: theirs.accountId, environment: 'production' });
    const asProduction = clientOf(gateway, production.key);

    for (const [method, path] of [
      ['GET', `/keys/${id}`],
      ['PATCH', `/keys/${id}`],
      ['POST', `/keys/${id}/rotate`],
      ['POST', `/keys/${id}/revoke`],
    ] as const) {
      expectProblem(await mine.call(method, path, method === 'GET' ? undefined : {}), 'not_found');
      expectProblem(await asProduction(`/account/v1${path}`, { method }), 'not_found');
    }
    expectProblem(await mine.call('GET', '/keys?environment=production'), 'invalid_parameter');
    expect(keyWithQuota.parse(JSON.parse((await theirs.call('GET', `/keys/${id}`)).text)).status).toBe('active');
  });

  test('an unknown path or method is refused', async () => {
    const { call } = await owner();

    expectProblem(await call('GET', '/nothing'), 'not_found');
    expect(expectProblem(await call('DELETE', '/keys'), 'method_not_allowed')).toMatchObject({ allow: ['GET', 'HEAD', 'POST'] });
  });
});

test('the account is returned with its plan', async () => {
  const { accountId, call } = await owner();

  expect(JSON.parse((await call('GET', '/account')).text)).toMatchObject({
    id: accountId,
    name: 'Mugs & Co',
    plan: 'enterprise',
  });
});

test('the audit log has actor, action and address, newest first, of the own account only', async () => {
  const { accountId, key, call, make } = await owner();
  const issued = await make();
  await call('PATCH', `/keys/${issued.id}`, { name: 'door' });
  await (await owner()).make();
  const { body: audit } = accountOperations.listAuditLog.replies[200];
  const whole = audit.parse(JSON.parse((await call('GET', '/audit-log')).text));
  const ofKey = audit.parse(JSON.parse((await call('GET', `/audit-log?target_id=${issued.id}`)).text));

  expect(whole.data.map(({ action, target, actor }) => [action, target.id, actor])).toEqual([
    ['key.updated', issued.id, key.id],
    ['key.created', issued.id, key.id],
    ['key.created', key.id, 'operator'],
    ['account.created', accountId, 'operator'],
  ]);
  expect(ofKey.data).toEqual(whole.data.slice(0, 2));
  const matching = async (query: string) => audit.parse(JSON.parse((await call('GET', `/audit-log?${query}`)).text)).data;
  const [updated, made, ...before] = whole.data;
  expect(await matching(`actor=${key.id}`)).toEqual([updated, made]);
  expect(await matching('actor=operator')).toEqual(before);
  expect(await matching('actor=mem_01JD9F2Q7V8XKHZ3M5R6T7W8Y9')).toEqual([]);
  expect(await matching(`created_after=${made?.created_at}&target_id=${issued.id}`)).toEqual([updated, made]);
  expect(await matching(`created_before=${made?.created_at}`)).toEqual(before);
  expect(await matching(`created_after=${made?.created_at}&created_before=${updated?.created_at}&actor=${key.id}`)).toEqual([
    made,
  ]);
  expect(whole.data[0]).toMatchObject({
    address: expect.stringMatching(/^198\.18\./),
    request_id: expect.stringMatching(/^req_/),
    details: { name: 'door' },
  });
});
