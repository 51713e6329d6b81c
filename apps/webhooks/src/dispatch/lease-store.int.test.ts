import { eventually, TIMED } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { openTestStore, TENANT_KEY, type TestStore } from '../database/store.fixture.ts';
import type { QueueKey } from '../model/domain/delivery.ts';
import { HELD_FOREVER, releaseOf } from '../database/queue-documents.ts';
import { type Claim, Lease, type LeaseStore } from './lease-store.ts';

const queue: QueueKey = { tenant: TENANT_KEY, endpointId: 'whk_1' };
let bed: TestStore;
let one: LeaseStore;
let two: LeaseStore;
/** Its leases end soon. */
let brief: LeaseStore;

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  one = bed.process('one', { leaseMs: 60_000 }).leases;
  two = bed.process('two', { leaseMs: 60_000 }).leases;
  brief = bed.process('brief', { leaseMs: 500 }).leases;
});

afterEach(() => bed.stop());

const ALL = { clean: 10, others: 10 };
const NOT_CLEAN = { clean: false, slowOnce: false };
const until = (dueAt: Date | null) => ({ dueAt, heldUntil: null, ...NOT_CLEAN });

async function claimed(by: LeaseStore): Promise<Claim> {
  const [claim] = await by.claim(ALL);
  if (!claim) throw new Error('nothing is due');
  return claim;
}

test('a queue that is woken is claimed by one worker', async () => {
  await one.wake([queue]);

  const claims = (await Promise.all([one.claim(ALL), two.claim(ALL), one.claim(ALL)])).flat();

  expect(claims).toMatchObject([{ ...queue, epoch: 1, wakes: 1 }]);
});

test('a queue at rest is due when it is said, or when it is woken', async () => {
  await one.wake([queue]);
  expect(await one.idle(await claimed(one), until(new Date(Date.now() + 60_000)))).toEqual({ type: 'idle' });
  expect(await two.claim(ALL)).toEqual([]);

  await one.wake([queue]);
  expect(await two.idle(await claimed(two), until(null))).toEqual({ type: 'idle' });
  expect(await one.claim(ALL)).toEqual([]);

  await two.wake([queue]);
  expect(await one.idle(await claimed(one), until(new Date(Date.now() - 1)))).toEqual({ type: 'idle' });
  expect(await two.claim(ALL)).toHaveLength(1);
});

test('queues whose receivers took the last attempt at once are claimed apart from any number of others', async () => {
  await one.wake([queue]);
  await one.idle(await claimed(one), { ...until(null), clean: true, slowOnce: true });
  await one.wake(Array.from({ length: 20 }, (_, index) => ({ tenant: TENANT_KEY, endpointId: `whk_slow${index}` })));
  await one.wake([queue]);

  expect(await one.claim({ clean: 5, others: 0 })).toMatchObject([{ ...queue, clean: true, slowOnce: true }]);
  expect(await one.claim({ clean: 5, others: 5 })).toHaveLength(5);
});

test('no wake is lost: what comes while a worker has the queue keeps it from resting', async () => {
  await one.wake([queue]);
  const claim = await claimed(one);
  await two.wake([queue]);
  await two.wake([queue]);

  expect(await two.claim(ALL)).toEqual([]);
  const rested = await one.idle(claim, until(null));
  expect(rested).toEqual({ type: 'woken', wakes: 3 });
  expect(await one.delete(claim)).toEqual({ type: 'woken', wakes: 3 });
  expect(await one.idle({ ...claim, wakes: 3 }, until(null))).toEqual({ type: 'idle' });
});

test('the queue of a worker that died is free when its lease ends, and not its own any more', async () => {
  await brief.wake([queue]);
  const lost = await claimed(brief);

  const taken = await eventually(() => claimed(two));

  expect(taken.epoch).toBe(lost.epoch + 1);
  expect(await brief.renew([lost])).toEqual([]);
  expect(await brief.idle(lost, until(null))).toEqual({ type: 'lost' });
  await brief.giveBack(lost, 0, NOT_CLEAN);
  expect(await two.renew([taken])).toEqual([taken]);
});

test('a claim that is renewed outlives its lease', TIMED, async () => {
  await brief.wake([queue]);
  const claim = await claimed(brief);
  const startedMs = performance.now();

  await eventually(async () => {
    expect(await brief.renew([claim])).toEqual([claim]);
    expect(await two.claim(ALL)).toEqual([]);
    if (performance.now() - startedMs < 1_500) throw new Error('go on');
  });
});

test('an earlier claim of the same worker is not renewed by a later one', async () => {
  await one.wake([queue]);
  const earlier = await claimed(one);
  await one.giveBack(earlier, 0, NOT_CLEAN);
  const later = await claimed(one);

  expect(await one.renew([earlier, later])).toEqual([later]);
});

