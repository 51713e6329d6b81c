import { eventPage, ROLES } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { type Caller, newCaller, signIdentity } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addressedEvent, type Instance, openTestBed, scanEvent, type TestBed } from '../webhooks.fixture.ts';

let bed: TestBed;
let webhooks: Instance;
let by: Caller;
let bodies: readonly string[];
let ids: readonly string[];

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  webhooks = await bed.start();
  by = newCaller();
  const events = Array.from({ length: 5 }, (_, place) => scanEvent(by, `Blåbær 🫐 "${place}"`));
  ids = events.map(({ id }) => id);
  bodies = await bed.publish(...events);
  await eventually(async () => {
    const stored = await bed.collections.events.countDocuments();
    if (stored < events.length) throw new Error(`${stored} events are stored`);
  });
});

afterAll(async () => {
  await webhooks.stop();
  await bed.stop();
});

/** Members in their order, and every value as it was written. */
const asWritten = (value: unknown): string => JSON.stringify(value);
const idsIn = (body: unknown): string[] => eventPage.parse(body).data.map(({ id }) => id);

test('200 with events as they are on the topic, without any endpoint', async () => {
  const { status, body } = await webhooks.read(by, '/events');

  expect(status).toBe(200);
  expect(asWritten(body)).toBe(
    asWritten({
      data: bodies.map((text): unknown => JSON.parse(text)),
      has_more: false,
      next_cursor: null,
      next_after: ids.at(-1),
    }),
  );
});

test('the gateway is told how many orders a page shows with their address', async () => {
  const reader = newCaller();
  await bed.publish(addressedEvent(reader), scanEvent(reader), addressedEvent(reader));
  const told = async (query = '') => (await webhooks.read(reader, `/events${query}`)).headers.get('x-internal-addresses');

  await eventually(async () => expect(await told()).toBe('2'));
  expect([await told('?limit=1'), await told('?types=scan.completed')]).toEqual(['1', null]);
});

test('200 page by page: the link continues where the page ended, wherever the first one began', async () => {
  const first = await webhooks.read(by, `/events?after=${ids[0]}&types=scan.completed&limit=2`);
  const [, link = ''] = /^<\/v1(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
  const second = await webhooks.read(by, link);

  expect([idsIn(first.body), idsIn(second.body)]).toEqual([ids.slice(1, 3), ids.slice(3)]);
  expect(second.body).toMatchObject({ has_more: false, next_cursor: null });
  expect(second.headers.get('link')).toBeNull();
});

test('200 from a time, and to a time', async () => {
  const [past, future] = ['2026-01-01T00:00:00Z', '2099-01-01T00:00:00+01:00'].map(encodeURIComponent);

  expect(idsIn((await webhooks.read(by, `/events?created_after=${past}&created_before=${future}`)).body)).toEqual(ids);
  for (const none of [`created_after=${future}`, `created_before=${past}`])
    expect(await webhooks.read(by, `/events?${none}`)).toMatchObject({ status: 200, body: { data: [], has_more: false } });
});

test('200 with an empty page behind the last event, and for a tenant without events', async () => {
  const empty = { status: 200, body: { data: [], has_more: false, next_cursor: null } };

  expect(await webhooks.read(by, `/events?after=${ids.at(-1)}`)).toMatchObject(empty);
  expect(await webhooks.read({ ...by, environment: 'production' }, '/events')).toMatchObject(empty);
});

test.each([
  ['types=', 'types'],
  ['types=order.lost', 'types'],
  ['types=*', 'types'],
  ['types=scan.completed,', 'types'],
  ['types=scan.completed,order.lost', 'types'],
  ['types=scan.completed&types=order.lost', 'types'],
  ['after=', 'after'],
  ['after=ord_01KAJ6V1N7D3C8QF5HG0ZRDER1', 'after'],
  ['after=evt_1', 'after'],
  ['limit=0', 'limit'],
  ['limit=201', 'limit'],
  ['cursor=', 'cursor'],
  ['since=2026-11-21', 'since'],
  ['created_after=yesterday', 'created_after'],
  ['created_before=2026-11-21', 'created_before'],
])('400 invalid_parameter for %s', async (query, name) => {
  expect(await webhooks.read(by, `/events?${query}`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_parameter', errors: [{ pointer: `/${name}` }] },
  });
});

test('400 invalid_cursor for a position that is not in this feed', async () => {
  const { body } = await webhooks.read(by, '/events?limit=1');
  const cursor = eventPage.parse(body).next_cursor ?? '';
  const refused = { status: 400, body: { code: 'invalid_cursor' } };

  for (const query of [`after=${newId('evt')}`, 'cursor=x', `cursor=${cursor}x`, `cursor=${cursor}&types=order.created`]) {
    expect(await webhooks.read(by, `/events?${query}`)).toMatchObject(refused);
  }
  expect(await webhooks.read(newCaller(), `/events?after=${ids[0]}`)).toMatchObject(refused);
  expect(await webhooks.read(newCaller(), `/events?cursor=${cursor}`)).toMatchObject(refused);
});

test('403 naming the permission, for every role that lacks it', async () => {
  const statuses = await Promise.all(
    ROLES.map(async (role) => [role, (await webhooks.read({ ...by, keyId: newId('key'), role }, '/events')).status]),
  );

  expect(Object.fromEntries(statuses)).toEqual({
    admin: 200,
    manager: 200,
    integration: 200,
    fulfilment: 403,
    scanner: 403,
    viewer: 403,
  });
  expect(await webhooks.read({ ...by, keyId: newId('key'), role: 'viewer' }, '/events')).toMatchObject({
    body: { code: 'forbidden', permission: 'events:read' },
  });
});

test('401 without an identity, 404 for the operator, and 405 for another method', async () => {
  const operator = await signIdentity({ sub: 'operator', op: true }, 'webhooks');
  const admin = await signIdentity({ sub: newId('key'), acc: by.accountId, env: 'sandbox', role: 'admin' }, 'webhooks');

  expect(await webhooks.send('GET /v1/events', { token: '' })).toMatchObject({ status: 401 });
  expect(await webhooks.send('GET /v1/events', { token: operator })).toMatchObject({ status: 404 });
  expect(await webhooks.send('DELETE /v1/events', { token: admin })).toMatchObject({ status: 405 });
});
