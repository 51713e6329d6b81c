import { CLIENT_ADDRESS_HEADER, webhookEndpoint, webhookPage, webhookSecrets, webhookWithSecret } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type Instance, openTestBed, type TestBed } from '../webhooks.fixture.ts';

let bed: TestBed;
let webhooks: Instance;
let by: Caller;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  webhooks = await bed.start();
});

afterAll(async () => {
  await webhooks.stop();
  await bed.stop();
});

beforeEach(() => {
  by = newCaller();
});

const URL_TO = 'http://127.0.0.1:9000/hook';
const BOUNDS = { skus: 9, open_orders: 9 };
const FILTER = { data: { location: [{ prefix: 'A3/' }] } };

const create = async (body: object = {}) => {
  const { status, body: answered } = await webhooks.own(by, 'POST /webhooks', { url: URL_TO, ...body });
  if (status !== 201) throw new Error(JSON.stringify(answered));
  return webhookWithSecret.parse(answered);
};
const as = (version: number): Caller => ({ ...by, headers: { 'if-match': `"${version}"` } });
const reveal = async (id: string): Promise<readonly string[]> =>
  webhookSecrets.parse((await webhooks.own(by, `POST /webhooks/${id}/secret/reveal`)).body).data.map(({ secret }) => secret);
const actionsOf = async (id: string): Promise<readonly string[]> => {
  const found = await bed.collections.changes.find({ endpoint_id: id }).sort({ _id: 1 }).toArray();
  return found.map(({ action }) => action);
};

const inRoomOf = (most: number): Caller => ({ ...keyed('room'), storage: { ...BOUNDS, webhook_endpoints: most } });
const keyed = (key: string): Caller => ({ ...by, headers: { 'idempotency-key': key } });

test('endpoints end at the limit of the tenant, which the overview has; one that is deleted makes room, and so does the operator', async () => {
  const add = (most: number) =>
    webhooks.own({ ...by, storage: { ...BOUNDS, webhook_endpoints: most } }, 'POST /webhooks', { url: URL_TO });
  const { id } = webhookWithSecret.parse((await add(2)).body);
  await add(2);
  const full = { code: 'storage_limit_reached', errors: [{ stored: 'webhook_endpoints', used: 2, maximum: 2 }] };
  expect(await add(2)).toMatchObject({ status: 403, body: full });
  const overview = await webhooks.own({ ...by, storage: { ...BOUNDS, webhook_endpoints: 2 } }, 'GET /overview/webhooks');
  expect(overview.body).toMatchObject({ storage: { used: 2, limit: 2 } });
  expect((await add(3)).status).toBe(201);
  await webhooks.own(by, `DELETE /webhooks/${id}`);
  expect(await add(2)).toMatchObject({ status: 403, body: { code: 'storage_limit_reached' } });
  await webhooks.own(by, `DELETE /webhooks/${webhookPage.parse((await webhooks.own(by, 'GET /webhooks')).body).data[0]?.id}`);
  expect((await add(2)).status).toBe(201);
});

test('a refusal for want of room is not kept: the same request succeeds once there is some', async () => {
  expect((await webhooks.own(inRoomOf(0), 'POST /webhooks', { url: URL_TO })).status).toBe(403);
  expect((await webhooks.own(inRoomOf(1), 'POST /webhooks', { url: URL_TO })).status).toBe(201);
  expect((await webhooks.own(inRoomOf(1), 'POST /webhooks', { url: URL_TO })).headers.get('idempotency-replayed')).toBe('true');
});

