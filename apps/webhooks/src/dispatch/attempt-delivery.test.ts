import { ProgressWatch, StandsStill, Steps, unwatched } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { expect, test, vi } from 'vitest';
import type { WebhookRequest } from '../deliveries/delivery-ports.ts';
import type { Attempt } from '../model/domain/attempt.ts';
import { sampleDelivery } from '../model/domain/delivery.fixture.ts';
import type { RequestResult } from '../model/domain/attempt-result.ts';
import { type AttemptDeliveryParts, makeAttemptDelivery } from './attempt-delivery.ts';
import type { Target } from './attempt-reads-store.ts';
import { BodyMemory } from './body-memory.ts';

const delivery = sampleDelivery({ attempts: 1 });
const open = {
  type: 'open' as const,
  url: 'https://hooks.example.com/',
  secrets: [{ id: 'sec_1', secret: 'whsec_1' }],
  mode: { type: 'parallel' as const },
  maxRate: null,
  dropThrough: null,
  isProven: true,
};
const answered = (status: number): RequestResult => ({
  type: 'answered',
  status,
  excerpt: 'because',
  headers: { server: 'nginx' },
});

const TERMS = {
  mode: 'parallel' as const,
  maxRate: null,
  isHeld: () => true,
  onSending: () => undefined,
  onAnswered: () => undefined,
};

function start(changes: Partial<AttemptDeliveryParts> = {}) {
  const sent: WebhookRequest[] = [];
  const recorded: Attempt[] = [];
  let times = 0;
  let underway = 0;
  const attemptDelivery = makeAttemptDelivery({
    findTarget: async () => open,
    findEvent: async () => ({ type: 'order.shipped', body: '{}', requestId: 'req_1', traceparent: null }),
    bodies: new BodyMemory(),
    steps: new Steps(unwatched, { name: 'endpoints', engines: [] }),
    deadlineMs: 1_000,
    send: async (request) => {
      sent.push(request);
      return answered(200);
    },
    record: async (attempt) => {
      recorded.push(attempt);
      return true;
    },
    watch: {
      began: () => {
        underway += 1;
      },
      ended: () => {
        underway -= 1;
      },
    },
    schedule: [0, 5, 30],
    now: () => new Date(Date.parse('2026-11-21T10:00:00Z') + 40 * times++),
    random: () => 0.5,
    ...changes,
  });
  return { sent, recorded, attemptDelivery, underway: () => underway };
}

test('a delivery is sent with what the endpoint is now, and kept with what came of it', async () => {
  const { sent, recorded, attemptDelivery } = start();

  expect(await attemptDelivery(delivery, TERMS)).toBe('delivered');
  expect(sent).toEqual([
    {
      url: open.url,
      secrets: open.secrets,
      delivery,
      event: { type: 'order.shipped', body: '{}', requestId: 'req_1', traceparent: null },
      attempt: 2,
    },
  ]);
  expect(recorded).toMatchObject([
    {
      delivery,
      requestId: 'req_1',
      n: 2,
      latencyMs: 40,
      status: 200,
      error: null,
      errorDetail: null,
      signedWith: ['sec_1'],
      responseHeaders: { server: 'nginx' },
      excerpt: 'because',
      outcome: { type: 'delivered' },
    },
  ]);
});

test('a refusal is kept with when to try again', async () => {
  const { recorded, attemptDelivery } = start({ send: async () => answered(500) });

  expect(await attemptDelivery(delivery, TERMS)).toBe('refused');
  expect(recorded).toMatchObject([{ url: open.url, n: 2, status: 500, outcome: { type: 'retry', afterMs: 30_000 } }]);
});

test.each<Target>([{ type: 'paused' }, { type: 'disabled' }, { type: 'gone' }, { type: 'backing-off', until: new Date() }])(
  'nothing is sent to an endpoint that is $type',
  async (target) => {
    const { sent, recorded, attemptDelivery } = start({ findTarget: async () => target });

    expect(await attemptDelivery(delivery, TERMS)).toBe('withheld');
    expect([sent, recorded]).toEqual([[], []]);
  },
);

test('nothing is sent where the lease ended during the reads', async () => {
  let isHeld = true;
  const findTarget = async (): Promise<Target> => {
    isHeld = false;
    return open;
  };
  const { sent, recorded, attemptDelivery } = start({ findTarget });

  expect(await attemptDelivery(delivery, { ...TERMS, isHeld: () => isHeld })).toBe('withheld');
  expect([sent, recorded]).toEqual([[], []]);
});

test('an attempt that the end of the process interrupts leaves no trace', async () => {
  const { recorded, attemptDelivery, underway } = start({ send: async () => ({ type: 'interrupted' }) });

  expect(await attemptDelivery(delivery, TERMS)).toBe('withheld');
  expect(recorded).toEqual([]);
  expect(underway()).toBe(0);
});

test.each([
  ['another worker made the same try', { record: async () => false }],
  ['the receiver is gone', { send: async () => answered(410) }],
])('the endpoint is looked at again where %s', async (_, changes) => {
  expect(await start(changes).attemptDelivery(delivery, TERMS)).toBe('withheld');
});

