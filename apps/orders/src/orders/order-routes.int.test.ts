import {
  fulfilmentRecord,
  type OrderRecord,
  orderHistoryEntry,
  orderRecord,
  pageOf,
  problemDocument,
  type ProblemDocument,
} from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { type Caller, newCaller, type Reply, type ServiceInstance } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { FakeInventory } from '../saga/fake-inventory.fixture.ts';
import { openTestBed, type TestBed } from '../orders.fixture.ts';

let bed: TestBed;
let orders: ServiceInstance;
let inventory: FakeInventory;
let caller: Caller;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  orders = await bed.start({ ORDER_WAIT_MS: '20000' });
  inventory = new FakeInventory(bed.log, { 'MUG-01': 1_000, 'CUP-01': 1 });
  await inventory.start();
});

beforeEach(() => {
  caller = newCaller();
});

afterAll(async () => {
  await orders.stop();
  await inventory.stop();
  await bed.stop();
});

const mugs = { lines: [{ sku: 'MUG-01', quantity: 2 }] };
const cups = { lines: [{ sku: 'CUP-01', quantity: 5 }] };
const nowhere = `/orders/${newId('ord')}`;

function orderOf({ body }: Reply): OrderRecord {
  return orderRecord.parse(body);
}

function problemOf({ body }: Reply): ProblemDocument {
  return problemDocument.parse(body);
}

async function created(body: object = mugs): Promise<OrderRecord> {
  return orderOf(await orders.call(caller, 'POST /orders', body));
}

/** Asks under an idempotency key. */
function ask(key: string, to: string, body?: object): Promise<Reply> {
  return orders.call({ ...caller, headers: { 'idempotency-key': key } }, to, body);
}

/** Asks for a step of a version of an order. */
function askFor(etag: string, to: string): Promise<Reply> {
  return orders.call({ ...caller, headers: { 'if-match': etag } }, to);
}

async function packed(): Promise<OrderRecord> {
  const { id } = await created();
  return orderOf(await orders.call(caller, `POST /orders/${id}/pack`));
}

