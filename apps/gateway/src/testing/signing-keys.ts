import { generateKeyPairSync } from 'node:crypto';

/** A new Ed25519 pair as the environment of a process has it. */
export function signingKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const common = { kid: 'test', alg: 'EdDSA' };
  const privateJwk = { ...privateKey.export({ format: 'jwk' }), ...common };
  const publicSet = { keys: [{ kty: 'OKP', ...publicKey.export({ format: 'jwk' }), ...common }] };
  return { JWT_PRIVATE_KEY: JSON.stringify(privateJwk), JWT_PUBLIC_KEYS: JSON.stringify(publicSet) };
}
