import { type DomainEvent, domainEvent, EVENT_TOPICS, EVENT_TYPES, reservationRecord, TOPICS } from '@fulfilment/contracts';
import { SAMPLE_EVENTS } from '@fulfilment/api-docs/samples';
import { eventually } from '@fulfilment/testing';
import { beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { readAsyncContract } from './system/async-contract.ts';
import { readPages } from './system/pages.ts';
import { eventsOf } from './system/receiver.ts';
import type { Shop } from './system/shop.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import { processNamed, type TestSystem } from './system/start-test-system.ts';
import { takePart, takeReturn } from './system/take-part.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';
import { openTopics } from './system/topics.ts';

/** Generous, since a test's machine may be busy: no test is slower for it. */
const PATIENCE = { withinMs: 30_000 };

let system: TestSystem;
let tenant: TestTenant;
let shop: Shop;

beforeAll(async () => {
  system = await sharedTestSystem();
});

beforeEach(async () => {
  tenant = await openTenant(system);
  ({ shop } = tenant);
  return () => tenant.stop();
});

/** Has events of every type told, of a SKU that is named. */
async function goThroughADay(sku: string): Promise<void> {
  const lines = [{ sku, quantity: 6 }];
  await shop.createSku({ sku, name: 'Mug "Blåbær 🫐"', on_hand: 8, reorder_point: 4, location: 'A3/S2' });
  const shipped = await shop.createOrder({ lines });
  const waiting = await shop.createOrder({ lines, metadata: { b: 'first', '10': 'ten', '9': 'nine' } });
  await shop.pack(shipped.id);
  await shop.ship(shipped.id);
  await shop.updateSku(sku, { on_hand: 20 });
  await shop.updateSku(sku, { name: 'Mug' });
  await eventually(async () => expect(await shop.order(waiting.id)).toMatchObject({ allocation: 'allocated' }), PATIENCE);
  await shop.cancel(waiting.id);
  await leaveInParts(sku);
  await shop.scan({ barcode: sku, device_id: 'gun-7' });
  for (const scanned of [sku, 'NO-SUCH'])
    await shop.scan({ barcode: sku, device_id: 'gun-7', type: 'receive', sku: scanned, quantity: 1, apply: true });
  const { id } = await shop.createLocation({ type: 'warehouse', code: `W-${sku}` });
  await system.call('PATCH', `/locations/${id}`, { key: shop.key, body: { name: 'Second' } });
  await system.call('DELETE', `/locations/${id}`, { key: shop.key });
}

/** Ships a part of an order, cancels another and drops the rest. */
async function leaveInParts(sku: string): Promise<void> {
  const { id: order, lines } = await shop.createOrder({ lines: [{ sku, quantity: 3 }] });
  const take = (path: string, body?: unknown) => takePart(system.call, shop.key, path, body);
  const ofOne = { lines: [{ line_id: lines[0]?.id, quantity: 1 }] };
  const { id } = await take(`/orders/${order}/fulfilments`, ofOne);
  for (const step of ['pack', 'unpack', 'pack', 'ship']) await take(`/fulfilments/${id}/${step}`);
  await system.call('PATCH', `/fulfilments/${id}`, { key: shop.key, body: { note: 'left at the door' } });
  const { id: other } = await take(`/orders/${order}/fulfilments`, ofOne);
  await take(`/fulfilments/${other}/cancel`);
  await system.call('POST', `/orders/${order}/close`, { key: shop.key, body: {} });
  await eventually(async () => expect(await shop.order(order)).toMatchObject({ status: 'shipped' }), PATIENCE);
}

/** Edits an order, takes units back in every way, and reserves some that are released and some whose time runs out: half a minute at least. */
async function takeBackAndReserve(sku: string): Promise<void> {
  const take = (path: string, body?: unknown) => takeReturn(system.call, shop.key, path, body);
  const reserve = async () => {
    const body = { lines: [{ sku, quantity: 1 }], expires_in: 30 };
    return (await system.call('POST', '/reservations', { key: shop.key, body })).as(201, reservationRecord);
  };
  await reserve();
  const { id: kept } = await reserve();
  await system.call('DELETE', `/reservations/${kept}`, { key: shop.key });
  const { id: dock } = await shop.createLocation({ type: 'warehouse', code: `R-${sku}` });
  await system.call('PATCH', `/locations/${dock}`, { key: shop.key, body: { usage: 'returns' } });
  const order = await shop.createOrder({ lines: [{ sku, quantity: 4 }] });
  const fewer = { mode: 'patch', lines: [{ id: order.lines[0]?.id, quantity: 3 }] };
  await system.call('POST', `/orders/${order.id}/edit`, { key: shop.key, body: fewer });
  await eventually(async () => expect(await shop.order(order.id)).toMatchObject({ lines: [{ quantity: 3 }] }), PATIENCE);
  await shop.pack(order.id);
  await shop.ship(order.id);
  const line = { line_id: order.lines[0]?.id, quantity: 1 };
  const asked = { order_id: order.id, lines: [{ ...line, reason: 'damaged' }] };
  const { id: dropped } = await take('/returns', asked);
  await take(`/returns/${dropped}/cancel`);
  const { id } = await take('/returns', { ...asked, approved: true, lines: [{ ...line, quantity: 2, reason: 'damaged' }] });
  await take(`/returns/${id}/receipts`, { lines: [line] });
  await take(`/returns/${id}/dispositions`, { lines: [{ ...line, disposition: 'restock' }] });
  await take(`/returns/${id}/close`);
  await take('/returns', { order_id: null, lines: [{ sku, quantity: 1 }] });
  const expired = async () => expect((await shop.events()).map(({ type }) => type)).toContain('reservation.expired');
  await eventually(expired, { withinMs: 90_000 });
}

/** Has an order hold a unit in another warehouse than before. */
async function holdElsewhere(sku: string): Promise<void> {
  const codes = [`P-${sku}`, `Q-${sku}`];
  for (const code of codes) {
    await shop.createLocation({ type: 'warehouse', code });
    const receipt = { delta: 2, reason: 'receipt', location: code };
    await system.call('POST', `/inventory/${sku}/adjustments`, { key: shop.key, body: receipt });
  }
  const order = await shop.createOrder({ lines: [{ sku, quantity: 2 }], ship_from: codes, split: 'within_line' });
  const [line] = order.lines;
  const move = { line_id: line?.id, quantity: 1, to: codes.find((code) => code !== line?.allocations[0]?.warehouse) };
  const { status } = await system.call('POST', `/orders/${order.id}/reassign`, { key: shop.key, body: { lines: [move] } });
  expect([200, 202]).toContain(status);
}

const countOf = (events: readonly DomainEvent[], type: DomainEvent['type']): number =>
  events.filter((event) => event.type === type).length;

/** Members that an event has only where there is something to tell by them, behind all others. */
const SOMETIMES = new Set(['occurred_at', 'versions']);

const idsOf = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);
const sequenceOf = (event: DomainEvent): number => ('sequence' in event ? Number(event.sequence) : 0);
const recordOf = ({ type, data }: DomainEvent): string =>
  /^(?:inventory|sku)\./.test(type) ? `SKU ${String(data['sku'])}` : String(data['id']);

