import { hkdfSync } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';

/** Encrypts text that a client keeps and hands back: the client cannot read it, and an altered text does not open. */
export interface SealedText {
  /** @returns a compact JWE (RFC 7516), good until `endsAt`. */
  seal(content: Readonly<Record<string, unknown>>, endsAt: Date): Promise<string>;
  /** @returns what was sealed; undefined where it was altered, has ended, or was sealed under another secret or for another purpose. */
  open(text: string, now: Date): Promise<Readonly<Record<string, unknown>> | undefined>;
}

const ALGORITHM = { alg: 'dir', enc: 'A256GCM' } as const;
const KEY_BYTES = 32;

/**
 * Seals with AES-256-GCM under a key that is made from `secret` for that purpose alone (HKDF, RFC 5869).
 *
 * @param secret at least 32 characters.
 * @param purpose what for: what was sealed for one does not open for another.
 */
export function makeSealedText({ secret, purpose }: { readonly secret: string; readonly purpose: string }): SealedText {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
  return {
    seal: (content, endsAt) =>
      new EncryptJWT({ ...content }).setProtectedHeader(ALGORITHM).setAudience(purpose).setExpirationTime(endsAt).encrypt(key),
    open: async (text, now) => {
      try {
        const { payload } = await jwtDecrypt(text, key, {
          audience: purpose,
          currentDate: now,
          keyManagementAlgorithms: [ALGORITHM.alg],
          contentEncryptionAlgorithms: [ALGORITHM.enc],
          requiredClaims: ['exp'],
        });
        return payload;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}
