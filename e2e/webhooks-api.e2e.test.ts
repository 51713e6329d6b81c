import {
  ACCOUNT_OPERATIONS,
  attemptedDelivery,
  type AttemptedDelivery,
  deliveryDetails,
  deliveryPage,
  deliveryRecord,
  type Operation,
  replayRecord,
  webhookEndpoint,
  webhookSecrets,
  webhookStats,
  webhookWithSecret,
} from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { CallOptions } from './system/call.ts';
import { type Receiver, startReceiver } from './system/receiver.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';

const OWN = ACCOUNT_OPERATIONS.filter(({ service }) => service === 'webhooks');
const PATIENCE = { withinMs: 60_000 };

let system: TestSystem;

beforeAll(async () => {
  system = await sharedTestSystem();
});

let accountId: string;
let key: string;
let receiver: Receiver;

beforeEach(async () => {
  ({ id: accountId } = await system.operator.account('A shop with webhooks'));
  ({ key } = await system.operator.key({ accountId }));
  receiver = await startReceiver();
  return () => receiver.stop();
});

const ask = (request: string, options: CallOptions = {}) => {
  const [method = '', path = ''] = request.split(' ');
  return system.callAccount(method, path, { key, ...options });
};
const add = async (body: object = {}) => {
  const answer = await ask('POST /webhooks', { body: { url: receiver.url, ...body } });
  const added = answer.as(201, webhookWithSecret);
  receiver.trust(added.secret);
  return added;
};
const scan = async (barcode: string): Promise<void> => {
  const answer = await system.call('POST', '/scans', { key, body: { barcode, location: 'A3/S2' } });
  answer.as(201, z.object({ id: z.string() }));
};
const untilAll = (id: string, status: string, count: number) =>
  eventually(async () => {
    const { data } = (await ask(`GET /webhooks/${id}/deliveries?status=${status}`)).as(200, deliveryPage);
    expect(data).toHaveLength(count);
    return data;
  }, PATIENCE);

test('what fits the filter comes, and a test; what came is in the log, and comes again one by one or all since', async () => {
  const { id } = await add({ events: ['scan.completed'], filter: { data: { barcode: [{ prefix: 'A' }] } } });
  for (const barcode of ['A1', 'B1', 'A2']) await scan(barcode);
  const tested = await ask(`POST /webhooks/${id}/test`, { body: { type: 'order.shipped' } });
  const { id: testId } = tested.as(202, deliveryRecord);
  await untilAll(id, 'delivered', 3);

  const types = receiver.deliveries.map(({ event }) => event.type);
  expect(types.toSorted()).toEqual(['order.shipped', 'scan.completed', 'scan.completed']);
  const details = (await ask(`GET /deliveries/${testId}`)).as(200, deliveryDetails);
  expect(receiver.deliveries.map(({ rawBody }) => rawBody)).toContain(details.request_body);
  expect(details.attempt_log).toMatchObject([{ number: 1, status: 204, outcome: 'delivered' }]);
  (await ask(`POST /deliveries/${testId}/resend`)).as(202, deliveryRecord);
  await eventually(() => expect(receiver.deliveries).toHaveLength(4), PATIENCE);

  const since = new Date(Date.now() - 3_600_000).toISOString();
  const asked = await Promise.all(
    [1, 2].map(() => ask(`POST /webhooks/${id}/resend`, { body: { since, status: 'all', rate: 1 } })),
  );
  const [started, refused] = asked.toSorted((a, b) => a.status - b.status);
  const replayId = started?.as(202, replayRecord).id;
  refused?.problem('replay_in_progress');
  await eventually(async () => {
    const replay = (await ask(`GET /webhooks/${id}/replays/${replayId}`)).as(200, replayRecord);
    expect(replay).toMatchObject({ status: 'done', examined: 3, resent: 2 });
  }, PATIENCE);
  await eventually(() => expect(receiver.deliveries).toHaveLength(6), PATIENCE);
  (await ask(`POST /webhooks/${id}/replays/${replayId}/cancel`)).as(200, replayRecord);
  expect((await ask(`GET /webhooks/${id}/replays`)).text).toContain(replayId);
  expect(receiver.faults).toEqual([]);
  await eventually(async () => {
    const { total } = (await ask(`GET /webhooks/${id}/stats`)).as(200, webhookStats);
    expect(total).toMatchObject({ delivered: 6, success_rate: 1 });
  }, PATIENCE);
  expect((await ask('GET /overview/webhooks')).text).toContain(id);
});

