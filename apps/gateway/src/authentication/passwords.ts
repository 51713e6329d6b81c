import { timingSafeEqual } from 'node:crypto';
import { hash, parseOptions } from '@node-rs/argon2';
import type { Passwords } from '../members/member-ports.ts';
import { makeTurnstile } from './turnstile.ts';

/** What argon2id costs: 19 MiB, two passes, one thread, the first choice of the OWASP Password Storage Cheat Sheet. KiB. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The computations at once, and those that may wait: a flood of sign-ins takes no more than two threads and 38 MiB. */
const AT_ONCE = 2;
const MAY_WAIT = 30;

/** Costs and salt of a hash, and what it came to (PHC string format). */
const PARTS = /^(\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$([A-Za-z0-9+/]+))\$[A-Za-z0-9+/]+$/;

/**
 * Keeps passwords with argon2id. The hashes of one person share their salt, so that a password is tried on all of them by one
 * computation: how long a sign-in takes does not tell of how many accounts somebody is a member.
 */
export function makePasswords(): Passwords {
  const turnstile = makeTurnstile({ atOnce: AT_ONCE, mayWait: MAY_WAIT });
  return {
    hash: (password, like) =>
      turnstile(() => (like === undefined || isOutdated(like) ? hash(password, COSTS) : again(password, like))),
    matching: (password, hashes) =>
      turnstile(async () => {
        // Nobody's password takes as long as somebody's.
        if (hashes.length === 0) await hash(password, COSTS);
        const computed = new Set<string>();
        for (const like of new Map(hashes.map((each) => [settingsOf(each), each])).values())
          computed.add(await again(password, like));
        return hashes.filter((each) => computed.values().some((other) => isSame(each, other)));
      }),
    isOutdated,
  };
}

function again(password: string, like: string): Promise<string> {
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