test('the feed is what a subscriber gets: the same events, byte for byte, those of one record in their order', async () => {
  await goThroughADay('MUG-01');
  await takeBackAndReserve('MUG-01');
  const { feed, delivered } = await eventually(async () => {
    const told = await shop.events();
    expect(new Set(told.map(({ type }) => type))).toEqual(new Set(EVENT_TYPES));
    expect(new Set(idsOf(eventsOf(tenant.subscriber)))).toEqual(new Set(idsOf(told)));
    return { feed: told, delivered: [...tenant.subscriber.deliveries] };
  }, PATIENCE);

  const page = await system.call('GET', '/events?limit=200', { key: shop.key });
  for (const { rawBody } of delivered) expect(page.text).toContain(rawBody);
  for (const ofRecord of Map.groupBy(feed, recordOf).values()) {
    const sequences = ofRecord.map(sequenceOf);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  }
  for (const { rawBody, event } of delivered) {
    const members = Object.keys(JSON.parse(rawBody));
    const documented = [...new Set([...Object.keys(SAMPLE_EVENTS[event.type]), ...SOMETIMES])];
    expect(members).toEqual(documented.filter((member) => !SOMETIMES.has(member) || members.includes(member)));
  }
  expect(tenant.subscriber.faults).toEqual([]);
});

