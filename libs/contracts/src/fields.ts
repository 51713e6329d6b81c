import { comparedForm, composed, ENVIRONMENTS, idPattern, type IdPrefix } from '@fulfilment/kernel';
import { z } from 'zod';

/** The largest quantity of anything: 2^31 - 1. */
export const MAX_QUANTITY = 2_147_483_647;

/** Units, 0 to {@link MAX_QUANTITY}. */
export const quantity = z.int().min(0).max(MAX_QUANTITY);

/** RFC 3339, UTC, milliseconds: `2026-11-21T09:05:12.411Z`. */
export const timestamp = z.iso.datetime({ precision: 3 }).meta({
  examples: ['2026-11-21T09:05:12.411Z'],
  // The library's own pattern knows the days of every month and fills a screen.
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`,
});

/** The time at which a record was created. */
export const createdAt = timestamp.describe('Time of creation, RFC 3339 in UTC with milliseconds.');

/** The time at which a record changed last. */
export const updatedAt = timestamp.describe('Time of the last change, RFC 3339 in UTC with milliseconds.');

/** A moment as a client writes it: RFC 3339 with any offset. In UTC its year has four digits too. */
export const clientTimestamp = z.iso
  .datetime({ offset: true })
  .refine(hasYearInUtc, 'a moment whose year in UTC is 0000 to 9999')
  .meta({
    examples: ['2026-11-21T10:05:12+01:00'],
    pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$`,
  });

/** The same, read as UTC with milliseconds: what is stored and shown of it. */
export const utcTimestamp = clientTimestamp.overwrite((given) => {
  const at = new Date(given);
  return Number.isNaN(at.getTime()) ? given : at.toISOString();
});

// What is no date at all is refused for that already, and has no year to speak of.
function hasYearInUtc(moment: string): boolean {
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) || /^\d{4}-/.test(at.toISOString());
}

/** Characters of a SKU but blanks: those that Unicode calls graphic. None is a control, has no assignment or changes the direction of text. */
const GRAPHIC = String.raw`\p{L}\p{M}\p{N}\p{P}\p{S}`;

/** Characters of no SKU, for dialects of JSON Schema without classes of Unicode: controls, formats, line ends and private use. */
const NOT_GRAPHIC = String.raw`\u0000-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uE000-\uF8FF\uFEFF\uFFF0-\uFFFB`;

/**
 * The code of a SKU as merchants write it: 1 to 100 characters, `TEE/RED/M`, `MUG 12oz`, `CAFÉ-1`, `#12`. It is taken in any normal form
 * of Unicode and is in NFC afterwards, so that it is found however it was typed.
 */
export const skuCode = z
  .string()
  .overwrite((given) => composed(given, 100))
  .regex(
    new RegExp(String.raw`^(?!\.{1,2}$)(?=.{1,100}$)[${GRAPHIC}](?:[${GRAPHIC}\p{Zs}]*[${GRAPHIC}])?$`, 'u'),
    '1 to 100 printable characters, without a blank at either end, and neither "." nor ".."',
  )
  .meta({
    minLength: 1,
    maxLength: 100,
    pattern: String.raw`^[^\s${NOT_GRAPHIC}](?:[^${NOT_GRAPHIC}]*[^\s${NOT_GRAPHIC}])?$`,
    not: { type: 'string', enum: ['.', '..'] },
    description:
      'Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. ' +
      'In a path it is percent-encoded, `/` as `%2F`.',
  });

/** Reserved names: paths below `/inventory`. */
export const RESERVED_SKUS: readonly string[] = ['batch', 'by-barcode', 'export', 'import'];

/** The code of a SKU that is to be made: one that its own path can reach. */
export const newSkuCode = skuCode
  .refine((code) => !RESERVED_SKUS.includes(code), `not a reserved name (${RESERVED_SKUS.join(', ')})`)
  .meta({ not: { type: 'string', enum: ['.', '..', ...RESERVED_SKUS] } });