describe('an idempotency key', () => {
  test('makes an endpoint once, with one secret, also of requests at once and after others', async () => {
    await create();
    const asked = { url: URL_TO, description: 'Once' };

    const replies = await Promise.all([1, 2, 3, 4].map(() => webhooks.own(keyed('one'), 'POST /webhooks', asked)));
    const again = await webhooks.own(keyed('one'), 'POST /webhooks', asked);

    const made = [...replies, again].map(({ body }) => webhookWithSecret.parse(body));
    expect(new Set(made.map(({ id, secret }) => `${id} ${secret}`)).size).toBe(1);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(webhookPage.parse((await webhooks.own(by, 'GET /webhooks')).body).data).toHaveLength(2);
    expect(await webhooks.own(keyed('one'), 'POST /webhooks', { url: URL_TO })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
  });

  test('rotates a secret, sends a test and starts a replay once', async () => {
    const { id } = await create();
    const since = new Date(Date.now() - 60_000).toISOString();
    const requests = [
      [`POST /webhooks/${id}/secret/rotate`, { overlap_seconds: 0 }],
      [`POST /webhooks/${id}/test`, {}],
      [`POST /webhooks/${id}/resend`, { since }],
    ] as const;
    for (const [to, body] of requests) {
      const first = await webhooks.own(keyed('again'), to, body);
      expect(await webhooks.own(keyed('again'), to, body)).toMatchObject({ status: first.status, body: first.body });
      expect(first.status).toBeLessThan(300);
    }

    expect(await actionsOf(id)).toEqual(['webhook.created', 'webhook.secret_rotated', 'webhook.tested', 'replay.started']);
  });

  test('keeps a refusal: a version that moved stays refused', async () => {
    const { id } = await create();
    const pausing = { ...by, headers: { 'idempotency-key': 'k', 'if-match': '"9"' } };

    expect(await webhooks.own(pausing, `POST /webhooks/${id}/pause`)).toMatchObject({ status: 412 });
    expect((await webhooks.own(keyed('k'), `POST /webhooks/${id}/pause`)).headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('POST /account/v1/webhooks', () => {
  test('201 with the endpoint as requested, its secret, and its location', async () => {
    const asked = {
      url: URL_TO,
      events: ['scan.completed', 'endpoint.disabled'],
      description: 'Aisle 3',
      filter: FILTER,
      batch: { max_events: 10, max_wait_ms: 250 },
      max_rate: 0.5,
    };

    const reply = await webhooks.own(by, 'POST /webhooks', asked);

    const { secret, ...record } = webhookWithSecret.parse(reply.body);
    expect(reply.status).toBe(201);
    expect(record).toMatchObject({ ...asked, ordered: false, status: 'active', disabled: null, version: 1 });
    expect(record.secrets).toEqual([expect.objectContaining({ last4: secret.slice(-4), ends_at: null })]);
    expect(reply.headers.get('location')).toBe(`/account/v1/webhooks/${record.id}`);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(await webhooks.own(by, `GET /webhooks/${record.id}`)).toMatchObject({ status: 200, body: record });
    expect(JSON.stringify(await bed.collections.endpoints.find().toArray())).not.toContain(secret);
    expect(await actionsOf(record.id)).toEqual(['webhook.created']);
  });

  test.each([
    ['/url', { url: 'http://10.0.0.1/' }],
    ['/url', { url: 'ftp://hooks.example.com/' }],
    ['/events/0', { events: ['webhook.test'] }],
    ['/filter', { filter: [] }],
    ['/filter/data/sku/0', { filter: { data: { sku: [{ regex: '.*' }] } } }],
    ['/filter/account_id', { filter: { account_id: ['acc_1'] } }],
    ['/batch', { batch: { max_events: 10 }, ordered: true }],
    ['/batch/max_events', { batch: { max_events: 101 } }],
    ['/max_rate', { max_rate: 0.05 }],
    ['/secret', { secret: 'whsec_mine' }],
  ])('422 at %s for %j', async (pointer, changes) => {
    expect(await webhooks.own(by, 'POST /webhooks', { url: URL_TO, ...changes })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer }] },
    });
  });

  test('201 with the URL as browsers write it, so that no control character is kept', async () => {
    const { id } = await create({ url: 'http://127.0.0.1:9000/\u001B[31mRED\u001B]0;x\u0007 ä\u202E' });

    const { body } = await webhooks.own(by, `GET /webhooks/${id}`);
    expect(body).toMatchObject({ url: 'http://127.0.0.1:9000/%1B[31mRED%1B]0;x%07%20%C3%A4%E2%80%AE' });
  });

  test('422 for a filter with a `__proto__` member, instead of a filter without it', async () => {
    const body = `{"url":"${URL_TO}","filter":{"__proto__":[1]}}`;

    expect(await webhooks.own(by, 'POST /webhooks', body)).toMatchObject({ status: 422 });
  });

  test('400 for a filter that is nested too deep to parse', async () => {
    const { id } = await create();
    const body = `{"url":"${URL_TO}","filter":{"data":${'['.repeat(4_000)}${']'.repeat(4_000)}}}`;
    const refused = { status: 400, body: { code: 'malformed_json' } };

    expect(await webhooks.own(by, 'POST /webhooks', body)).toMatchObject(refused);
    expect(await webhooks.own(by, `PATCH /webhooks/${id}`, body)).toMatchObject(refused);
  });

  test('403 for a caller with read permission only', async () => {
    expect(await webhooks.own(newCaller('viewer'), 'POST /webhooks', { url: URL_TO })).toMatchObject({
      status: 403,
      body: { permission: 'webhooks:manage' },
    });
  });
});

describe('GET /account/v1/webhooks', () => {
  test('200 page by page, oldest first, for one environment', async () => {
    const ids = [(await create()).id, (await create()).id, (await create()).id];
    await webhooks.own({ ...by, environment: 'production', keyId: newId('key') }, 'POST /webhooks', { url: URL_TO });

    const first = webhookPage.parse((await webhooks.own(by, 'GET /webhooks?limit=2')).body);
    const rest = webhookPage.parse((await webhooks.own(by, `GET /webhooks?limit=2&cursor=${first.next_cursor}`)).body);

    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(ids);
    expect(JSON.stringify(first)).not.toContain('whsec_');
  });

  test('400 for a cursor of another account', async () => {
    await create();
    await create();
    const { next_cursor: cursor } = webhookPage.parse((await webhooks.own(by, 'GET /webhooks?limit=1')).body);

    expect(await webhooks.own(newCaller(), `GET /webhooks?cursor=${cursor}`)).toMatchObject({ body: { code: 'invalid_cursor' } });
  });
});

describe('PATCH /account/v1/webhooks/:id', () => {
  test('200 with the changed settings, the others unchanged; null clears a setting', async () => {
    const { secret: _, ...before } = await create({ description: 'Shop', filter: FILTER, max_rate: 5 });

    const reply = await webhooks.own(by, `PATCH /webhooks/${before.id}`, {
      filter: null,
      ordered: true,
      events: ['order.created'],
    });

    expect(reply.body).toEqual({
      ...before,
      filter: null,
      ordered: true,
      events: ['order.created'],
      version: 2,
      updated_at: expect.any(String),
    });
    expect(reply.headers.get('etag')).toBe('"2"');
  });

  test('422 for a change that conflicts with other settings', async () => {
    const { id } = await create({ ordered: true });

    expect(await webhooks.own(by, `PATCH /webhooks/${id}`, { batch: {} })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/batch', code: 'batch_of_ordered' }] },
    });
    expect(await webhooks.own(by, `PATCH /webhooks/${id}`, { url: 'http://192.168.0.1/' })).toMatchObject({ status: 422 });
    expect(await webhooks.own(by, `GET /webhooks/${id}`)).toMatchObject({ body: { version: 1, url: URL_TO } });
  });

  test('412 for another version, with the current one, and nothing changed', async () => {
    const { id } = await create();
    await webhooks.own(as(1), `PATCH /webhooks/${id}`, { description: 'Mine' });

    const reply = await webhooks.own(as(1), `PATCH /webhooks/${id}`, { description: 'Yours' });

    expect(reply).toMatchObject({
      status: 412,
      body: { code: 'version_conflict', current_version: 2, current: { description: 'Mine' } },
    });
  });
});

describe('pause and resume', () => {
  test('200 with the state, also when repeated; pausing a paused endpoint changes nothing', async () => {
    const { id } = await create();

    expect(await webhooks.own(by, `POST /webhooks/${id}/pause`)).toMatchObject({
      status: 200,
      body: { status: 'paused', version: 2 },
    });
    expect(await webhooks.own(by, `POST /webhooks/${id}/pause`)).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await webhooks.own(by, `POST /webhooks/${id}/resume`)).toMatchObject({
      status: 200,
      body: { status: 'active', version: 3 },
    });
    expect(await webhooks.own(by, `POST /webhooks/${id}/resume`, { held: 'drop' })).toMatchObject({ body: { version: 3 } });
    expect(await actionsOf(id)).toEqual(['webhook.created', 'webhook.paused', 'webhook.resumed']);
  });

  test('resuming enables a disabled endpoint and resets its failures', async () => {
    const { id } = await create();
    const disabled = { reason: 'failing' as const, at: new Date() };
    await bed.collections.endpoints.updateOne({ _id: id }, { $set: { status: 'disabled', disabled, 'health.failures': 9 } });
    expect(await webhooks.own(by, `GET /webhooks/${id}`)).toMatchObject({
      body: { status: 'disabled', disabled: { reason: 'failing' } },
    });

    expect(await webhooks.own(by, `POST /webhooks/${id}/resume`)).toMatchObject({ body: { status: 'active', disabled: null } });

    expect(await bed.collections.endpoints.findOne({ _id: id })).toMatchObject({ health: { failures: 0, failing_since: null } });
  });

  test('412 for another version', async () => {
    const { id } = await create();

    for (const verb of ['pause', 'resume', 'secret/rotate'])
      expect(await webhooks.own(as(2), `POST /webhooks/${id}/${verb}`)).toMatchObject({ status: 412 });
    expect(await webhooks.own(as(2), `DELETE /webhooks/${id}`)).toMatchObject({ status: 412 });
  });
});

