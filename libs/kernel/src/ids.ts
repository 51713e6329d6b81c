import { randomFillSync } from 'node:crypto';
import type { IdPrefix } from './id-prefixes.ts';

/** Crockford's base32: no I, L, O or U. Its ASCII order is its numeric order. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

/** Random bytes are drawn for many ids at once: each draw is a system call. */
const drawn = Buffer.alloc(256 * RANDOM_CHARACTERS);
let used = drawn.length;

/** A clock that is set back by more than this was wrong before: ids follow it, so that lists by time are right again. */
const MOST_BACK_MS = 5_000;

let lastMs = 0;
let lastRandom: number[] = [];

/**
 * A new public id, such as `ord_01JD8Z0000000000000000TEST`: the prefix and a ULID (48 bits of Unix milliseconds, 80 random bits).
 * Ids of one process sort in the order they were made in, unless its clock is set back by more than 5 s; those of several by their
 * clocks.
 *
 * @see https://github.com/ulid/spec
 */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  if (nowMs > lastMs || lastMs - Date.now() > MOST_BACK_MS) {
    lastMs = nowMs;
    lastRandom = randomDigits();
  } else {
    increment(lastRandom);
  }
  return `${prefix}_${encodeTime(lastMs)}${lastRandom.map((digit) => ALPHABET[digit]).join('')}`;
}

/**
 * The lowest id of `prefix` at a moment: ids made then or later sort behind it, earlier ones before it.
 *
 * @param at from 1970 to 9999; a moment before counts as 1970.
 */
export function firstIdAt(prefix: IdPrefix, at: Date): string {
  return `${prefix}_${encodeTime(Math.max(0, at.getTime()))}${ALPHABET.charAt(0).repeat(RANDOM_CHARACTERS)}`;
}

function randomDigits(): number[] {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += RANDOM_CHARACTERS;
  return Array.from(drawn.subarray(used - RANDOM_CHARACTERS, used), (byte) => byte & 31);
}

function increment(digits: number[]): void {
  for (let place = digits.length - 1; place >= 0; place -= 1) {
    const digit = digits[place] ?? 0;
    if (digit < 31) {
      digits[place] = digit + 1;
      return;
    }
    digits[place] = 0;
  }
}

function encodeTime(ms: number): string {
  let rest = ms;
  let text = '';
  for (let place = 0; place < TIME_CHARACTERS; place += 1) {
    text = (ALPHABET[rest % 32] ?? '0') + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
