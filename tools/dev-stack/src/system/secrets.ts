import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from './data-folder.ts';

const privateKey = z.looseObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
  kid: z.string(),
});

const secrets = z.object({
  /** Key of the HMAC under which API keys are stored. */
  keyPepper: z.string().min(32),
  /** Signs the cursors of lists. */
  cursorSecret: z.string().min(32),
  /** Base64 of the 32 bytes that encrypt endpoint secrets. */
  webhookSecretKey: z.base64(),
  /** Private JWK by which the gateway, and the operator, sign identities (EdDSA). */
  signingKey: privateKey,
});

/** The secrets of the system, made once per data folder. */
export type Secrets = Readonly<z.infer<typeof secrets>>;

/**
 * The secrets of a data folder, generated at the first call; the file is readable by its owner alone.
 *
 * @throws Error if the file is there but is not what was written: data encrypted under lost secrets would be lost silently.
 */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json');
  const kept = await readPrivateFile(file, secrets);
  if (kept) return kept;
  const made = generate();
  await writePrivateFile(file, made);
  return made;
}

/** The public half of the signing key as a JWK Set, for those who verify. */
export function publicKeys({ signingKey }: Secrets): string {
  const { kty, crv, x, kid } = signingKey;
  return JSON.stringify({ keys: [{ kty, crv, x, kid, alg: 'EdDSA', use: 'sig' }] });
}

function generate(): Secrets {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return {
    keyPepper: randomBytes(32).toString('base64url'),
    cursorSecret: randomBytes(32).toString('base64url'),
    webhookSecretKey: randomBytes(32).toString('base64'),
    signingKey: privateKey.parse({ ...jwk, kid: randomBytes(9).toString('base64url') }),
  };
}