describe('POST /orders', () => {
  test('201 with the order, where it is read, and what is held for it', async () => {
    const whole = {
      external_id: 'shop-1001',
      lines: [{ sku: 'MUG-01', quantity: 2, external_line_id: 'a' }],
      ship_to: { name: 'A. Buyer', address1: '1 High St', city: 'Leeds', postal_code: 'LS1', country: 'GB' },
      note: 'ring twice',
      metadata: { channel: 'web' },
    };
    const reply = await orders.call(caller, 'POST /orders', whole);

    const order = orderOf(reply);
    expect(reply.status).toBe(201);
    expect(reply.headers.get('location')).toBe(`/v1/orders/${order.id}`);
    const line = { sku: 'MUG-01', name: 'Name of MUG-01', quantity: 2, allocated: 2, shipped: 0, external_line_id: 'a' };
    expect(order).toMatchObject({
      ...whole,
      lines: [line],
      status: 'created',
      allocation: 'allocated',
      refusal: null,
      version: 2,
    });
  });

  test('200 with the existing order for the same external id and content', async () => {
    const first = await created({ ...mugs, external_id: 'shop-1' });
    const again = await orders.call(caller, 'POST /orders', { external_id: 'shop-1', ...mugs });

    expect(again.status).toBe(200);
    expect(orderOf(again).id).toBe(first.id);
  });

  test('409 duplicate_external_id for other content, naming the order', async () => {
    const { id } = await created({ ...mugs, external_id: 'shop-1' });
    const reply = await orders.call(caller, 'POST /orders', { ...cups, external_id: 'shop-1' });

    expect(problemOf(reply)).toMatchObject({ status: 409, code: 'duplicate_external_id', order_id: id, retryable: false });
  });

  test('the same external id in another account is another order', async () => {
    const mine = await created({ ...mugs, external_id: 'shop-1' });
    const theirs = await orders.call(newCaller(), 'POST /orders', { ...mugs, external_id: 'shop-1' });

    expect(theirs.status).toBe(201);
    expect(orderOf(theirs).id).not.toBe(mine.id);
  });

  test('422 unknown_sku with each line, and no order but a rejected one', async () => {
    const reply = await orders.call(caller, 'POST /orders', { lines: [{ sku: 'NONE', quantity: 1 }], external_id: 'shop-1' });

    const problem = problemOf(reply);
    expect(problem).toMatchObject({ status: 422, code: 'unknown_sku', errors: [{ pointer: '/lines/0/sku', sku: 'NONE' }] });
    const rejected = await orders.call(caller, `GET /orders/${String(problem['order_id'])}`);
    expect(orderOf(rejected)).toMatchObject({ status: 'rejected', refusal: { transition: 'create', code: 'unknown_sku' } });
    expect((await orders.call(caller, 'POST /orders', { ...mugs, external_id: 'shop-1' })).status).toBe(201);
  });

  test.each([
    ['no lines', { lines: [] }, '/lines'],
    ['a quantity of nothing', { lines: [{ sku: 'MUG-01', quantity: 0 }] }, '/lines/0/quantity'],
    ['a fraction', { lines: [{ sku: 'MUG-01', quantity: 1.5 }] }, '/lines/0/quantity'],
    ['a SKU that cannot be', { lines: [{ sku: '', quantity: 1 }] }, '/lines/0/sku'],
    ['an unknown field', { ...mugs, colour: 'red' }, '/colour'],
    [
      'a country by name',
      { ...mugs, ship_to: { name: 'A', address1: 'B', city: 'C', postal_code: 'D', country: 'Germany' } },
      '/ship_to/country',
    ],
  ])('422 validation_failed for %s', async (_name, body, pointer) => {
    const problem = problemOf(await orders.call(caller, 'POST /orders', body));

    expect(problem).toMatchObject({ status: 422, code: 'validation_failed', errors: [{ pointer }] });
  });

  test('400, 413 and 415 for a body that cannot be read', async () => {
    const broken = await orders.call(caller, 'POST /orders', '{"lines":');
    const large = await orders.call(caller, 'POST /orders', { ...mugs, note: 'x'.repeat(1_100_000) });
    const xml = await orders.call({ ...caller, headers: { 'content-type': 'application/xml' } }, 'POST /orders', '<order/>');

    expect([broken, large, xml].map((reply) => problemOf(reply).code)).toEqual([
      'malformed_json',
      'payload_too_large',
      'unsupported_media_type',
    ]);
  });
});

describe('POST /orders/:id/pack, ship and cancel', () => {
  test('200 with what each step adds', async () => {
    const { id } = await created();
    const pack = await orders.call(caller, `POST /orders/${id}/pack`, { packages: [{ weight_g: 850 }] });
    const ship = await orders.call(caller, `POST /orders/${id}/ship`, { carrier: 'DHL', tracking_number: '42' });

    expect([pack.status, ship.status]).toEqual([200, 200]);
    expect(orderOf(pack)).toMatchObject({ status: 'packed', packages: [{ weight_g: 850 }], pending_transition: null });
    expect(orderOf(ship)).toMatchObject({
      status: 'shipped',
      carrier: 'DHL',
      tracking_number: '42',
      lines: [{ allocated: 0, shipped: 2 }],
    });
  });

  test('200 for a cancel, which gives back what was held', async () => {
    const { id } = await packed();
    const reply = await orders.call(caller, `POST /orders/${id}/cancel`, { reason: 'changed their mind' });

    expect(reply.status).toBe(200);
    expect(orderOf(reply)).toMatchObject({ status: 'cancelled', lines: [{ allocated: 0 }] });
  });

  test('409 insufficient_stock with each short line', async () => {
    const { id } = await created(cups);
    const reply = await orders.call(caller, `POST /orders/${id}/pack`);

    expect(problemOf(reply)).toMatchObject({
      status: 409,
      code: 'insufficient_stock',
      retryable: false,
      current_status: 'created',
    });
    expect(problemOf(reply).errors).toMatchObject([{ pointer: '/lines/0/sku', sku: 'CUP-01' }]);
    expect(orderOf(await orders.call(caller, `GET /orders/${id}`))).toMatchObject({
      status: 'created',
      pending_transition: null,
    });
  });

  test.each([
    ['pack', 'packed'],
    ['ship', 'created'],
  ])('409 invalid_transition for %s of an order that is %s', async (step, status) => {
    const { id } = status === 'packed' ? await packed() : await created();
    const problem = problemOf(await orders.call(caller, `POST /orders/${id}/${step}`));

    expect(problem).toMatchObject({ status: 409, code: 'invalid_transition', current_status: status, retryable: false });
  });

  test.each(['pack', 'ship', 'cancel'])('404 for %s of an unknown order, or one of another tenant', async (step) => {
    const { id } = await created();

    const replies = await Promise.all([
      orders.call(newCaller(), `POST /orders/${id}/${step}`),
      orders.call(caller, `POST ${nowhere}/${step}`),
      orders.call(caller, `POST /orders/nonsense/${step}`),
    ]);

    expect(replies.map((reply) => problemOf(reply).code)).toEqual(['not_found', 'not_found', 'not_found']);
  });

  test.each([
    ['pack', { packages: [{ weight_g: -1 }] }, '/packages/0/weight_g'],
    ['ship', { tracking_url: 'javascript:alert(1)' }, '/tracking_url'],
    ['cancel', { reason: 7 }, '/reason'],
  ])('422 validation_failed for a bad body of %s', async (step, body, pointer) => {
    const { id } = await created();
    const problem = problemOf(await orders.call(caller, `POST /orders/${id}/${step}`, body));

    expect(problem).toMatchObject({ status: 422, code: 'validation_failed', errors: [{ pointer }] });
  });
});

