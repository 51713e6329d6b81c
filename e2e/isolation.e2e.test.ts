import { createServer } from 'node:http';
import { listen, stopServer } from '@fulfilment/http';
import { eventually, TIMED } from '@fulfilment/testing';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventsOfType } from './system/receiver.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

/** As many batches at once as a tenant may have under way, nearly: one more than the lane of a partition commits together. */
const BATCHES = 11;
const CHANGES = 100;
const ORDERS = 20;
const ENDPOINTS = 20;
const ROWS = 500;

let system: TestSystem;
let busy: TestTenant;
let quiet: TestTenant;

beforeAll(async () => {
  system = await sharedTestSystem();
});

beforeEach(async () => {
  busy = await openTenant(system);
  quiet = await openTenant(system);
  await quiet.shop.createSku({ sku: 'MUG', name: 'Mug', on_hand: ORDERS });
});

afterEach(async () => {
  await busy.stop();
  await quiet.stop();
});

test('beside a tenant whose large batches never cease, orders of another are answered with what they hold', TIMED, async () => {
  await busy.shop.createSku({ sku: 'BOX', name: 'Box', on_hand: 0 });
  const adjustment = { op: 'adjust', sku: 'BOX', delta: 1, reason: 'received' };
  const body = { mode: 'partial', items: Array.from({ length: CHANGES }, () => adjustment) };
  const over = new AbortController();
  let batches = 0;
  const refused: boolean[] = [];
  const clients = Array.from({ length: BATCHES }, async () => {
    while (!over.signal.aborted) {
      const answer = await system.call('POST', '/inventory/batch', { key: busy.shop.key, body });
      // Those beyond what a tenant may have wait are refused, to come again.
      if (answer.status === 200) batches += 1;
      else refused.push(answer.problem().retryable);
    }
  });
  await eventually(() => expect(batches).toBeGreaterThan(0));

  const statuses: number[] = [];
  for (let order = 0; order < ORDERS; order += 1) {
    const { key } = quiet.shop;
    statuses.push((await system.call('POST', '/orders', { key, body: { lines: [{ sku: 'MUG', quantity: 1 }] } })).status);
  }
  over.abort();
  await Promise.all(clients);

  expect(refused.filter((retryable) => !retryable)).toEqual([]);
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(await quiet.shop.sku('MUG')).toMatchObject({ on_hand: ORDERS, allocated: ORDERS });
  expect((await busy.shop.sku('BOX')).on_hand).toBe(batches * CHANGES);
});

test('behind an import that many endpoints are told of, the events of another tenant do not wait for its deliveries', async () => {
  const receiver = await countingReceiver();
  for (let endpoint = 1; endpoint < ENDPOINTS; endpoint += 1)
    await system.operator.addWebhook(busy.tenant, { url: `${receiver.url}/${endpoint}`, events: ['*'] });
  const rows = Array.from({ length: ROWS }, (_, row) => `BOX-${row},Box,1`).join('\n');
  const headers = { 'content-type': 'text/csv' };
  const raw = `sku,name,on_hand\n${rows}`;
  const read = await system.call('POST', '/inventory/import', { key: busy.shop.key, raw, headers });
  expect(read.status).toBe(200);

  const order = await quiet.shop.createOrder({ lines: [{ sku: 'MUG', quantity: 1 }] });
  const isTold = () => eventsOfType(quiet.subscriber, 'order.created').some(({ data }) => data.id === order.id);
  await eventually(() => expect(isTold()).toBe(true));
  const deliveredBefore = receiver.count();

  expect(deliveredBefore).toBeLessThan(ROWS * (ENDPOINTS - 1));
  await eventually(() => expect(receiver.count()).toBeGreaterThanOrEqual(ROWS * (ENDPOINTS - 1)), { withinMs: 120_000 });
  await receiver.stop();
});

/** A subscriber that counts what it gets. */
async function countingReceiver() {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      count += 1;
      response.writeHead(204).end();
    });
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  return { url: `http://127.0.0.1:${port}`, count: () => count, stop: () => stopServer(server) };
}
