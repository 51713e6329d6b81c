import { ensureIndexes, transact } from '@fulfilment/mongo';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OwnEngines, ownEngines } from './engines.fixture.ts';
import { type Inbox, makeInbox } from './inbox.ts';

let own: OwnEngines;
let inbox: Inbox;

beforeEach(async () => {
  own = await ownEngines();
  inbox = makeInbox(own.mongo.db);
  await ensureIndexes(own.mongo.db, inbox.indexes);
});

afterEach(() => own.stop());

const mark = (consumer: string, ids: readonly string[]): Promise<string[]> =>
  transact(own.mongo.client, (session) => inbox.markSeen(session, consumer, ids));

test('an id is new once to each consumer', async () => {
  expect(await mark('webhooks', ['evt_1', 'evt_2', 'evt_1'])).toEqual(['evt_1', 'evt_2']);
  expect(await mark('webhooks', ['evt_2', 'evt_3'])).toEqual(['evt_3']);
  expect(await mark('webhooks', ['evt_3'])).toEqual([]);
  expect(await mark('orders', ['evt_1'])).toEqual(['evt_1']);
});

test('what is noted in a transaction that fails is not noted', async () => {
  const failing = transact(own.mongo.client, async (session) => {
    await inbox.markSeen(session, 'webhooks', ['evt_1']);
    throw new Error('The effect failed');
  });

  await expect(failing).rejects.toThrow('The effect failed');
  expect(await mark('webhooks', ['evt_1'])).toEqual(['evt_1']);
});

test('of two transactions at the same moment one sees the id as new', async () => {
  const both = await Promise.allSettled([mark('webhooks', ['evt_1']), mark('webhooks', ['evt_1'])]);

  const newTo = both.filter((outcome) => outcome.status === 'fulfilled' && outcome.value.length === 1);
  expect(newTo).toHaveLength(1);
  expect(await mark('webhooks', ['evt_1'])).toEqual([]);
});
