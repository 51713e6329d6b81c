import { type Progress, ProgressWatch, Steps, unwatched } from '@fulfilment/kernel';
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
const LEASE_MS = 60_000;
let bed: TestStore;
let other: Store;
let dispatcher: Dispatcher;
/** When a worker of this process read the endpoint of the queue. */
let readAtMs: number[];
let target: () => Target | Promise<Target>;
let hint: () => void;
/** The next call of a method of this name never ends. */
let hanging: string | undefined;
/** Calls of the leases, by their method. */
let called: string[];
let watch: ProgressWatch;
let told: string[];

function subscribeTo(_channel: string, onHint: (text: string) => void): void {
  hint = () => onHint('');
}

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  other = bed.process('other');
  readAtMs = [];
  target = () => ({ type: 'paused' });
  hanging = undefined;
  called = [];
  told = [];
  watch = new ProgressWatch({
    everyMs: 500,
    engines: { mongodb: async () => true },
    onReplaced: (_, part) => told.push(part),
    onGivenUp: (error) => expect.unreachable(String(error)),
  });
  dispatcher = startDispatcher({ leaseMs: LEASE_MS, endpoints: watch });
});

afterEach(async () => {
  await dispatcher.stop();
  await watch.stop();
  await bed.stop();
});

/** @param endpoints watches their workers. */
function startDispatcher({ leaseMs, endpoints }: { readonly leaseMs: number; readonly endpoints: Progress }): Dispatcher {
  const own = bed.process('own', { leaseMs });
  return new Dispatcher({
    leases: hangingOnce(own.leases),
    leaseMs,
    progress: watch,
    steps: new Steps(endpoints, { name: 'endpoints', engines: ['mongodb'] }),
    abort: async () => undefined,
    hints: { publish: () => undefined, subscribe: subscribeTo, isHeard: () => false },
    worker: {
      deliveries: own.deliveries,
      batches: own.batches,
      loadEvents: own.loadEvents,
      findTarget: async () => {
        readAtMs.push(performance.now());
        if (hanging === 'findTarget') await hang();
        return target();
      },
      attempt: () => Promise.reject(new Error('nothing is pending')),
      slots: new FairSemaphore({ quick: 1, slow: 1, unrecorded: 1, preempted: 1 }),
      hosts: new HostLimiter({ concurrency: 1, rate: 1, rateOf: () => 1, unprovenRate: 1 }, async () => []),
      logger: silentLogger,
    },
  });
}

function hang(): Promise<never> {
  hanging = undefined;
  return new Promise(() => undefined);
}

function hangingOnce<Owner extends object>(store: Owner): Owner {
  return new Proxy(store, {
    get: (of, name) => {
      const value: unknown = Reflect.get(of, name);
      if (typeof value !== 'function') return value;
      called.push(String(name));
      return name === hanging ? hang : value.bind(of);
    },
  });
}

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

test('claims that stand still are begun again, and a queue that is due is claimed', async () => {
  hanging = 'nextDueInMs';
  hint();
  await eventually(() => expect(hanging).toBeUndefined());

  await other.leases.wake([queue]);

  await read(1);
  expect(told).toContain('endpoint claims');
});

test('an endpoint whose worker stands still is given back, and claimed again', TIMED, async () => {
  hanging = 'findTarget';

  await dispatcher.wake([queue]);

  await read(2);
  expect(told).toContain('endpoints');
});

test('renewals of leases that stand still are begun again', TIMED, async () => {
  await dispatcher.stop();
  dispatcher = startDispatcher({ leaseMs: 4_000, endpoints: unwatched });
  const reading = Promise.withResolvers<Target>();
  target = () => reading.promise;
  await dispatcher.wake([queue]);
  hanging = 'renew';
  await eventually(() => expect(told).toContain('endpoint leases'), PATIENCE);
  called = [];

  await eventually(() => expect(called).toContain('renew'), PATIENCE);
  reading.resolve({ type: 'paused' });
});
