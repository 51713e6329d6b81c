import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { newSecret, serviceSignature, standardSignature } from './request-headers.ts';

const vector = z.strictObject({
  secret: z.string(),
  id: z.string(),
  timestamp: z.int(),
  body: z.string(),
  service_signature: z.string(),
  webhook_signature: z.string(),
});
const text = readFileSync(new URL('signature-vectors.json', import.meta.url), 'utf8');
const { vectors } = z.strictObject({ vectors: z.array(vector).min(4) }).parse(JSON.parse(text));

test.each(vectors)('both signatures of $id under $secret are those of the test vector', (each) => {
  const { secret, id: eventId, timestamp, body } = each;
  const signed = { secrets: [secret], eventId, timestamp, body };

  expect(serviceSignature(signed)).toBe(each.service_signature);
  expect(standardSignature(signed)).toBe(each.webhook_signature);
});

test('a delivery that is signed with two secrets verifies with either', () => {
  const [first, second] = vectors;
  if (!first || !second) throw new Error('two vectors are needed');
  const { id: eventId, timestamp, body } = first;
  const secrets = [first.secret, second.secret];

  expect(serviceSignature({ secrets, eventId, timestamp, body })).toBe(
    `${first.service_signature},${second.service_signature.slice(`t=${timestamp},`.length)}`,
  );
  expect(standardSignature({ secrets, eventId, timestamp, body })).toBe(`${first.webhook_signature} ${second.webhook_signature}`);
});

test.each(['', ' ', 'whsec_', 'whsec_AAECAwQFBgcICQoLDA0O', 'no secret of an endpoint, and long'])(
  'nothing is signed under %j, which others may know',
  (secret) => {
    const signed = { secrets: [vectors[0]?.secret ?? '', secret], eventId: 'evt_1', timestamp: 1, body: '' };

    expect(() => serviceSignature(signed)).toThrow('too short to sign with');
    expect(() => standardSignature(signed)).toThrow('too short to sign with');
  },
);

test('a new secret is whsec_ and 32 random bytes', () => {
  const secrets = new Set(Array.from({ length: 100 }, newSecret));

  expect(secrets.size).toBe(100);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
  }
});
