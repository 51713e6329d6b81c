import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { Binary } from 'mongodb';
import type { SealedSecret } from '../database/endpoint-documents.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_CHARACTERS = 16;

/** Encrypts endpoint secrets with AES-256-GCM (NIST SP 800-38D). The endpoint's id is authenticated with the ciphertext. */
export class SecretBox {
  /** Identifies the key that encrypts now. */
  readonly keyId: string;
  readonly #key: Buffer;
  readonly #keys: ReadonlyMap<string, Buffer>;

  /**
   * @param key 32 bytes; encrypts from now on.
   * @param olderKeys keys that only decrypt.
   */
  constructor(key: Buffer, olderKeys: readonly Buffer[] = []) {
    this.keyId = idOf(key);
    this.#key = key;
    this.#keys = new Map([key, ...olderKeys].map((each) => [idOf(each), each]));
  }

  seal(secret: string, endpointId: string): SealedSecret {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce).setAAD(Buffer.from(endpointId));
    const box = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return { key_id: this.keyId, nonce: new Binary(nonce), box: new Binary(box) };
  }

  /** @throws Error for an unknown key, another endpoint or an altered ciphertext. */
  open({ key_id: sealedBy, nonce, box }: SealedSecret, endpointId: string): string {
    const opener = this.#keys.get(sealedBy);
    if (!opener) throw new Error(`The secret of ${endpointId} was encrypted with another key, ${sealedBy}`);
    const bytes = box.value();
    const decipher = createDecipheriv(ALGORITHM, opener, nonce.value(), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(endpointId)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  }
}

function idOf(key: Buffer): string {
  return createHash('sha256').update('webhook-secret-key').update(key).digest('hex').slice(0, KEY_ID_CHARACTERS);
}