test('a delivery whose event is past its keeping has failed', async () => {
  const { sent, recorded, attemptDelivery } = start({ findEvent: async () => undefined });

  expect(await attemptDelivery(delivery, TERMS)).toBe('refused');
  expect(sent).toEqual([]);
  expect(recorded).toMatchObject([{ error: 'event_expired', outcome: { type: 'failed' } }]);
});

test('an attempt that cannot be kept is not taken for done', async () => {
  const { attemptDelivery, underway } = start({ record: () => Promise.reject(new Error('store away')) });

  await expect(attemptDelivery(delivery, TERMS)).rejects.toThrow('store away');
  expect(underway()).toBe(0);
});

test('that it is being sent is told right before it is', async () => {
  const order: string[] = [];
  const { attemptDelivery } = start({
    send: async () => {
      order.push('sent');
      return answered(200);
    },
  });

  await attemptDelivery(delivery, { ...TERMS, onSending: () => order.push('sending') });

  expect(order).toEqual(['sending', 'sent']);
});

test.each<[string, Partial<AttemptDeliveryParts>]>([
  ['the endpoint is paused', { findTarget: async () => ({ type: 'paused' }) }],
  ['the event is past its keeping', { findEvent: async () => undefined }],
])('it is not told where %s', async (_, changes) => {
  const sending = vi.fn<() => void>();

  await start(changes).attemptDelivery(delivery, { ...TERMS, onSending: sending });

  expect(sending).not.toHaveBeenCalled();
});

test('what came of it is told before it is recorded, so that others need not wait for the record', async () => {
  const recording = Promise.withResolvers<boolean>();
  const { attemptDelivery } = start({ record: () => recording.promise });
  const told: string[] = [];

  const result = attemptDelivery(delivery, { ...TERMS, onAnswered: (answer) => told.push(answer) });
  await eventually(() => expect(told).toEqual(['delivered']));

  recording.resolve(true);
  expect(await result).toBe('delivered');
});

test.each([
  ['parallel', 200, true],
  ['parallel', 500, false],
  ['ordered', 200, false],
] as const)('%s, %i: its record may wait for others: %s', async (mode, status, expected) => {
  const waits: (boolean | undefined)[] = [];
  const { attemptDelivery } = start({
    findTarget: async () => ({ ...open, mode: { type: mode } }),
    send: async () => answered(status),
    record: async (_, mayWait) => {
      waits.push(mayWait);
      return true;
    },
  });

  await attemptDelivery(delivery, { ...TERMS, mode });

  expect(waits).toEqual([expected]);
});

test('what was read already is not read again', async () => {
  const read = { type: 'order.packed', body: '{"read":true}', requestId: null, traceparent: null };
  const { sent, attemptDelivery } = start({ findEvent: () => Promise.reject(new Error('read again')) });

  await attemptDelivery(delivery, { ...TERMS, event: read });

  expect(sent).toMatchObject([{ event: read }]);
});

test.each([
  ['another rate', { maxRate: 5 }],
  ['held deliveries that are to be dropped', { dropThrough: 7 }],
  ['another mode', { mode: { type: 'ordered' as const } }],
] as const)('nothing is sent where the endpoint has %s by now', async (_, change) => {
  const { sent, recorded, attemptDelivery } = start({ findTarget: async () => ({ ...open, ...change }) });

  expect(await attemptDelivery(delivery, TERMS)).toBe('withheld');
  expect([sent, recorded]).toEqual([[], []]);
});

test('of bodies in flight a tenant has as many as fit, and the next is read when one of them was answered', async () => {
  const answers: (() => void)[] = [];
  const body = 'x'.repeat(900_000);
  const { attemptDelivery } = start({
    bodies: new BodyMemory(3_000_000),
    findEvent: async () => ({ type: 'order.shipped', body, requestId: 'req_1', traceparent: null }),
    send: async () => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return answered(200);
    },
  });
  const made = Array.from({ length: 5 }, () => attemptDelivery(delivery, TERMS));
  await eventually(() => expect(answers).toHaveLength(3));

  answers[0]?.();
  await eventually(() => expect(answers).toHaveLength(4));
  expect(await made[0]).toBe('delivered');
  answers[1]?.();
  await eventually(() => expect(answers).toHaveLength(5));
});

test('an attempt that never ends is left, with its room for a body, and the next one is made', async () => {
  const watch = new ProgressWatch({
    everyMs: 20,
    engines: {},
    onReplaced: () => undefined,
    onGivenUp: (error) => expect.unreachable(String(error)),
  });
  let times = 0;
  const { attemptDelivery } = start({
    steps: new Steps(watch, { name: 'endpoints', engines: [] }),
    deadlineMs: 100,
    bodies: new BodyMemory(1_000_000),
    send: () => {
      times += 1;
      return times === 1 ? new Promise(() => undefined) : Promise.resolve(answered(200));
    },
  });

  await expect(attemptDelivery(delivery, TERMS)).rejects.toThrow(StandsStill);

  expect(await attemptDelivery(delivery, TERMS)).toBe('delivered');
  await watch.stop();
});