const SEGMENT = '[A-Za-z0-9_-]{1,32}';

/** Characters that no text of ASCII has: paths of places are the longest. */
const MAX_ASCII = 200;

/** Text of a few characters of ASCII, which has no other form than that without white space at its ends. */
export const asciiText = (pattern: RegExp, error: Parameters<z.ZodString['regex']>[1]): z.ZodString =>
  z
    .string()
    .overwrite((given) => comparedForm(given, MAX_ASCII))
    .regex(pattern, error);

/** One code of a location: a warehouse's, an aisle's, a shelf's or a bin's. */
export const locationCode = asciiText(new RegExp(`^${SEGMENT}$`), '1 to 32 of A-Z, a-z, 0-9, "_" and "-"');

/** `A3/S2`, `A3/S2/B1` in the default warehouse, or with the warehouse's code before it: `W2:A3/S2`. */
export const locationReference = asciiText(
  new RegExp(`^(?:${SEGMENT}:)?${SEGMENT}/${SEGMENT}(?:/${SEGMENT})?$`),
  '<aisle>/<shelf> or <aisle>/<shelf>/<bin>, with <warehouse>: in front outside the default warehouse',
);

/** Any place by id or path: `loc_…`, `MAIN`, `MAIN:A3`, `A3/S2`, `W2:A3/S2/B1`. */
export const locationByIdOrPath = asciiText(
  new RegExp(
    `^(?:${idPattern('loc').source.slice(1, -1)}|${SEGMENT}(?::${SEGMENT}(?:/${SEGMENT}){0,2})?|${SEGMENT}(?:/${SEGMENT}){1,2})$`,
  ),
  'a location id, or a path such as MAIN, A3/S2 or W2:A3/S2',
);

/** The id of a record, such as `ord_01JD8Z0000000000000000TEST`. */
export const id = (prefix: IdPrefix): z.ZodString => z.string().regex(idPattern(prefix), `an id that starts with ${prefix}_`);

/** The id of the record itself, or of the record that a path names. */
export const recordId = (prefix: IdPrefix): z.ZodString =>
  id(prefix).describe('Opaque id with a prefix for its type, sortable by creation.');

/** The account that a record belongs to. */
export const accountId = id('acc').describe('The account of the record.');

/** The environment that a record belongs to. */
export const recordEnvironment = z
  .enum(ENVIRONMENTS)
  .describe('The environment of the record. The two environments share nothing.');

/** The version of a record that `If-Match` can name. */
export const recordVersion = z.int().min(1).describe('Increases by one with every change; also the `ETag` of the record.');

/** The characters that are not in what people write: controls, and those that change the direction of text. */
const UNPRINTED = String.raw`\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069`;

const NO_UNPRINTED = 'no control characters, no characters that change the direction of text, and no lone surrogates';

/** The characters that text lacks. A JSON Schema does not name the surrogates, which many dialects have no word for. */
const textWithout =
  (characters: string, message: string) =>
  (min: number, max: number, given = z.string()): z.ZodString =>
    given
      .min(min)
      .max(max)
      .regex(new RegExp(String.raw`^[^${characters}\p{Cs}]*$`, 'u'), message)
      .meta({ pattern: `^[^${characters}]*$` });

/** {@link textWithout} that is compared: it is in its `comparedForm` afterwards, in which it has 1 to `max` characters. */
const comparedWithout =
  (characters: string, message: string) =>
  (max: number): z.ZodString =>
    textWithout(characters, message)(
      1,
      max,
      z.string().overwrite((given) => comparedForm(given, max)),
    ).meta({
      pattern: `^[^${characters}]*[^\\s${characters}][^${characters}]*$`,
    });

/**
 * Text that people write: no control characters but tab and line feed, none that change the direction of what follows, which make a
 * terminal or a page show something else than there is, and no half of a surrogate pair, which UTF-8 cannot carry.
 */
export const text = textWithout(UNPRINTED, NO_UNPRINTED);