test('what comes to a paused endpoint is held and sent on resume, signed with what its secrets are then', async () => {
  const { id, secret } = await add();
  expect((await ask(`POST /webhooks/${id}/pause`)).as(200, webhookEndpoint).status).toBe('paused');
  (await ask(`POST /webhooks/${id}/test`)).problem('webhook_not_active');
  await scan('A1');
  const [held] = await untilAll(id, 'held', 1);
  expect((await ask(`POST /deliveries/${held?.id}/resend`)).as(202, deliveryRecord).status).toBe('held');
  const rotated = await ask(`POST /webhooks/${id}/secret/rotate`, { body: { overlap_seconds: 600 } });
  const next = rotated.as(200, webhookWithSecret);
  const revealed = (await ask(`POST /webhooks/${id}/secret/reveal`)).as(200, webhookSecrets);
  expect(revealed.data.map((each) => each.secret)).toEqual([next.secret, secret]);
  receiver.trust(next.secret);

  const resumed = (await ask(`POST /webhooks/${id}/resume`)).as(200, webhookEndpoint);

  expect(resumed).toMatchObject({ status: 'active', version: 4 });
  await untilAll(id, 'delivered', 1);
  expect(receiver.faults).toEqual([]);
  const changes = await ask(`GET /webhooks/changes?webhook_id=${id}`);
  for (const action of ['created', 'paused', 'secret_rotated', 'secret_revealed', 'resumed'])
    expect(changes.text).toContain(`"webhook.${action}"`);
  expect(changes.text).not.toContain('whsec_');
});

test('a change is for the version that is meant, and the catalogue and the trial of a filter are there for all', async () => {
  const { id } = await add();
  const first = { 'if-match': '"1"' };
  const changed = await ask(`PATCH /webhooks/${id}`, { body: { description: 'Ours' }, headers: first });
  expect(changed.as(200, webhookEndpoint)).toMatchObject({ description: 'Ours', version: 2 });
  (await ask(`PATCH /webhooks/${id}`, { body: { description: 'Mine' }, headers: first })).problem('version_conflict');
  (await ask(`DELETE /webhooks/${id}`, { headers: first })).problem('version_conflict');
  expect((await ask('GET /webhooks?limit=1')).text).toContain(id);
  const read = await ask(`GET /webhooks/${id}`);
  expect((await ask(`GET /webhooks/${id}`, { headers: { 'if-none-match': read.headers.get('etag') ?? '' } })).status).toBe(304);
  (await ask(`DELETE /webhooks/${id}`)).as(200, webhookEndpoint);
  (await ask(`GET /webhooks/${id}`)).problem('not_found');

  expect((await ask('GET /event-types')).text).toContain('endpoint.disabled');
  const trial = { filter: { data: { barcode: ['A1'] } }, event: { data: { barcode: 'A1' } } };
  expect((await ask('POST /webhooks/filter-test', { body: trial })).text).toContain('"matches":true');
});

interface SentEvent {
  readonly id: string;
  readonly delivery: AttemptedDelivery;
}

/** Opens the stream of deliveries. */
async function openStream(headers: Readonly<Record<string, string>>, query = '') {
  const leaving = new AbortController();
  const response = await fetch(`${system.baseUrl}/account/v1/deliveries/stream${query}`, { headers, signal: leaving.signal });
  const heard = { text: '', isOver: false };
  const listen = async (): Promise<void> => {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) heard.text += part;
    heard.isOver = true;
  };
  listen().catch(() => undefined);
  const events = (): readonly SentEvent[] =>
    [...heard.text.matchAll(/^id: (.+)\nevent: delivery\ndata: (.+)\n\n/gm)].map(([, id = '', data = '']) => ({
      id,
      delivery: attemptedDelivery.parse(JSON.parse(data)),
    }));
  return { response, heard, events, leave: () => leaving.abort() };
}

