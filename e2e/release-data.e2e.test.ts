import { eventually } from '@fulfilment/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ARCHIVE, unpackArchive } from './release-data/archive.ts';
import { type Expected, type KeyedRequest, readExpected } from './release-data/expected.ts';
import { type ReceivedEvent, startSubscriber, type Subscriber } from './release-data/subscriber.ts';
import type { Answer, Call } from './system/call.ts';
import { makeShop, type Shop } from './system/shop.ts';
import { signatureFault } from './system/signature.ts';
import { type OwnTestSystem, processNamed, startTestSystemOn } from './system/start-test-system.ts';

/** Leases of the killed processes, and tries at addresses where nothing answers any more. */
const FINISHED_WITHIN = { withinMs: 45_000, everyMs: 250 };
/** Retries of deliveries that were under way come each second, not after minutes. */
const RETRY_EACH_SECOND = { WEBHOOK_RETRY_SCHEDULE: ['0', ...Array.from({ length: 60 }, () => '1')].join(',') };
/** Steps that were asked for while inventory stood still, and what comes of each. */
const UNDER_WAY = ['created', 'created-unpublished', 'packing', 'shipping', 'cancelling', 'to-be-refused', 'waiting'];

const record = z.looseObject({ id: z.string() });
const page = z.looseObject({ data: z.array(z.looseObject({})), next_cursor: z.string().nullable() });

let expected: Expected;
let system: OwnTestSystem;
let subscriber: Subscriber;
let shop: Shop;

beforeAll(async () => {
  expected = await readExpected();
  subscriber = await startSubscriber();
  return () => subscriber.stop();
});

beforeAll(async () => {
  system = await startTestSystemOn((dataDir) => unpackArchive(ARCHIVE, dataDir), { settings: RETRY_EACH_SECOND });
  shop = makeShop(system.call, expected.keys.admin);
  return () => system.stop();
});

const asked = (method: string, path: string, body?: unknown): Promise<Answer> =>
  system.call(method, path, { key: expected.keys.admin, body });
const askedOfAccount = (method: string, path: string, body?: unknown): Promise<Answer> =>
  system.callAccount(method, path, { key: expected.keys.admin, body });

/** Every record of a list, as it came. */
async function listed(call: Call, path: string, key = expected.keys.admin): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
    const { data, next_cursor: next } = (await call('GET', path + query, { key })).as(200, page);
    all.push(...data);
    cursor = next;
  }
  return all;
}

const byId = (records: readonly Record<string, unknown>[]): Map<unknown, Record<string, unknown>> =>
  new Map(records.map((each) => [each['id'], each]));

/** A record without the sentences for people in it, which may be put otherwise. */
function withoutTexts(value: unknown): Record<string, unknown> {
  const texts = ['title', 'detail', 'message'];
  return JSON.parse(JSON.stringify(value, (name, member: unknown) => (texts.includes(name) ? undefined : member)));
}

/** When it was used last changes with each look at it. */
function withoutUse(used: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(used).filter(([name]) => name !== 'last_used_at'));
}

function endpointNamed(name: string): Expected['webhooks'][string] {
  const found = expected.webhooks[name];
  if (!found) throw new Error(`no endpoint is named ${name}`);
  return found;
}

const pathOf = (name: string): string => `/webhooks/${endpointNamed(name).record.id}`;
const deliveriesOf = (name: string): Expected['deliveries'][string] => expected.deliveries[endpointNamed(name).record.id] ?? [];
const eventsAt = (name: string): ReceivedEvent[] => subscriber.receivedAt(name).flatMap(({ events }) => events);

function orderNamed(externalId: string): Expected['orders']['records'][number] {
  const found = expected.orders.records.find(({ external_id }) => external_id === externalId);
  if (!found) throw new Error(`no order is named ${externalId}`);
  return found;
}

async function repeated({ method, path, idempotencyKey, body }: KeyedRequest): Promise<Answer> {
  const { admin: key } = expected.keys;
  return await system.call(method, path.slice('/v1'.length), { key, body, headers: { 'idempotency-key': idempotencyKey } });
}

