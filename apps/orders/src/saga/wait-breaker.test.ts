import { expect, test } from 'vitest';
import { type Wait, WaitBreaker } from './wait-breaker.ts';

const BUSY = 'acc_1:sandbox';
const OTHER = 'acc_2:sandbox';

/** A breaker with a clock and an outbox of our own. */
function start({ maxWaiting = 100 } = {}) {
  const at = { nowMs: 0, unsentMs: 0, measured: 0 };
  const errors: unknown[] = [];
  const breaker = new WaitBreaker({
    maxWaiting,
    nowMs: () => at.nowMs,
    oldestUnsentMs: async () => {
      at.measured += 1;
      if (at.unsentMs < 0) throw new Error('away');
      return at.unsentMs;
    },
    onError: (error) => errors.push(error),
  });
  const admitted = (tenant = BUSY): Wait => {
    const given = breaker.admit(tenant);
    if (!given) throw new Error('The wait is not admitted');
    return given;
  };
  const wait = (result: Parameters<Wait['end']>[0], tenant = BUSY): void => admitted(tenant).end(result);
  return { at, breaker, errors, admitted, wait };
}

/** Lets a measurement of the outbox end. */
const measured = () => new Promise((resolve) => setImmediate(resolve));

test('so many requests wait at once, and each that ends makes room', () => {
  const { breaker, admitted } = start({ maxWaiting: 2 });
  const first = admitted();
  admitted();

  expect(breaker.admit(BUSY)).toBeUndefined();
  first.end('in-time');

  expect(breaker.admit(BUSY)).toBeDefined();
  expect(breaker.waiting).toBe(2);
});

test('after five waits in vain no request waits but one at a time, as a probe', () => {
  const { breaker, admitted, wait } = start();
  for (let waits = 0; waits < 5; waits += 1) wait('in-vain');

  const probe = admitted();
  expect(breaker.isOpen).toBe(true);
  expect(breaker.admit(BUSY)).toBeUndefined();
  probe.end('in-vain');

  const next = admitted();
  expect(breaker.admit(BUSY)).toBeUndefined();
  next.end('in-time');

  expect(breaker.isOpen).toBe(false);
  expect([breaker.admit(BUSY), breaker.admit(BUSY), breaker.admit(BUSY)]).not.toContain(undefined);
});

test('while it is open each tenant has a probe of its own, 16 at most', () => {
  const { breaker, admitted, wait } = start();
  for (let waits = 0; waits < 5; waits += 1) wait('in-vain');

  admitted(BUSY);
  const probe = admitted(OTHER);
  expect(breaker.admit(OTHER)).toBeUndefined();
  for (let tenant = 2; tenant < 16; tenant += 1) admitted(`acc_${tenant + 1}:sandbox`);
  expect(breaker.admit('acc_99:sandbox')).toBeUndefined();

  probe.end('in-time');
  expect(breaker.isOpen).toBe(false);
});

test('the backlog of one tenant opens it for that tenant alone', () => {
  const { breaker, admitted, wait } = start();
  for (let waits = 0; waits < 5; waits += 1) {
    wait('in-vain', BUSY);
    wait('in-time', OTHER);
  }

  const probe = admitted(BUSY);
  expect(breaker.admit(BUSY)).toBeUndefined();
  expect([breaker.admit(OTHER), breaker.admit(OTHER)]).not.toContain(undefined);

  probe.end('in-time');
  expect([breaker.admit(BUSY), breaker.admit(BUSY)]).not.toContain(undefined);
});

test('a result that comes in time closes it, though no request waited for it; a late one does not', () => {
  const { breaker, admitted, wait } = start();
  for (let waits = 0; waits < 5; waits += 1) wait('in-vain');
  admitted();

  breaker.observe(BUSY, 30_000);
  expect(breaker.admit(BUSY)).toBeUndefined();
  breaker.observe(BUSY, 40);

  expect([breaker.admit(BUSY), breaker.admit(BUSY)]).not.toContain(undefined);
});

test('a result in time among waits in vain keeps it closed', () => {
  const { breaker, wait } = start();
  for (let waits = 0; waits < 20; waits += 1) wait(waits % 5 === 4 ? 'in-time' : 'in-vain');

  expect(breaker.isOpen).toBe(false);
});

test('a result in time of a request that waited before it opened closes it', () => {
  const { breaker, admitted, wait } = start();
  const early = admitted();
  for (let waits = 0; waits < 5; waits += 1) wait('in-vain');

  early.end('in-time');

  expect(breaker.isOpen).toBe(false);
});

test('a message that stays in the outbox for longer than a second opens it before any wait was in vain', async () => {
  const { at, breaker, admitted } = start();
  at.unsentMs = 1_500;
  admitted();
  await measured();

  expect(breaker.isOpen).toBe(true);
  expect(breaker.admit(BUSY)).toBeDefined();
  expect(breaker.admit(BUSY)).toBeUndefined();
});

test('old messages do not open it while results come in time', async () => {
  const { at, breaker, wait } = start();
  at.unsentMs = 60_000;
  for (at.nowMs = 0; at.nowMs < 10_000; at.nowMs += 400) {
    wait('in-time');
    await measured();
  }

  expect(breaker.isOpen).toBe(false);
});

test('the outbox is read once a second at most, and not without requests', async () => {
  const { at, wait } = start();
  for (at.nowMs = 0; at.nowMs < 10_000; at.nowMs += 10) wait('in-time');
  await measured();

  expect(at.measured).toBe(10);
});

test('an outbox that cannot be read opens nothing', async () => {
  const { at, breaker, errors, wait } = start();
  at.unsentMs = -1;
  wait('in-time');
  await measured();

  expect(breaker.isOpen).toBe(false);
  expect(errors).toHaveLength(1);
});

test('a stop says nothing about inventory', () => {
  const { breaker, wait } = start();
  for (let waits = 0; waits < 20; waits += 1) wait('stopped');

  expect(breaker.isOpen).toBe(false);
});
