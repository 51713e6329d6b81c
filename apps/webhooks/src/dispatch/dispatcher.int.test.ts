import { silentLogger } from '@fulfilment/observability';
import { eventually, TIMED } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Store } from '../compose-store.ts';
import { openTestStore, TENANT_KEY, type TestStore } from '../database/store.fixture.ts';
import type { QueueKey } from '../model/domain/delivery.ts';
import type { Target } from './attempt-reads-store.ts';
import { PATIENCE } from './delivering.fixture.ts';
import { Dispatcher } from './dispatcher.ts';
import { FairSemaphore } from './fair-semaphore.ts';
import { HostLimiter } from './host-limiter.ts';

const queue: QueueKey = { tenant: TENANT_KEY, endpointId: 'whk_1' };
/** Less than the time between two looks, and much more than a claim takes. */
const AT_ONCE_MS = 1_500;
let bed: TestStore;
let other: Store;
let dispatcher: Dispatcher;
/** When a worker of this process read the endpoint of the queue. */
let readAtMs: number[];
let target: () => Target;
let hint: () => void;

function subscribeTo(_channel: string, onHint: (text: string) => void): void {
  hint = () => onHint('');
}

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  other = bed.process('other');
  const own = bed.process('own');
  readAtMs = [];
  target = () => ({ type: 'paused' });
  dispatcher = new Dispatcher({
    leases: own.leases,
    leaseMs: 60_000,
    abort: async () => undefined,
    hints: { publish: () => undefined, subscribe: subscribeTo },
    worker: {
      deliveries: own.deliveries,
      batches: own.batches,
      loadEvents: own.loadEvents,
      findTarget: async () => {
        readAtMs.push(performance.now());
        return target();
      },
      attempt: () => Promise.reject(new Error('nothing is pending')),
      slots: new FairSemaphore({ quick: 1, slow: 1, unrecorded: 1, preempted: 1 }),
      hosts: new HostLimiter({ concurrency: 1, rate: 1 }),
      logger: silentLogger,
    },
  });
});

afterEach(async () => {
  await dispatcher.stop();
  await bed.stop();
});

/** Waits until the endpoint was read so often. @returns when that was. */
async function read(times: number): Promise<number> {
  await eventually(() => expect(readAtMs.length).toBeGreaterThanOrEqual(times), PATIENCE);
  return readAtMs[times - 1] ?? 0;
}

test('a queue that is released until a moment is claimed at that moment', TIMED, async () => {
  const restsUntil = new Date(Date.now() + 600);
  target = () => (readAtMs.length === 1 ? { type: 'backing-off', until: restsUntil } : { type: 'paused' });

  await dispatcher.wake([queue]);

  const [first, again] = [await read(1), await read(2)];
  expect(again - first).toBeLessThan(AT_ONCE_MS);
});

test('a queue that another process makes due is claimed after a hint', TIMED, async () => {
  await dispatcher.wake([{ ...queue, endpointId: 'whk_before' }]);
  await read(1);

  await other.leases.wake([queue]);
  const hintedAtMs = performance.now();
  hint();

  expect((await read(2)) - hintedAtMs).toBeLessThan(AT_ONCE_MS);
});

test('where the hint is lost, it is claimed after two seconds at the latest', TIMED, async () => {
  await other.leases.wake([queue]);
  const wokenAtMs = performance.now();

  expect((await read(1)) - wokenAtMs).toBeLessThan(2_000 + AT_ONCE_MS);
});
