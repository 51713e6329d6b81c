import { AppError, newId, type RequestContext } from '@fulfilment/kernel';
import { connectMongo, ensureIndexes, type Mongo, onceCommitted, transact } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import type { Collection } from 'mongodb';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type KeepReply, makeKeepReply, makeReceipts, receiptIndexes, RECEIPTS } from './index.ts';

let mongo: Mongo;
let effects: Collection<{ readonly _id: string }>;
let keep: KeepReply;

/** Seals by turning text round: what is kept is not what was said. */
const turned = (text: string): string => text.split('').toReversed().join('');
const sealing = {
  seal: async (content: Readonly<Record<string, unknown>>) => turned(JSON.stringify(content)),
  open: async (text: string) => JSON.parse(turned(text)),
};

beforeEach(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('keep'), appName: 'keep' });
  effects = await mongo.db.createCollection<{ readonly _id: string }>('effects');
  await ensureIndexes(mongo.db, receiptIndexes);
  keep = makeKeepReply({ client: mongo.client, receipts: makeReceipts(mongo.db), sealings: [sealing] });
});

afterEach(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

const request = (id = 'claim 1', fingerprint = 'content 1'): RequestContext => ({
  tenant: { accountId: 'acc_1', environment: 'sandbox' },
  actor: 'key_1',
  requestId: newId('req'),
  idempotency: { id, fingerprint },
});

/** A use case that knows nothing of keys: it has a transaction of its own. */
const makeSecret = async () => {
  const secret = `fsk_${newId('key')}`;
  await transact(mongo.client, (session) => effects.insertOne({ _id: secret }, { session }));
  return { status: 201, body: { secret } };
};

test('a repeat gets the first reply, secrets included, and the effect happened once', async () => {
  const first = await keep(request(), makeSecret);
  const again = await keep(request(), makeSecret);

  expect([first.replayed, again]).toEqual([false, { result: first.result, replayed: true }]);
  expect(await effects.countDocuments()).toBe(1);
  expect(JSON.stringify(await mongo.db.collection(RECEIPTS).findOne())).not.toContain(first.result.body.secret);
});

test('requests at once under one key have one effect and one reply', async () => {
  const replies = await Promise.all(Array.from({ length: 6 }, () => keep(request(), makeSecret)));

  expect(new Set(replies.map(({ result }) => result.body.secret)).size).toBe(1);
  expect(replies.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(await effects.countDocuments()).toBe(1);
});

test('the effect is not committed where the reply cannot be kept', async () => {
  const broken = { ...sealing, seal: () => Promise.reject(new Error('no')) };
  const failing = makeKeepReply({ client: mongo.client, receipts: makeReceipts(mongo.db), sealings: [broken] });

  await expect(failing(request(), makeSecret)).rejects.toThrow('no');

  expect(await effects.countDocuments()).toBe(0);
});

test('a refusal is given again, and leaves nothing of its work; another body is refused', async () => {
  const refuse = async () => {
    await makeSecret();
    throw new AppError({ kind: 'conflict', code: 'replay_in_progress', message: 'One runs.' });
  };

  await expect(keep(request(), refuse)).rejects.toMatchObject({ code: 'replay_in_progress', replayed: false });
  await expect(keep(request(), makeSecret)).rejects.toMatchObject({ code: 'replay_in_progress', replayed: true });
  await expect(keep(request('claim 1', 'other'), makeSecret)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  expect(await effects.countDocuments()).toBe(0);
});

test('work that became due is told of once it is committed, and not by a repeat', async () => {
  const told: number[] = [];
  const run = async () => {
    const reply = await makeSecret();
    onceCommitted(() => told.push(1));
    expect(told).toEqual([]);
    return reply;
  };

  await keep(request(), run);
  await keep(request(), run);

  expect(told).toEqual([1]);
});

test('a reply that an earlier secret sealed is opened by it', async () => {
  const first = await keep(request(), makeSecret);
  const newer = { seal: sealing.seal, open: async () => undefined };
  const later = makeKeepReply({ client: mongo.client, receipts: makeReceipts(mongo.db), sealings: [newer, sealing] });

  expect((await later(request(), makeSecret)).result).toEqual(first.result);
});