describe('secrets', () => {
  test('200 with the valid secrets; without overlap only the new one; the audit log records each call, and no secret', async () => {
    const { id, secret: first } = await create();
    const rotate = async (body?: object) =>
      webhookWithSecret.parse((await webhooks.own(by, `POST /webhooks/${id}/secret/rotate`, body)).body).secret;

    const second = await rotate({ overlap_seconds: 3_600 });
    expect(await reveal(id)).toEqual([second, first]);
    const third = await rotate({ overlap_seconds: 0 });
    expect(await reveal(id)).toEqual([third]);

    const record = webhookEndpoint.parse((await webhooks.own(by, `GET /webhooks/${id}`)).body);
    expect(record).toMatchObject({ version: 3, secrets: [{ last4: third.slice(-4) }] });
    expect(await actionsOf(id)).toEqual([
      'webhook.created',
      'webhook.secret_rotated',
      'webhook.secret_revealed',
      'webhook.secret_rotated',
      'webhook.secret_revealed',
    ]);
    expect(JSON.stringify(await bed.collections.changes.find().toArray())).not.toContain('whsec_');
  });

  test('200 without an expired secret, which the next change deletes', async () => {
    const { id } = await create();
    await webhooks.own(by, `POST /webhooks/${id}/secret/rotate`);
    await bed.collections.endpoints.updateOne({ _id: id }, { $set: { 'secrets.1.ends_at': new Date(Date.now() - 1) } });
    const secretsOf = async () => (await bed.collections.endpoints.findOne({ _id: id }))?.secrets;

    const record = webhookEndpoint.parse((await webhooks.own(by, `GET /webhooks/${id}`)).body);
    const page = webhookPage.parse((await webhooks.own(by, 'GET /webhooks')).body);

    expect([record.secrets.length, page.data[0]?.secrets.length]).toEqual([1, 1]);
    expect(await secretsOf()).toHaveLength(2);
    await webhooks.own(by, `PATCH /webhooks/${id}`, { description: 'Shop' });
    expect(await secretsOf()).toHaveLength(1);
    expect(await reveal(id)).toHaveLength(1);
  });

  test('409 for a sixth secret, with the time at which the first ends', async () => {
    const { id } = await create();
    for (let each = 0; each < 4; each += 1) await webhooks.own(by, `POST /webhooks/${id}/secret/rotate`);

    const reply = await webhooks.own(by, `POST /webhooks/${id}/secret/rotate`);

    expect(reply).toMatchObject({ status: 409, body: { code: 'too_many_secrets', ends_at: expect.stringMatching(/Z$/) } });
    expect(await reveal(id)).toHaveLength(5);
  });

  test.each([{ overlap_seconds: -1 }, { overlap_seconds: 604_801 }])('422 for %j', async (body) => {
    const { id } = await create();

    expect(await webhooks.own(by, `POST /webhooks/${id}/secret/rotate`, body)).toMatchObject({ status: 422 });
  });

  test('a secret of an older key is decrypted while that key is configured, and encrypted with the current one', async () => {
    const { id, secret } = await create();
    const [before] = await bed.collections.endpoints.find({ _id: id }).toArray();
    const old = bed.env['WEBHOOK_SECRET_KEY'] ?? '';
    const next = { WEBHOOK_SECRET_KEY: Buffer.alloc(32, 8).toString('base64') };

    const rotated = await bed.start({ ...next, WEBHOOK_SECRET_KEYS_OLD: old });
    await rotated.stop();
    const without = await bed.start(next);
    const revealed = await without.own(by, `POST /webhooks/${id}/secret/reveal`);
    await without.stop();

    expect(revealed).toMatchObject({ status: 200, body: { data: [{ secret }] } });
    const [after] = await bed.collections.endpoints.find({ _id: id }).toArray();
    expect(after?.secrets[0]?.sealed.key_id).not.toBe(before?.secrets[0]?.sealed.key_id);
    // The secrets of the other tests need the first key again.
    const back = await bed.start({ WEBHOOK_SECRET_KEYS_OLD: next.WEBHOOK_SECRET_KEY });
    await back.stop();
  });
});

