import { AppError, type IdempotencyClaim, newId, type RequestContext } from '@fulfilment/kernel';
import { connectMongo, ensureIndexes, isDuplicateKey, type Mongo, transact } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import type { ClientSession, Collection } from 'mongodb';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { makeAnswerOnce, makeReceipts, type AnswerOnce, type OnceOptions, receiptIndexes, RECEIPTS } from './index.ts';

interface Effect {
  readonly _id: string;
}

let mongo: Mongo;
let effects: Collection<Effect>;
/** Transactions that add no messages. */
const inTransaction: OnceOptions['transact'] = (work) =>
  transact(mongo.client, (session) => work(session, () => Promise.resolve()));
/** Two instances of a service. */
let instances: readonly [AnswerOnce, AnswerOnce];
let once: AnswerOnce;

beforeEach(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('once'), appName: 'once' });
  effects = await mongo.db.createCollection<Effect>('effects');
  const makeInstance = (): AnswerOnce => makeAnswerOnce({ transact: inTransaction, receipts: makeReceipts(mongo.db) });
  await ensureIndexes(mongo.db, receiptIndexes);
  instances = [makeInstance(), makeInstance()];
  [once] = instances;
});

afterEach(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

/** The context of a request under the key of all these tests. */
function request(claim: Partial<IdempotencyClaim> = {}): RequestContext {
  return {
    tenant: { accountId: 'acc_1', environment: 'sandbox' },
    actor: 'key_1',
    requestId: newId('req'),
    idempotency: { id: 'claim 1', fingerprint: 'content 1', ...claim },
  };
}

const takeEffect = async (session: ClientSession) => {
  const { insertedId } = await effects.insertOne({ _id: newId('mov') }, { session });
  return { id: insertedId, odd: { '$a.b': 1 } };
};

const refuse = async (): Promise<never> => {
  throw new AppError({ kind: 'conflict', code: 'sku_exists', message: 'It is there.', details: { sku: 'MUG-01' } });
};

const refuseHalfway = async (session: ClientSession): Promise<never> => {
  await takeEffect(session);
  return refuse();
};

const asRefusal = (error: unknown): unknown =>
  isDuplicateKey(error, 'effects') ? new AppError({ kind: 'conflict', code: 'location_exists', message: 'Taken.' }) : error;

test('a repeat has no effect and gets the first answer, from whichever instance it asks', async () => {
  const first = await once(request(), takeEffect);
  const repeat = await instances[1](request(), takeEffect);

  expect([first.replayed, repeat.replayed]).toEqual([false, true]);
  expect(repeat.result).toEqual(first.result);
  expect(await effects.countDocuments()).toBe(1);
});

test('of requests at the same time one takes effect, and all get its answer', async () => {
  const all = Array.from({ length: 20 }, (_, place) => ({ context: request(), on: instances[place % 2] ?? once }));
  const answers = await Promise.all(all.map(({ on, context }) => on(context, takeEffect)));

  expect(new Set(answers.map(({ result }) => result.id)).size).toBe(1);
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(await effects.countDocuments()).toBe(1);
});

test('the same key for something else is refused, and does nothing', async () => {
  await once(request(), takeEffect);

  await expect(once(request({ fingerprint: 'content 2' }), takeEffect)).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
  expect(await effects.countDocuments()).toBe(1);
});

test('a refusal is kept, with what it said and the request that was told so, even where the work would succeed now', async () => {
  const first = request();
  await expect(once(first, refuse)).rejects.toMatchObject({ code: 'sku_exists' });

  await expect(once(request(), takeEffect)).rejects.toMatchObject({
    kind: 'conflict',
    code: 'sku_exists',
    message: 'It is there.',
    details: { sku: 'MUG-01', request_id: first.requestId },
    replayed: true,
  });
  expect(await effects.countDocuments()).toBe(0);
});

test('what a refused request had written is gone', async () => {
  await expect(once(request(), refuseHalfway)).rejects.toMatchObject({ code: 'sku_exists' });

  expect(await effects.countDocuments()).toBe(0);
  expect(await mongo.db.collection(RECEIPTS).countDocuments()).toBe(1);
});

test('a duplicate key that is a refusal is kept as one', async () => {
  await effects.insertOne({ _id: 'there' });
  const insert = async (session: ClientSession) => {
    await effects.insertOne({ _id: 'there' }, { session });
  };

  const refused = { code: 'location_exists' };
  await expect(once(request(), insert, asRefusal)).rejects.toMatchObject({ ...refused, replayed: false });
  await expect(once(request(), insert, asRefusal)).rejects.toMatchObject({ ...refused, replayed: true });
});

test.each([
  ['wrong with the body', { kind: 'invalid', code: 'validation_failed' }],
  ['away for the moment', { kind: 'unavailable', code: 'upstream_unavailable' }],
  ['to be tried again', { kind: 'conflict', code: 'transition_in_progress' }],
] as const)('what is %s is not kept: the same key may be tried again', async (_what, failure) => {
  const failing = async (): Promise<never> => {
    throw new AppError({ ...failure, message: 'Not now.' });
  };
  await expect(once(request(), failing)).rejects.toMatchObject({ code: failure.code });

  expect(await once(request(), takeEffect)).toMatchObject({ replayed: false });
  expect(await effects.countDocuments()).toBe(1);
});

test('tenants share no keys', async () => {
  await once(request(), takeEffect);
  const context = request();
  await once({ ...context, tenant: { accountId: 'acc_2', environment: 'sandbox' } }, takeEffect);

  expect(await effects.countDocuments()).toBe(2);
});

test('without a key every request is one of its own', async () => {
  const context = request();
  await once({ ...context, idempotency: undefined }, takeEffect);
  await once({ ...context, idempotency: undefined }, takeEffect);

  expect(await effects.countDocuments()).toBe(2);
});

test('an answer is kept for 24 hours, by the database', async () => {
  const at = new Date('2026-11-21T09:00:00.000Z');
  const receipts = makeReceipts(mongo.db, () => at);
  await makeAnswerOnce({ transact: inTransaction, receipts })(request(), takeEffect);

  expect(await mongo.db.collection(RECEIPTS).findOne()).toMatchObject({ expires_at: new Date('2026-11-22T09:00:00.000Z') });
  expect(await mongo.db.collection(RECEIPTS).indexes()).toContainEqual(
    expect.objectContaining({ key: { expires_at: 1 }, expireAfterSeconds: 0 }),
  );
});
