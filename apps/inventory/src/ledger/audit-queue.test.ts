import { once } from 'node:events';
import { COST_HEADER } from '@fulfilment/contracts';
import { describe, expect, test } from 'vitest';
import { AuditQueue } from './stock-audit-store.ts';

const LONG_MS = 60_000;
const here = new AbortController().signal;
const open = (times: { readonly lookMs?: number; readonly answerMs?: number } = {}) =>
  new AuditQueue({ lookMs: LONG_MS, answerMs: LONG_MS, ...times });
/** Goes on until it is told to end. */
const endless = async (signal: AbortSignal): Promise<never> => {
  await once(signal, 'abort');
  throw signal.reason;
};
const quick = async () => 'done';
const putOff = (message: RegExp) => ({
  kind: 'unavailable',
  code: 'upstream_unavailable',
  message: expect.stringMatching(message),
});

describe('a check', () => {
  test('that takes too long is ended, and the next one goes on', async () => {
    const queue = open({ lookMs: 20 });
    const first = queue.run('a', endless, here);
    const second = queue.run('b', quick, here);

    await expect(first).rejects.toMatchObject({ ...putOff(/too large/), headers: { 'retry-after': '300', [COST_HEADER]: '99' } });
    expect(await second).toBe('done');
    expect(await queue.run('a', quick, here)).toBe('done');
  });

  test('that ends as if all were read, because its streams were closed, is none', async () => {
    const cut = open({ lookMs: 20 }).run('a', (signal) => once(signal, 'abort'), here);

    await expect(cut).rejects.toMatchObject(putOff(/too large/));
  });

  test('that fails for another reason says so', async () => {
    const failing = open().run('a', () => Promise.reject(new Error('a bug')), here);

    await expect(failing).rejects.toThrow('a bug');
  });

  test('whose caller has left is ended', async () => {
    const queue = open();
    const leaving = new AbortController();
    const first = queue.run('a', endless, leaving.signal);
    const second = queue.run('b', quick, here);
    leaving.abort();

    await expect(first).rejects.toMatchObject(putOff(/./));
    expect(await second).toBe('done');
  });

  test('whose turn does not come in time is put off, and does not run later', async () => {
    const queue = open({ answerMs: 30 });
    const { promise: running, resolve: end } = Promise.withResolvers<void>();
    let ran = false;
    const first = queue.run('a', () => running, here);
    const second = queue.run('b', async () => (ran = true), here);

    await expect(first).rejects.toMatchObject(putOff(/Other checks/));
    await expect(second).rejects.toMatchObject(putOff(/Other checks/));
    end();
    expect(await queue.run('c', quick, here)).toBe('done');
    expect(ran).toBe(false);
  });
});

describe('at once', () => {
  test('a tenant has one check, and its repeats take no place of others', async () => {
    const queue = open({ lookMs: 50 });
    const first = queue.run('a', endless, here);
    const repeats = Array.from({ length: 20 }, () => queue.run('a', quick, here));
    const others = ['b', 'c', 'd', 'e'].map((tenant) => queue.run(tenant, quick, here));
    const sixth = queue.run('f', quick, here);

    for (const repeat of repeats) await expect(repeat).rejects.toMatchObject(putOff(/of this stock/));
    await expect(sixth).rejects.toMatchObject(putOff(/Other checks/));
    await expect(first).rejects.toMatchObject(putOff(/too large/));
    expect(await Promise.all(others)).toEqual(['done', 'done', 'done', 'done']);
  });
});