describe('missing endpoints', () => {
  test('404 for the endpoint of another account or environment, for every operation', async () => {
    const { id } = await create();
    const others = [newCaller(), { ...by, environment: 'production' as const, keyId: newId('key') }];
    const requests = ['GET', 'PATCH', 'DELETE'].map((method) => `${method} /webhooks/${id}`);
    const verbs = ['pause', 'resume', 'secret/reveal', 'secret/rotate', 'test'].map((verb) => `POST /webhooks/${id}/${verb}`);
    const lists = ['stats', 'deliveries', 'replays'].map((list) => `GET /webhooks/${id}/${list}`);

    for (const other of others) {
      for (const request of [...requests, ...verbs, ...lists]) {
        const reply = await webhooks.own(other, request, request.startsWith('GET') ? undefined : {});
        expect([request, reply.status]).toEqual([request, 404]);
      }
    }
    expect(await webhooks.own(by, `GET /webhooks/${id}`)).toMatchObject({ status: 200 });
  });

  test('404 after its removal, except for its audit log', async () => {
    const { id } = await create();

    const fromAddress = { ...by, headers: { [CLIENT_ADDRESS_HEADER]: '203.0.113.9' } };
    expect(await webhooks.own(fromAddress, `DELETE /webhooks/${id}`)).toMatchObject({ status: 200, body: { id } });
    expect(await webhooks.own(by, `DELETE /webhooks/${id}`)).toMatchObject({ status: 404 });
    expect(await webhooks.own(by, `GET /webhooks/changes?webhook_id=${id}`)).toMatchObject({
      status: 200,
      body: {
        data: [
          { action: 'webhook.removed', actor: by.keyId, address: '203.0.113.9' },
          { action: 'webhook.created', address: null },
        ],
      },
    });
  });
});

