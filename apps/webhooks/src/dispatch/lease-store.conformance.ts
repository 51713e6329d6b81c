import type { Stoppable } from '@fulfilment/kernel';
import { eventually, TIMED } from '@fulfilment/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { QueueKey } from '../model/domain/delivery.ts';
import { HELD_FOREVER } from '../database/queue-documents.ts';
import type { Claim, Leases } from './lease-store.ts';

/** Leases of queues that nothing else uses, by their tenant. */
export interface LeasesUnderTest extends Stoppable {
  readonly tenant: string;
  /** As one process has them. */
  readonly of: (owner: string, leaseMs: number) => Leases;
  /** Ends the hold of a queue and wakes it, as a change of its endpoint does. */
  readonly release: (queue: QueueKey) => Promise<void>;
}

const ALL = { clean: 10, others: 10 };
export const NOT_CLEAN = { clean: false, slowOnce: false };
export const until = (dueAt: Date | null) => ({ dueAt, heldUntil: null, ...NOT_CLEAN });

/** @throws Error where nothing is due. */
export async function claimed(by: Leases): Promise<Claim> {
  const [claim] = await by.claim(ALL);
  if (!claim) throw new Error('nothing is due');
  return claim;
}

/** A queue that is not there yet, another by its endpoint, and the leases of processes: those of `brief` end soon. */
interface Held extends Pick<LeasesUnderTest, 'release'>, Readonly<Record<'one' | 'two' | 'brief', Leases>> {
  readonly queue: QueueKey;
  readonly other: (endpointId: string) => QueueKey;
}

/** The guarantees of leases, wherever they are kept. */
export function leasesConformance(name: string, open: () => Promise<LeasesUnderTest>): void {
  let bed: LeasesUnderTest;
  let opened: Held;
  const held = (): Held => opened;

  beforeEach(async () => {
    bed = await open();
    const { tenant, of, release } = bed;
    const other = (endpointId: string): QueueKey => ({ tenant, endpointId });
    opened = { queue: other('whk_1'), other, release, one: of('one', 60_000), two: of('two', 60_000), brief: of('brief', 500) };
  });

  afterEach(() => bed.stop());

  describe(`${name}: a queue`, () => {
    queuesAreClaimed(held);
  });
  describe(`${name}: a wake-up`, () => {
    wakeUpsAreKept(held);
  });
  describe(`${name}: a lease`, () => {
    leasesEnd(held);
  });
}