/**
 * {@link text} that names something, 1 to `max` characters: ids and codes of other systems, devices, operators, reasons. It is taken in any
 * normal form of Unicode and with white space at its ends, and kept in its `comparedForm`, in which it is looked up.
 */
export const comparedText = comparedWithout(UNPRINTED, NO_UNPRINTED);

/** The name of a record, 1 to 200 characters of {@link text}, not only blanks. */
export const displayName = text(1, 200)
  .refine((given) => /\S/u.test(given), 'at least one non-blank character')
  .meta({
    pattern: String.raw`^[^${UNPRINTED}]*[^\s${UNPRINTED}][^${UNPRINTED}]*$`,
  });

const CONTROLS_OF_C0 = String.raw`\u0000-\u0008\u000B-\u001F\u007F`;
const NO_CONTROLS = 'no control characters and no lone surrogates';

/** {@link text} in records and filters, which may have what earlier releases took: the control characters of C1, and other directions. */
export const storedText = textWithout(CONTROLS_OF_C0, NO_CONTROLS);

/** {@link storedText} in filters by what names something: {@link comparedText} with the characters that earlier releases took. */
export const comparedFilter = comparedWithout(CONTROLS_OF_C0, NO_CONTROLS);

/** Characters of a barcode as a device read it. */
const MAX_SCANNED = 128;

/** A barcode as a device read it: {@link storedText} of 1 to 128, and the group separator 0x1D that GS1 barcodes end their fields with. */
export const barcode = z
  .string()
  .overwrite((given) => comparedForm(given, MAX_SCANNED))
  .min(1)
  .max(MAX_SCANNED)
  .regex(
    // oxlint-disable-next-line no-control-regex -- control characters are what it refuses.
    /^[^\u0000-\u0008\u000B-\u001C\u001E\u001F\u007F\p{Cs}]*$/u,
    'no control characters except tab, line feed and the group separator, and no lone surrogates',
  )
  .meta({
    pattern: String.raw`^[^\u0000-\u0008\u000B-\u001C\u001E\u001F\u007F]*[^\s\u0000-\u0008\u000B-\u001C\u001E\u001F\u007F][^\u0000-\u0008\u000B-\u001C\u001E\u001F\u007F]*$`,
  });

/** A number with an exponent, as spreadsheets write one of many digits: `4.00638E+12`. Its digits are lost. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+?\d{1,2}$/iu;

const MAX_BARCODE = 64;

/** Numbers of barcodes with something between them, in no text that is longer than a barcode. */
const LISTED = /^\d{6,14}(?:\s*[,;|/\s]\s*\d{6,14})+$/u;

/**
 * A barcode of a SKU, 1 to 64 characters of {@link comparedText}. That the check digits of GTINs are right is for inventory to say: a SKU
 * keeps the codes that it has.
 */
export const skuBarcode = comparedText(MAX_BARCODE)
  .refine((code) => !SHORTENED.test(code), 'not a number that a spreadsheet has shortened: format the cells as text')
  .refine((code) => code.length > MAX_BARCODE || !LISTED.test(code), 'one barcode, not several in one text');

/** The beginning of a barcode, as a filter takes it. */
export const barcodeBeginning = comparedFilter(MAX_BARCODE);

const CONTROLS = String.raw`\u0000-\u001C\u001E\u001F\u007F-\u009F`;

/** A barcode in a path: any text of 1 to 128 characters that a path can hold, and the group separator 0x1D. */
export const barcodeInPath = z
  .string()
  .overwrite((given) => comparedForm(given, MAX_SCANNED))
  .regex(
    new RegExp(String.raw`^(?!\.{1,2}$)[^${CONTROLS}]{1,${MAX_SCANNED}}$`, 'u'),
    '1 to 128 characters, no control among them but the group separator',
  )
  .meta({ minLength: 1, maxLength: 128, pattern: `^[^${CONTROLS}]*$`, not: { type: 'string', enum: ['.', '..'] } });

const MAX_PAIRS = 50;

