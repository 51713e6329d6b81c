import { expect, test } from 'vitest';
import {
  absentIfEmpty,
  absentIfNull,
  codecOf,
  converted,
  derived,
  type DocumentOf,
  given,
  nested,
  since,
  unknownFieldsOf,
  unwritten,
  whole,
} from './codec.ts';

interface Line {
  readonly id: string;
  readonly quantity: number;
  readonly lot?: string | undefined;
}

interface Parcel {
  readonly code: string;
  readonly lines: readonly Line[];
  readonly gift: Line | null;
  readonly size: { readonly weightG: number | null; readonly labels: readonly string[] };
  readonly isUrgent: boolean;
  readonly sentAt: Date;
}

const LINE = codecOf<Line>()({ id: 'id', quantity: whole('quantity'), lot: 'lot' });

const PARCEL = codecOf<Parcel>()({
  _id: given<string>(),
  code: 'code',
  line_count: derived(({ lines }: Parcel) => lines.length),
  lines: nested('lines', LINE),
  gift: nested('gift', LINE),
  weight_g: absentIfNull('size.weightG'),
  labels: absentIfEmpty('size.labels', []),
  urgent: since('isUrgent', false),
  sent_on: converted(
    'sentAt',
    (at: Date): string => at.toISOString(),
    (text) => new Date(text),
  ),
  locks: unwritten<number>(),
});
type ParcelDocument = DocumentOf<typeof PARCEL>;

const parcel: Parcel = {
  code: 'P1',
  lines: [{ id: 'lin_1', quantity: 2, lot: 'L1' }],
  gift: null,
  size: { weightG: 310, labels: ['fragile'] },
  isUrgent: true,
  sentAt: new Date('2026-11-26T09:00:00.000Z'),
};

const stored: ParcelDocument = {
  _id: 't/P1',
  code: 'P1',
  line_count: 1,
  lines: [{ id: 'lin_1', quantity: 2, lot: 'L1' }],
  gift: null,
  weight_g: 310,
  labels: ['fragile'],
  urgent: true,
  sent_on: '2026-11-26T09:00:00.000Z',
};

test('a value is stored by its declaration, in the order of it, and read to the same value', () => {
  const document = PARCEL.toDocument(parcel, { _id: 't/P1' });

  expect(document).toEqual(stored);
  expect(Object.keys(document)).toEqual(PARCEL.knownFields);
  expect(PARCEL.fromDocument(document)).toEqual(parcel);
});

test('what has no value is absent, and what a document lacks has the value that it had before', () => {
  const plain = { ...parcel, size: { weightG: null, labels: [] }, isUrgent: false };
  const { weight_g: _, labels: __, urgent: ___, ...earlier } = stored;

  expect(PARCEL.toDocument(plain, { _id: 't/P1' })).toEqual({ ...earlier, urgent: false });
  expect(PARCEL.fromDocument(JSON.parse(JSON.stringify(earlier)))).toEqual(plain);
});

test('fields that are not declared go with every copy of a value, and are stored with it, at each level', () => {
  const later = { ...stored, shelf: { code: 'S1' }, lines: [{ id: 'lin_1', quantity: 2, lot: 'L1', hue: 'red' }], locks: 4 };

  const changed = { ...PARCEL.fromDocument(later), code: 'P2' };

  expect(PARCEL.toDocument(changed, { _id: 't/P2' })).toEqual({ ...later, _id: 't/P2', code: 'P2', locks: undefined });
});

test('they are in no JSON and no list of fields, and a value made from its parts has none', () => {
  const read = LINE.fromDocument(Object.assign({ id: 'lin_1', quantity: 2 }, { hue: 'red' }));
  const { id, quantity } = read;

  expect(unknownFieldsOf(read)).toEqual({ hue: 'red' });
  expect(JSON.stringify(read)).toBe('{"id":"lin_1","quantity":2}');
  expect(Object.keys(read)).toEqual(['id', 'quantity', 'lot']);
  expect(unknownFieldsOf({ id, quantity })).toBeUndefined();
  expect(unknownFieldsOf(LINE.fromDocument({ id, quantity }))).toBeUndefined();
});

test('they stay in the store where documents are updated by field', () => {
  const updated = codecOf<Line>({ keepsUnknown: false })({ id: 'id', quantity: 'quantity', lot: 'lot' });

  const read = updated.fromDocument(Object.assign({ id: 'lin_1', quantity: 2 }, { hue: 'red' }));

  expect(updated.toDocument(read)).toEqual({ id: 'lin_1', quantity: 2 });
});

test.each([undefined, null, 1.5, Number.NaN, '2'])('a document with %s for a whole number is not read', (quantity) => {
  const document = { id: 'lin_1', quantity: 2 };
  Reflect.set(document, 'quantity', quantity);

  expect(() => LINE.fromDocument(document)).toThrow('The stored document lin_1 has no whole number as quantity');
});

test.each(['lines', 'gift'] as const)('a document without %s is not read', (name) => {
  const document = { ...stored };
  Reflect.deleteProperty(document, name);

  expect(() => PARCEL.fromDocument(document)).toThrow(TypeError);
});

test('a declaration that leaves out a field, or gives it another type, does not compile', () => {
  // @ts-expect-error: no field holds `lot`.
  codecOf<Line>()({ id: 'id', quantity: 'quantity' });
  // @ts-expect-error: a line has no `colour`.
  codecOf<Line>()({ id: 'id', quantity: 'quantity', lot: 'lot', colour: 'colour' });
  // @ts-expect-error: an id is no number.
  codecOf<Line>()({ id: whole('id'), quantity: 'quantity', lot: 'lot' });
  // @ts-expect-error: a quantity is never null.
  codecOf<Line>()({ id: 'id', quantity: absentIfNull('quantity'), lot: 'lot' });
  // @ts-expect-error: no field holds `size.labels`.
  codecOf<Pick<Parcel, 'size'>>()({ weight_g: absentIfNull('size.weightG') });
  // @ts-expect-error: a parcel is no line.
  codecOf<{ readonly line: Line }>()({ line: nested('line', PARCEL) });
  // @ts-expect-error: the writer gives its `_id`.
  expect(() => PARCEL.toDocument(parcel)).toThrow(TypeError);
});
