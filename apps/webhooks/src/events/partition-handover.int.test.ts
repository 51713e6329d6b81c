import { partitionOf, type PartitionLag } from '@fulfilment/messaging';
import { eventually } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { openTestStore, type TestStore } from '../database/store.fixture.ts';
import { PartitionHandover } from './partition-handover-store.ts';

const TOPIC = 'scans.events';
const PARTITIONS = 12;
const NEVER = new AbortController().signal;

let bed: TestStore;
let lags: Map<number, number>;
let lagReads: number;

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  lags = new Map();
  lagReads = 0;
});

afterEach(() => bed.stop());

const openHandover = (): PartitionHandover =>
  new PartitionHandover(bed.collections, async () => {
    lagReads += 1;
    return Array.from({ length: PARTITIONS }, (_, partition): PartitionLag => {
      return { topic: TOPIC, partition, lag: lags.get(partition) ?? 0 };
    });
  });

const recordOn = (partition: number, key: string) => ({ topic: TOPIC, partition, key, value: '{}', headers: {}, offset: '0' });

/** A record by its tenant, with the partition that an earlier release gave its key, which is another one. */
function movedRecord(wanted: (former: number, partition: number) => boolean = () => true) {
  for (let number = 0; ; number += 1) {
    const tenant = `acc_${number}:sandbox`;
    const key = `${tenant}|device`;
    const [former, partition] = [partitionOf(key, PARTITIONS), partitionOf(tenant, PARTITIONS)];
    if (former !== partition && wanted(former, partition)) return { former, record: recordOn(partition, key) };
  }
}

test('an event that has moved waits until its former partition is read to the end', async () => {
  const { record, former } = movedRecord();
  lags.set(former, 3).set(record.partition, 1);
  const handover = openHandover();
  expect(await handover.firstMoved([recordOn(former, record.key), record])).toBe(1);

  let stored = false;
  const waiting = handover.awaitFormer([record], NEVER).then(() => (stored = true));
  await eventually(() => expect(lagReads).toBeGreaterThan(3));
  expect(stored).toBe(false);
  lags.set(former, 0);

  await waiting;
});

test('partitions whose next events have moved from one another do not wait for each other', async () => {
  const one = movedRecord();
  const other = movedRecord((former, partition) => former === one.record.partition && partition === one.former);
  lags.set(one.former, 1).set(one.record.partition, 1);

  const readOn = async ({ record }: typeof one): Promise<void> => {
    const handover = openHandover();
    expect(await handover.firstMoved([record])).toBe(0);
    await handover.awaitFormer([record], NEVER);
  };
  await Promise.all([readOn(one), readOn(other)]);
});

test('once every partition has passed, processes look no more', async () => {
  const { record } = movedRecord();
  const first = openHandover();
  await first.firstMoved([record]);
  await first.awaitFormer([record], NEVER);
  const reads = lagReads;

  expect(await first.firstMoved([record])).toBe(-1);
  expect(await openHandover().firstMoved([record])).toBe(-1);

  expect(lagReads).toBe(reads);
});

test('an event that waits is given up with its partition', async () => {
  const { record, former } = movedRecord();
  lags.set(former, 1);
  const handover = openHandover();
  await handover.firstMoved([record]);

  await expect(handover.awaitFormer([record], AbortSignal.abort(new Error('revoked')))).rejects.toThrow('revoked');
});
