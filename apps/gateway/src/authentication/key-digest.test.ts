import { expect, test } from 'vitest';
import { isKeyText } from '../accounts/domain/api-key.ts';
import { makeDigestKey, makeMintKey } from './key-digest.ts';

const digestKey = makeDigestKey('a pepper that is long enough, really');

test('keys are new each time, well formed, and found by their digest', () => {
  const mint = makeMintKey(digestKey);
  const texts = new Set(Array.from({ length: 500 }, () => mint('production').text));

  expect(texts.size).toBe(500);
  for (const text of texts) expect(isKeyText(text)).toBe(true);
  const { text, digest } = mint('sandbox');
  expect(digestKey(text).digest).toBe(digest);
});

test('every random character is as likely as any other', () => {
  const counts = new Map<string, number>();
  const mint = makeMintKey(digestKey);
  for (let at = 0; at < 2_000; at += 1) {
    for (const character of mint('sandbox').text.slice('fsk_sandbox_'.length, -6))
      counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const expected = (2_000 * 30) / 62;

  expect(counts.size).toBe(62);
  for (const count of counts.values()) expect(Math.abs(count - expected) / expected).toBeLessThan(0.25);
});

test('another pepper gives other digests, and says that it is another', () => {
  const other = makeDigestKey('another pepper that is long enough');

  expect(other('fsk').digest).not.toBe(digestKey('fsk').digest);
  expect(other('fsk').pepperId).not.toBe(digestKey('fsk').pepperId);
});

test('a digest shows nothing of key or pepper', () => {
  const { digest, pepperId } = digestKey('fsk_sandbox_secret');

  expect(`${digest}${pepperId}`).not.toMatch(/secret|pepper/);
});
