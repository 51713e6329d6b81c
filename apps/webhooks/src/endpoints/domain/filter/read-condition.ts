import { type Bound, type Comparison, COMPARISONS, type Condition, type Scalar } from './pattern.ts';

/** What is wrong with a filter, and where: a JSON pointer into it (RFC 6901). */
export interface FilterFault {
  readonly pointer: string;
  readonly message: string;
}

/** What is noted while a filter is read. */
export interface Reading {
  readonly faults: FilterFault[];
  conditions: number;
}

/** Reads one condition of a field. @returns undefined where it is at fault, which is noted. */
export function readCondition(given: unknown, pointer: string, reading: Reading): Condition | undefined {
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

export function isObject(given: unknown): given is object {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/** The pointer to a member. */
export function at(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Notes a fault. */
export function fault(reading: Reading, pointer: string, message: string): undefined {
  reading.faults.push({ pointer, message });
}
