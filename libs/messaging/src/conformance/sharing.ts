import { eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import { makeTopics, numbered, PATIENCE, TOPIC, totalLag, type World } from './world.ts';

export function describeSharing(world: () => World): void {
  test('two members share the partitions', async () => {
    const [one, two] = [await world().client(), await world().client()];
    const first = await world().reader({ group: 'orders', client: one });
    const second = await world().reader({ group: 'orders', client: two });

    await eventually(async () => {
      await one.log.append(numbered(60, 60));
      expect(first.records.length).toBeGreaterThan(0);
      expect(second.records.length).toBeGreaterThan(0);
    }, PATIENCE);

    await eventually(async () => expect(await totalLag(one.log, 'orders')).toBe(0), PATIENCE);
    expect(first.consumption.healthy() && second.consumption.healthy()).toBe(true);
  });

  test('another prefix is another log: neither records nor groups meet', async () => {
    const [mine, theirs] = [await world().client(), await world().client('theirs.')];
    await makeTopics(theirs.log);
    await mine.log.append(numbered(4));
    await theirs.log.append(numbered(2));

    const seenByMe = await world().reader({ group: 'orders', client: mine });
    const seenByThem = await world().reader({ group: 'orders', client: theirs });

    await eventually(() => expect([seenByMe.records.length, seenByThem.records.length]).toEqual([4, 2]), PATIENCE);
    expect(seenByThem.records.every(({ topic }) => topic === TOPIC)).toBe(true);
  });

  test('lag is what is left to handle', async () => {
    const { log } = await world().client();
    await log.append(numbered(9, 9));
    expect(await totalLag(log, 'orders')).toBe(9);

    const seen = await world().reader({ group: 'orders' });

    await eventually(async () => expect(await totalLag(log, 'orders')).toBe(0), PATIENCE);
    expect(seen.records).toHaveLength(9);
    expect(await log.healthy()).toBe(true);
  });
}
