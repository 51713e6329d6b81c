import { orderRecord } from '@fulfilment/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { startDoubleSenders, type SentTwice } from './faults/double-senders.ts';
import { besideLoad, killUnderLoad } from './faults/kill-under-load.ts';
import { type FinalAnswer, type NamedRequest, postUntilFinal } from './faults/named-request.ts';
import { atOnce } from './system/at-once.ts';
import { lentTestSystem, TWO_OF_EACH } from './system/shared-system.ts';
import type { OwnTestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

const OPENING = 10_000;
const CLIENTS = 6;
/** Orders that have to get through between two kills. */
const BETWEEN_KILLS = 8;

let system: OwnTestSystem;
let tenant: TestTenant;

beforeAll(async () => {
  system = await lentTestSystem(TWO_OF_EACH);
  return () => system.stop();
});

beforeAll(async () => {
  tenant = await openTenant(system);
  await tenant.shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: OPENING });
  return () => tenant.stop();
});

const mugs = (quantity = 1) => ({ lines: [{ sku: 'MUG-01', quantity }] });
const post = (request: NamedRequest): Promise<FinalAnswer> => postUntilFinal(system.call, tenant.shop.key, request);
const idOf = ({ body }: FinalAnswer): string => orderRecord.parse(body).id;
const wordsOf = ({ status, body }: FinalAnswer): string => JSON.stringify([status, body]);

describe('requests under one key', () => {
  test('many at once, on two processes: one effect and one answer, of the same words', async () => {
    const before = (await tenant.shop.orders()).length;
    const create = Array.from({ length: 16 }, () => post({ key: 'at once', path: '/orders', body: mugs() }));
    const created = await Promise.all(create);
    const [first] = created;
    if (!first) throw new Error('Nothing was created');
    const packed = await Promise.all(
      Array.from({ length: 16 }, () => post({ key: 'at once', path: `/orders/${idOf(first)}/pack` })),
    );

    for (const answers of [created, packed]) {
      expect(new Set(answers.map(wordsOf)).size).toBe(1);
      expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    }
    expect([first.status, packed[0]?.status]).toEqual([201, 200]);
    expect(await tenant.shop.orders()).toHaveLength(before + 1);
  });

  test('with another body are refused, and the first answer stands', async () => {
    const first = await post({ key: 'other body', path: '/orders', body: mugs() });

    expect(await post({ key: 'other body', path: '/orders', body: mugs(2) })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    expect(await post({ key: 'other body', path: '/orders', body: mugs() })).toMatchObject({ body: first.body, replayed: true });
  });

  test('that were refused are refused in the same words, though they would be done now', async () => {
    const id = idOf(await post({ key: 'refused', path: '/orders', body: mugs() }));
    const ship: NamedRequest = { key: 'refused', path: `/orders/${id}/ship` };
    const refused = await post(ship);
    await tenant.shop.pack(id);

    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_transition', current_status: 'created' } });
    expect(await post(ship)).toEqual({ ...refused, replayed: true });
    expect(await post({ ...ship, key: 'another' })).toMatchObject({ status: 200, body: { status: 'shipped' } });
  });
});

describe('after kill -9 of processes while every request is sent twice under its key', () => {
  let sent: readonly SentTwice[];

  beforeAll(async () => {
    const { key: apiKey } = tenant.shop;
    const senders = startDoubleSenders({ call: system.call, apiKey, clients: CLIENTS, sku: 'MUG-01' });
    const names = ['orders', 'orders-2', 'inventory', 'gateway'];
    sent = await besideLoad(senders, () => killUnderLoad(system, { names, load: senders, between: BETWEEN_KILLS }));
  }, 900_000);

  test('both senders heard the same, and some of them an answer whose first telling was lost', () => {
    expect(sent.filter(({ heard: [one, other] }) => wordsOf(one) !== wordsOf(other))).toEqual([]);
    const lost = sent.filter(({ heard }) => heard.every(({ replayed }) => replayed));
    expect(lost.length).toBeGreaterThan(0);
    const refused = sent.filter(({ heard: [{ status }] }) => status >= 400);
    expect(refused).toEqual([]);
  });

  test('a repeat gets the same response, from any process', async () => {
    const again = await atOnce(CLIENTS, sent, ({ request }) => post(request));

    expect(again.map(wordsOf)).toEqual(sent.map(({ heard: [first] }) => wordsOf(first)));
    expect(again.filter(({ replayed }) => !replayed)).toEqual([]);
  });

  test('each order was made once, and each step of it taken once', async () => {
    const made = sent.filter(({ request }) => request.path === '/orders').map(({ heard: [answer] }) => idOf(answer));
    expect(new Set(made).size).toBe(made.length);
    const orders = await tenant.shop.orders();
    const known = new Set(made);
    expect(orders.filter(({ lines, id }) => lines[0]?.quantity === 1 && !known.has(id))).toHaveLength(3);

    const histories = await atOnce(CLIENTS, made, (id) => tenant.shop.history(id));
    // A step that was answered with 202 has an `update` of its own.
    const steps = histories.map((history) => history.flatMap(({ transition }) => (transition === 'update' ? [] : [transition])));
    const ways = new Set(steps.map((taken) => taken.join(' ')));
    expect(ways).toEqual(new Set(['create pack ship', 'create pack cancel']));
  });

  test('what is on hand is what there was less what was shipped', async () => {
    const shipped = (await tenant.shop.orders()).filter(({ status }) => status === 'shipped').length;

    expect(await tenant.shop.sku('MUG-01')).toMatchObject({ on_hand: OPENING - shipped });
    expect(await system.differences()).toEqual([]);
  });
});
