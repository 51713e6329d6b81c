import {
  deliveryDetails,
  deliveryPage,
  type DeliveryRecord,
  deliveryRecord,
  eventPage,
  replayRecord,
  webhooksOverview,
  webhookStats,
  webhookWithSecret,
} from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { eventually, TIMED } from '@fulfilment/testing';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { answers, type Receiver, startReceiver } from '../receiver.fixture.ts';
import { addressedEvent, type Instance, openTestBed, scanEvent, type TestBed } from '../webhooks.fixture.ts';

const PATIENCE = { withinMs: 40_000 };

let bed: TestBed;
let webhooks: Instance;
let receiver: Receiver;
let by: Caller;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  // A delivery is given up at once, and what fails rests for no time worth waiting for.
  webhooks = await bed.start({ WEBHOOK_RETRY_SCHEDULE: '0', WEBHOOK_LEASE_MS: '1000' });
});

afterAll(async () => {
  await webhooks.stop();
  await bed.stop();
});

beforeEach(async () => {
  by = newCaller();
  receiver = await startReceiver(answers(204));
  return () => receiver.stop();
});

const create = async (body: object = {}) =>
  webhookWithSecret.parse((await webhooks.own(by, 'POST /webhooks', { url: receiver.url, ...body })).body);
const deliveriesOf = async (id: string, query = ''): Promise<readonly DeliveryRecord[]> =>
  deliveryPage.parse((await webhooks.own(by, `GET /webhooks/${id}/deliveries${query}`)).body).data;
const statusesOf = async (requests: readonly string[]) =>
  (await Promise.all(requests.map((each) => webhooks.own(by, each)))).map(({ status }) => status);
const publish = async (...barcodes: readonly string[]) => {
  const events = barcodes.map((barcode) => scanEvent(by, barcode));
  await bed.publish(...events);
  return events.map(({ id }) => id);
};
const untilAll = (id: string, status: DeliveryRecord['status'], count: number) =>
  eventually(async () => {
    const found = await deliveriesOf(id, `?status=${status}`);
    expect(found).toHaveLength(count);
    return found;
  }, PATIENCE);
const untilStored = (count: number) =>
  eventually(async () => {
    const tenant = `${by.accountId}:${by.environment}`;
    expect(await bed.collections.events.countDocuments({ tenant })).toBe(count);
  }, PATIENCE);

const hourAgo = (): string => new Date(Date.now() - 3_600_000).toISOString();
const replay = async (id: string, body: object) => {
  const { status, body: answered } = await webhooks.own(by, `POST /webhooks/${id}/resend`, { since: hourAgo(), ...body });
  if (status !== 202) throw new Error(JSON.stringify(answered));
  return replayRecord.parse(answered);
};
const untilDone = (id: string, replayId: string) =>
  eventually(async () => {
    const found = replayRecord.parse((await webhooks.own(by, `GET /webhooks/${id}/replays/${replayId}`)).body);
    expect(found.status).toBe('done');
    return found;
  }, PATIENCE);

describe('a test event', () => {
  test('202: it comes, signed and marked as a test, whatever the endpoint selects, and is not in the feed', async () => {
    const { id } = await create({ events: ['order.created'], filter: { data: { sku: ['NONE'] } } });

    const reply = await webhooks.own(by, `POST /webhooks/${id}/test`, { type: 'scan.completed' });
    const { id: deliveryId, event_id: eventId } = deliveryRecord.parse(reply.body);
    await untilAll(id, 'delivered', 1);

    expect(reply).toMatchObject({ status: 202, body: { event_type: 'scan.completed', status: 'pending', attempts: 0 } });
    expect(reply.headers.get('location')).toBe(`/account/v1/deliveries/${deliveryId}`);
    const [post] = receiver.received;
    expect(post?.headers).toMatchObject({ 'service-event-id': eventId, 'service-event-type': 'scan.completed' });
    expect(JSON.parse(post?.body ?? '')).toMatchObject({ id: eventId, test: true, account_id: by.accountId });
    const feed = await webhooks.read(by, '/events');
    expect(eventPage.parse(feed.body).data).toEqual([]);
  });

  test('409 where it would be held', async () => {
    const { id } = await create();
    await webhooks.own(by, `POST /webhooks/${id}/pause`);

    expect(await webhooks.own(by, `POST /webhooks/${id}/test`)).toMatchObject({
      status: 409,
      body: { code: 'webhook_not_active', current_status: 'paused' },
    });
  });
});

