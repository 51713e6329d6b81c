import { describe, expect, test } from 'vitest';
import { barcodeBeginnings, barcodeForms, gtinOf, hasWrongCheckDigit } from './barcodes.ts';

const GS = '\u001D';

describe('GTINs of 12, 13 and 14 digits are one number', () => {
  test.each([
    ['012345678905', '00012345678905'],
    ['0012345678905', '00012345678905'],
    ['00012345678905', '00012345678905'],
    ['4006381333931', '04006381333931'],
    ['20813628068987', '20813628068987'],
    ['04971850934912', '04971850934912'],
    ['96385074', undefined],
    ['00041234', undefined],
    ['12345678905', undefined],
    ['4006381333932', undefined],
    ['1234567890123', undefined],
    ['400638133393X', undefined],
    ['٤٠٠٦٣٨١٣٣٣٩٣١', undefined],
  ])('%s', (code, gtin) => {
    expect(gtinOf(code)).toBe(gtin);
  });

  test.each([
    ['012345678905', ['012345678905', '00012345678905', '0012345678905']],
    ['00012345678905', ['00012345678905', '0012345678905', '012345678905']],
    ['4006381333931', ['4006381333931', '04006381333931']],
    ['20813628068987', ['20813628068987']],
    ['00041234', ['00041234']],
    ['OWN 1', ['OWN 1']],
    ['Caf\u00E9', ['Caf\u00E9', 'Cafe\u0301']],
  ])('%s is looked up in each of its lengths', (code, forms) => {
    expect(barcodeForms(code)).toEqual(forms);
  });

  test.each([
    ['400638', ['400638', '0400638', '00400638']],
    ['00123', ['00123', '123', '0123']],
    ['00', ['00']],
    ['X-1', ['X-1']],
    ['Caf\u00E9', ['Caf\u00E9', 'Cafe\u0301']],
  ])('%s begins codes of each of their lengths', (text, beginnings) => {
    expect(barcodeBeginnings(text)).toEqual(beginnings);
  });

  test.each(['012345678906', '4006381333932', '10614141234507'])('the check digit of %s is wrong', (code) => {
    expect(hasWrongCheckDigit(code)).toBe(true);
  });

  test.each(['96385075', '1234567', '123456789012345', 'A', '4006381333931'])('%s has no wrong check digit', (code) => {
    expect(hasWrongCheckDigit(code)).toBe(false);
  });
});

describe('of a GS1 element string the GTIN is that of AI 01', () => {
  test.each([
    ['(01)04006381333931'],
    ['(01)04006381333931(10)LOT-1(17)271231'],
    ['(17)271231(01)04006381333931'],
    ['0104006381333931'],
    [`010400638133393110LOT-1${GS}17271231`],
    [`${GS}0104006381333931`],
    [`]C1010400638133393110LOT-1`],
    [`]d2${GS}0104006381333931`],
    [`172712310104006381333931`],
    [`10LOT-1${GS}0104006381333931`],
    [`10LOT-1${GS}172712310104006381333931${GS}21SERIAL`],
  ])('%j', (scanned) => {
    expect(barcodeForms(scanned)).toEqual([scanned, '04006381333931', '4006381333931']);
  });

  test.each([
    ['a wrong check digit', '0104006381333932'],
    ['too few digits', '(01)4006381333931'],
    ['AI 02 alone', '(02)04006381333931(37)12'],
    ['AI 01 within a lot', `10LOT0104006381333931`],
    ['a lot that looks like AIs', '10D9T'],
    ['brackets in brackets', '((01)04006381333931)'],
  ])('not of %s: %s', (_what, scanned) => {
    expect(barcodeForms(scanned)).toEqual([scanned]);
  });
});