test('those that wait longest are claimed first', async () => {
  await one.wake([queue]);
  await one.idle(await claimed(one), until(new Date(Date.now() - 5_000)));
  await one.wake([{ tenant: TENANT_KEY, endpointId: 'whk_2' }]);

  expect(await one.claim({ clean: 1, others: 1 })).toMatchObject([{ endpointId: 'whk_1' }]);
});

test('many queues at once are each claimed by one worker', async () => {
  const many = Array.from({ length: 60 }, (_, place) => ({ tenant: TENANT_KEY, endpointId: `whk_${place}` }));
  await one.wake(many);

  const claims = (
    await Promise.all([
      one.claim({ clean: 100, others: 100 }),
      two.claim({ clean: 100, others: 100 }),
      one.claim({ clean: 100, others: 100 }),
    ])
  ).flat();

  expect(claims.map(({ endpointId }) => endpointId).toSorted()).toEqual(many.map(({ endpointId }) => endpointId).toSorted());
  expect(claims.every(({ orphaned }) => !orphaned)).toBe(true);
});

test('a queue that is held is not woken before its time, and is not forgotten either', async () => {
  await one.wake([queue]);
  const heldUntil = new Date(Date.now() + 3_000);
  expect(await one.idle(await claimed(one), { dueAt: null, heldUntil, ...NOT_CLEAN })).toEqual({ type: 'idle' });

  await two.wake([queue]);
  expect(await two.claim(ALL)).toEqual([]);

  const taken = await eventually(() => claimed(two));
  expect(taken).toMatchObject({ wakes: 2, orphaned: false });
  expect(Date.now()).toBeGreaterThanOrEqual(heldUntil.getTime() - 50);
});

test('one whose endpoint is paused stays asleep until it is released', async () => {
  await one.wake([queue]);
  await one.idle(await claimed(one), { dueAt: null, heldUntil: HELD_FOREVER, ...NOT_CLEAN });
  await two.wake([queue]);
  expect(await bed.collections.queues.findOne()).toMatchObject({ due_at: null, wakes: 2 });

  await bed.collections.queues.updateOne({ _id: queue.endpointId }, releaseOf(queue.tenant));

  expect(await two.claim(ALL)).toMatchObject([{ wakes: 3 }]);
});

test('who takes a queue over from a worker that died knows it', async () => {
  await brief.wake([queue]);
  expect(await claimed(brief)).toMatchObject({ orphaned: false });

  expect(await eventually(() => claimed(two))).toMatchObject({ orphaned: true });
});

test('of concurrent wake-ups that claim, one has the queue, and the others are counted', async () => {
  const claims = await Promise.all([one, two, one].map((each) => each.wakeAndClaim(queue)));

  expect(claims.filter((claim) => claim !== undefined)).toMatchObject([{ ...queue, epoch: 1, orphaned: false, clean: false }]);
  expect(await bed.collections.queues.findOne()).toMatchObject({ wakes: 3, epoch: 1 });
});

test('a wake-up that claims leaves a held queue asleep, and takes one over from a worker that died', async () => {
  await brief.wakeAndClaim(queue);
  const taken = await eventually(async () => {
    const claim = await two.wakeAndClaim(queue);
    if (!claim) throw new Error('another has it');
    return claim;
  });
  expect(taken).toMatchObject({ epoch: 2, orphaned: true });
  await two.idle({ ...taken }, { dueAt: null, heldUntil: HELD_FOREVER, clean: true, slowOnce: false });

  expect(await one.wakeAndClaim(queue)).toBeUndefined();
  expect(await bed.collections.queues.findOne()).toMatchObject({ owner: null, due_at: null });
});

test('the time until the next queue is due is known to every process', async () => {
  expect(await one.nextDueInMs()).toBeUndefined();

  await one.wakeAndClaim(queue);
  expect(await two.nextDueInMs()).toBeGreaterThan(50_000);

  await two.wake([{ tenant: TENANT_KEY, endpointId: 'whk_2' }]);
  expect(await one.nextDueInMs()).toBeLessThanOrEqual(0);
});

test('a worker that was notified reads its queue again before it releases it', async () => {
  await one.wake([queue]);
  const lease = new Lease(one, await claimed(one), performance.now() + 60_000);

  expect(lease.notify()).toBe(true);
  expect(await lease.idle(until(null))).toBe(false);

  lease.clear();
  expect(await lease.idle(until(null))).toBe(true);
});

test('a notification during the release, or after the lease, has to wake the queue in the store', async () => {
  await one.wake([queue]);
  const lease = new Lease(one, await claimed(one), performance.now() + 60_000);

  const releasing = lease.idle(until(null));
  expect(lease.notify()).toBe(false);
  await one.wake([queue]);
  await releasing;
  expect(await bed.collections.queues.countDocuments({ wakes: 2 })).toBe(1);

  const lost = new Lease(two, await claimed(two).catch(() => ({ ...lease.claim })), performance.now() - 1);
  expect(lost.notify()).toBe(false);
});