describe('Idempotency-Key', () => {
  test('the first answer again, with its headers, in the quoted form of the key too', async () => {
    const first = await ask('k-1', 'POST /orders', mugs);
    const again = await ask('"k-1"', 'POST /orders', mugs);

    expect(again).toMatchObject({ status: 201, body: first.body });
    for (const name of ['location', 'etag']) expect(again.headers.get(name)).toBe(first.headers.get(name));
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  test('422 idempotency_key_reused for another body', async () => {
    await ask('k-1', 'POST /orders', mugs);

    expect(problemOf(await ask('k-1', 'POST /orders', cups))).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });

  test.each(['pack', 'cancel'])('the first answer of %s again, and not invalid_transition', async (step) => {
    const { id } = await created();
    const first = await ask('k-1', `POST /orders/${id}/${step}`);
    const again = await ask('k-1', `POST /orders/${id}/${step}`);

    expect(first.status).toBe(200);
    expect(again).toMatchObject({ status: 200, body: first.body });
  });

  test('a rejected body is not kept: the same key may carry a corrected one', async () => {
    expect((await ask('k-1', 'POST /orders', { lines: [] })).status).toBe(422);
    expect((await ask('k-1', 'POST /orders', mugs)).status).toBe(201);
  });
});

describe('If-Match', () => {
  test('200 for the current version, in the form of its ETag', async () => {
    const { id } = await created();
    const { headers } = await orders.call(caller, `GET /orders/${id}`);
    const reply = await askFor(headers.get('etag') ?? '', `POST /orders/${id}/pack`);

    expect(reply.status).toBe(200);
    expect(reply.headers.get('etag')).toBe(`"${orderOf(reply).version}"`);
  });

  test.each(['pack', 'ship', 'cancel'])(
    '412 version_conflict for %s of another version, with the order as it is',
    async (step) => {
      const order = await created();
      const problem = problemOf(await askFor('"1"', `POST /orders/${order.id}/${step}`));

      expect(problem).toMatchObject({ status: 412, code: 'version_conflict', current_version: order.version, current: order });
      expect(orderOf(await orders.call(caller, `GET /orders/${order.id}`))).toEqual(order);
    },
  );
});

describe('GET /orders', () => {
  const page = pageOf(orderRecord);
  const idsOf = async (query: string) =>
    page.parse((await orders.call(caller, `GET /orders?${query}`)).body).data.map(({ id }) => id);

  test('200 newest first, by status and by external id, page by page', async () => {
    const first = await created({ ...mugs, external_id: 'shop-1' });
    const second = await packed();
    const list = async (query: string) => page.parse((await orders.call(caller, `GET /orders${query}`)).body);

    expect((await list('')).data.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await list('?status=packed,shipped')).data.map(({ id }) => id)).toEqual([second.id]);
    expect((await list('?external_id=shop-1')).data.map(({ id }) => id)).toEqual([first.id]);

    const reply = await orders.call(caller, 'GET /orders?limit=1');
    const next = page.parse(reply.body);
    expect(next).toMatchObject({ has_more: true, data: [{ id: second.id }] });
    expect(reply.headers.get('link')).toBe(`</v1/orders?limit=1&cursor=${next.next_cursor}>; rel="next"`);
    expect(await list(`?limit=1&cursor=${next.next_cursor}`)).toMatchObject({ has_more: false, data: [{ id: first.id }] });
  });

  test('200 by allocation, SKU and time of creation, and by all of them', async () => {
    const first = await created();
    const second = await created(cups);
    const third = await created({ lines: [...mugs.lines, ...cups.lines] });

    expect(await idsOf('allocation=partial,backordered')).toEqual([third.id, second.id]);
    expect(await idsOf('allocation=allocated')).toEqual([first.id]);
    expect(await idsOf('sku=MUG-01')).toEqual([third.id, first.id]);
    expect(await idsOf(`created_after=${second.created_at}`)).toEqual([third.id, second.id]);
    expect(await idsOf(`created_before=${second.created_at}`)).toEqual([first.id]);
    expect(await idsOf(`created_after=${first.created_at}&created_before=${third.created_at}&sku=CUP-01`)).toEqual([second.id]);
    expect(await idsOf(`status=created&allocation=allocated&sku=CUP-01`)).toEqual([]);
    expect(await idsOf(`created_after=${encodeURIComponent('2999-01-01T00:00:00+01:00')}`)).toEqual([]);
  });

  test('200 with several values in one parameter, or in several', async () => {
    const first = await packed();
    const second = await created();

    expect(await idsOf('status=packed&status=created')).toEqual([second.id, first.id]);
    expect(await idsOf('status=packed,shipped&status=created')).toEqual([second.id, first.id]);
    expect(await idsOf('status=shipped&status=packed')).toEqual([first.id]);
    expect(await idsOf('allocation=allocated&allocation=partial')).toEqual([second.id, first.id]);
  });

  test('200 with orders that changed since a time, the oldest change first, or by creation', async () => {
    const first = await created();
    const second = await created();
    const changed = orderOf(await orders.call(caller, `PATCH /orders/${first.id}`, { note: 'x' }));

    expect(await idsOf('sort=updated_at')).toEqual([second.id, first.id]);
    expect(await idsOf(`updated_since=${second.updated_at}`)).toEqual([second.id, first.id]);
    expect(await idsOf(`updated_since=${changed.updated_at}`)).toEqual([first.id]);
    expect(await idsOf(`updated_since=${second.updated_at}&sort=created_at`)).toEqual([second.id, first.id]);
    expect(await idsOf(`updated_since=${changed.updated_at}&sku=CUP-01`)).toEqual([]);
  });

  test('200 by allocation with open orders alone, unless a status is asked for', async () => {
    const open = await created(cups);
    const { id } = await created(cups);
    await orders.call(caller, `POST /orders/${id}/cancel`);

    expect(await idsOf('allocation=partial,backordered')).toEqual([open.id]);
    expect(await idsOf('allocation=partial,backordered&status=cancelled')).toEqual([id]);
  });

  test('200 by how much has left, open orders unless it is everything, and by ids in every status', async () => {
    const untouched = await created();
    const whole = await created();
    await orders.call(caller, `POST /orders/${whole.id}/pack`);
    await orders.call(caller, `POST /orders/${whole.id}/ship`);
    const some = await created();
    const part = { lines: [{ line_id: some.lines[0]?.id, quantity: 1 }] };
    const { id: partId } = fulfilmentRecord.parse((await orders.call(caller, `POST /orders/${some.id}/fulfilments`, part)).body);
    await orders.call(caller, `POST /fulfilments/${partId}/pack`);
    await orders.call(caller, `POST /fulfilments/${partId}/ship`);
    const dropped = await created();
    await orders.call(caller, `POST /orders/${dropped.id}/cancel`);

    expect(await idsOf('fulfilment=none')).toEqual([untouched.id]);
    expect(await idsOf('fulfilment=none&status=cancelled,shipped')).toEqual([dropped.id]);
    expect(await idsOf('fulfilment=partial')).toEqual([some.id]);
    expect(await idsOf('fulfilment=partial&sort=updated_at&sku=MUG-01')).toEqual([some.id]);
    expect(await idsOf('fulfilment=complete')).toEqual([whole.id]);
    expect(await idsOf('fulfilment=complete&status=packed')).toEqual([]);
    expect(await idsOf(`id=${dropped.id}&id=${whole.id}&id=${newId('ord')}`)).toEqual([dropped.id, whole.id]);
    expect(await idsOf(`id=${dropped.id}&status=shipped`)).toEqual([]);
    await orders.call(caller, `POST /orders/${some.id}/close`);
    expect([await idsOf('fulfilment=partial'), await idsOf('fulfilment=complete')]).toEqual([[], [some.id, whole.id]]);
  });

  test('200 with the orders that each word of a search begins something of, of every status, and by ship_to for those who may read it', async () => {
    const ship_to = { name: 'Zoë Müller', address1: '1 Quay', city: 'Cork', country: 'IE', email: 'zoe@shop.example' };
    const { id } = await created({ ...mugs, external_id: '#1001', ship_to });
    await orders.call(caller, `POST /orders/${id}/pack`);
    await orders.call(caller, `POST /orders/${id}/ship`, { tracking_number: 'JD0146' });
    const refused = await orders.call(caller, 'POST /orders', { lines: [{ sku: 'NONE', quantity: 1 }], external_id: '#1002' });
    const other = await created({ ...mugs, external_id: '#1003' });

    expect(refused.status).toBe(422);
    expect(await idsOf('q=100')).toHaveLength(3);
    expect(await idsOf('q=100&status=created')).toEqual([other.id]);
    for (const text of ['zoe', 'M%C3%9CLLER%20100', 'Zoe@shop', 'jd01', '%231001', id.toLowerCase()])
      expect({ text, ids: await idsOf(`q=${text}`) }).toEqual({ text, ids: [id] });
    await orders.call(caller, `PATCH /orders/${id}`, { tracking_number: 'XX7' });
    expect([await idsOf('q=jd01'), await idsOf('q=xx7')]).toEqual([[], [id]]);
    caller = { ...caller, role: 'scanner' };
    expect([await idsOf('q=zoe'), await idsOf('q=zoe@shop'), await idsOf('q=1001')]).toEqual([[], [], [id]]);
    const answer = await orders.call(caller, 'GET /orders/export?q=zoe');
    expect([answer.status, answer.body]).toEqual([200, '']);
  });

  test.each([
    ['status=unknown', 'invalid_parameter'],
    ['allocation=some', 'invalid_parameter'],
    ['sku=%20MUG', 'invalid_parameter'],
    ['warehouse=MAIN', 'invalid_parameter'],
    ['warehouse=', 'invalid_parameter'],
    ['created_after=yesterday', 'invalid_parameter'],
    ['created_before=2026-11-21', 'invalid_parameter'],
    ['limit=0', 'invalid_parameter'],
    ['colour=red', 'invalid_parameter'],
    ['cursor=bm90IGEgY3Vyc29yIG9mIG91cnM', 'invalid_cursor'],
  ])('400 for ?%s', async (query, code) => {
    expect(problemOf(await orders.call(caller, `GET /orders?${query}`))).toMatchObject({ status: 400, code });
  });

  test('400 invalid_cursor for the cursor of another filter', async () => {
    await created();
    await created();
    const { next_cursor: cursor } = page.parse((await orders.call(caller, 'GET /orders?limit=1')).body);

    const reply = await orders.call(caller, `GET /orders?limit=1&status=created&cursor=${cursor}`);

    expect(problemOf(reply)).toMatchObject({ status: 400, code: 'invalid_cursor' });
  });
});

const linesOf = (text: string) => text.trimEnd().split('\n');
const exported = (by: Caller, accept: string, query = '') =>
  orders.call({ ...by, headers: { accept } }, `GET /orders/export${query}`);

describe('GET /orders/export', () => {
  test('200 with every order of the filter as it is listed, newest first, in more pieces than one', async () => {
    const first = await created({ ...mugs, ship_to: { name: 'A', address1: 'B', city: 'C', country: 'HK' } });
    const others = await Promise.all(Array.from({ length: 205 }, () => created()));
    await orders.call(caller, `POST /orders/${first.id}/cancel`);

    const reply = await exported(caller, 'application/x-ndjson');
    const cancelled = await exported(caller, 'text/csv', '?status=cancelled&status=shipped');
    const scanners = await exported({ ...caller, role: 'scanner' }, 'application/x-ndjson', '?status=cancelled');

    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="orders.ndjson"');
    const all = linesOf(String(reply.body)).map((line) => orderRecord.parse(JSON.parse(line)));
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set([first, ...others].map(({ id }) => id)));
    expect(all).toHaveLength(206);
    expect(all.map(({ created_at: at }) => at)).toEqual(
      all
        .map(({ created_at: at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(linesOf(String(cancelled.body))).toHaveLength(2);
    expect(String(cancelled.body)).toContain(`${first.id},`);
    expect(orderRecord.parse(JSON.parse(String(scanners.body)))).toMatchObject({ id: first.id, ship_to: null });
  });

  test('406 for a form that there is not, 400 for a parameter of lists alone', async () => {
    expect(problemOf(await exported(caller, 'image/png'))).toMatchObject({ code: 'not_acceptable' });
    expect(problemOf(await exported(caller, 'text/csv', '?limit=1'))).toMatchObject({ code: 'invalid_parameter' });
  });
});

describe('GET /orders/:id and its history', () => {
  test('200 with every transition, oldest first, page by page', async () => {
    const { id } = await created();
    await orders.call({ ...caller, headers: { 'x-request-id': 'req-of-cancel' } }, `POST /orders/${id}/cancel`, {
      reason: 'late',
    });
    const history = async (query = '') =>
      pageOf(orderHistoryEntry).parse((await orders.call(caller, `GET /orders/${id}/history${query}`)).body);

    expect((await history()).data).toMatchObject([
      { transition: 'create', status: 'created', version: 2, code: null },
      { transition: 'cancel', status: 'cancelled', version: 3, reason: 'late', request_id: 'req-of-cancel' },
    ]);
    const { data, next_cursor: cursor } = await history('?limit=1');
    expect([...data, ...(await history(`?limit=1&cursor=${cursor}`)).data]).toEqual((await history()).data);
  });

  test('404 for an unknown order, or one of another tenant', async () => {
    const { id } = await created();

    const replies = await Promise.all([
      orders.call(newCaller(), `GET /orders/${id}`),
      orders.call(newCaller(), `GET /orders/${id}/history`),
      orders.call(caller, `GET ${nowhere}`),
      orders.call(caller, `GET ${nowhere}/history`),
    ]);

    expect(replies.map((reply) => problemOf(reply).code)).toEqual(Array.from({ length: 4 }, () => 'not_found'));
  });

  test('400 invalid_cursor for the cursor of another order’s history', async () => {
    const { id } = await packed();
    const other = await created();
    const reply = await orders.call(caller, `GET /orders/${id}/history?limit=1`);
    const { next_cursor: cursor } = pageOf(orderHistoryEntry).parse(reply.body);

    expect(problemOf(await orders.call(caller, `GET /orders/${other.id}/history?cursor=${cursor}`)).code).toBe('invalid_cursor');
  });
});

describe('who may do what', () => {
  test.each([
    ['fulfilment', 'POST /orders', 'orders:create'],
    ['integration', `POST ${nowhere}/pack`, 'orders:fulfil'],
    ['integration', `POST ${nowhere}/ship`, 'orders:fulfil'],
    ['fulfilment', `POST ${nowhere}/cancel`, 'orders:cancel'],
  ] as const)('403: %s may not %s', async (role, request, permission) => {
    const problem = problemOf(await orders.call(newCaller(role), request));

    expect(problem).toMatchObject({ status: 403, code: 'forbidden', permission });
  });

  test('a scanner reads orders and their history, but not where they go', async () => {
    const ship_to = { name: 'A. Buyer', address1: '1 Quay', city: 'Cork', country: 'IE', postal_code: 'T12' };
    const { id } = await created({ ...mugs, ship_to });
    const scanner = { ...caller, role: 'scanner' as const };

    const own = orderOf(await orders.call(caller, `GET /orders/${id}`));
    const answer = await orders.call(scanner, `GET /orders/${id}`);
    const shown = orderOf(answer);
    // A copy that a browser has of one representation is none of the other.
    const whole = (await orders.call(caller, `GET /orders/${id}`)).headers.get('etag') ?? '';
    const reduced = `"${shown.version}-r"`;
    expect([whole, answer.headers.get('etag')]).toEqual([`"${own.version}"`, reduced]);
    const known = (as: object, etag: string) =>
      orders.call({ ...caller, ...as, headers: { 'if-none-match': etag } }, `GET /orders/${id}`);
    expect((await known(scanner, whole)).status).toBe(200);
    expect((await known(scanner, reduced)).status).toBe(304);
    expect((await known({}, whole)).status).toBe(304);
    const listed = await orders.call(scanner, 'GET /orders');
    // The gateway is told how many addresses an answer shows.
    const told = async (as: object, path: string) =>
      (await orders.call({ ...caller, ...as }, path)).headers.get('x-internal-addresses');
    expect([await told({}, `GET /orders/${id}`), await told({}, 'GET /orders')]).toEqual(['1', '1']);
    expect([await told(scanner, `GET /orders/${id}`), await told(scanner, 'GET /orders')]).toEqual([null, null]);

    expect(own.ship_to).toEqual(ship_to);
    expect(shown).toEqual({ ...own, ship_to: null });
    expect(pageOf(orderRecord).parse(listed.body).data).toEqual([shown]);
    expect((await orders.call(scanner, `GET /orders/${id}/history`)).status).toBe(200);
  });

  test('401 for an unsigned identity', async () => {
    const reply = await orders.call({ ...caller, headers: { 'x-internal-identity': 'nonsense' } }, 'GET /orders');

    expect(problemOf(reply)).toMatchObject({ status: 401, code: 'unauthenticated' });
  });
});

describe('while inventory is away', () => {
  let hasty: ServiceInstance;

  beforeAll(async () => {
    hasty = await bed.start({ ORDER_WAIT_MS: '200' });
  });
  afterAll(() => hasty.stop());

  test('202 for a create and a step, with the order as it is; any instance finishes both later', async () => {
    const { id } = await created();
    inventory.holdBack();

    const create = await hasty.call(caller, 'POST /orders', mugs);
    const pack = await hasty.call(caller, `POST /orders/${id}/pack`);
    const ship = await hasty.call(caller, `POST /orders/${id}/ship`);

    expect([create.status, pack.status]).toEqual([202, 202]);
    for (const reply of [create, pack]) {
      expect(reply.headers.get('location')).toBe(`/v1/orders/${orderOf(reply).id}`);
      expect(reply.headers.get('retry-after')).toBe('1');
    }
    expect(orderOf(create)).toMatchObject({ status: 'pending', allocation: 'backordered', pending_transition: 'create' });
    expect(orderOf(pack)).toMatchObject({ status: 'created', pending_transition: 'pack' });
    expect(problemOf(ship)).toMatchObject({ status: 409, code: 'transition_in_progress', retryable: true });

    await inventory.letGo();
    await eventually(async () => {
      expect(orderOf(await orders.call(caller, `GET /orders/${orderOf(create).id}`))).toMatchObject({ status: 'created' });
      expect(orderOf(await orders.call(caller, `GET /orders/${id}`))).toMatchObject({
        status: 'packed',
        pending_transition: null,
      });
    });
  });

  test('202, then 200 for a repeated create with an external id', async () => {
    inventory.holdBack();
    const asked = { ...mugs, external_id: 'shop-1' };

    const first = await hasty.call(caller, 'POST /orders', asked);
    const second = await hasty.call(caller, 'POST /orders', asked);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(orderOf(second).id).toBe(orderOf(first).id);

    await inventory.letGo();
    const third = await orders.call(caller, 'POST /orders', asked);
    expect(third.status).toBe(200);
    expect(orderOf(third)).toMatchObject({ id: orderOf(first).id, status: 'created' });
  });
});
