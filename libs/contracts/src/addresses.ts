import { composed } from '@fulfilment/kernel';
import { z } from 'zod';
import { countryCode, recordedCountry } from './countries.ts';
import { storedText, text } from './fields.ts';
import { optionalField } from './optional-fields.ts';

/** Characters that phones and shops paste around text: controls, marks of direction, characters without a width, and white space. */
const EDGE = /[\s\u0000-\u001F\u007F-\u009F\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u; // oxlint-disable-line no-control-regex -- controls are what it drops.

/**
 * A text of a label as it is kept: in NFC, each of its lines ended by a line feed, and nothing of {@link EDGE} around one.
 *
 * @param max characters that it is to have at most.
 */
const labelForm =
  (max: number) =>
  (given: string): string => {
    const lines = withoutEdges(given.replaceAll(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')).split('\n');
    return composed(lines.map(withoutEdges).join('\n'), max);
  };

// By hand: a pattern that ends with its `$` takes the square of the time for a long run in the middle.
function withoutEdges(line: string): string {
  let [from, to] = [0, line.length];
  while (from < to && EDGE.test(line.charAt(from))) from += 1;
  while (to > from && EDGE.test(line.charAt(to - 1))) to -= 1;
  return line.slice(from, to);
}

const labelText: typeof text = (min, max) => text(min, max, z.string().overwrite(labelForm(max)));

/** Letters, digits and `!#$%&'*+-/=?^_{|}~` with dots between them, at a domain of labels in any script or as `xn--…` (RFC 5890). */
const EMAIL =
  /^(?!\.)(?!.*\.\.)[\w!#$%&'*+\-/=?^{|}~.]*[\w!#$%&'*+\-/=?^{|}~]@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]*[a-z0-9])$/iu;

const MAX_EMAIL = 254;

/** An address of e-mail, whose domain may be an international one, at most 254 characters. */
const email = z
  .string()
  .overwrite(labelForm(MAX_EMAIL))
  .max(MAX_EMAIL, { abort: true })
  .regex(EMAIL, 'an e-mail address')
  .meta({ format: 'idn-email', pattern: String.raw`^[^\s@]+@[^\s@]+\.[^\s@]+$` });

/** {@link storedText} of a shape that requests and records share: the document has one pattern for both, that of requests. */
const recordedText: typeof text = (min, max) => storedText(min, max).meta({ pattern: text(min, max).meta()?.['pattern'] });

const addressOf = (line: typeof text, country: z.ZodString) =>
  z
    .strictObject({
      name: line(1, 200).describe('Recipient, 1 to 200 characters.'),
      company: line(1, 200).describe('1 to 200 characters.').optional(),
      address1: line(1, 200).describe('Street and number, 1 to 200 characters.'),
      address2: line(1, 200).describe('Further address line, 1 to 200 characters.').optional(),
      city: line(1, 100).describe('1 to 100 characters.'),
      region: line(1, 100).describe('State, province or county, 1 to 100 characters.').optional(),
      postal_code: line(1, 20).describe('1 to 20 characters.').optional(),
      country: country.describe('ISO 3166-1 alpha-2: `DE`.'),
      phone: line(1, 40).describe('1 to 40 characters.').optional(),
      email: email.describe('At most 254 characters.').optional(),
    })
    .meta({ id: 'Address' });

const { shape: ofAddress } = addressOf(labelText, countryCode);

/** Where parcels go. */
export const address = z
  .strictObject({
    ...ofAddress,
    company: optionalField(ofAddress.company.unwrap()),
    address2: optionalField(ofAddress.address2.unwrap()),
    region: optionalField(ofAddress.region.unwrap()),
    postal_code: optionalField(ofAddress.postal_code.unwrap()),
    phone: optionalField(ofAddress.phone.unwrap()),
    email: optionalField(ofAddress.email.unwrap()),
  })
  .meta({ id: 'Address' });

/** The same in a record, which may have what earlier releases took. */
export const recordedAddress = addressOf(recordedText, recordedCountry);
