import { OwedLines } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { NotedLines } from './noted-lines.ts';

const TENANT = { accountId: 'acc_1', environment: 'sandbox' } as const;

test('a request pays for what it has worked on and for what its tenant owes; where it fails, its own is owed', async () => {
  const owed = new OwedLines();
  const failing = new NotedLines(TENANT, owed);
  failing.note(120);
  await expect(failing.unlessItFails(Promise.reject(new Error('broke off')))).rejects.toThrow('broke off');

  const next = new NotedLines(TENANT, owed);
  next.note(7);
  expect(await next.unlessItFails(Promise.resolve('done'))).toBe('done');
  expect(next.all()).toBe(127);
  expect(owed.take(TENANT)).toBe(0);
});
