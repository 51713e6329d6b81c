import { expect, test } from 'vitest';
import { IDLE_MS, idleSince, isLive, LIFETIME_MS } from './session-life.ts';

const opened = new Date('2026-11-21T09:00:00.000Z');
const after = (ms: number) => new Date(opened.getTime() + ms);
const session = { lastUsedAt: opened, expiresAt: after(LIFETIME_MS) };

test('a session ends twelve hours after its last use', () => {
  expect(IDLE_MS).toBe(12 * 3_600_000);
  expect(isLive(session, after(IDLE_MS - 1))).toBe(true);
  expect(isLive(session, after(IDLE_MS))).toBe(false);
  expect(isLive({ ...session, lastUsedAt: after(1) }, after(IDLE_MS))).toBe(true);
  expect(idleSince(after(IDLE_MS))).toEqual(opened);
});

test('a session ends thirty days after it was opened, however much it is used', () => {
  expect(LIFETIME_MS).toBe(30 * 86_400_000);
  expect(isLive({ ...session, lastUsedAt: after(LIFETIME_MS - 1) }, after(LIFETIME_MS - 1))).toBe(true);
  expect(isLive({ ...session, lastUsedAt: after(LIFETIME_MS) }, after(LIFETIME_MS))).toBe(false);
});
