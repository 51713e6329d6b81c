import { timingSafeEqual } from 'node:crypto';
import { hash, parseOptions } from '@node-rs/argon2';
import type { Passwords } from '../members/member-ports.ts';
import { LRUCache } from 'lru-cache';
import { networksOfAddress } from './client-address.ts';
import { makeSemaphore, overloaded } from './semaphore.ts';

/** The costs of argon2id: 19 MiB (in KiB), two passes, one thread, the first choice of the OWASP Password Storage Cheat Sheet. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Concurrent and waiting computations: a flood of sign-ins takes no more than two threads and 38 MiB. */
const PERMITS = 2;
const MAX_WAITING = 30;
/** Of these, computations under way or waiting for clients that did not sign in lately, and for one client. */
const MAX_OF_UNKNOWN = 22;
const MAX_OF_CLIENT = 4;
/** Clients that signed in are remembered. */
const FAMILIAR = { max: 10_000, ttl: 30 * 86_400_000 } as const;

/** Costs and salt of a hash, and its result (PHC string format). */
const PARTS = /^(\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$([A-Za-z0-9+/]+))\$[A-Za-z0-9+/]+$/;

/**
 * Hashes passwords with argon2id. The hashes of one person share their salt, so that one computation tests a password against all
 * of them: the time of a sign-in does not reveal in how many accounts a person is a member.
 */
export function makePasswords(): Passwords {
  const semaphore = makeSemaphore({ permits: PERMITS, maxWaiting: MAX_WAITING });
  const admission = new Admission();
  return {
    hash: (password, like) =>
      semaphore(() => (like === undefined || isOutdated(like) ? hash(password, COSTS) : rehash(password, like))),
    matching: (password, hashes, address) =>
      admission.run(address, async () =>
        semaphore(async () => {
          // An unknown address takes as long as a known one.
          if (hashes.length === 0) await hash(password, COSTS);
          const computed = new Set<string>();
          for (const like of new Map(hashes.map((each) => [settingsOf(each), each])).values())
            computed.add(await rehash(password, like));
          return hashes.filter((each) => computed.values().some((other) => isSame(each, other)));
        }),
      ),
    isOutdated,
  };
}

/** Shares the queue among clients, and keeps a part of it for those that signed in lately: a flood of sign-ins does not keep them out. */
class Admission {
  readonly #familiar = new LRUCache<string, true>(FAMILIAR);
  readonly #underWay = new Map<string, number>();
  #ofUnknown = 0;

  /** @param address of the client; undefined for a caller that is known otherwise. @throws AppError `upstream_unavailable`. */
  async run(address: string | undefined, work: () => Promise<readonly string[]>): Promise<readonly string[]> {
    if (address === undefined) return work();
    const [client] = networksOfAddress(address);
    const isUnknown = !this.#familiar.has(client);
    const own = this.#underWay.get(client) ?? 0;
    if (own >= MAX_OF_CLIENT || (isUnknown && this.#ofUnknown >= MAX_OF_UNKNOWN)) throw overloaded();
    this.#underWay.set(client, own + 1);
    this.#ofUnknown += isUnknown ? 1 : 0;
    try {
      const matching = await work();
      if (matching.length > 0) this.#familiar.set(client, true);
      return matching;
    } finally {
      this.#ofUnknown -= isUnknown ? 1 : 0;
      const left = (this.#underWay.get(client) ?? 1) - 1;
      if (left === 0) this.#underWay.delete(client);
      else this.#underWay.set(client, left);
    }
  }
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
