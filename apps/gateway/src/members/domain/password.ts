import { COMMON_BASES, RUNS } from './common-passwords.ts';

const MIN_CHARACTERS = 12;
const MAX_CHARACTERS = 200;
/** Shorter parts of an address are in many words. */
const TELLING_PART = 4;

/** What is wrong with a password that was chosen. */
export type PasswordFault = 'too_short' | 'too_long' | 'too_common' | 'like_the_address';

/** The same characters however a keyboard composes them (NIST SP 800-63B-4 section 3.1.1.2). */
export function normalPassword(text: string): string {
  return text.normalize('NFKC');
}

/**
 * Why a password cannot be chosen: it is too short, or among what is tried first (NIST SP 800-63B-4 section 3.1.1.2: common and
 * expected values, and words of the context). There are no rules on kinds of characters, as that section asks.
 *
 * @param password normal.
 * @param email of its owner.
 */
export function passwordFault(password: string, email: string): PasswordFault | undefined {
  const length = charactersIn(password);
  if (length < MIN_CHARACTERS) return 'too_short';
  if (length > MAX_CHARACTERS) return 'too_long';
  if (isLikeAddress(password.toLowerCase(), email)) return 'like_the_address';
  return isCommon(password.toLowerCase()) ? 'too_common' : undefined;
}

/** Code points, as the standard counts them. */
function charactersIn(text: string): number {
  return Array.from(text).length;
}

function isLikeAddress(password: string, email: string): boolean {
  const [mailbox = '', domain = ''] = email.split('@');
  const parts = [email, mailbox, domain, domain.split('.')[0] ?? ''].filter((part) => part.length >= TELLING_PART);
  // What is left without them would have to be a password by itself.
  return parts.some((part) => password.includes(part) && charactersIn(password.replaceAll(part, '')) < MIN_CHARACTERS);
}

/** A common word with digits and signs around it, a run of the keyboard, or the same few characters again and again. */
function isCommon(password: string): boolean {
  return spellings(password).some(isOneWordAgain) || isRun(password) || REPEATED.test(password);
}

/** The letters that a password is made of: as they stand, and with the signs that are written for letters, but for those at its ends. */
function spellings(password: string): readonly string[] {
  const core = password.replaceAll(/^[^a-z]+|[^a-z]+$/g, '');
  const read = core.replaceAll(/[@$0!13457]/g, (sign) => PLAIN[sign] ?? sign);
  return [core, read].map((text) => text.replaceAll(/[^a-z]/g, ''));
}

/** One to four characters again and again, then perhaps as many others: `abcabcabcabcabc`, `111111222222`. */
const REPEATED = /^(?:(.{1,4})\1+.{0,3}|(.)\2+(.)\3+)$/su;

function isOneWordAgain(base: string): boolean {
  return base.length > 0 && COMMON_BASES.some((word) => base.replaceAll(word, '').length < 2);
}

function isRun(password: string): boolean {
  return RUNS.some((run) => run.includes(password));
}

/** Signs that are written for letters. */
const PLAIN: Readonly<Record<string, string>> = {
  '@': 'a',
  $: 's',
  '0': 'o',
  '!': 'i',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
};
