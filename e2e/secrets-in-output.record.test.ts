import { expect, test } from 'vitest';
import { findSecrets } from './secrets/find-secrets.ts';
import { isOutputKept, keptOutput } from './secrets/kept-output.ts';
import { stopSharedSystem } from './system/shared-system.ts';

// Its output is kept when it has stopped.
await stopSharedSystem();

const KEPT_SECRET = 'pepper-of-this-system-alone';

test.each([
  `{"msg":"${KEPT_SECRET}"}`,
  '{"path":"/v1/x/fsk_live_0123456789abcdefghijklmnopqrstuvwxyz"}',
  '{"err":{"detail":"fsk_sandbox_0123456789abcdefghijklmnopqrstuvwxyz"}}',
  '{"secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}',
  '{"authorization":"Bearer 0123456789"}',
  '{"identity":"eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJvcGVyYXRvciJ9.x"}',
  '{"webhook-signature":"v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="}',
  '{"cookie":"__Host-session=zzzzzzzzzzzzzzzz"}',
  '{"hash":"$argon2id$v=19$m=19456"}',
  '{"jwk":{"kty":"OKP","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}}',
])('a secret is found where it is: %s', (line) => {
  expect(findSecrets(`{"msg":"request"}\n${line}\n`, [KEPT_SECRET])).toHaveLength(1);
});

test('what may be shown is not taken for a secret', () => {
  const lines = ['{"prefix":"fsk_live_AbCd","last4":"WxYz"}', '{"keyId":"key_01JZ","tenant":"acc_01JZ:sandbox"}'];

  expect(findSecrets(lines.join('\n'), [KEPT_SECRET])).toEqual([]);
});

test.skipIf(!isOutputKept())('no process of any system of this run ever wrote a secret', () => {
  const found: string[] = [];
  let characters = 0;
  for (const { name, secrets, logs } of keptOutput()) {
    for (const [file, text] of logs) {
      characters += text.length;
      found.push(...findSecrets(text, secrets).map((what) => `${name}/${file}: ${what}`));
    }
  }

  expect(found).toEqual([]);
  expect(characters).toBeGreaterThan(0);
});
