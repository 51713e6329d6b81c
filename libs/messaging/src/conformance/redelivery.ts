import { delay } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import type { IncomingRecord } from '../port.ts';
import { numbered, numbersOf, PATIENCE, type Reader, TOPIC, totalLag, type World } from './world.ts';

export function describeRetries(world: () => World): void {
  test('a batch whose handler fails comes again, with nothing after it in between, and other keys go on', async () => {
    const { log } = await world().client();
    await log.append(numbered(40, 8));
    const stuck = 'key-3';
    let failures = 0;

    const seen = await world().reader({
      group: 'orders',
      maxBatch: 5,
      before: (batch) => {
        const hit = batch.records.some(({ key }) => key === stuck);
        if (hit && (failures += 1) <= 3) throw new Error('The store is away');
      },
    });

    await eventually(() => expect(seen.records).toHaveLength(40), PATIENCE);
    expect(failures).toBeGreaterThan(3);
    for (const [key, records] of seen.byKey()) {
      expect(numbersOf(records)).toEqual(numbersOf(numbered(40, 8).filter((record) => record.key === key)));
    }
    expect(seen.records.findIndex(({ key }) => key === stuck)).toBeGreaterThan(0);
  });

  test('a partition whose handler is slow does not hold back another', async () => {
    const { log } = await world().client();
    const release = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<number>();
    await log.append(numbered(1));
    await world().reader({
      group: 'orders',
      before: async ({ records, partition }) => {
        if (records.every(({ key }) => key !== 'key-0')) return;
        slow.resolve(partition);
        await release.promise;
      },
    });
    const slowPartition = await slow.promise;

    // The second round shows that the fetch is not all that goes on.
    for (const first of [60, 120]) {
      await log.append(numbered(60, 60, first));
      await eventually(async () => {
        const behind = (await log.lag('orders', [TOPIC])).filter(({ lag }) => lag > 0);
        expect(behind.map(({ partition }) => partition)).toEqual([slowPartition]);
      }, PATIENCE);
    }
    release.resolve();
    await eventually(async () => expect(await totalLag(log, 'orders')).toBe(0), PATIENCE);
  });

  test('what always fails is never skipped', async () => {
    const { log } = await world().client();
    await log.append(numbered(3));
    let tries = 0;

    const seen = await world().reader({
      group: 'orders',
      before: ({ records }) => {
        tries += 1;
        expect(numbersOf(records)[0]).toBe(0);
        throw new Error('A bug');
      },
    });

    await eventually(() => expect(tries).toBeGreaterThan(4), PATIENCE);
    expect(seen.records).toHaveLength(0);
    expect(await totalLag(log, 'orders')).toBe(3);
  });
}

export function describeStops(world: () => World): void {
  test('a handler that runs while its consumer stops is finished and committed', async () => {
    const { log } = await world().client();
    await log.append(numbered(1));
    const running = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const seen = await world().reader({
      group: 'orders',
      before: async () => {
        running.resolve();
        await release.promise;
      },
    });
    await running.promise;

    const stopping = seen.stop();
    release.resolve();
    await stopping;

    expect(seen.records).toHaveLength(1);
    expect(await totalLag(log, 'orders')).toBe(0);
  });

  test('a handler that gives up because its consumer stops leaves its batch to the next', async () => {
    const { log } = await world().client();
    await log.append(numbered(1));
    const running = Promise.withResolvers<void>();
    const seen = await world().reader({
      group: 'orders',
      before: async ({ signal }) => {
        running.resolve();
        await delay(60_000, signal);
        throw new Error('Given up');
      },
    });
    await running.promise;
    await seen.stop();

    const next = await world().reader({ group: 'orders' });

    await eventually(() => expect(next.records).toHaveLength(1), PATIENCE);
    expect(seen.records).toHaveLength(0);
  });
}

export function describeComingAndGoing(world: () => World): void {
  test('consumers may come and go in the middle of a stream: all is handled, first occurrences in order', async () => {
    const { log } = await world().client();
    const handled: IncomingRecord[] = [];
    const join = (): Promise<Reader> =>
      world().reader({ group: 'orders', maxBatch: 10, before: ({ records }) => void handled.push(...records) });
    let reader = await join();
    for (let round = 0; round < 3; round += 1) {
      await log.append(numbered(200, 20, round * 200));
      const leaving = reader;
      reader = await join();
      await leaving.stop();
    }

    await eventually(() => expect(new Set(numbersOf(handled)).size).toBe(600), PATIENCE);
    for (const ofKey of Map.groupBy(handled, ({ key }) => key).values()) {
      const firsts = [...new Set(numbersOf(ofKey))];
      expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
    }
  });
}
