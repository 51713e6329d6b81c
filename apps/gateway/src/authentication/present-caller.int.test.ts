import { callerRecord, mayDo, PERMISSIONS, ROLES } from '@fulfilment/contracts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { clientOf, expectCommonHeaders, expectProblem } from '../testing/client.ts';
import { memberOf } from '../testing/member-of.ts';
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

const callerOf = (text: string) => callerRecord.parse(JSON.parse(text));

test.each(ROLES)('a key of role %s learns its account, environment, role, permissions, limits and expiry', async (role) => {
  const { id: accountId } = await gateway.operator.account();
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { id, key } = await gateway.operator.key({ accountId, role, burst: 20, rate: 2, expiresAt });
  upstream.seen.length = 0;

  const answer = await clientOf(gateway, key)('/v1/me');

  expectCommonHeaders(answer.headers);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
  expect(callerOf(answer.text)).toEqual({
    account: { id: accountId, name: 'Mugs & Co', plan: 'enterprise' },
    environment: 'sandbox',
    role,
    permissions: PERMISSIONS.filter((permission) => mayDo(role, permission)),
    key: { id, name: null, expires_at: expiresAt },
    member: null,
    limits: { own: { burst: 20, rate: 2 }, shared: { burst: 1_000, rate: 100 } },
  });
  expect(upstream.seen).toEqual([]);
});

test('a secret that was replaced tells when its overlap ends, and its successor that there is no end', async () => {
  const { id: accountId } = await gateway.operator.account();
  const old = await gateway.operator.key({ accountId, environment: 'production' });
  const { body } = await gateway.operator.call('POST', `/operator/v1/keys/${old.id}/rotate`, { overlap_seconds: 600 });
  const { key: next } = Object(body);

  const [before, after] = await Promise.all(
    [old.key, next].map(async (key) => callerOf((await clientOf(gateway, key)('/v1/me')).text)),
  );

  expect(Date.parse(before?.key?.expires_at ?? '')).toBeGreaterThan(Date.now() + 500_000);
  expect(after).toMatchObject({ environment: 'production', key: { id: old.id, expires_at: null } });
});

test('a session learns what its member may do in the environment that it names', async () => {
  const { id: accountId } = await gateway.operator.account();
  const { id, email, cookie } = await memberOf(gateway, accountId, { role: 'viewer' });
  const client = clientOf(gateway);

  const answer = await client('/v1/me?environment=production', { headers: { cookie } });

  expect(callerOf(answer.text)).toMatchObject({
    environment: 'production',
    role: 'member:viewer',
    permissions: expect.arrayContaining(['orders:read', 'webhooks:read']),
    key: null,
    member: { id, email, role: 'viewer' },
  });
  const refused = await client('/v1/me', { headers: { cookie } });
  expectProblem(refused, 'invalid_parameter');
  const record = await client('/v1/orders/ord_00000000000000000000000000?environment=sandbox', { headers: { cookie } });
  expect([answer, refused, record].map(({ headers }) => headers.get('cache-control'))).toEqual(Array(3).fill('no-store'));
});

test('a query that is not known, another environment and an unknown key are refused', async () => {
  const { id: accountId } = await gateway.operator.account();
  const { key } = await gateway.operator.key({ accountId, role: 'viewer' });
  const client = clientOf(gateway, key);

  expect(expectProblem(await client('/v1/me?surprise=1'), 'invalid_parameter').errors).toMatchObject([{ pointer: '/surprise' }]);
  expectProblem(await client('/v1/me?environment=production'), 'invalid_parameter');
  expectProblem(await clientOf(gateway)('/v1/me'), 'unauthenticated');
});

test('HEAD answers as GET, without a body', async () => {
  const { id: accountId } = await gateway.operator.account();
  const { key } = await gateway.operator.key({ accountId });

  const answer = await clientOf(gateway, key)('/v1/me', { method: 'HEAD' });

  expect([answer.status, answer.text]).toEqual([200, '']);
  expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(100);
});