/** The answer as it was kept: held against no document, since it lacks the fields that records have gained. */
async function repeatedAsKept({ method, path, idempotencyKey, body }: KeyedRequest) {
  const headers = { authorization: `Bearer ${expected.keys.admin}`, 'idempotency-key': idempotencyKey };
  const sent =
    body === undefined
      ? { headers }
      : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${processNamed(system, 'gateway').baseUrl}${path}`, { method, ...sent });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

describe('data of the release after kill -9 with work under way', () => {
  test('has endpoints as they were, and they are sent to their new addresses from here on', async () => {
    const endpoints = Object.entries(expected.webhooks);
    for (const [, { record: endpoint }] of endpoints) {
      const { id, url, events, description, filter, ordered, batch, max_rate, status, secrets, created_at } = endpoint;
      expect((await askedOfAccount('GET', `/webhooks/${id}`)).as(200, record)).toMatchObject({
        id,
        url,
        events,
        description,
        filter,
        ordered,
        batch,
        max_rate,
        status,
        secrets,
        created_at,
      });
    }

    for (const [name, { record: endpoint }] of endpoints)
      (await askedOfAccount('PATCH', `/webhooks/${endpoint.id}`, { url: subscriber.urlOf(name) })).as(200, record);
    const statuses = endpoints.map(([name, { record: endpoint }]) => [name, endpoint.status]);
    expect(Object.fromEntries(statuses)).toMatchObject({ held: 'paused', gone: 'disabled', failing: 'active' });
  });

  test('has every delivery that ended, with its body and every attempt', async () => {
    const ended = Object.values(expected.deliveries)
      .flat()
      .filter(({ status }) => ['delivered', 'failed', 'dropped', 'batched'].includes(status));
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['delivered', 'failed', 'batched']));

    for (const delivery of ended)
      expect((await askedOfAccount('GET', `/deliveries/${delivery.id}`)).as(200, record)).toMatchObject(delivery);
  });

  test('has the stock and the ledger of every SKU, and every place', async () => {
    for (const each of expected.inventory.still) {
      expect(await shop.sku(each.sku)).toMatchObject(each);
      expect(await listed(system.call, `/inventory/${each.sku}/movements`)).toMatchObject(
        expected.inventory.movements[each.sku] ?? [],
      );
    }
    expect(await listed(system.call, '/locations')).toMatchObject(expected.inventory.locations);
    expect(await listed(system.call, '/inventory', expected.keys.production)).toMatchObject(expected.inventory.production);
  });

  test('has every order of every state with its history', async () => {
    const still = expected.orders.records.filter(({ external_id }) => !UNDER_WAY.includes(external_id ?? ''));
    const states = still.map(({ external_id, status, allocation }) => [external_id, [status, allocation]]);
    expect(Object.fromEntries(states)).toMatchObject({
      allocated: ['created', 'allocated'],
      partial: ['created', 'partial'],
      backordered: ['created', 'backordered'],
      packed: ['packed', 'allocated'],
      rejected: ['rejected', expect.anything()],
    });

    for (const order of still) {
      expect((await asked('GET', `/orders/${order.id}`)).as(200, record)).toMatchObject(withoutTexts(order));
      expect(await listed(system.call, `/orders/${order.id}/history`)).toMatchObject(expected.orders.histories[order.id] ?? []);
    }
    expect((await shop.orders()).map(({ id }) => id)).toEqual(expected.orders.records.map(({ id }) => id));
  });

  test('has every scan', async () => {
    const scans = byId(await listed(system.call, '/scans'));

    expect([...scans.keys()]).toEqual(expected.scans.map(({ id }) => id));
    for (const scan of expected.scans.filter(({ applied }) => applied !== 'pending'))
      expect(scans.get(scan.id)).toMatchObject(withoutTexts(scan));
  });

  test('has the events feed, event by event, and what was not published goes on behind it', async () => {
    const feed = await eventually(async () => {
      const events = await listed(system.call, '/events');
      expect(events.map(({ type }) => type).slice(expected.feed.length)).toEqual(
        expect.arrayContaining(['order.packed', 'order.shipped', 'order.cancelled', 'scan.completed']),
      );
      return events;
    }, FINISHED_WITHIN);

    expect(feed.slice(0, expected.feed.length)).toEqual(expected.feed);
    expect(new Set(feed.map(({ id }) => id)).size).toBe(feed.length);
  });

  test('opens to the keys that were good, by their old text and their new one, and to no other', async () => {
    const { admin, scanner, rotatedOld, rotatedNew, production, replaced, revoked, expired } = expected.keys;
    for (const key of [admin, rotatedOld, rotatedNew, production, scanner])
      expect((await system.call('GET', '/scans', { key })).status).toBe(200);
    for (const key of [replaced, revoked, expired]) (await system.call('GET', '/scans', { key })).problem();

    const keys = await listed(system.callAccount, '/keys');
    expect(keys.map(withoutUse)).toMatchObject(expected.keyRecords.map(withoutUse));
  });

  test('has its members, who sign in, and the one who was invited joins', async () => {
    const { records, password, owner, developer, invited } = expected.members;
    const members = byId(await listed(system.callAccount, '/members'));
    for (const member of records) expect(members.get(member.id)).toMatchObject(withoutUse(member));
    expect(members.size).toBe(records.length);

    for (const email of [owner, developer]) {
      const signedIn = await system.callAccount('POST', '/sessions', { body: { email, password } });
      expect(signedIn.status).toBe(201);
    }
    const accepted = await system.callAccount('POST', '/invitations/accept', { body: { token: invited.token, password } });
    expect(accepted.status).toBe(201);
  });

  test('has both audit logs', async () => {
    const audit = byId(await listed(system.callAccount, '/audit-log'));
    for (const entry of expected.auditLog) expect(audit.get(entry.id)).toEqual(entry);

    const changes = byId(await listed(system.callAccount, '/webhooks/changes'));
    for (const entry of expected.webhookChanges) expect(changes.get(entry.id)).toEqual({ address: null, ...entry });
  });

  test('answers each request under an idempotency key as it was answered, with the fields it had', async () => {
    for (const request of expected.answered) {
      const { status, text, headers } = await repeatedAsKept(request);
      expect([request.idempotencyKey, status, headers.get('idempotency-replayed')]).toEqual([
        request.idempotencyKey,
        request.status,
        'true',
      ]);
      expect(essenceOf(status, text)).toMatchObject(essenceOf(status, request.text));
    }
  });
});

/** Of a refusal what programs read: its texts, and the address of its documentation, may be others. */
function essenceOf(status: number, text: string): object {
  const body = JSON.parse(text);
  if (status < 400) return body;
  const { code, request_id: requestId, retryable } = body;
  return { code, requestId, retryable };
}

describe('what was under way', () => {
  test('ends: each order that was pending is created, packed, shipped, cancelled or refused, once', async () => {
    const ends = { 'create-created': 201, 'create-created-unpublished': 201, 'pack-to-be-refused': 409 };
    for (const request of expected.pending) {
      const wanted = new Map(Object.entries(ends)).get(request.idempotencyKey) ?? 200;
      const final = await eventually(async () => {
        const answer = await repeated(request);
        expect([request.idempotencyKey, answer.status]).toEqual([request.idempotencyKey, wanted]);
        return answer;
      }, FINISHED_WITHIN);
      expect((await repeated(request)).text).toBe(final.text);
    }

    const before = Object.fromEntries(UNDER_WAY.map((name) => [name, orderNamed(name)]));
    const orders = await eventually(async () => {
      const now = await Promise.all(UNDER_WAY.map((name) => shop.order(before[name]?.id ?? '')));
      expect(now.find(({ external_id }) => external_id === 'waiting')).toMatchObject({ allocation: 'allocated' });
      return now;
    }, FINISHED_WITHIN);
    const states = orders.map(({ external_id, status, allocation, pending_transition }) => [
      external_id,
      [status, allocation, pending_transition],
    ]);
    expect(Object.fromEntries(states)).toMatchObject({
      created: ['created', 'allocated', null],
      'created-unpublished': ['created', 'allocated', null],
      packing: ['packed', 'allocated', null],
      shipping: ['shipped', expect.anything(), null],
      cancelling: ['cancelled', expect.anything(), null],
      'to-be-refused': ['created', 'backordered', null],
    });
    for (const { id, external_id } of orders) {
      const taken = (await shop.history(id)).map(({ transition, refused }) => (refused ? `${transition} refused` : transition));
      const steps = taken.filter((step) => step !== 'allocate');
      expect([external_id, steps.length]).toEqual([external_id, new Set(steps).size]);
    }
  });

  test('ends: both scans have moved their units once, and no unit is lost or made', async () => {
    await eventually(async () => {
      const moved = (await shop.scans()).filter(({ client_scan_id: id }) => id?.startsWith('received') === true);
      expect(moved.map(({ applied }) => applied)).toEqual(['done', 'done']);
    }, FINISHED_WITHIN);

    const { moving, movements } = expected.inventory;
    const before = movements[moving.sku] ?? [];
    const now = await listed(system.call, `/inventory/${moving.sku}/movements`);
    expect(now.slice(-before.length)).toMatchObject(before);
    const scanned = (name: string) => expected.scans.find(({ client_scan_id: id }) => id === name)?.id;
    const added = now.slice(0, -before.length).map(({ delta, reason, reference }) => ({ delta, reason, reference }));
    expect(added).toHaveLength(3);
    expect(added).toEqual(
      expect.arrayContaining([
        { delta: 20, reason: 'receipt', reference: { type: 'scan', id: scanned('received') } },
        { delta: 40, reason: 'receipt', reference: { type: 'scan', id: scanned('received-unpublished') } },
        { delta: -3, reason: 'shipment', reference: { type: 'order', id: orderNamed('shipping').id } },
      ]),
    );
    expect(await shop.sku(moving.sku)).toMatchObject({ on_hand: 50 + 20 + 40 - 3, allocated: 60 + 2 + 1 + 2 });
  });

  test('is told: every version of every SKU, once and in order', async () => {
    const told = z.looseObject({
      type: z.string(),
      sequence: z.int().optional(),
      data: z.looseObject({ sku: z.string().nullish() }),
    });
    await eventually(async () => {
      const feed = (await listed(system.call, '/events')).map((event) => told.parse(event));
      // That a SKU is archived is a version without an event.
      const active = (await shop.skus()).filter(({ archived_at: archivedAt }) => archivedAt === null);
      for (const { sku, version } of active) {
        const changes = feed.filter(({ type, data }) => type === 'inventory.updated' && data.sku === sku);
        const versions = changes.map(({ sequence }) => sequence);
        expect([sku, versions]).toEqual([sku, Array.from({ length: version }, (_, place) => place + 1)]);
      }
    }, FINISHED_WITHIN);
  });

  test.each(['hanging', 'resting'])('is delivered: what the receiver at %s had not taken', async (name) => {
    const [pending] = deliveriesOf(name).filter(({ status }) => status === 'pending');

    await eventually(async () => {
      const delivery = (await askedOfAccount('GET', `/deliveries/${pending?.id}`)).as(200, record);
      expect(delivery).toMatchObject({ status: 'delivered' });
    }, FINISHED_WITHIN);

    expect(eventsAt(name).map(({ id }) => id)).toContain(pending?.event_id);
  });

  test.each(['held', 'batches', 'gone'])('is delivered: what was held for %s, when it is resumed', async (name) => {
    const held = deliveriesOf(name).filter(({ status }) => status === 'held');
    expect(held.length).toBeGreaterThan(0);
    expect(eventsAt(name)).toEqual([]);

    (await askedOfAccount('POST', `${pathOf(name)}/resume`, { held: 'deliver' })).as(200, record);

    const ids = held.map(({ event_id: id }) => id);
    await eventually(() => expect(eventsAt(name).map(({ id }) => id)).toEqual(expect.arrayContaining(ids)), FINISHED_WITHIN);
  });

  test('was delivered as its endpoint wants it: in order, or in batches', () => {
    const { id } = orderNamed('told-later');
    const ofOrder = subscriber.receivedAt('held').filter(({ rawBody }) => rawBody.includes(`"${id}"`));
    const types = ofOrder.flatMap(({ events }) => events.map(({ type }) => type));
    expect(types).toEqual(['order.created', 'order.packed', 'order.shipped']);

    expect(subscriber.receivedAt('batches').some(({ events }) => events.length > 1)).toBe(true);
  });

  test('is delivered: a replay that was running begins where it stood, and is done', async () => {
    (await askedOfAccount('POST', `${pathOf('replayed')}/resume`, { held: 'deliver' })).as(200, record);

    await eventually(async () => {
      const replay = (await askedOfAccount('GET', `${pathOf('replayed')}/replays/${expected.replay.id}`)).as(200, record);
      expect(replay).toMatchObject({ status: 'done' });
      const sent = deliveriesOf('replayed').map(({ event_id: id }) => id);
      expect(eventsAt('replayed').map(({ id }) => id)).toEqual(expect.arrayContaining(sent));
    }, FINISHED_WITHIN);
  });

  test('is delivered: what was given up, when it is sent again', async () => {
    const [failed] = deliveriesOf('failing').filter(({ status }) => status === 'failed');

    await askedOfAccount('POST', `/deliveries/${failed?.id}/resend`);

    await eventually(() => expect(eventsAt('failing').map(({ id }) => id)).toContain(failed?.event_id), FINISHED_WITHIN);
  });

  test('is signed by the secrets whose overlap has not ended, and by no other', () => {
    for (const [name, { secrets }] of Object.entries(expected.webhooks))
      for (const { signature, rawBody } of subscriber.receivedAt(name))
        for (const { text, signs } of secrets)
          expect([name, signatureFault(signature, rawBody, text) === undefined]).toEqual([name, signs]);
    expect(endpointNamed('held').secrets.map(({ signs }) => signs)).toEqual([true, true, false]);
    expect(subscriber.receivedAt('held').length).toBeGreaterThan(0);
  });
});

describe('work goes on', () => {
  test('stock that comes fills the backorders of the release', async () => {
    (await asked('POST', '/inventory/TEE-01/adjustments', { delta: 20, reason: 'receipt' })).as(201, z.looseObject({}));

    await eventually(async () => {
      for (const name of ['partial', 'backordered', 'to-be-refused'])
        expect(await shop.order(orderNamed(name).id)).toMatchObject({ status: 'created', allocation: 'allocated' });
    }, FINISHED_WITHIN);
  });

  test('old orders and new ones are packed and shipped, and told to old endpoints and new ones', async () => {
    const added = (await askedOfAccount('POST', '/webhooks', { url: subscriber.urlOf('new'), events: ['order.shipped'] })).as(
      201,
      record,
    );
    const { id } = await shop.createOrder({ external_id: 'new', lines: [{ sku: 'MUG-01', quantity: 1 }] });
    const orders = [orderNamed('allocated').id, id];
    for (const each of orders) {
      await shop.pack(each);
      await shop.ship(each);
    }

    await eventually(() => {
      for (const name of ['new', 'everything', 'held']) {
        const shipped = subscriber.receivedAt(name).filter(({ events }) => events.some(({ type }) => type === 'order.shipped'));
        for (const each of orders) expect(shipped.map(({ rawBody }) => rawBody)).toContainEqual(expect.stringContaining(each));
      }
    }, FINISHED_WITHIN);
    expect(added.id).toMatch(/^whk_/);
  });

  test('a new key opens', async () => {
    const issued = (await askedOfAccount('POST', '/keys', { name: 'New', role: 'viewer' })).as(
      201,
      z.looseObject({ key: z.string() }),
    );

    expect((await system.call('GET', '/orders', { key: issued.key })).status).toBe(200);
  });

  test('nothing is left undelivered, and the stores of all services agree', async () => {
    await eventually(async () => {
      for (const name of Object.keys(expected.webhooks))
        expect([name, await listed(system.callAccount, `${pathOf(name)}/deliveries?status=pending`)]).toEqual([name, []]);
    }, FINISHED_WITHIN);

    expect(await system.differences()).toEqual([]);
  });
});