/** Up to 50 pairs of the caller's own, counted before they are parsed: keys of 1 to 40 characters but `__proto__`, values of at most 500. */
export const metadata = z.preprocess(
  (given, context) => {
    if (typeof given !== 'object' || given === null) return given;
    // A record leaves this name out without a word.
    if (Object.hasOwn(given, '__proto__'))
      context.addIssue({ code: 'custom', path: ['__proto__'], message: 'this name is reserved', input: given });
    if (Object.keys(given).length > MAX_PAIRS)
      context.addIssue({ code: 'custom', message: `at most ${MAX_PAIRS} pairs`, input: given });
    return given;
  },
  z.record(text(1, 40), text(0, 500)).meta({ maxProperties: MAX_PAIRS }),
);

/** A list of at most `max` items in a body, counted before its items are parsed. */
export const bodyList = <Item extends z.ZodType>(list: z.ZodArray<Item>, max: number) =>
  z.preprocess((given, context) => {
    if (Array.isArray(given) && given.length > max)
      context.addIssue({ code: 'too_big', origin: 'array', maximum: max, inclusive: true, input: given });
    return given;
  }, list.max(max));

/** How many records a page has. Written in decimal digits and nothing else: no sign, no exponent, no leading zero. */
export const pageLimit = z
  .preprocess(
    (given) => (typeof given === 'string' && /^(?:0|[1-9]\d{0,8})$/.test(given) ? Number(given) : given),
    z
      .int({ error: ({ code }) => (code === 'invalid_type' ? 'an integer in decimal digits' : undefined) })
      .min(1)
      .max(200),
  )
  .default(50)
  // What is preprocessed has no default in the document.
  .meta({ default: 50 });

/** Words that a search may have: each is looked up by itself. */
export const MAX_SEARCH_WORDS = 8;

const MAX_SEARCH = 200;

/** The text of a search: up to 200 characters, not all of them blank, and {@link MAX_SEARCH_WORDS} words. */
export const searchText = comparedFilter(MAX_SEARCH)
  // As a search divides it: some characters, such as U+00A8, have a blank in that form.
  .refine(
    (given) => given.length > MAX_SEARCH || (given.normalize('NFKC').match(/\S+/gu) ?? []).length <= MAX_SEARCH_WORDS,
    `at most ${MAX_SEARCH_WORDS} words`,
  );

/** A query parameter that may be given several times, at most `max` of them. */
export const repeatable = <Item extends z.ZodType>(item: Item, max: number) =>
  z.preprocess((given) => (given === undefined || Array.isArray(given) ? given : [given]), z.array(item).min(1).max(max));

/**
 * A query parameter that takes several words, as `a,b` and as `?x=a&x=b` alike. No word has a comma in it.
 *
 * @returns a schema whose output has each word once, in the order of `words`, however they were written.
 */
export const severalOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z
    .preprocess(
      (given) =>
        [given].flat().every((each) => typeof each === 'string') ? [...new Set([given].flat().join(',').split(','))] : given,
      z.array(z.enum(words)).min(1),
    )
    .transform((chosen): readonly Words[number][] => words.filter((word) => chosen.some((each) => each === word)));

/** A query parameter that is true or false, written as `true` or `false`. */
export const queryFlag = z.preprocess(
  (given) => (given === 'true' ? true : given === 'false' ? false : given),
  z.boolean({ error: 'true or false' }),
);

/** Query parameters of every list. */
export const listQuery = {
  limit: pageLimit.describe('Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.'),
  cursor: z.string().min(1).max(2_048).optional().describe('`next_cursor` of the previous page.'),
};

/** A page of a list: `next_cursor` is null on the last. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    data: z.array(item).describe('The records of this page.'),
    has_more: z
      .boolean()
      .describe('Whether there is a further page. A page may have fewer records than `limit`, or none, while it is true.'),
    next_cursor: z.string().nullable().describe('The `cursor` of the next page; null on the last.'),
  });

/** No body, no parameters: whatever is there is refused. */
export const nothing = z.strictObject({});
