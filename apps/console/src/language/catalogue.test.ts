import { parse, type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CATALOGUES, catalogue, isMessage, message } from './catalogue.ts';
import { german } from '../german.ts';
import { languageOf, localeOf } from './language.ts';

const SOURCES = join(import.meta.dirname, '..');
const FILES = globSync('**/*strings.ts', { cwd: SOURCES });
for (const file of FILES) await import(join(SOURCES, file));

/** The key of a choice under which its name in the API stands, beside its texts. */
const VALUE = 'value';

/** A text of a catalogue, with the names of the values that it reads. */
interface Text {
  readonly place: string;
  readonly text: string;
  readonly isMessage: boolean;
}

/** All texts under a part of a catalogue, by their places. */
function textsOf(part: unknown, place: string, isTranslated = false): readonly Text[] {
  if (typeof part === 'string') return [{ place, text: part, isMessage: isTranslated && /[{}]/.test(part) }];
  if (typeof part !== 'object' || part === null) return [];
  if (isMessage(part)) return [{ place, text: part.icu, isMessage: true }];
  return Object.entries(part).flatMap(([key, each]) => (key === VALUE ? [] : textsOf(each, `${place}.${key}`, isTranslated)));
}

/** The values that a message reads, also those by which it chooses. */
function valuesOf(elements: readonly MessageFormatElement[]): readonly string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    if (element.type === TYPE.tag) return valuesOf(element.children);
    const own = [element.value];
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return own;
    return [...own, ...Object.values(element.options).flatMap(({ value }) => valuesOf(value))];
  });
}

const english = [...CATALOGUES].flatMap(([name, texts]) => textsOf(texts, name));
const translated = new Map(
  Object.entries(german)
    .flatMap(([name, texts]) => textsOf(texts, name, true))
    .map((text) => [text.place, text]),
);

test('a catalogue has a file of its own, and its German texts one beside it', () => {
  const beside = globSync('**/*strings.de.ts', { cwd: SOURCES });

  expect(beside.toSorted()).toEqual(FILES.map((file) => file.replace(/ts$/, 'de.ts')).toSorted());
  expect(CATALOGUES.size).toBe(FILES.length);
  expect(Object.keys(german).toSorted()).toEqual([...CATALOGUES.keys()].toSorted());
});

test('every text has a German one, and no German text is of another place', () => {
  expect(english.length).toBeGreaterThan(1_000);
  expect([...translated.keys()].toSorted()).toEqual(english.map(({ place }) => place).toSorted());
});

test('a German message reads values that its English one has, and only a message has braces', () => {
  const wrong = english.flatMap(({ place, text, isMessage: isOne }) => {
    const other = translated.get(place)?.text ?? '';
    if (!isOne) return /[{}]/.test(other) && !/[{}]/.test(text) ? [`${place}: ${other}`] : [];
    const [known, read] = [text, other].map((icu) => new Set(valuesOf(parse(icu, { ignoreTag: true }))));
    const strange = [...(read ?? [])].filter((name) => !known?.has(name) && !known?.has(name.replace(/^has_/, '')));
    const missing = [...(known ?? [])].filter(
      (name) => !read?.has(name) && !name.startsWith('has_') && !read?.has(`has_${name}`),
    );
    return strange.length + missing.length === 0 ? [] : [`${place}: ${strange.join()} ${missing.join()}`];
  });

  expect(wrong).toEqual([]);
});

test('a German text is another one than the English, but for words that both languages have', () => {
  const same = english.filter(
    ({ place, text }) => /\p{L}{3}/u.test(text.replaceAll(/\{[^}]*\}/g, '')) && translated.get(place)?.text === text,
  );

  expect(same.map(({ text }) => text).filter((text) => !SAME.has(text))).toEqual([]);
});

/** Names, and words that German took over. */
const SAME: ReadonlySet<string> = new Set([
  'SKU',
  'Name',
  'Person',
  'Details',
  'Barcode',
  'Barcodes',
  'Scans',
  'Fulfilment',
  'Sandbox',
  'System',
  'optional',
  'UTC',
  'Status',
  'Scanner',
  'Browser',
  'Enterprise',
  'Limit',
  'Integration',
  'SKUs',
  'Letter',
  'Webhooks',
  'URL',
  'Tests',
  'Median',
  'Live',
  'Rate',
  'Version',
  'Code',
  'UTF-8',
  'Windows-1252',
  'UTF-16',
  'CSV',
  'NDJSON',
  'Export',
  'Format',
  'Import',
  'WooCommerce',
  'Square',
  'PrestaShop',
  'Odoo',
  'shop-1001',
  'gun-7, gun-8',
  'lookup, other',
  '{count, plural, one {# SKU} other {# SKUs}}',
  '{hours, plural, =0 {{minutes, plural, =0 {} other {# min }}} other {# h {minutes} min }}{seconds} s',
  '{rows} SKUs, {size}',
]);

test('messages choose plurals and join names as their language does', () => {
  const { units, names } = catalogue('test', {
    units: message('{count, plural, one {# unit} other {# units}}', 'count: number'),
    names: message('From {names}', 'names: list'),
  });

  expect([units(1), units(1_200), names(['a', 'b', 'c'])]).toEqual(['1 unit', '1,200 units', 'From a, b, and c']);
  CATALOGUES.delete('test');
});

test.each([
  [null, ['de-AT', 'en'], 'de', 'de-AT'],
  [null, ['fr', 'en-GB'], 'en', 'en-GB'],
  [null, ['fr'], 'en', 'en'],
  [null, [], 'en', 'en'],
  ['en', ['de'], 'en', 'en'],
  ['de', ['en-US'], 'de', 'de'],
  ['xx', ['de-CH'], 'de', 'de-CH'],
])('kept %s and preferred %j show %s, with numbers and dates of %s', (kept, preferred, language, locale) => {
  expect([languageOf(kept, preferred), localeOf(language === 'de' ? 'de' : 'en', preferred)]).toEqual([language, locale]);
});
