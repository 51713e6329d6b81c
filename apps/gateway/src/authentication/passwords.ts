import { timingSafeEqual } from 'node:crypto';
import { hash, parseOptions } from '@node-rs/argon2';
import type { Passwords } from '../members/member-ports.ts';
import { makeSemaphore } from './semaphore.ts';

/** The costs of argon2id: 19 MiB (in KiB), two passes, one thread, the first choice of the OWASP Password Storage Cheat Sheet. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Concurrent and waiting computations: a flood of sign-ins takes no more than two threads and 38 MiB. */
const PERMITS = 2;
const MAX_WAITING = 30;

/** Costs and salt of a hash, and its result (PHC string format). */
const PARTS = /^(\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$([A-Za-z0-9+/]+))\$[A-Za-z0-9+/]+$/;

/**
 * Hashes passwords with argon2id. The hashes of one person share their salt, so that one computation tests a password against all
 * of them: the time of a sign-in does not reveal in how many accounts a person is a member.
 */
export function makePasswords(): Passwords {
  const semaphore = makeSemaphore({ permits: PERMITS, maxWaiting: MAX_WAITING });
  return {
    hash: (password, like) =>
      semaphore(() => (like === undefined || isOutdated(like) ? hash(password, COSTS) : rehash(password, like))),
    matching: (password, hashes) =>
      semaphore(async () => {
        // An unknown address takes as long as a known one.
        if (hashes.length === 0) await hash(password, COSTS);
        const computed = new Set<string>();
        for (const like of new Map(hashes.map((each) => [settingsOf(each), each])).values())
          computed.add(await rehash(password, like));
        return hashes.filter((each) => computed.values().some((other) => isSame(each, other)));
      }),
    isOutdated,
  };
}

function rehash(password: string, like: string): Promise<string> {
  const { memoryCost, timeCost, parallelism } = parseOptions(like);
  return hash(password, { memoryCost, timeCost, parallelism, salt: saltOf(like) });
}

function isOutdated(encoded: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(encoded);
  return memoryCost !== COSTS.memoryCost || timeCost !== COSTS.timeCost || parallelism !== COSTS.parallelism;
}

function settingsOf(encoded: string): string {
  return PARTS.exec(encoded)?.[1] ?? encoded;
}

function saltOf(encoded: string): Buffer {
  return Buffer.from(PARTS.exec(encoded)?.[2] ?? '', 'base64');
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