test('an endpoint with a filter gets what fits it, from the next event on as the filter stands then', async () => {
  const { id } = await create({ filter: { data: { barcode: [{ prefix: 'A' }] } } });
  const [wanted] = await publish('A1', 'B1');
  await untilStored(2);
  await webhooks.own(by, `PATCH /webhooks/${id}`, { filter: { data: { barcode: [{ 'anything-but': 'A2' }] } } });
  const [, also] = await publish('A2', 'B2');
  await untilStored(4);

  const delivered = await untilAll(id, 'delivered', 2);

  expect(new Set(delivered.map(({ event_id: eventId }) => eventId))).toEqual(new Set([wanted, also]));
});

describe('the delivery log', () => {
  test('200 newest first, page by page, by status, type, event and time', async () => {
    const { id } = await create();
    const ids = [...(await publish('1')), ...(await publish('2')), ...(await publish('3'))];
    await untilAll(id, 'delivered', 3);

    const first = deliveryPage.parse((await webhooks.own(by, `GET /webhooks/${id}/deliveries?limit=2`)).body);
    const rest = deliveryPage.parse(
      (await webhooks.own(by, `GET /webhooks/${id}/deliveries?limit=2&cursor=${first.next_cursor}`)).body,
    );
    const all = [...first.data, ...rest.data];
    expect(new Set(all.map(({ event_id: eventId }) => eventId))).toEqual(new Set(ids));
    expect(all.map((each) => each.id)).toEqual(
      all
        .map((each) => each.id)
        .toSorted()
        .toReversed(),
    );

    const soon = new Date(Date.now() + 60_000).toISOString();
    expect(await deliveriesOf(id, `?event_id=${ids[1]}`)).toMatchObject([{ event_id: ids[1], attempts: 1, webhook_id: id }]);
    expect(await deliveriesOf(id, '?event_type=scan.completed&status=delivered')).toHaveLength(3);
    for (const both of ['event_type=order.created,scan.completed', 'event_type=scan.completed&event_type=order.created'])
      expect(await deliveriesOf(id, `?${both}`)).toHaveLength(3);
    for (const query of [
      '?status=failed',
      '?status=held',
      '?status=pending',
      '?event_type=order.created,order.shipped',
      `?since=${soon}`,
    ])
      expect([query, await deliveriesOf(id, query)]).toEqual([query, []]);
    expect(await deliveriesOf(id, `?until=${soon}`)).toHaveLength(3);
  });

  test('200 for several statuses, in one order over all pages', async () => {
    const { id } = await create();
    await publish('1');
    await untilAll(id, 'delivered', 1);
    receiver.behave(answers(500));
    await publish('2', '3');
    await untilAll(id, 'failed', 2);
    await webhooks.own(by, `POST /webhooks/${id}/pause`);
    await publish('4', '5');
    await untilAll(id, 'held', 2);
    const all = await deliveriesOf(id);

    expect(await deliveriesOf(id, '?status=failed,delivered')).toEqual(all.slice(2));
    expect(await deliveriesOf(id, '?status=failed&status=dropped')).toEqual(all.slice(2, 4));
    expect(await deliveriesOf(id, '?status=pending,dropped')).toEqual([]);
    expect(await deliveriesOf(id, '?status=held,delivered,failed')).toEqual(all);
    const read: DeliveryRecord[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const from = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = deliveryPage.parse(
        (await webhooks.own(by, `GET /webhooks/${id}/deliveries?status=held,failed&limit=1${from}`)).body,
      );
      read.push(...page.data);
      cursor = page.next_cursor;
    }
    expect(read).toEqual(all.slice(0, 4));
  });

  test('200 with what was sent, and what came back', async () => {
    receiver.behave(answers(500, { headers: { 'content-type': 'text/html' }, body: '<b>no</b>' }));
    const { id, secrets } = await create();
    await publish('4006381333931');
    const [failed] = await untilAll(id, 'failed', 1);

    const { body } = await webhooks.own(by, `GET /deliveries/${failed?.id}`);

    const details = deliveryDetails.parse(body);
    expect(details.request_body).toBe(receiver.received[0]?.body);
    expect(details.attempt_log).toMatchObject([
      {
        number: 1,
        status: 500,
        outcome: 'failed',
        response_excerpt: '<b>no</b>',
        signed_with: [secrets[0]?.id],
        request_headers: { 'Service-Delivery-Id': details.id, 'Service-Attempt': '1' },
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('v1=');
    const elsewhere = { ...by, environment: 'production' as const, keyId: newId('key') };
    expect(await webhooks.own(elsewhere, `GET /deliveries/${failed?.id}`)).toMatchObject({ status: 404 });
    expect(await webhooks.own(newCaller(), `POST /deliveries/${failed?.id}/resend`)).toMatchObject({ status: 404 });
  });

  // docs/accounts.md: a role that reads the account reads whole orders in the bodies of deliveries; no other does.
  test("its body is for those who read the account, a viewer too, and for no role of the day's work", async () => {
    const { id } = await create();
    await publish('4006381333931');
    const [delivered] = await untilAll(id, 'delivered', 1);
    const as = (role: Caller['role']) => webhooks.own({ ...by, role, keyId: newId('key') }, `GET /deliveries/${delivered?.id}`);

    const { request_body: shown } = deliveryDetails.parse((await as('member:viewer')).body);

    expect(shown).toBe(receiver.received[0]?.body);
    expect(shown).toContain('4006381333931');
    for (const role of ['member:manager', 'member:fulfilment', 'member:scanner', 'viewer'] as const)
      expect(await as(role)).toMatchObject({ status: 403, body: { code: 'forbidden', permission: 'webhooks:read' } });
  });

  test('the gateway is told how many orders a body shows with their address', async () => {
    const { id } = await create();
    await bed.publish(addressedEvent(by), scanEvent(by));
    const delivered = await untilAll(id, 'delivered', 2);
    const read = await Promise.all(delivered.map((each) => webhooks.own(by, `GET /deliveries/${each.id}`)));
    const listed = await webhooks.own(by, `GET /webhooks/${id}/deliveries`);

    expect(new Set(read.map(({ headers }) => headers.get('x-internal-addresses')))).toEqual(new Set(['1', null]));
    expect(listed.headers.get('x-internal-addresses')).toBeNull();
  });

  test.each([
    'status=lost',
    'status=failed,lost',
    'event_type=order.lost',
    'event_type=scan.completed,order.lost',
    'since=yesterday',
    'limit=0',
    'colour=red',
  ])('400 for %s', async (query) => {
    const { id } = await create();

    expect(await webhooks.own(by, `GET /webhooks/${id}/deliveries?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_parameter' },
    });
  });
});

test('what comes to a paused endpoint is held, and dropped where it is resumed so; what comes then is delivered', async () => {
  const { id } = await create();
  await webhooks.own(by, `POST /webhooks/${id}/pause`);
  await publish('1', '2');
  await untilAll(id, 'held', 2);

  await webhooks.own(by, `POST /webhooks/${id}/resume`, { held: 'drop' });
  await untilAll(id, 'dropped', 2);
  const [later] = await publish('3');

  expect(await untilAll(id, 'delivered', 1)).toMatchObject([{ event_id: later }]);
  expect(receiver.received).toHaveLength(1);
});

test('management of one tenant is answered without a 503, however many requests come at once', TIMED, async () => {
  const ids = (await Promise.all(Array.from({ length: 16 }, () => create()))).map(({ id }) => id);
  const [first = ''] = ids;

  expect(await statusesOf(Array(48).fill(`POST /webhooks/${first}/test`))).toEqual(Array(48).fill(202));
  const delivered = await untilAll(first, 'delivered', 48);
  const resent = delivered.slice(0, ids.length).map(({ id }) => `POST /deliveries/${id}/resend`);
  expect(await statusesOf(resent)).toEqual(ids.map(() => 202));
  expect(await statusesOf(ids.map((id) => `DELETE /webhooks/${id}`))).toEqual(ids.map(() => 200));
});

describe('sending again', () => {
  test('202: one delivery comes again with its ids, and its attempts go on being counted', async () => {
    receiver.behave(answers(500));
    const { id } = await create();
    await publish('1');
    const [{ id: deliveryId } = { id: '' }] = await untilAll(id, 'failed', 1);
    receiver.behave(answers(204));

    const reply = await webhooks.own(by, `POST /deliveries/${deliveryId}/resend`);

    expect(reply).toMatchObject({ status: 202, body: { id: deliveryId, status: 'pending', ended_at: null } });
    expect(await untilAll(id, 'delivered', 1)).toMatchObject([{ id: deliveryId, attempts: 2 }]);
    const sent = receiver.received.map(({ headers, body }) => [headers['service-attempt'], headers['service-event-id'], body]);
    const [, eventId, body] = sent[0] ?? [];
    expect(sent).toEqual([
      ['1', eventId, body],
      ['2', eventId, body],
    ]);
  });

  test('202 for one that is held, which stays held, and 409 for one whose event is past its keeping', async () => {
    const { id } = await create();
    await publish('1');
    const [delivered] = await untilAll(id, 'delivered', 1);
    await webhooks.own(by, `POST /webhooks/${id}/pause`);
    await publish('2');
    const [held] = await untilAll(id, 'held', 1);
    await bed.collections.events.deleteOne({ _id: delivered?.event_id ?? '' });

    expect(await webhooks.own(by, `POST /deliveries/${held?.id}/resend`)).toMatchObject({
      status: 202,
      body: { status: 'held' },
    });
    expect(await webhooks.own(by, `POST /deliveries/${delivered?.id}/resend`)).toMatchObject({ body: { code: 'event_expired' } });
  });

  test('all that failed come again, at the rate that was asked for', TIMED, async () => {
    const { id } = await create();
    await publish('1');
    await untilAll(id, 'delivered', 1);
    receiver.behave(answers(500));
    await publish('2', '3', '4');
    await untilAll(id, 'failed', 3);
    receiver.behave(answers(204));

    const { id: replayId } = await replay(id, { status: 'failed', rate: 2 });
    expect(await webhooks.own(by, `POST /webhooks/${id}/resend`, { since: hourAgo() })).toMatchObject({
      status: 409,
      body: { code: 'replay_in_progress', replay_id: replayId },
    });

    expect(await untilDone(id, replayId)).toMatchObject({ examined: 3, resent: 3, selection: 'failed' });
    await untilAll(id, 'delivered', 4);
    expect(await webhooks.own(by, `GET /webhooks/${id}/replays`)).toMatchObject({ body: { data: [{ id: replayId }] } });
    const changes = await webhooks.own(by, `GET /webhooks/changes?webhook_id=${id}`);
    expect(changes.body).toMatchObject({ data: [{ action: 'replay.started', target: { type: 'replay', id: replayId } }, {}] });
  });

  test('an endpoint that was made later gets the events from before that fit it; tests do not come again', async () => {
    const other = await create();
    const ids = await publish('A1', 'B1', 'A2');
    await untilAll(other.id, 'delivered', 3);
    await webhooks.own(by, `POST /webhooks/${other.id}/test`);
    await untilAll(other.id, 'delivered', 4);
    await webhooks.own(by, `DELETE /webhooks/${other.id}`);
    const later = await create({ filter: { data: { barcode: [{ prefix: 'A' }] } } });

    const { id: replayId } = await replay(later.id, { status: 'all' });

    expect(await untilDone(later.id, replayId)).toMatchObject({ examined: 3, resent: 2 });
    const delivered = await untilAll(later.id, 'delivered', 2);
    expect(new Set(delivered.map(({ event_id: eventId }) => eventId))).toEqual(new Set([ids[0], ids[2]]));
    const again = await replay(later.id, { status: 'all' });
    expect(await untilDone(later.id, again.id)).toMatchObject({ resent: 2 });
    await eventually(() => expect(receiver.received.filter(({ headers }) => headers['service-attempt'] === '2')).toHaveLength(2));
  });

  test('a replay that is cancelled stays so; an unknown one is 404', async () => {
    receiver.behave(answers(500));
    const { id } = await create();
    await publish('1', '2', '3');
    await untilAll(id, 'failed', 3);
    const { id: replayId } = await replay(id, { rate: 0.1 });
    const cancel = `POST /webhooks/${id}/replays/${replayId}/cancel`;

    expect(await webhooks.own(by, cancel)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect(await webhooks.own(by, cancel)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect(await webhooks.own(newCaller(), cancel)).toMatchObject({ status: 404 });
    expect(await webhooks.own(by, `GET /webhooks/${id}/replays/${newId('rpl')}`)).toMatchObject({ status: 404 });
  });

  test.each([
    ['/since', { since: '2020-01-01T00:00:00Z' }],
    ['/until', { until: '2020-01-01T00:00:00Z' }],
    ['/rate', { rate: 0 }],
    ['/status', { status: 'delivered' }],
  ])('422 at %s for %j', async (pointer, changes) => {
    const { id } = await create();

    expect(await webhooks.own(by, `POST /webhooks/${id}/resend`, { since: hourAgo(), ...changes })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer }] },
    });
  });
});

test('how endpoints do is told by the hour and by the day, and all at a glance', async () => {
  const { id } = await create();
  await publish('1', '2');
  await untilAll(id, 'delivered', 2);
  receiver.behave(answers(500));
  await publish('3');
  await untilAll(id, 'failed', 1);

  const counts = { delivered: 2, refused: 1, failed: 1, success_rate: 2 / 3 };
  for (const interval of ['hour', 'day']) {
    const stats = webhookStats.parse((await webhooks.own(by, `GET /webhooks/${id}/stats?interval=${interval}`)).body);
    expect(stats).toMatchObject({
      total: counts,
      intervals: [counts],
      oldest_undelivered_seconds: null,
      health: { failures: 1 },
    });
    expect(stats.total.latency_p95_ms).toBeGreaterThan(0);
  }
  const overview = await webhooks.own(by, 'GET /overview/webhooks');
  expect(overview).toMatchObject({ status: 200, body: { data: [{ id, status: 'active', last_24_hours: counts }] } });
  const { minutes, max_rate: maxRate } = webhooksOverview.parse(overview.body);
  expect(maxRate).toBe(1_000);
  const sum = (name: 'delivered' | 'refused') => minutes.reduce((total, minute) => total + minute[name], 0);
  expect([minutes.length, sum('delivered'), sum('refused')]).toEqual([60, 2, 1]);
});

test('every type of event is in the catalogue, with a sample', async () => {
  const { status, body } = await webhooks.own(by, 'GET /event-types');

  expect(status).toBe(200);
  expect(body).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ type: 'endpoint.disabled', in_feed: true })]),
  });
});

describe('a filter on trial', () => {
  test('200 with what fits, and what is found where', async () => {
    const filter = { data: { location: [{ prefix: 'A3/' }], order_id: [{ exists: true }] } };
    const event = { type: 'scan.completed', data: { location: 'A3/S2' } };

    expect(await webhooks.own(by, 'POST /webhooks/filter-test', { filter, event })).toMatchObject({
      status: 200,
      body: {
        matches: false,
        fields: [
          { pointer: '/data/location', fits: true, exists: true, found: 'A3/S2' },
          { pointer: '/data/order_id', fits: false, exists: false, found: null },
        ],
      },
    });
  });

  test.each(['filter', 'event'])('400 for a %s that is deeper than a body may be', async (name) => {
    const deep = `${'{"data":'.repeat(1_000)}1${'}'.repeat(1_000)}`;
    const plain = '{"data":{"sku":["MUG-01"]}}';
    const body = name === 'filter' ? `{"filter":${deep},"event":${plain}}` : `{"filter":${plain},"event":${deep}}`;

    expect(await webhooks.own(by, 'POST /webhooks/filter-test', body)).toMatchObject({
      status: 400,
      body: { code: 'malformed_json' },
    });
  });

  test('422 for one that cannot be read', async () => {
    expect(await webhooks.own(by, 'POST /webhooks/filter-test', { filter: { data: {} }, event: {} })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/filter/data', code: 'filter_refused' }] },
    });
  });
});
