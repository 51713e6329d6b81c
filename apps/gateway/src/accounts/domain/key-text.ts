import type { Environment } from '@fulfilment/kernel';
import { crc32 } from './crc32.ts';

/** What key texts are written in. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random characters of a key: 30 × log2(62) = 178 bits. */
export const RANDOM_CHARACTERS = 30;

const CHECKSUM_CHARACTERS = 6;
const PREFIXES = { sandbox: 'fsk_sandbox_', production: 'fsk_live_' } as const satisfies Record<Environment, string>;
const SHAPE = new RegExp(`^(?:fsk_sandbox_|fsk_live_)[0-9A-Za-z]{${RANDOM_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

/** A key's text: what it opens, {@link RANDOM_CHARACTERS} of {@link BASE62}, and a checksum over both. */
export function formKeyText(environment: Environment, random: string): string {
  const body = PREFIXES[environment] + random;
  return body + checksumOf(body);
}

/** Whether `text` can be a key at all. A typo or a fake is known by its checksum, without a look-up. */
export function isKeyText(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_CHARACTERS);
  return text.slice(-CHECKSUM_CHARACTERS) === checksumOf(body);
}

/** What may be shown of a key for ever: its beginning, and its last four characters. */
export function shownParts(text: string): { readonly prefix: string; readonly last4: string } {
  return { prefix: text.slice(0, text.lastIndexOf('_') + 5), last4: text.slice(-4) };
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let place = 0; place < CHECKSUM_CHARACTERS; place += 1) {
    digits = (BASE62[rest % BASE62.length] ?? '0') + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