test('attempts are streamed as they are made, by filter, from the last that the client has, and until its key is revoked', async () => {
  const { id } = await add({ events: ['scan.completed'] });
  const { id: keyId, key: listener } = await system.operator.key({ accountId });
  const credentials = { authorization: `Bearer ${listener}`, 'accept-encoding': 'gzip' };
  const [all, others] = await Promise.all([
    openStream(credentials, `?webhook_id=${id}`),
    openStream(credentials, '?event_type=order.created,order.shipped'),
  ]);
  for (const barcode of ['S1', 'S2', 'S3']) await scan(barcode);

  await eventually(() => expect(all.events()).toHaveLength(3), PATIENCE);
  expect(all.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(all.response.headers.get('content-encoding')).toBeNull();
  expect(all.heard.text).toMatch(/^id: [0-9a-f]{24}\.\d+\nretry: \d+\n\n/);
  const { status, headers } = all.response;
  system.accountContract.check({ method: 'GET', path: '/deliveries/stream', status, headers, text: all.heard.text });
  const [first, ...later] = all.events();
  expect(first?.delivery).toMatchObject({ webhook_id: id, status: 'delivered', attempt: { number: 1, status: 204 } });
  expect(others.events()).toEqual([]);
  const resumed = await openStream({ ...credentials, 'last-event-id': first?.id ?? '' });
  await eventually(() => expect(resumed.events()).toEqual(later), PATIENCE);

  (await ask('GET /deliveries/stream', { headers: { 'last-event-id': 'yesterday' } })).problem('invalid_cursor');
  (await ask(`GET /deliveries/stream?webhook_id=${newId('whk')}`)).problem('not_found');
  await system.operator.revoke(keyId);
  await eventually(() => expect([all, others, resumed].map(({ heard }) => heard.isOver)).toEqual([true, true, true]), PATIENCE);
});

test('every operation of webhooks has answered', () => {
  expect(OWN.map(nameOf).filter((name) => !system.accountContract.answered.has(name))).toEqual([]);
});

test('what may not be is refused with what is wrong: a private URL, a filter, batches in order, a fifty-first', async () => {
  expect((await ask('POST /webhooks', { body: { url: 'https://10.0.0.1/hook' } })).problem().code).toBe('validation_failed');
  (await ask('POST /webhooks', { body: { url: receiver.url, filter: { data: { sku: [{ like: 'x' }] } } } })).problem(
    'validation_failed',
  );
  expect((await ask('POST /webhooks', { body: { url: receiver.url, ordered: true, batch: {} } })).problem().code).toBe(
    'validation_failed',
  );
  await Promise.all(Array.from({ length: 50 }, () => add()));
  expect((await ask('POST /webhooks', { body: { url: receiver.url } })).problem().code).toBe('storage_limit_reached');
});

describe.each(OWN)('$id', (operation) => {
  const request = `${operation.method} ${pathOf(operation)}`;
  // Of each what it takes, so that nothing else is refused first.
  const options = operation.method === 'GET' ? {} : { body: bodyOf(operation) };

  test('asks for a key, and for its permission', async () => {
    const { key: viewer } = await system.operator.key({ accountId, role: 'viewer' });

    const [method = '', path = ''] = request.split(' ');
    expect((await system.callAccount(method, path, options)).problem().code).toBe('unauthenticated');
    expect((await ask(request, { ...options, key: viewer })).problem('forbidden')['permission']).toBe(operation.permission);
  });

  test('refuses a query that it does not know, and another environment than that of the key', async () => {
    expect((await ask(`${request}?surprise=1`, options)).problem().code).toBe('invalid_parameter');
    expect((await ask(`${request}?environment=production`, options)).problem().code).toBe('invalid_parameter');
  });

  const withRecord = operation.path.includes(':') ? [operation.id] : [];
  test.each(withRecord)('%s does not find an unknown record', async () => {
    expect((await ask(request, options)).problem().code).toBe('not_found');
  });
});

function nameOf({ method, path }: Operation): string {
  return `${method} ${path.replaceAll(/:([a-z_]+)/g, '{$1}')}`;
}

function pathOf({ path }: Operation): string {
  return path.replace(':replay_id', newId('rpl')).replace(':id', newId(path.startsWith('/deliveries') ? 'dlv' : 'whk'));
}

function bodyOf({ id }: Operation): unknown {
  if (id === 'createWebhook') return { url: 'http://127.0.0.1:9/hook' };
  if (id === 'testFilter') return { filter: { data: { sku: ['x'] } }, event: {} };
  if (id === 'createReplay') return { since: new Date(Date.now() - 60_000).toISOString() };
  return {};
}
