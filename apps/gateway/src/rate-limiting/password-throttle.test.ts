import { AppError } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import type { PasswordAttempt } from '../members/member-ports.ts';
import type { RateLimiter } from './limiter.ts';
import { LocalBuckets } from './local-buckets.ts';
import { makeThrottlePasswords } from './password-throttle.ts';

/** A throttle in a world where no time passes. */
function start() {
  const local = new LocalBuckets();
  const refused: PasswordAttempt[] = [];
  const take: RateLimiter['take'] = async (buckets) => ({
    atMicros: 0,
    ...local.draw(buckets, { tokens: 1, owed: false, gateways: 1, now: 0 }),
  });
  const throttle = makeThrottlePasswords({ limiter: { take }, onRefused: (attempt) => refused.push(attempt) });
  /** @returns `let in`, or by which limit the try is refused. */
  const attempt = async (tried: PasswordAttempt): Promise<unknown> => {
    try {
      await throttle(tried);
      return 'let in';
    } catch (error) {
      if (error instanceof AppError) return error.details['limit'];
      throw error;
    }
  };
  /** @returns what came of the last. */
  const attempts = async (count: number, tried: (place: number) => PasswordAttempt): Promise<unknown> => {
    for (let place = 0; place < count - 1; place += 1) await attempt(tried(place));
    return attempt(tried(count - 1));
  };
  return { attempt, attempts, refused };
}

const email = 'jo@example.com';

test.each([
  ['one IPv4 address', () => '203.0.113.7'],
  ['its two spellings', (place: number) => (place % 2 === 0 ? '203.0.113.7' : '::ffff:203.0.113.7')],
  ['addresses of one IPv6 network', (place: number) => `2001:db8:0:7:${(place + 1).toString(16)}::1`],
])('%s is one client, whichever mailboxes it tries', async (_what, address) => {
  const { attempt, attempts, refused } = start();
  const tried = (place: number) => ({ email: `jo${place}@example.com`, address: address(place) });

  expect(await attempts(30, tried)).toBe('let in');
  expect(await attempt(tried(30))).toBe('password-client');
  expect(refused).toEqual([tried(30)]);
  expect(await attempt({ email, address: '2001:db8:0:8::1' })).toBe('let in');
});

test.each([
  ['/56', 60, 'password-client-56', (place: number) => `2001:db8:0:7${place.toString(16).padStart(2, '0')}::1`],
  ['/48', 240, 'password-client-48', (place: number) => `2001:db8:0:${place.toString(16).padStart(2, '0')}00::1`],
])('the networks of one %s together have %i tries', async (_what, tries, limit, address) => {
  const { attempt, attempts } = start();
  const tried = (place: number) => ({ email: `jo${place}@example.com`, address: address(place % 256) });

  expect(await attempts(tries, tried)).toBe('let in');
  expect(await attempt(tried(tries))).toBe(limit);
  expect(await attempt({ email, address: '2001:db9::1' })).toBe('let in');
});

test('one site cannot use up the tries of a mailbox: its networks count as one client there', async () => {
  const { attempt, attempts } = start();
  const site = (place: number) => ({ email, address: `2001:db8:0:${place.toString(16)}::1` });

  expect(await attempts(50, site)).toBe('password-mailbox');
  expect(await attempt({ email, address: '203.0.113.7' })).toBe('let in');
});

test('a client that tries a mailbox until it is refused keeps no other client from it', async () => {
  const { attempt, attempts } = start();
  const here = { email, address: '203.0.113.7' };

  expect(await attempts(10, () => here)).toBe('let in');
  expect(await attempts(15, () => here)).toBe('password-mailbox');
  // What it was refused took nothing of what all clients together may try.
  const others = (place: number) => ({ email, address: `198.51.100.${place}` });
  expect(await attempts(90, others)).toBe('let in');
  expect(await attempt(others(90))).toBe('password-mailbox-everywhere');
});

test('who is signed in is kept from guessing, and by nothing that is tried at the door', async () => {
  const { attempt, attempts } = start();
  await attempts(200, (place) => ({ email, address: `198.51.100.${place}` }));
  const signedIn = { memberId: 'mem_1' };

  expect(await attempts(10, () => signedIn)).toBe('let in');
  expect(await attempt(signedIn)).toBe('password-member');
  expect(await attempt({ memberId: 'mem_2' })).toBe('let in');
});