function queuesAreClaimed(held: () => Held): void {
  test('that is woken is claimed by one worker', async () => {
    const { queue, one, two } = held();
    await one.wake([queue]);

    const claims = (await Promise.all([one.claim(ALL), two.claim(ALL), one.claim(ALL)])).flat();

    expect(claims).toMatchObject([{ ...queue, epoch: 1, wakes: 1 }]);
  });

  test('at rest is due when it is said, or when it is woken', async () => {
    const { queue, one, two } = held();
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

  test('whose receiver took the last attempt at once is claimed apart from any number of others', async () => {
    const { queue, one, other } = held();
    await one.wake([queue]);
    await one.idle(await claimed(one), { ...until(null), clean: true, slowOnce: true });
    await one.wake(Array.from({ length: 20 }, (_, index) => other(`whk_slow${index}`)));
    await one.wake([queue]);

    expect(await one.claim({ clean: 5, others: 0 })).toMatchObject([{ ...queue, clean: true, slowOnce: true }]);
    expect(await one.claim({ clean: 5, others: 5 })).toHaveLength(5);
  });

  test('that waits longest is claimed first', async () => {
    const { queue, one, other } = held();
    await one.wake([other('whk_2')]);
    await one.wake([queue]);
    const claims = await one.claim(ALL);
    const ofQueue = claims.find(({ endpointId }) => endpointId === queue.endpointId);
    const ofOther = claims.find(({ endpointId }) => endpointId === 'whk_2');
    if (!ofQueue || !ofOther) throw new Error('nothing is due');
    await one.idle(ofOther, until(new Date(Date.now() - 1_000)));
    await one.idle(ofQueue, until(new Date(Date.now() - 5_000)));

    expect(await one.claim({ clean: 1, others: 1 })).toMatchObject([{ endpointId: 'whk_1' }]);
  });

  test('among many at once is claimed by one worker', async () => {
    const { one, two, other } = held();
    const many = Array.from({ length: 60 }, (_, place) => other(`whk_${place}`));
    await one.wake(many);
    const room = { clean: 100, others: 100 };

    const claims = (await Promise.all([one.claim(room), two.claim(room), one.claim(room)])).flat();

    expect(claims.map(({ endpointId }) => endpointId).toSorted()).toEqual(many.map(({ endpointId }) => endpointId).toSorted());
    expect(claims.every(({ orphaned }) => !orphaned)).toBe(true);
  });

  test('has a time until it is due that every process knows', async () => {
    const { queue, one, two, other } = held();
    expect(await one.nextDueInMs()).toBeUndefined();

    await one.wakeAndClaim(queue);
    expect(await two.nextDueInMs()).toBeGreaterThan(50_000);

    await two.wake([other('whk_2')]);
    expect(await one.nextDueInMs()).toBeLessThanOrEqual(0);
  });

  test('that is deleted begins again', async () => {
    const { queue, one, two } = held();
    await one.wake([queue]);
    expect(await one.delete(await claimed(one))).toEqual({ type: 'idle' });
    expect(await one.nextDueInMs()).toBeUndefined();

    expect(await two.wakeAndClaim(queue)).toMatchObject({ epoch: 1, wakes: 1, orphaned: false, clean: false });
  });
}

function wakeUpsAreKept(held: () => Held): void {
  test('that comes while a worker has the queue keeps it from resting', async () => {
    const { queue, one, two } = held();
    await one.wake([queue]);
    const claim = await claimed(one);
    await two.wake([queue]);
    await two.wake([queue]);

    expect(await two.claim(ALL)).toEqual([]);
    expect(await one.idle(claim, until(null))).toEqual({ type: 'woken', wakes: 3 });
    expect(await one.delete(claim)).toEqual({ type: 'woken', wakes: 3 });
    expect(await one.idle({ ...claim, wakes: 3 }, until(null))).toEqual({ type: 'idle' });
  });

  test('of a queue that is held is kept until its time', async () => {
    const { queue, one, two } = held();
    await one.wake([queue]);
    const heldUntil = new Date(Date.now() + 3_000);
    expect(await one.idle(await claimed(one), { dueAt: null, heldUntil, ...NOT_CLEAN })).toEqual({ type: 'idle' });

    await two.wake([queue]);
    expect(await two.claim(ALL)).toEqual([]);

    const taken = await eventually(() => claimed(two));
    expect(taken).toMatchObject({ wakes: 2, orphaned: false });
    expect(Date.now()).toBeGreaterThanOrEqual(heldUntil.getTime() - 50);
  });

  test('of a queue whose endpoint is paused leaves it asleep until it is released', async () => {
    const { queue, one, two, release } = held();
    await one.wake([queue]);
    await one.idle(await claimed(one), { dueAt: null, heldUntil: HELD_FOREVER, ...NOT_CLEAN });
    await two.wake([queue]);
    expect(await two.claim(ALL)).toEqual([]);
    expect(await two.nextDueInMs()).toBeUndefined();

    await release(queue);

    expect(await two.claim(ALL)).toMatchObject([{ wakes: 3 }]);
  });

  test('that claims is one of several at once that has the queue, and the others are counted', async () => {
    const { queue, one, two } = held();
    const claims = (await Promise.all([one, two, one].map((each) => each.wakeAndClaim(queue)))).flatMap((claim) => claim ?? []);

    expect(claims).toMatchObject([{ ...queue, epoch: 1, orphaned: false, clean: false }]);
    const next = await two.wakeAndClaim(queue);
    expect(next).toBeUndefined();
    const [claim] = claims;
    if (!claim) throw new Error('none has it');
    const owner = (await one.renew([claim])).length > 0 ? one : two;
    expect(await owner.idle({ ...claim, wakes: 0 }, until(null))).toEqual({ type: 'woken', wakes: 4 });
  });

  test('that claims leaves a held queue asleep, and takes one over from a worker that died', async () => {
    const { queue, one, two, brief } = held();
    await brief.wakeAndClaim(queue);
    const taken = await eventually(async () => {
      const claim = await two.wakeAndClaim(queue);
      if (!claim) throw new Error('another has it');
      return claim;
    });
    expect(taken).toMatchObject({ epoch: 2, orphaned: true });
    await two.idle(taken, { dueAt: null, heldUntil: HELD_FOREVER, clean: true, slowOnce: false });

    expect(await one.wakeAndClaim(queue)).toBeUndefined();
    expect(await one.nextDueInMs()).toBeUndefined();
  });
}

function leasesEnd(held: () => Held): void {
  test('of a worker that died ends by itself, and the queue is not its own any more', async () => {
    const { queue, two, brief } = held();
    await brief.wake([queue]);
    const lost = await claimed(brief);

    const taken = await eventually(() => claimed(two));

    expect(taken).toMatchObject({ epoch: lost.epoch + 1, orphaned: true });
    expect(await brief.renew([lost])).toEqual([]);
    expect(await brief.idle(lost, until(null))).toEqual({ type: 'lost' });
    expect(await brief.delete(lost)).toEqual({ type: 'lost' });
    await brief.giveBack(lost, 0, NOT_CLEAN);
    expect(await two.renew([taken])).toEqual([taken]);
  });

  test('that is renewed outlives its time', TIMED, async () => {
    const { queue, two, brief } = held();
    await brief.wake([queue]);
    const claim = await claimed(brief);
    const startedMs = performance.now();

    await eventually(async () => {
      expect(await brief.renew([claim])).toEqual([claim]);
      expect(await two.claim(ALL)).toEqual([]);
      if (performance.now() - startedMs < 1_500) throw new Error('go on');
    });
  });

  test('of an earlier claim of the same worker is not renewed by a later one', async () => {
    const { queue, one } = held();
    await one.wake([queue]);
    const earlier = await claimed(one);
    await one.giveBack(earlier, 0, NOT_CLEAN);
    const later = await claimed(one);

    expect(await one.renew([earlier, later])).toEqual([later]);
  });

  test('that is given back keeps the queue until its time, although another wakes it, and its pace', async () => {
    const { queue, one, two, release } = held();
    await one.wake([queue]);
    await one.giveBack(await claimed(one), 60_000, { clean: true, slowOnce: true });
    await two.wake([queue]);

    expect(await two.claim(ALL)).toEqual([]);
    expect(await two.nextDueInMs()).toBeGreaterThan(50_000);
    await release(queue);
    expect(await two.claim(ALL)).toMatchObject([{ clean: true, slowOnce: true, orphaned: false }]);
  });
}