test('who was away reads on behind the last event it handled, and misses nothing and gets nothing twice', async () => {
  await goThroughADay('MUG-01');
  // Where this reader stops: some of the first day may come behind it, but none of what is counted below.
  const handled = await eventually(async () => {
    const feed = await shop.events();
    expect([countOf(feed, 'scan.completed'), countOf(feed, 'order.shipped'), countOf(feed, 'order.created')]).toEqual([3, 2, 3]);
    return feed;
  }, PATIENCE);
  await goThroughADay('MUG-02');

  const after = handled.at(-1)?.id ?? '';
  const list = { key: shop.key, path: '/events', item: domainEvent };
  await eventually(async () => {
    const missed = await readPages(system.call, { ...list, filter: { after }, limit: 3 });
    const all = await shop.events();
    const last = await system.call('GET', `/events?after=${all.at(-1)?.id}`, { key: shop.key });

    expect(idsOf([...handled, ...missed])).toEqual(idsOf(all));
    expect(countOf(missed, 'scan.completed')).toBe(3);
    expect(JSON.parse(last.text)).toEqual({ data: [], has_more: false, next_cursor: null, next_after: all.at(-1)?.id });
  }, PATIENCE);
  const orders = await readPages(system.call, { ...list, filter: { after, types: 'order.shipped,order.created' }, limit: 1 });
  expect([countOf(orders, 'order.created'), countOf(orders, 'order.shipped'), orders.length]).toEqual([3, 2, 5]);
});

test('a place in the feed of another environment is refused, and its events are not seen', async () => {
  await shop.createSku({ sku: 'MUG-01', name: 'Mug' });
  const [event] = await eventually(async () => {
    const feed = (await shop.events()).filter(({ type }) => type === 'inventory.updated');
    expect(feed).toHaveLength(1);
    return feed;
  }, PATIENCE);
  const other = await openTenant(system, { accountId: tenant.tenant.accountId, environment: 'production' });

  expect(await other.shop.events()).toEqual([]);
  const refused = await system.call('GET', `/events?after=${event?.id}`, { key: other.shop.key });
  expect(refused.problem('invalid_cursor').status).toBe(400);
  await other.stop();
});

test('what stands on the topics is what the served AsyncAPI document says, of every message that it has, and its headers repeat its body', async () => {
  const contract = await readAsyncContract(processNamed(system, 'gateway').baseUrl);
  const { topicPrefix } = system;
  const topics = await openTopics(inject('engines'), { topicPrefix, read: Object.values(TOPICS) });
  await goThroughADay('MUG-01');
  await takeBackAndReserve('MUG-01');
  await holdElsewhere('MUG-01');

  await eventually(() => {
    const seen = topics.records.map(({ topic, headers }) => `${topic} ${headers['ce_type']}`);
    expect(new Set(seen)).toEqual(new Set(contract.messages));
  }, PATIENCE);
  for (const record of topics.records) expect({ record, faults: contract.faultsOf(record) }).toEqual({ record, faults: [] });
  const told = topics.records.filter(({ topic }) => EVENT_TOPICS.some((known) => known === topic));
  for (const { value, headers } of told) {
    const { id, type, created_at: at, data } = domainEvent.parse(JSON.parse(value));
    const about = /^(?:inventory|sku)\./.test(type) ? data['sku'] : data['id'];
    expect(headers).toMatchObject({ ce_id: id, ce_type: type, ce_time: at, ce_subject: about });
  }
  await topics.stop();
});
