import { eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import { numbered, numbersOf, OTHER_TOPIC, PARTITIONS, PATIENCE, recordOf, TOPIC, totalLag, type World } from './world.ts';

export function describeOrder(world: () => World): void {
  test('the records of a key come in the order of their appends, all in one partition', async () => {
    const { log } = await world().client();
    await Promise.all(numbered(300, 7).map((record) => log.append([record])));

    const seen = await world().reader({ group: 'orders' });

    await eventually(() => expect(seen.records).toHaveLength(300), PATIENCE);
    for (const [key, records] of seen.byKey()) {
      expect(numbersOf(records)).toEqual(numbersOf(numbered(300, 7).filter((record) => record.key === key)));
      expect(new Set(records.map(({ partition }) => partition)).size).toBe(1);
    }
  });

  test('key, value and headers come as they were appended', async () => {
    const { log } = await world().client();
    const record = {
      topic: TOPIC,
      key: 'acc_1:sandbox:Größe',
      value: '{"name":"Schränke 🗄"}',
      headers: { ce_id: 'evt_1', ce_type: 'order.created' },
    };
    await log.append([record]);

    const seen = await world().reader({ group: 'orders' });

    await eventually(() => expect(seen.records).toMatchObject([{ ...record, offset: '0' }]), PATIENCE);
  });

  test('while nothing goes wrong nothing comes twice', async () => {
    const { log } = await world().client();
    const seen = await world().reader({ group: 'orders', maxBatch: 10 });

    for (const first of [0, 40, 80]) {
      await log.append(numbered(40, 4, first));
      await eventually(async () => expect(await totalLag(log, 'orders')).toBe(0), PATIENCE);
    }

    expect(numbersOf(seen.records).toSorted((a, b) => a - b)).toEqual(numbersOf(numbered(120)));
  });

  test('a group that is new begins with the oldest record', async () => {
    const { log } = await world().client();
    await log.append(numbered(5));
    const first = await world().reader({ group: 'orders' });
    await eventually(() => expect(first.records).toHaveLength(5), PATIENCE);

    const second = await world().reader({ group: 'webhooks' });

    await eventually(() => expect(second.records).toHaveLength(5), PATIENCE);
  });

  test('no call gets more records than it asked for', async () => {
    const { log } = await world().client();
    await log.append(numbered(50));

    const seen = await world().reader({ group: 'orders', maxBatch: 7 });

    await eventually(() => expect(seen.records).toHaveLength(50), PATIENCE);
    expect(Math.max(...seen.batches.map(({ records }) => records.length))).toBeLessThanOrEqual(7);
  });
}

export function describeRefusals(world: () => World): void {
  test('a record that is too large is refused by its index, those around it are kept, other callers succeed', async () => {
    const { log } = await world().client();
    const huge = { ...numbered(1)[0], topic: TOPIC, key: 'huge', value: 'x'.repeat(2_000_000), headers: {} };
    const [one, two, three] = numbered(3);

    const refused = log.append([recordOf(one), recordOf(two), huge, recordOf(three)]);
    const other = log.append([{ ...recordOf(three), key: 'other' }]);

    await expect(refused).rejects.toMatchObject({ kind: 'invalid', code: 'record_refused', details: { index: 2 } });
    await expect(other).resolves.toBeUndefined();
    const seen = await world().reader({ group: 'orders' });
    await eventually(() => expect(new Set(numbersOf(seen.records))).toEqual(new Set([0, 1, 2])), PATIENCE);
    expect(numbersOf(seen.records.filter(({ key }) => key === recordOf(one).key))).toEqual([0, 1, 2]);
  });

  test('a refusal costs no other caller anything, then or later', async () => {
    const { log } = await world().client();
    const [zero, one, two] = numbered(3);
    const refused = { topic: OTHER_TOPIC, key: 'huge', value: 'x'.repeat(2_000_000), headers: {} };

    const first = log.append([recordOf(zero)]);
    const together = [log.append([recordOf(one)]), log.append([refused]), log.append([recordOf(two)])];
    const outcomes = await Promise.allSettled([first, ...together]);
    for (const record of numbered(3, 1, 3)) await log.append([record]);

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    const seen = await world().reader({ group: 'orders' });
    await eventually(() => expect([...new Set(numbersOf(seen.records))]).toEqual([0, 1, 2, 3, 4, 5]), PATIENCE);
  });

  test('a topic that was not made is unavailable, and is not made by writing to it', async () => {
    const { log } = await world().client();
    await expect(log.append([{ ...recordOf(numbered(1)[0]), topic: 'missing.topic' }])).rejects.toMatchObject({
      kind: 'unavailable',
    });
    await expect(log.append(numbered(1))).resolves.toBeUndefined();
  });

  test('making topics again changes nothing', async () => {
    const { log } = await world().client();
    await log.append(numbered(3));

    await log.ensureTopics([{ name: TOPIC, partitions: 3, replicationFactor: 1, retentionMs: 60_000 }]);

    const seen = await world().reader({ group: 'orders' });
    await eventually(() => expect(seen.records).toHaveLength(3), PATIENCE);
    expect(await log.lag('orders', [TOPIC])).toHaveLength(PARTITIONS);
  });
}
