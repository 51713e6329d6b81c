import { type Caller, newCaller, type Reply } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Instance, openTestBed, type TestBed } from '../inventory.fixture.ts';

let bed: TestBed;
let instances: readonly [Instance, Instance];

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  instances = [await bed.start(), await bed.start()];
});

afterAll(async () => {
  await Promise.all(instances.map((each) => each.stop()));
  await bed.stop();
});

const withKey = (by: Caller, key: string): Caller => ({ ...by, headers: { 'idempotency-key': key } });
const isReplay = ({ headers }: Reply): boolean => headers.get('idempotency-replayed') === 'true';
const onHand = async (by: Caller): Promise<number> =>
  (await instances[0].sku({ ...by, headers: {} }, 'GET /inventory/A')).on_hand;
const entries = (by: Caller): Promise<number> =>
  bed.mongo.db.collection('movements').countDocuments({ tenant: `${by.accountId}:${by.environment}` });

async function withStock(units = 100): Promise<Caller> {
  const by = newCaller();
  await instances[0].sku(by, 'POST /inventory', { sku: 'A', name: 'A', on_hand: units });
  return by;
}

const REQUESTS: readonly (readonly [to: string, body: object, other: object])[] = [
  ['POST /inventory', { sku: 'B', name: 'B', on_hand: 4 }, { sku: 'C', name: 'B', on_hand: 4 }],
  ['PATCH /inventory/A', { on_hand: 90 }, { on_hand: 80 }],
  ['POST /inventory/A/adjustments', { delta: -7, reason: 'lost' }, { delta: -8, reason: 'lost' }],
];

describe.each(REQUESTS)('%s', (to, body, other) => {
  test('sent many times at once to two instances it is done once, and all get one answer', async () => {
    const by = withKey(await withStock(), 'at once');

    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, place) => instances[place % 2 === 0 ? 0 : 1].call(by, to, body)),
    );

    expect(new Set(replies.map(({ status, body: answer }) => JSON.stringify([status, answer]))).size).toBe(1);
    expect(replies.filter((reply) => !isReplay(reply))).toHaveLength(1);
    expect(await entries(by)).toBe(2);
  });

  test('repeated later it gets the first answer, whatever the record is by then', async () => {
    const by = await withStock();
    const first = await instances[0].call(withKey(by, 'later'), to, body);
    await instances[0].call(by, 'PATCH /inventory/A', { on_hand: 50, name: 'Other' });

    const again = await instances[1].call(withKey(by, 'later'), to, body);

    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect([first, again].map(isReplay)).toEqual([false, true]);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(await onHand(by)).toBe(50);
  });

  test('422: the same key with another body, and it does nothing', async () => {
    const by = await withStock();
    await instances[0].call(withKey(by, 'k'), to, body);
    const before = await entries(by);

    expect(await instances[1].call(withKey(by, 'k'), to, other)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    expect(await entries(by)).toBe(before);
  });

  test('weeks later, its receipt gone, it is known by the ledger: 2xx with the record as it is, and nothing moves', async () => {
    const by = await withStock();
    const first = await instances[0].call(withKey(by, 'weeks'), to, body);
    await bed.mongo.db.collection('idempotency_receipts').deleteMany({});
    const before = await entries(by);

    const again = await instances[1].call(withKey(by, 'weeks'), to, body);

    expect([again.status, isReplay(again)]).toEqual([first.status, true]);
    expect(await entries(by)).toBe(before);
    expect(await instances[1].call(withKey(by, 'weeks'), to, other)).toMatchObject({ body: { code: 'idempotency_key_reused' } });
  });
});

test('a refusal is kept with its answer, and told as the one that was given first', async () => {
  const by = await withStock(1);
  const asked = (): Promise<Reply> =>
    instances[1].call(withKey(by, 'k'), 'POST /inventory/A/adjustments', { delta: -5, reason: 'lost' });
  const first = await asked();
  await instances[0].call(by, 'PATCH /inventory/A', { on_hand: 100 });

  const again = await asked();

  expect(first).toMatchObject({ status: 409, body: { code: 'insufficient_stock' } });
  expect(again.body).toEqual(first.body);
  expect([first, again].map(isReplay)).toEqual([false, true]);
});

test('a 412 is kept with the record as it was', async () => {
  const by = await withStock();
  const stale: Caller = { ...by, headers: { 'idempotency-key': 'k', 'if-match': '"9"' } };
  const first = await instances[0].call(stale, 'DELETE /inventory/A');
  await instances[0].call(by, 'PATCH /inventory/A', { on_hand: 7 });

  expect((await instances[1].call(stale, 'DELETE /inventory/A')).body).toEqual(first.body);
  expect(first).toMatchObject({ status: 412, body: { current_version: 1, current: { on_hand: 100 } } });
});

test('a validation failure is not kept: the key may be used for the right body', async () => {
  const by = withKey(await withStock(), 'k');
  expect((await instances[0].call(by, 'POST /inventory/A/adjustments', { delta: 0, reason: 'lost' })).status).toBe(422);

  expect((await instances[0].call(by, 'POST /inventory/A/adjustments', { delta: 1, reason: 'found' })).status).toBe(201);
});

test('keys of other tenants, other paths and other methods are other requests', async () => {
  const [mine, theirs] = [withKey(await withStock(), 'k'), withKey(await withStock(), 'k')];
  const body = { delta: -1, reason: 'lost' };
  await instances[0].sku(mine, 'POST /inventory', { sku: 'B', name: 'B', on_hand: 5 });
  const replies = [
    await instances[0].call(mine, 'POST /inventory/A/adjustments', body),
    await instances[0].call(theirs, 'POST /inventory/A/adjustments', body),
    await instances[0].call(mine, 'POST /inventory/B/adjustments', body),
    await instances[0].call(mine, 'DELETE /inventory/B'),
  ];

  expect(replies.map(isReplay)).toEqual([false, false, false, false]);
  expect(await onHand(theirs)).toBe(99);
});
