import { crc32 } from 'node:zlib';
import type { Environment } from '@fulfilment/kernel';
import { isWithin } from './address-list.ts';

/** The end of a key, by time or by revocation. */
export interface KeyEnds {
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
}

/** The limits of a key's validity: its end, undefined for none, and its addresses, empty for all. */
export interface Validity {
  readonly expiresAt: Date | undefined;
  readonly ipAllowlist: readonly string[];
}

/** The limits in which `asked` is valid later, or from more addresses, than `bound`. */
export function limitsBeyond(asked: Validity, bound: Validity): ReadonlyArray<keyof Validity> {
  const isLater = bound.expiresAt !== undefined && (asked.expiresAt === undefined || asked.expiresAt > bound.expiresAt);
  return [
    ...(isLater ? (['expiresAt'] as const) : []),
    ...(isWithin(asked.ipAllowlist, bound.ipAllowlist) ? [] : (['ipAllowlist'] as const)),
  ];
}

export type KeyStatus = 'active' | 'revoked' | 'expired';

/** The status of a key at `now`. Revocation is final, so it takes precedence over expiry. */
export function keyStatus({ expiresAt, revokedAt }: KeyEnds, now: Date): KeyStatus {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'active';
}

/** One secret of a key, with the parts of it that may be shown at any time. */
export interface KeySecret {
  readonly prefix: string;
  readonly last4: string;
  readonly createdAt: Date;
  /** The moment from which it opens nothing, apart from the end of the key; undefined for the newest. */
  readonly endsAt: Date | undefined;
}

/** A key authenticates by its newest secret, and by older ones until they end. */
export type KeySecrets<Secret extends KeySecret = KeySecret> = readonly [newest: Secret, ...older: Secret[]];

export const MAX_LIVING = 5;

/**
 * Adds a new secret; the older ones end after the overlap, or earlier where that was set.
 *
 * @returns undefined where more than {@link MAX_LIVING} would be valid: no secret ends before its promised time.
 */
export function rotateSecrets<Secret extends KeySecret>(
  secrets: KeySecrets<Secret>,
  next: Secret,
  overlapMs: number,
): KeySecrets<Secret> | undefined {
  const at = next.createdAt;
  const end = new Date(at.getTime() + overlapMs);
  const older = secrets
    .map((secret) => ({ ...secret, endsAt: secret.endsAt && secret.endsAt < end ? secret.endsAt : end }))
    .filter(({ endsAt }) => endsAt > at);
  return older.length < MAX_LIVING ? [next, ...older] : undefined;
}

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random characters of a key: 30 × log2(62) = 178 bits. */
export const RANDOM_CHARACTERS = 30;

const CHECKSUM_CHARACTERS = 6;
const PREFIXES = { sandbox: 'fsk_sandbox_', production: 'fsk_live_' } as const satisfies Record<Environment, string>;
const SHAPE = new RegExp(`^(?:fsk_sandbox_|fsk_live_)[0-9A-Za-z]{${RANDOM_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

/** The text of a key: the prefix of its environment, {@link RANDOM_CHARACTERS} of {@link BASE62}, and a checksum over both. */
export function formKeyText(environment: Environment, random: string): string {
  const body = PREFIXES[environment] + random;
  return body + checksumOf(body);
}

/** True where `text` has the shape of a key. The checksum rejects a typo or a fake without a look-up. */
export function isKeyText(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_CHARACTERS);
  return text.slice(-CHECKSUM_CHARACTERS) === checksumOf(body);
}

/** The parts of a key that may be shown at any time: its beginning, and its last four characters. */
export function shownParts(text: string): { readonly prefix: string; readonly last4: string } {
  return { prefix: text.slice(0, text.lastIndexOf('_') + 5), last4: text.slice(-4) };
}

/** CRC-32 (ISO 3309) of `body`, in base 62. */
function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let place = 0; place < CHECKSUM_CHARACTERS; place += 1) {
    digits = (BASE62[rest % BASE62.length] ?? '0') + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
