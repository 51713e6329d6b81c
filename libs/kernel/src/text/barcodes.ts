import { keptForms } from './compared-form.ts';

/** UPC-A, EAN-13 and GTIN-14. Shops number with 8 digits of their own, so a GTIN-8 is a code like any other. */
const GTIN = /^\d{12,14}$/;

/** True of the digits of a GTIN whose check digit is wrong (GS1 General Specifications, section 7.9). */
export function hasWrongCheckDigit(code: string): boolean {
  return GTIN.test(code) && !isChecked(code);
}

/**
 * The number of a GTIN in the one number space of all lengths: 14 digits (GS1 General Specifications, section 7.2). UPC-A, EAN-13 and
 * GTIN-14 with leading zeros are the same number.
 *
 * @returns undefined for any other code, also for 12 to 14 digits with a wrong check digit.
 */
export function gtinOf(code: string): string | undefined {
  return GTIN.test(code) && isChecked(code) ? code.padStart(14, '0') : undefined;
}

/**
 * The codes that a scan may mean, as they may be kept: the code as it was read, then its GTIN in each length that its leading zeros allow.
 * Of a GS1 element string, in brackets or with FNC1 (0x1D), the GTIN is that of AI 01.
 *
 * @param code in its `comparedForm`.
 */
export function barcodeForms(code: string): readonly [string, ...string[]] {
  const gtin = scannedGtin(code);
  if (gtin === undefined) return keptForms(code);
  const shorter = [13, 12].map((length) => gtin.slice(-length)).filter((digits) => digits.padStart(14, '0') === gtin);
  return [code, ...[gtin, ...shorter].filter((form) => form !== code)];
}

/**
 * Beginnings of kept barcodes that are meant where someone types the beginning of one: the text, and of digits the same without leading
 * zeros and with as many as a GTIN may have, which is kept in the length in which it was given.
 *
 * @param text in its `comparedForm`.
 */
export function barcodeBeginnings(text: string): readonly string[] {
  const digits = /^0*([1-9]\d*)$/.exec(text)?.[1];
  return digits === undefined ? keptForms(text) : [...new Set([text, digits, `0${digits}`, `00${digits}`])];
}

/** The GTIN that a scan means, in 14 digits: the code itself, or AI 01 of a GS1 element string; undefined of any other code. */
export const scannedGtin = (code: string): string | undefined => gtinOf(code) ?? gtinOf(elementGtin(code) ?? '');

function isChecked(digits: string): boolean {
  const fromRight = Array.from(digits, Number).toReversed();
  return fromRight.reduce((sum, digit, place) => sum + digit * (place % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}

const FNC1 = '\u001D';

/** Characters that scanners put before the symbols that carry element strings (ISO/IEC 15424), and FNC1 of the first position. */
const PREFIX = new RegExp(`^(?:\\](?:C1|e0|d2|Q3|J1))?${FNC1}?`);

/** Lengths of element strings without FNC1 at their end, AI included, by the first two digits of the AI (section 7.8.5). */
const FIXED: Readonly<Record<string, number>> = {
  '00': 20,
  '01': 16,
  '02': 16,
  '03': 16,
  '04': 18,
  '11': 8,
  '12': 8,
  '13': 8,
  '14': 8,
  '15': 8,
  '16': 8,
  '17': 8,
  '18': 8,
  '19': 8,
  '20': 4,
  '31': 10,
  '32': 10,
  '33': 10,
  '34': 10,
  '35': 10,
  '36': 10,
  '41': 16,
};

/** The 14 digits behind AI 01; undefined where there is none. */
function elementGtin(code: string): string | undefined {
  if (code.startsWith('(')) return /(?<!\()\(01\)(\d{14})(?:$|\()/.exec(code)?.[1];
  let rest = code.replace(PREFIX, '');
  while (rest.length >= 16) {
    if (rest.startsWith('01')) return /^01(\d{14})/.exec(rest)?.[1];
    const end = rest.indexOf(FNC1);
    const length = FIXED[rest.slice(0, 2)] ?? (end < 0 ? rest.length : end);
    const behind = rest.slice(length);
    rest = behind.startsWith(FNC1) ? behind.slice(1) : behind;
  }
  return undefined;
}
