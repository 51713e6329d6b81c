/** A body that is wrong in one place, and the place. */
export interface BadBody {
  readonly what: string;
  readonly body: unknown;
  /** JSON pointer that the refusal has to name. */
  readonly pointer: string;
  /** True where the wrong value is null or the empty text, which an optional field takes. */
  readonly isBlank?: boolean;
  /** Of the error at that pointer, where it can be foretold. */
  readonly code?: string;
}

type Path = readonly (string | number)[];

/** Everything that is wrong with a value at a place; the sample body has a right one there. */
export type Shape = (at: Path, sample: unknown) => readonly BadBody[];

const DEEPER = '\u0007';
const LONE_SURROGATE = '\uD800';

/** Text of `min` to `max` characters that people wrote. */
export function text(min: number, max: number): Shape {
  return all(
    line(min, max),
    wrong('with a control character of a terminal', 'a\u009B31m'),
    wrong('with text from right to left', 'a\u202Eb'),
  );
}

/** Text of `min` to `max` characters that a device read. */
export function line(min: number, max: number): Shape {
  return all(
    wrongTypes('text', [7, true, ['x'], { x: 1 }, null]),
    ...(min > 0 ? [wrong('shorter', 'x'.repeat(min - 1), 'invalid_length')] : []),
    wrong('longer', 'x'.repeat(max + 1), 'invalid_length'),
    wrong('with a control character', `a${DEEPER}b`),
    wrong('with half a surrogate pair', `a${LONE_SURROGATE}`),
  );
}

/** Text of a form, and texts that are not of it. */
export function form(...others: readonly string[]): Shape {
  return all(
    wrongTypes('text', [7, true, ['x'], { x: 1 }]),
    ...others.map((other) => wrong(`not of its form: "${shown(other)}"`, other)),
  );
}

/** A barcode, as text or with its type. */
export function barcodeText(): Shape {
  return all(
    wrongTypes('text or a barcode with its type', [7, true, ['x']]),
    wrong('without a character', ''),
    wrong('of blanks', ' '),
    wrong('longer', 'x'.repeat(65)),
  );
}

/** An integer of `min` to `max`. */
export function whole(min: number, max: number): Shape {
  return all(
    wrongTypes('a number', ['7', true, [7], null]),
    wrong('a fraction', 1.5, 'invalid_type'),
    wrong('less', min - 1, 'out_of_range'),
    wrong('more', max + 1, 'out_of_range'),
    wrong('beyond all integers', 1e300),
  );
}

/** True or false. */
export function flag(): Shape {
  return wrongTypes('true or false', ['true', 1, null, []]);
}

/** Anything at all. */
export const anything: Shape = () => [];

/** One of a few words. */
export function choice(): Shape {
  return all(wrong('a word that is none of them', 'no-such-word', 'invalid_value'), wrong('a number', 7), wrong('null', null));
}

/** The word that says which shape an object has. */
export function kind(): Shape {
  return all(wrong('a word that is none of them', 'no-such-word'), wrong('a number', 7), wrong('null', null));
}

/** At least `min` and at most `max` items. */
export function list(min: number, max: number, item: Shape): Shape {
  return (at, sample) => [
    ...wrongTypes('a list', [{}, 'x', 7, null])(at, sample),
    ...(min > 0 ? wrong('empty', [], 'invalid_length')(at, sample) : []),
    ...wrong(
      'too long',
      Array.from({ length: max + 1 }, () => valueAt(sample, [...at, 0])),
      'invalid_length',
    )(at, sample),
    ...item([...at, 0], sample),
  ];
}

/** Members of an object; `required` names those it cannot lack. It takes no other. */
export function object(members: Readonly<Record<string, Shape>>, required: readonly string[] = []): Shape {
  return (at, sample) => [
    ...wrongTypes('an object', [[], 'x', 7, null])(at, sample),
    {
      what: 'with an unknown member',
      body: replaced(sample, [...at, 'surprise'], 1),
      pointer: pointerTo([...at, 'surprise']),
      code: 'unknown_field',
    },
    ...required.map((name) => ({
      what: `without ${name}`,
      body: replaced(sample, [...at, name], undefined),
      pointer: pointerTo([...at, name]),
    })),
    ...Object.entries(members).flatMap(([name, shape]) => {
      const mayBeBlank = !required.includes(name);
      const place = pointerTo([...at, name]);
      return shape([...at, name], sample).filter(({ isBlank, pointer }) => !(mayBeBlank && isBlank && pointer === place));
    }),
  ];
}

/** Pairs of the caller's own: at most 50, keys of 1 to 40 characters, values of at most 500. */
export const pairs: Shape = (at, sample) => [
  ...wrongTypes('an object', [[], 'x', null])(at, sample),
  ...wrong('of 51', Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'v'])))(at, sample),
  { what: 'with a long key', body: replaced(sample, at, { ['k'.repeat(41)]: 'v' }), pointer: pointerTo([...at, 'k'.repeat(41)]) },
  { what: 'with a long value', body: replaced(sample, at, { k: 'v'.repeat(501) }), pointer: pointerTo([...at, 'k']) },
  { what: 'with a number', body: replaced(sample, at, { k: 7 }), pointer: pointerTo([...at, 'k']), code: 'invalid_type' },
];

function all(...shapes: readonly Shape[]): Shape {
  return (at, sample) => shapes.flatMap((shape) => shape(at, sample));
}

function wrong(what: string, value: unknown, code?: string): Shape {
  return (at, sample) => [
    {
      what: `${pointerTo(at)} ${what}`,
      body: replaced(sample, at, value),
      pointer: pointerTo(at),
      ...(value === null || value === '' ? { isBlank: true } : {}),
      ...(code === undefined ? {} : { code }),
    },
  ];
}

function wrongTypes(wanted: string, values: readonly unknown[]): Shape {
  return all(...values.map((value) => wrong(`${JSON.stringify(value)} instead of ${wanted}`, value, 'invalid_type')));
}

/** The same with another value at a place; `undefined` takes the place away. */
function replaced(sample: unknown, [part, ...rest]: Path, value: unknown): unknown {
  if (part === undefined) return value;
  const inner = replaced(valueAt(sample, [part]), rest, value);
  if (Array.isArray(sample)) return sample.map((item: unknown, place) => (place === part ? inner : item));
  return { ...(isObject(sample) ? sample : {}), [part]: inner };
}

function valueAt(sample: unknown, path: Path): unknown {
  return path.reduce((value, part) => (isObject(value) ? Reflect.get(value, part) : undefined), sample);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function pointerTo(path: Path): string {
  return path.map((part) => `/${part}`).join('');
}

function shown(value: string): string {
  return value.length > 40 ? `${value.slice(0, 10)}… (${value.length})` : value;
}
