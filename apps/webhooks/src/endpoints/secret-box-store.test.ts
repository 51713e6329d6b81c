import { randomBytes } from 'node:crypto';
import { Binary } from 'mongodb';
import { expect, test } from 'vitest';
import { SecretBox } from './secret-box-store.ts';

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const box = new SecretBox(randomBytes(32));

test('a secret is decrypted for its endpoint, and is not visible in the stored form', () => {
  const sealed = box.seal(secret, 'whk_1');

  expect(box.open(sealed, 'whk_1')).toBe(secret);
  expect(JSON.stringify(sealed)).not.toContain(secret);
  expect(Buffer.from(sealed.box.value()).toString('latin1')).not.toContain('whsec_');
});

test('the same secret is encrypted differently each time', () => {
  expect(box.seal(secret, 'whk_1').box).not.toEqual(box.seal(secret, 'whk_1').box);
});

test('a secret is not decrypted for another endpoint, altered, or with another key', () => {
  const sealed = box.seal(secret, 'whk_1');
  const bytes = Buffer.from(sealed.box.value());
  bytes[0] = (bytes[0] ?? 0) ^ 1;

  expect(() => box.open(sealed, 'whk_2')).toThrow(/authenticate/);
  expect(() => box.open({ ...sealed, box: new Binary(bytes) }, 'whk_1')).toThrow(/authenticate/);
  expect(() => new SecretBox(randomBytes(32)).open(sealed, 'whk_1')).toThrow(/another key/);
});