const read = async (id: string) => webhookEndpoint.parse((await webhooks.own(by, `GET /webhooks/${id}`)).body);

describe('an endpoint as it was read can be sent back', () => {
  test('with a change of a setting, and with a rest that has ended since', async () => {
    const { id } = await create({ filter: FILTER, max_rate: 5 });
    const shown = await read(id);
    const restsUntil = '2026-11-21T09:00:00.000Z';

    const reply = await webhooks.own(by, `PATCH /webhooks/${id}`, { ...shown, rests_until: restsUntil, description: 'Shop' });

    expect(reply.status).toBe(200);
    expect(await read(id)).toEqual({ ...shown, description: 'Shop', version: 2, updated_at: expect.any(String) });
  });

  test.each([
    ['status', 'paused'],
    ['version', 7],
    ['id', 'whk_01KAJ6Q8Y4ZT5R2W9XBMSHE1F2'],
    ['secrets', []],
    ['environment', 'production'],
  ])('422: %s that differs from the record, and nothing is changed', async (name, value) => {
    const { id } = await create();
    const shown = await read(id);

    const reply = await webhooks.own(by, `PATCH /webhooks/${id}`, { ...shown, description: 'Shop', [name]: value });

    expect(reply).toMatchObject({ status: 422, body: { errors: [{ pointer: `/${name}`, code: 'read_only' }] } });
    expect(await read(id)).toEqual(shown);
  });
});
