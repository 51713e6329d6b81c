/** The normalised e-mail address, by which it is stored and found. Mailboxes do not differ by case in practice. */
export function normalEmail(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

const MIN_CHARACTERS = 12;
const MAX_CHARACTERS = 200;
/** Shorter parts of an address occur in many words. */
const MIN_ADDRESS_PART = 4;

export type PasswordFault = 'too_short' | 'too_long' | 'too_common' | 'like_the_address';

/** The NFKC form of a password, so that keyboards that compose characters differently agree (NIST SP 800-63B-4 section 3.1.1.2). */
export function normalPassword(text: string): string {
  return text.normalize('NFKC');
}

/**
 * The fault of a chosen password: its length, or that it is easily guessed (NIST SP 800-63B-4 section 3.1.1.2: common and
 * expected values, and words of the context). There are no rules on kinds of characters, as that section demands.
 *
 * @param password normalised.
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
  const parts = [email, mailbox, domain, domain.split('.')[0] ?? ''].filter((part) => part.length >= MIN_ADDRESS_PART);
  // The rest without that part would have to be long enough as a password.
  return parts.some((part) => password.includes(part) && charactersIn(password.replaceAll(part, '')) < MIN_CHARACTERS);
}

/** True for a common word with digits and signs around it, a run of the keyboard, or a few repeated characters. */
function isCommon(password: string): boolean {
  return spellings(password).some(isOneWordAgain) || isRun(password) || REPEATED.test(password);
}

/** The letters of a password: as typed, and with the signs inside it read as the letters that they replace. */
function spellings(password: string): readonly string[] {
  const core = password.replaceAll(/^[^a-z]+|[^a-z]+$/g, '');
  const read = core.replaceAll(/[@$0!13457]/g, (sign) => PLAIN[sign] ?? sign);
  return [core, read].map((text) => text.replaceAll(/[^a-z]/g, ''));
}

/** One to four repeated characters, with an optional rest: `abcabcabcabcabc`, `111111222222`. */
const REPEATED = /^(?:(.{1,4})\1+.{0,3}|(.)\2+(.)\3+)$/su;

function isOneWordAgain(base: string): boolean {
  return base.length > 0 && COMMON_BASES.some((word) => base.replaceAll(word, '').length < 2);
}

function isRun(password: string): boolean {
  return RUNS.some((run) => run.includes(password));
}

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

/**
 * Words that people make passwords of: from the yearly lists of the most common passwords (NordPass 2019 to 2024, SplashData 2011
 * to 2018) those of letters, and the words of this service.
 */
const COMMON_BASES: readonly string[] = `
  password passwort passwd passw pass motdepasse contrasena qwerty qwertz azerty qwertyuiop asdfghjkl asdf zxcvbnm zaqwsx
  qazwsx qazwsxedc welcome letmein login admin administrator root user guest test testing changeme default secret master
  iloveyou loveyou monkey dragon sunshine princess football baseball superman batman shadow michael jordan ashley charlie
  daniel trustno whatever starwars pokemon hello freedom flower summer winter spring autumn january september monday company
  google access computer internet samsung liverpool chelsea abc abcd abcdef inventory fulfilment fulfillment warehouse
`
  .trim()
  .split(/\s+/);

const LINES = ['1234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm', 'qwertzuiopasdfghjklyxcvbnm'];

/** Digits, alphabet and keyboard rows, forwards and backwards, repeated so that each contains a run from any character. */
const RUNS: readonly string[] = LINES.flatMap((line) => [line, line.split('').toReversed().join('')]).map((line) =>
  line.repeat(25),
);
