import { newId } from '@fulfilment/kernel';
import { connectMongo, ensureIndexes, type Mongo } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { pendingOrder } from '../orders/domain/order.builder.ts';
import { type OrderDocument, ORDERS, toOrderDocument } from '../orders/order-documents.ts';
import { WAITING_STEPS_INDEX, WaitingSteps } from './waiting-steps-store.ts';

const WAIT_MS = 60_000;
const now = new Date('2026-11-21T10:00:00.000Z');
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);

let mongo: Mongo;

beforeAll(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('waiting_steps'), appName: 'test' });
  await ensureIndexes(mongo.db, [WAITING_STEPS_INDEX]);
});

afterAll(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

function waitingSince(since: Date, count: number): OrderDocument[] {
  return Array.from({ length: count }, () => {
    const { pending, ...order } = pendingOrder({ id: newId('ord'), createdAt: since });
    return toOrderDocument({ ...order, pending: { ...pending, commandId: `allocate:${order.id}:1`, since } });
  });
}

test('each waiting step is looked at once in a round, also where more began at one moment than a pass looks at', async () => {
  const orders = [...waitingSince(hoursAgo(3), 50), ...waitingSince(hoursAgo(2), 450), ...waitingSince(hoursAgo(1), 50)];
  await mongo.db.collection<OrderDocument>(ORDERS).insertMany(orders);
  const sent: string[] = [];
  const waiting = new WaitingSteps(mongo.db, {
    resend: async (messages) => {
      sent.push(...messages.map(({ message }) => message.subject));
      return messages.length;
    },
    waitMs: WAIT_MS,
    now: () => now,
  });

  const counts = [await waiting.pass(), await waiting.pass(), await waiting.pass()];

  expect(counts).toEqual([200, 200, 150]);
  expect(new Set(sent)).toEqual(new Set(orders.map(({ _id }) => _id)));
  expect(await waiting.pass()).toBe(200);
});
