import {
  accountDeletion,
  accountRecord,
  auditPage,
  issuedKey,
  operatorOperations,
  PLAN_BOUNDS,
  revocationPage,
} from '@fulfilment/contracts';
import { makeSignIdentity, OperatorClient } from '@fulfilment/identity';
import { newId } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { clientOf } from '../testing/client.ts';
import { gatewayEnv, type Operator, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

let upstream: Upstream;
let gateway: TestGateway;
let call: Operator['call'];

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url));
  call = (...request) => gateway.operator.call(...request);
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

const wish = (accountId: string, more: object = {}) => ({
  account_id: accountId,
  environment: 'sandbox',
  role: 'viewer',
  ...more,
});

const withToken = async (token?: string) => {
  const response = await fetch(
    `${gateway.internalUrl}/operator/v1/accounts`,
    token === undefined ? {} : { headers: { 'x-internal-identity': token } },
  );
  return response.status;
};
const signer = () => makeSignIdentity({ key: JSON.parse(gateway.env['JWT_PRIVATE_KEY'] ?? ''), lifetimeSeconds: 60 });

describe('accounts', () => {
  test('are created and listed, and change their plan', async () => {
    const made = await call('POST', '/operator/v1/accounts', { name: 'Mugs & Co', plan: 'evaluation' });
    const account = accountRecord.parse(made.body);
    const changed = await call('PATCH', `/operator/v1/accounts/${account.id}`, { plan: 'enterprise' });
    const { status, body } = await call('GET', '/operator/v1/accounts');

    expect(made.status).toBe(201);
    expect(changed).toEqual({ status: 200, body: { ...account, plan: 'enterprise' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: expect.arrayContaining([{ ...account, plan: 'enterprise' }]) });
  });

  test.each([
    [{}, ['/name', '/plan']],
    [{ name: '', plan: 'enterprise' }, ['/name']],
    [{ name: 'x', plan: 'golden' }, ['/plan']],
    [{ name: 'x', plan: 'enterprise', colour: 'red' }, ['/colour']],
  ])('cannot be created from %j', async (body, pointers) => {
    const answer = await call('POST', '/operator/v1/accounts', body);

    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'validation_failed', errors: pointers.map((pointer) => ({ pointer })) });
  });

  test('are read by id', async () => {
    const account = await gateway.operator.account();

    expect(await call('GET', `/operator/v1/accounts/${account.id}`)).toEqual({ status: 200, body: account });
    expect(await call('GET', `/operator/v1/accounts/${newId('acc')}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: 'There is no such account.' },
    });
  });

  test('are suspended and resumed: their keys get 403 in between, and no step is taken twice', async () => {
    const { id } = await gateway.operator.account();
    const client = clientOf(gateway, (await gateway.operator.key({ accountId: id })).key);
    const step = (name: string) => call('POST', `/operator/v1/accounts/${id}/${name}`);
    const isAnswered = (status: number) => eventually(async () => expect((await client('/v1/inventory')).status).toBe(status));
    await isAnswered(200);

    expect(await step('suspend')).toMatchObject({ status: 200, body: { suspended_at: expect.stringMatching(/Z$/) } });
    await isAnswered(403);
    expect(JSON.parse((await client('/account/v1/keys')).text)).toMatchObject({ code: 'account_suspended', retryable: false });
    expect(await step('suspend')).toMatchObject({ status: 409, body: { current_status: 'suspended' } });
    expect(await step('resume')).toMatchObject({ status: 200, body: { suspended_at: null } });
    await isAnswered(200);
    expect(await step('resume')).toMatchObject({ status: 409, body: { current_status: 'active' } });
    expect(await call('POST', `/operator/v1/accounts/${newId('acc')}/suspend`)).toMatchObject({ status: 404 });
  });

  test('may store what their plan allows, or what the operator sets, which services learn with each request', async () => {
    const { id } = await gateway.operator.account();
    const storage = `/operator/v1/accounts/${id}/storage`;
    const ofPlan = { account_id: id, ...PLAN_BOUNDS.enterprise, set: [] };
    expect(await call('GET', storage)).toEqual({ status: 200, body: ofPlan });
    expect(await call('PATCH', storage, { skus: 7 })).toEqual({ status: 200, body: { ...ofPlan, skus: 7, set: ['skus'] } });
    expect(await call('PATCH', storage, {})).toMatchObject({ status: 200, body: { skus: 7, set: ['skus'] } });

    const client = clientOf(gateway, (await gateway.operator.key({ accountId: id })).key);
    const toldOf = async () => {
      await client('/v1/inventory');
      const [, claims = ''] = String(upstream.seen.at(-1)?.headers['x-internal-identity']).split('.');
      return JSON.parse(Buffer.from(claims, 'base64url').toString()).max;
    };
    expect(await toldOf()).toEqual({ ...PLAN_BOUNDS.enterprise, skus: 7 });
    expect(await call('PATCH', storage, { skus: null, open_orders: 3 })).toMatchObject({
      status: 200,
      body: { ...PLAN_BOUNDS.enterprise, open_orders: 3, set: ['open_orders'] },
    });
    await eventually(async () => expect(await toldOf()).toEqual({ ...PLAN_BOUNDS.enterprise, open_orders: 3 }));
    expect(await call('PATCH', storage, { skus: -1 })).toMatchObject({ status: 422 });
    expect(await call('PATCH', `/operator/v1/accounts/${newId('acc')}/storage`, { skus: 1 })).toMatchObject({ status: 404 });
  });

  test('that do not exist cannot be changed', async () => {
    const answer = await call('PATCH', `/operator/v1/accounts/${newId('acc')}`, { plan: 'enterprise' });

    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('the deletion of an account', () => {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- it is of these tests alone.
  const suspended = async () => {
    const { id } = await gateway.operator.account();
    await gateway.operator.key({ accountId: id });
    await call('POST', '/operator/v1/members', { account_id: id, email: `${id}@example.com`, role: 'owner' });
    await call('POST', `/operator/v1/accounts/${id}/suspend`);
    return id;
  };

  test('begins its grace period once, for a suspended account, and is not due before its end', async () => {
    const id = await suspended();

    const first = await call('POST', `/operator/v1/accounts/${id}/deletion`);
    const again = await call('POST', `/operator/v1/accounts/${id}/deletion`);
    const early = await call('DELETE', `/operator/v1/accounts/${id}`);

    const { delete_after: after } = accountDeletion.parse(first.body);
    expect(first).toEqual({ status: 200, body: { account_id: id, delete_after: after, due: false } });
    expect(Date.parse(after)).toBeGreaterThan(Date.now() + 6.9 * 86_400_000);
    expect(again).toEqual(first);
    expect(early).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  });

  test('is refused for an active account, also where it was to be deleted before it was resumed', async () => {
    const { id: active } = await gateway.operator.account();
    const resumed = await suspended();
    await call('POST', `/operator/v1/accounts/${resumed}/deletion`);
    await call('POST', `/operator/v1/accounts/${resumed}/resume`);

    for (const id of [active, resumed]) {
      expect((await call('POST', `/operator/v1/accounts/${id}/deletion`)).status).toBe(409);
      expect((await call('DELETE', `/operator/v1/accounts/${id}`)).status).toBe(409);
    }
    expect((await call('DELETE', `/operator/v1/accounts/${newId('acc')}`)).status).toBe(404);
  });

  test('that has begun is not ended by a resumption: records are gone by then', async () => {
    const hasty = await startGateway({ ...gateway.env, ACCOUNT_DELETION_DAYS: '0' });
    const id = await suspended();
    const begun = await hasty.operator.call('POST', `/operator/v1/accounts/${id}/deletion`);

    const resumed = await call('POST', `/operator/v1/accounts/${id}/resume`);
    const again = await call('POST', `/operator/v1/accounts/${id}/deletion`);
    const deleted = await call('DELETE', `/operator/v1/accounts/${id}`);

    await hasty.stop();
    expect([begun, again]).toMatchObject([{ body: { due: true } }, { body: { due: true } }]);
    expect(resumed).toMatchObject({ status: 409, body: { code: 'invalid_transition', current_status: 'suspended' } });
    expect(deleted.status).toBe(200);
  });

  test('leaves nothing of it but one entry of the audit log', async () => {
    const hasty = await startGateway({ ...gateway.env, ACCOUNT_DELETION_DAYS: '0' });
    const id = await suspended();
    const other = await suspended();
    await hasty.operator.call('POST', `/operator/v1/accounts/${id}/deletion`);

    const deleted = await hasty.operator.call('DELETE', `/operator/v1/accounts/${id}`);

    await hasty.stop();
    expect(deleted).toEqual({ status: 200, body: { account_id: id, removed: expect.any(Number) } });
    expect((await call('GET', `/operator/v1/accounts/${id}`)).status).toBe(404);
    expect(await call('GET', `/operator/v1/keys?account_id=${id}`)).toMatchObject({ body: { data: [] } });
    expect((await call('GET', `/operator/v1/accounts/${other}`)).status).toBe(200);
    expect(await call('GET', `/operator/v1/keys?account_id=${other}`)).toMatchObject({ body: { data: [{}] } });
  });
});

test('revocations since a time are listed in pages, oldest first, over all accounts', async () => {
  const since = new Date().toISOString();
  const ids: string[] = [];
  for (let place = 0; place < 2; place += 1) {
    const { id: accountId } = await gateway.operator.account();
    const { id } = await gateway.operator.key({ accountId });
    await call('POST', `/operator/v1/keys/${id}/revoke`);
    await call('POST', `/operator/v1/accounts/${accountId}/suspend`);
    ids.push(id, accountId);
  }

  const page = revocationPage.parse((await call('GET', `/operator/v1/revocations?since=${since}`)).body);
  const first = page.data.find(({ target }) => target.id === ids[0]);
  const rest = revocationPage.parse((await call('GET', `/operator/v1/revocations?since=${since}&after=${first?.id}`)).body);
  const end = revocationPage.parse((await call('GET', `/operator/v1/revocations?since=${since}&after=${page.next_after}`)).body);

  const mine = ({ data }: typeof page) => data.flatMap(({ target }) => (ids.includes(target.id) ? [target.id] : []));
  expect(mine(page)).toEqual(ids);
  expect(mine(rest)).toEqual(ids.slice(1));
  expect(end).toEqual({ data: [], next_after: null });
  expect((await call('GET', '/operator/v1/revocations')).status).toBe(400);
});

test('revocations since a time to come are refused: the list that is kept before a restore would be empty', async () => {
  const since = new Date(Date.now() + 3_600_000).toISOString();

  expect(await call('GET', `/operator/v1/revocations?since=${since}`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_parameter', errors: [{ pointer: '/since', code: 'in_future', message: 'Must be in the past.' }] },
  });
});

describe('keys', () => {
  test('are issued with their text, and listed without it', async () => {
    const { id: accountId } = await gateway.operator.account();
    const issued = await call('POST', '/operator/v1/keys', wish(accountId, { name: 'shelf', burst: 7, rate: 3 }));
    const key = issuedKey.parse(issued.body);
    const { key: text, ...record } = key;
    const listed = await call('GET', `/operator/v1/keys?account_id=${accountId}`);

    expect(issued.status).toBe(201);
    expect(key).toMatchObject({
      name: 'shelf',
      burst: 7,
      rate: 3,
      status: 'active',
      prefix: text.slice(0, 16),
      last4: text.slice(-4),
    });
    expect(listed).toEqual({ status: 200, body: { data: [record] } });
    expect(JSON.stringify(listed.body)).not.toContain(text);
  });

  test('are listed newest first, by account and environment', async () => {
    const { id: accountId } = await gateway.operator.account();
    const first = await gateway.operator.key({ accountId });
    const live = await gateway.operator.key({ accountId, environment: 'production' });
    const last = await gateway.operator.key({ accountId });
    const idsOf = async (query: string) => {
      const { body } = await call('GET', `/operator/v1/keys?account_id=${accountId}${query}`);
      return JSON.stringify(body).match(/key_[0-9A-Z]{26}/g);
    };

    expect(await idsOf('')).toEqual([last.id, live.id, first.id]);
    expect(await idsOf('&environment=sandbox')).toEqual([last.id, first.id]);
    expect(await idsOf('&environment=production')).toEqual([live.id]);
  });

  test('of production require the enterprise plan', async () => {
    const { id: accountId } = await gateway.operator.account('evaluation');
    const live = await call('POST', '/operator/v1/keys', wish(accountId, { environment: 'production' }));

    expect(live).toMatchObject({ status: 403, body: { code: 'plan_required' } });
    expect((await call('POST', '/operator/v1/keys', wish(accountId))).status).toBe(201);
  });

  test('expire', async () => {
    const { id: accountId } = await gateway.operator.account();
    const past = await call('POST', '/operator/v1/keys', wish(accountId, { expires_at: '2020-01-01T00:00:00.000Z' }));
    const soon = await gateway.operator.key({ accountId, expiresAt: new Date(Date.now() + 5_000).toISOString() });
    const client = clientOf(gateway, soon.key);
    const first = await client('/v1/inventory');

    expect(past).toMatchObject({ status: 422, body: { errors: [{ pointer: '/expires_at' }] } });
    expect(first.status).toBe(200);
    await eventually(async () => expect((await client('/v1/inventory')).status).toBe(401), { everyMs: 250 });
  });

  test('get another rate from the operator, to which the limit of their tenant is raised', async () => {
    const { id: accountId } = await gateway.operator.account();
    const { id, key } = await gateway.operator.key({ accountId, burst: 7, rate: 3 });

    const changed = await call('PATCH', `/operator/v1/keys/${id}`, { burst: 5_000, rate: 500 });
    const kept = await call('PATCH', `/operator/v1/keys/${id}`, { rate: 400 });

    expect(changed).toMatchObject({ status: 200, body: { burst: 5_000, rate: 500 } });
    expect(kept).toMatchObject({ status: 200, body: { burst: 5_000, rate: 400 } });
    await eventually(async () => {
      const response = await clientOf(gateway, key)('/v1/me');
      // By default a tenant of the sandbox has 1,000 requests at once.
      expect(response.headers.get('x-ratelimit-limit')).toBe('5000');
    });
    expect((await call('PATCH', `/operator/v1/keys/${id}`, { burst: 0 })).status).toBe(422);
  });

  test('are read by id', async () => {
    const { id: accountId } = await gateway.operator.account();
    const { id } = await gateway.operator.key({ accountId });

    expect(await call('GET', `/operator/v1/keys/${id}`)).toMatchObject({ status: 200, body: { id, account_id: accountId } });
    expect((await call('GET', `/operator/v1/keys/${newId('key')}`)).status).toBe(404);
  });

  test('have an audit entry with the name of the operator', async () => {
    const { id: accountId } = await gateway.operator.account();
    const { id } = await gateway.operator.key({ accountId });
    const signingKey = JSON.parse(gateway.env['JWT_PRIVATE_KEY'] ?? '');
    const named = new OperatorClient({ signingKey, name: 'jo', urls: { gateway: gateway.internalUrl } });

    await named.call(operatorOperations.revokeKey, { params: { id } });

    const owner = await gateway.operator.key({ accountId });
    const { text } = await clientOf(gateway, owner.key)(`/account/v1/audit-log?target_id=${id}`);
    expect(auditPage.parse(JSON.parse(text)).data.map(({ action, actor }) => [action, actor])).toEqual([
      ['key.revoked', 'operator:jo'],
      ['key.created', 'operator'],
    ]);
  });

  test('get new limits from the operator, which their owner cannot widen', async () => {
    const { id: accountId } = await gateway.operator.account();
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const key = await gateway.operator.key({ accountId, role: 'admin', expiresAt });
    const own = await gateway.operator.key({ accountId, role: 'admin' });
    const widen = async () => {
      const init = {
        method: 'PATCH',
        body: JSON.stringify({ expires_at: null }),
        headers: { 'content-type': 'application/json' },
      };
      return (await clientOf(gateway, own.key)(`/account/v1/keys/${key.id}`, init)).status;
    };

    expect(await widen()).toBe(422);
    expect(await call('PATCH', `/operator/v1/keys/${key.id}`, { expires_at: null, ip_allowlist: ['192.0.2.7'] })).toMatchObject({
      status: 200,
      body: { expires_at: null, ip_allowlist: ['192.0.2.7'] },
    });
    expect(await widen()).toBe(200);
    expect(await call('PATCH', `/operator/v1/keys/${newId('key')}`, {})).toMatchObject({ status: 404 });
  });

  test('are revoked for good, and a repetition changes nothing', async () => {
    const { id: accountId } = await gateway.operator.account();
    const key = await gateway.operator.key({ accountId });
    const first = await call('POST', `/operator/v1/keys/${key.id}/revoke`);
    const second = await call('POST', `/operator/v1/keys/${key.id}/revoke`);

    expect(first).toMatchObject({
      status: 200,
      body: { id: key.id, status: 'revoked', revoked_at: expect.stringMatching(/Z$/) },
    });
    expect(second).toEqual(first);
    expect((await call('POST', `/operator/v1/keys/${newId('key')}/revoke`)).status).toBe(404);
  });

  test('require an existing account, a known role and a known environment', async () => {
    const { id: accountId } = await gateway.operator.account();

    expect((await call('POST', '/operator/v1/keys', wish(newId('acc')))).status).toBe(404);
    expect(
      await call('POST', '/operator/v1/keys', wish(accountId, { role: 'king', environment: 'moon', burst: 0 })),
    ).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/environment' }, { pointer: '/role' }, { pointer: '/burst' }] },
    });
    expect((await call('GET', '/operator/v1/keys?environment=moon')).status).toBe(400);
  });

  test('are stored without any usable secret', async () => {
    const { id: accountId } = await gateway.operator.account();
    const { key, id } = await gateway.operator.key({ accountId });
    const { MongoClient } = await import('mongodb');
    const client = await MongoClient.connect(inject('engines').mongodbUrl);
    const kept = await client.db(gateway.env['MONGODB_DATABASE']).collection<{ _id: string }>('keys').findOne({ _id: id });
    await client.close();

    expect(kept).toMatchObject({
      secrets: [{ digest: expect.stringMatching(/^[\w-]{43}$/), pepper_id: expect.stringMatching(/^[\w-]{8}$/) }],
      rev: 1,
    });
    expect(JSON.stringify(kept)).not.toContain(key.slice(20));
  });
});

describe('the operator API', () => {
  test('refuses calls without a token, with a broken one, one for another service, or one of a caller', async () => {
    const sign = await signer();
    const caller = { sub: newId('key'), acc: newId('acc'), env: 'sandbox', role: 'admin' };
    const statuses = [
      await withToken(),
      await withToken('nonsense'),
      await withToken(await sign({ sub: 'operator', op: true }, 'webhooks')),
      await withToken(await sign(caller, 'gateway')),
      await withToken(await sign({ sub: 'operator', op: true }, 'gateway')),
    ];

    expect(statuses).toEqual([401, 401, 401, 404, 200]);
  });

  test('shares its port with health and metrics, which need no token', async () => {
    const [live, ready, metrics] = await Promise.all(
      ['livez', 'readyz', 'metrics'].map((path) => fetch(`${gateway.internalUrl}/${path}`)),
    );

    expect([live?.status, ready?.status, metrics?.status]).toEqual([200, 200, 200]);
    const parts = ['mongodb', 'schema', 'redis', 'progress', 'replaceable'];
    expect(await ready?.json()).toEqual({ status: 'ready', checks: Object.fromEntries(parts.map((part) => [part, 'ok'])) });
    expect(await metrics?.text()).toContain('fulfilment_rate_limit_decisions_total');
  });
});
