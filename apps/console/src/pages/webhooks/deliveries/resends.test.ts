import { expect, test } from 'vitest';
import { resentAttempts } from './resends.ts';

const at = (minute: number): string => `2026-11-29T10:${String(minute).padStart(2, '0')}:00.000Z`;
const by = (actor: string, minute: number) => ({ actor, at: at(minute) });
const attempts = [1, 2, 3].map((number) => ({ number, at: at(number * 10) }));

test('the first attempt after a request is a resend by the one who asked for it; retries are none', () => {
  // As the audit log has them, newest first.
  const { byNumber, waiting } = resentAttempts(attempts, [by('mem_2', 25), by('key_1', 12)]);

  expect([...byNumber]).toEqual([
    [2, by('key_1', 12)],
    [3, by('mem_2', 25)],
  ]);
  expect(waiting).toEqual([]);
});

test('of two requests before one attempt the later one names it', () => {
  expect([...resentAttempts(attempts, [by('mem_2', 14), by('key_1', 12)]).byNumber]).toEqual([[2, by('mem_2', 14)]]);
});

test('a request waits until an attempt was made after it', () => {
  expect(resentAttempts(attempts, [by('mem_1', 40)])).toEqual({ byNumber: new Map(), waiting: [by('mem_1', 40)] });
});
