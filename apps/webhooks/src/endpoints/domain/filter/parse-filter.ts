import {
  anyOf,
  type Bound,
  type Comparison,
  COMPARISONS,
  type Condition,
  FILTER_BOUNDS,
  FILTER_ROOTS,
  type Pattern,
  type Scalar,
} from './pattern.ts';

export type ParsedFilter =
  | { readonly type: 'filter'; readonly pattern: Pattern }
  | { readonly type: 'refused'; readonly faults: readonly FilterFault[] };

/**
 * Reads a content filter, which has the shape of an event pattern of Amazon EventBridge: the structure of the event, with a list
 * of conditions at the end of each path.
 *
 * @param given as JSON has it.
 * @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns-content-based-filtering.html
 */
export function parseFilter(given: unknown): ParsedFilter {
  if (Buffer.byteLength(JSON.stringify(given) ?? '') > FILTER_BOUNDS.bytes)
    return { type: 'refused', faults: [{ pointer: '', message: `A filter has at most ${FILTER_BOUNDS.bytes} bytes.` }] };
  const reading: Reading = { faults: [], conditions: 0 };
  if (isObject(given)) refuseOtherRoots(given, reading);
  const pattern = readPattern(given, '', reading);
  if (reading.conditions > FILTER_BOUNDS.conditions)
    fault(reading, '', `A filter has at most ${FILTER_BOUNDS.conditions} conditions.`);
  return reading.faults.length > 0 ? { type: 'refused', faults: reading.faults } : { type: 'filter', pattern };
}

const NOTHING: Pattern = { type: 'conditions', conditions: anyOf([]) };

function refuseOtherRoots(given: object, reading: Reading): void {
  const known: readonly string[] = FILTER_ROOTS;
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) fault(reading, at('', name), `A filter looks at ${FILTER_ROOTS.join(', ')}.`);
  }
}

function readPattern(given: unknown, pointer: string, reading: Reading): Pattern {
  if (Array.isArray(given) && pointer !== '') return readConditions(given, pointer, reading);
  if (!isObject(given)) {
    fault(reading, pointer, 'It is to be an object of fields, or a list of conditions.');
    return NOTHING;
  }
  const fields = Object.entries(given);
  if (fields.length === 0) fault(reading, pointer, 'It names no field.');
  if (pointer.split('/').length > FILTER_BOUNDS.depth) {
    fault(reading, pointer, `Fields stand in one another at most ${FILTER_BOUNDS.depth} deep.`);
    return NOTHING;
  }
  return {
    type: 'fields',
    fields: new Map(fields.map(([name, inner]) => [name, readPattern(inner, at(pointer, name), reading)])),
  };
}

function readConditions(given: readonly unknown[], pointer: string, reading: Reading): Pattern {
  if (given.length === 0) fault(reading, pointer, 'Without a condition nothing would fit.');
  reading.conditions += given.length;
  const conditions = given.flatMap((each, place) => readCondition(each, at(pointer, String(place)), reading) ?? []);
  return { type: 'conditions', conditions: anyOf(conditions) };
}

/** What is wrong with a filter, and where: a JSON pointer into it (RFC 6901). */
export interface FilterFault {
  readonly pointer: string;
  readonly message: string;
}

/** What is noted while a filter is read. */
interface Reading {
  readonly faults: FilterFault[];
  conditions: number;
}

/** Reads one condition of a field. @returns undefined where it is at fault, which is noted. */
function readCondition(given: unknown, pointer: string, reading: Reading): Condition | undefined {
  if (isScalar(given)) return { type: 'equals', value: given };
  const [[name, operand] = ['', undefined], ...others] = isObject(given) ? Object.entries(given) : [];
  const read = others.length === 0 && Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  if (!read) {
    fault(reading, pointer, 'It is to be a value, or one of {"prefix"}, {"numeric"}, {"anything-but"} and {"exists"}.');
    return undefined;
  }
  return read(operand, at(pointer, name), reading);
}

type ReadCondition = (operand: unknown, pointer: string, reading: Reading) => Condition | undefined;

const READERS: Readonly<Record<string, ReadCondition>> = {
  prefix: (operand, pointer, reading) => {
    const prefix = readPrefix(operand, pointer, reading);
    return prefix === undefined ? undefined : { type: 'prefix', prefix };
  },
  exists: (operand, pointer, reading) => {
    if (typeof operand === 'boolean') return { type: 'exists', exists: operand };
    return fault(reading, pointer, 'It is to be true or false.');
  },
  numeric: (operand, pointer, reading) => {
    const bounds = readBounds(operand);
    if (bounds) return { type: 'numeric', bounds };
    return fault(
      reading,
      pointer,
      'It is to be such as [">=", 10], ["=", 7], or [">", 0, "<=", 5] with a lower and an upper bound.',
    );
  },
  'anything-but': (operand, pointer, reading) => {
    if (isObject(operand)) {
      const { prefix: given, ...others } = Object.fromEntries(Object.entries(operand));
      const prefix = Object.keys(others).length === 0 ? readPrefix(given, at(pointer, 'prefix'), reading) : undefined;
      if (prefix !== undefined) return { type: 'anything-but-prefix', prefix };
    }
    const values: readonly unknown[] = Array.isArray(operand) ? operand : [operand];
    const texts = values.filter((value) => typeof value === 'string');
    const numbers = values.filter((value) => typeof value === 'number');
    reading.conditions += values.length - 1;
    const alike = values.length > 0 && (texts.length === values.length || numbers.length === values.length);
    if (alike) return { type: 'anything-but', values: new Set([...texts, ...numbers]) };
    return fault(reading, pointer, 'It is to be a text or a number, several of one kind in a list, or {"prefix": …}.');
  },
};

function readPrefix(operand: unknown, pointer: string, reading: Reading): string | undefined {
  if (typeof operand === 'string' && operand !== '') return operand;
  return fault(reading, pointer, 'It is to be a text that is not empty.');
}

function readBounds(operand: unknown): readonly Bound[] | undefined {
  const read = Array.isArray(operand) ? pairsOf(operand).map(readBound) : [];
  const bounds = read.filter((bound) => bound !== undefined);
  const [first, second] = bounds;
  if (!first || bounds.length !== read.length || bounds.length > 2) return undefined;
  return second === undefined || isRange(first, second) ? bounds : undefined;
}

function isRange(lower: Bound, upper: Bound): boolean {
  return lower.comparison.startsWith('>') && upper.comparison.startsWith('<') && lower.value <= upper.value;
}

function pairsOf(given: readonly unknown[]): readonly (readonly unknown[])[] {
  return given.flatMap((_, place) => (place % 2 === 0 ? [given.slice(place, place + 2)] : []));
}

function readBound([comparison, value]: readonly unknown[]): Bound | undefined {
  return isComparison(comparison) && typeof value === 'number' ? { comparison, value } : undefined;
}

function isComparison(given: unknown): given is Comparison {
  return COMPARISONS.some((known) => known === given);
}

function isScalar(given: unknown): given is Scalar {
  return given === null || ['string', 'number', 'boolean'].includes(typeof given);
}

function isObject(given: unknown): given is object {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/** The pointer to a member. */
export function at(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Notes a fault. */
function fault(reading: Reading, pointer: string, message: string): undefined {
  reading.faults.push({ pointer, message });
}
