import { newId } from '@fulfilment/kernel';
import { newTenant, signIdentity } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Instance, openTestBed, type TestBed } from '../webhooks.fixture.ts';

let bed: TestBed;
let webhooks: Instance;
let strict: Instance;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  webhooks = await bed.start();
  strict = await bed.start(
    { WEBHOOK_ALLOW_HTTP: 'false', WEBHOOK_ALLOWED_CIDRS: '' },
    { resolveHost: async (host) => (host === 'mixed.example' ? ['93.184.215.14', '10.0.0.1'] : ['93.184.215.14']) },
  );
});

afterAll(async () => {
  await webhooks.stop();
  await strict.stop();
  await bed.stop();
});

const body = (changes: Readonly<Record<string, unknown>> = {}) => ({
  account_id: newId('acc'),
  environment: 'sandbox',
  url: 'http://127.0.0.1:9000/hook',
  ...changes,
});

describe('POST /operator/v1/webhooks', () => {
  test('201 with the record and, once, the secret', async () => {
    const asked = body({ events: ['order.created', 'order.shipped'], description: 'Shop' });

    const reply = await webhooks.call('POST /webhooks', asked);

    expect(reply).toMatchObject({
      status: 201,
      body: {
        ...asked,
        id: expect.stringMatching(/^whk_/),
        status: 'active',
        secret: expect.stringMatching(/^whsec_/),
        created_at: expect.stringMatching(/Z$/),
      },
    });
    const list = await webhooks.call(`GET /webhooks?account_id=${asked.account_id}`);
    expect(JSON.stringify(list.body)).not.toContain('whsec_');
  });

  test('the subscription is to every event by default', async () => {
    expect(await webhooks.call('POST /webhooks', body())).toMatchObject({
      status: 201,
      body: { events: ['*'], description: null },
    });
  });

  test.each([
    ['/account_id', { account_id: 'acc_1' }],
    ['/environment', { environment: 'staging' }],
    ['/url', { url: 'ftp://hooks.example.com/' }],
    ['/url', { url: `https://hooks.example.com/${'x'.repeat(2_048)}` }],
    ['/url', { url: 7 }],
    ['/events', { events: [] }],
    ['/events/0', { events: ['order.lost'] }],
    ['/events', { events: ['order.created', 'order.created'] }],
    ['/description', { description: '' }],
    ['/colour', { colour: 'red' }],
  ])('422 at %s for %j', async (pointer, changes) => {
    const reply = await webhooks.call('POST /webhooks', body(changes));

    expect(reply).toMatchObject({ status: 422, body: { code: 'validation_failed', errors: [{ pointer }] } });
  });

  test.each([
    ['http://hooks.example.com/', /https/],
    ['https://user:pass@hooks.example.com/', /user name/],
    ['https://hooks.example.com:25/', /port/],
    ['https://127.0.0.1/', /loopback/],
    ['https://2130706433/', /loopback/],
    ['https://169.254.169.254/latest/meta-data', /link local/],
    ['https://[::ffff:10.0.0.1]/', /private/],
    ['https://[fd00:ec2::254]/', /unique local/],
    ['https://mixed.example/', /private/],
  ])('422 at /url for %s, with the reason', async (url, reason) => {
    const reply = await strict.call('POST /webhooks', body({ url }));

    expect(reply).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer: '/url', message: expect.stringMatching(reason) }] },
    });
  });

  test('403 for the fifty-first endpoint, and the number of those that there are', async () => {
    const tenant = newTenant();
    for (let each = 0; each < 50; each += 1) await webhooks.add(tenant, `http://127.0.0.1:9000/${each}`);

    const { accountId: account_id, environment } = tenant;
    const reply = await webhooks.call('POST /webhooks', body({ account_id, environment }));

    const full = { code: 'storage_limit_reached', stored: 'webhook_endpoints', used: 50, maximum: 50 };
    expect(reply).toMatchObject({ status: 403, body: { code: 'storage_limit_reached', errors: [full] } });
    expect(await webhooks.call('POST /webhooks', body({ account_id, environment: 'production' }))).toMatchObject({ status: 201 });
  });

  test('400 for a body that is not JSON', async () => {
    expect(await webhooks.call('POST /webhooks', '{"url":')).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
  });
});

describe('GET /operator/v1/webhooks', () => {
  test('200 with the endpoints of the account, oldest first, for one environment or both', async () => {
    const tenant = newTenant();
    const first = await webhooks.add(tenant, 'http://127.0.0.1:9000/1');
    const second = await webhooks.add({ ...tenant, environment: 'production' }, 'http://127.0.0.1:9000/2');
    await webhooks.add(newTenant(), 'http://127.0.0.1:9000/3');
    const ids = async (query: string): Promise<unknown> => {
      const { body: list } = await webhooks.call(`GET /webhooks?account_id=${tenant.accountId}${query}`);
      return list;
    };

    expect(await ids('')).toMatchObject({ data: [{ id: first.id }, { id: second.id }] });
    expect(await ids('&environment=production')).toEqual({ data: [expect.objectContaining({ id: second.id })] });
  });

  test.each(['', '?account_id=acc_1', `?account_id=${newId('acc')}&environment=staging`, `?account_id=${newId('acc')}&limit=1`])(
    '400 for the query "%s"',
    async (query) => {
      expect(await webhooks.call(`GET /webhooks${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
    },
  );
});

describe('DELETE /operator/v1/webhooks/:id', () => {
  test('200 with the removed endpoint, then 404', async () => {
    const tenant = newTenant();
    const { secret: _, ...record } = await webhooks.add(tenant, 'http://127.0.0.1:9000/1');
    const request = `DELETE /webhooks/${record.id}?account_id=${tenant.accountId}`;

    expect(await webhooks.call(request)).toMatchObject({ status: 200, body: record });
    expect(await webhooks.call(request)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await webhooks.call(`GET /webhooks?account_id=${tenant.accountId}`)).toMatchObject({ body: { data: [] } });
  });

  test('404 for the endpoint of another account, which is not removed', async () => {
    const tenant = newTenant();
    const { id } = await webhooks.add(tenant, 'http://127.0.0.1:9000/1');

    expect(await webhooks.call(`DELETE /webhooks/${id}?account_id=${newId('acc')}`)).toMatchObject({ status: 404 });
    expect(await webhooks.call('DELETE /webhooks/whk_1')).toMatchObject({ status: 404 });
    expect(await webhooks.call(`DELETE /webhooks/${id}`)).toMatchObject({ status: 200 });
  });
});

describe('who may ask', () => {
  test('401 without an identity, or with one for another service', async () => {
    const foreign = await signIdentity({ sub: 'operator', op: true }, 'orders');

    for (const token of ['', 'nonsense', foreign]) {
      expect(await webhooks.call('POST /webhooks', body(), token)).toMatchObject({
        status: 401,
        body: { code: 'unauthenticated' },
      });
    }
  });

  test('404 for an API key, also of role admin', async () => {
    const token = await signIdentity({ sub: newId('key'), acc: newId('acc'), env: 'sandbox', role: 'admin' }, 'webhooks');

    expect(await webhooks.call('POST /webhooks', body(), token)).toMatchObject({ status: 404 });
  });

  test('405 for another method', async () => {
    const reply = await webhooks.call('PATCH /webhooks', {});

    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe('POST, GET, HEAD');
  });
});
