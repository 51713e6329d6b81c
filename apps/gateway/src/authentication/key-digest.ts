import { createHmac, randomBytes } from 'node:crypto';
import { BASE62, formKeyText, RANDOM_CHARACTERS } from '../accounts/domain/api-key.ts';
import type { KeyDigest, MintKey } from '../accounts/account-ports.ts';

/** The digest that a key is found by. A key has 178 random bits, so a slow hash would add nothing. */
export type DigestKey = (text: string) => KeyDigest;

/** @param pepper kept outside the database: without it a stolen digest reveals nothing about a key. */
export function makeDigestKey(pepper: string): DigestKey {
  const hmac = (text: string): string => createHmac('sha256', pepper).update(text).digest('base64url');
  const pepperId = hmac('pepper id').slice(0, 8);
  return (text) => ({ digest: hmac(text), pepperId });
}

/** The digests of a key's text under every pepper that may have been used, the current one first. */
export type DigestsOfKey = (text: string) => readonly [current: KeyDigest, ...older: KeyDigest[]];

/** @param older digests under former peppers: keys made under them are still found. */
export function makeDigestsOfKey(current: DigestKey, older: readonly DigestKey[]): DigestsOfKey {
  return (text) => [current(text), ...older.map((digestKey) => digestKey(text))];
}

export function makeMintKey(digestKey: DigestKey): MintKey {
  return (environment) => {
    const text = formKeyText(environment, randomText(RANDOM_CHARACTERS));
    return { text, ...digestKey(text) };
  };
}

/** Bytes from here on are redrawn: modulo 62 they would make some characters likelier than others. */
const UNFAIR = 256 - (256 % BASE62.length);

function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < UNFAIR && text.length < length) text += BASE62[byte % BASE62.length] ?? '';
    }
  }
  return text;
}
