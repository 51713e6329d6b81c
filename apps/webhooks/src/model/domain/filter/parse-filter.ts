import { comparedForm } from '@fulfilment/kernel';
import {
  anyOf,
  type Bound,
  comparedScalar,
  type Comparison,
  COMPARISONS,
  type Condition,
  FILTER_BOUNDS,
  FILTER_ROOTS,
  isScalar,
  type Pattern,
} from './pattern.ts';

/** An error in a filter, with a JSON pointer into the filter (RFC 6901). */
export interface FilterFault {
  readonly pointer: string;
  readonly message: string;
}

export type ParsedFilter =
  | { readonly type: 'filter'; readonly pattern: Pattern }
  | { readonly type: 'refused'; readonly faults: readonly FilterFault[] };

/**
 * Parses a content filter. It has the form of an event pattern of Amazon EventBridge: the structure of the event, with a list of
 * conditions at the end of each path.
 *
 * @param given the filter as `JSON.parse` returns it.
 * @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns-content-based-filtering.html
 */
export function parseFilter(given: unknown): ParsedFilter {
  const { bytes, conditions } = FILTER_BOUNDS;
  if (Buffer.byteLength(JSON.stringify(given) ?? '') > bytes)
    return { type: 'refused', faults: [{ pointer: '', message: `A filter has at most ${bytes} bytes.` }] };
  const parser = new FilterParser();
  const pattern = parser.parse(given);
  if (parser.conditions > conditions) parser.fault('', `A filter has at most ${conditions} conditions.`);
  return parser.faults.length > 0 ? { type: 'refused', faults: parser.faults } : { type: 'filter', pattern };
}

/** The JSON pointer to a member. */
export function pointerTo(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

const MATCHES_NOTHING: Pattern = { type: 'conditions', conditions: anyOf([]) };

/** Collects every fault of a filter and counts its conditions. */
class FilterParser {
  readonly faults: FilterFault[] = [];
  conditions = 0;

  parse(given: unknown): Pattern {
    const roots: readonly string[] = FILTER_ROOTS;
    for (const name of isObject(given) ? Object.keys(given) : []) {
      if (!roots.includes(name)) this.fault(pointerTo('', name), `A filter may contain only ${FILTER_ROOTS.join(', ')}.`);
    }
    return this.#readPattern(given, '');
  }

  fault(pointer: string, message: string): undefined {
    this.faults.push({ pointer, message });
  }

  #readPattern(given: unknown, pointer: string): Pattern {
    if (Array.isArray(given) && pointer !== '') return this.#readConditions(given, pointer);
    if (!isObject(given)) {
      this.fault(pointer, 'Must be an object of fields or a list of conditions.');
      return MATCHES_NOTHING;
    }
    const fields = Object.entries(given);
    if (fields.length === 0) this.fault(pointer, 'Must have at least one field.');
    if (pointer.split('/').length > FILTER_BOUNDS.depth) {
      this.fault(pointer, `Fields may be nested at most ${FILTER_BOUNDS.depth} deep.`);
      return MATCHES_NOTHING;
    }
    const patterns = fields.map(([name, inner]): [string, Pattern] => [name, this.#readPattern(inner, pointerTo(pointer, name))]);
    return { type: 'fields', fields: new Map(patterns) };
  }

  #readConditions(given: readonly unknown[], pointer: string): Pattern {
    if (given.length === 0) this.fault(pointer, 'Must have at least one condition; an empty list matches nothing.');
    this.conditions += given.length;
    const conditions = given.flatMap((each, index) => this.#readCondition(each, pointerTo(pointer, String(index))) ?? []);
    return { type: 'conditions', conditions: anyOf(conditions) };
  }

  #readCondition(given: unknown, pointer: string): Condition | undefined {
    if (isScalar(given)) return { type: 'equals', value: comparedScalar(given) };
    const [[name, operand] = ['', undefined], ...others] = isObject(given) ? Object.entries(given) : [];
    const operandAt = pointerTo(pointer, name);
    switch (others.length === 0 ? name : '') {
      case 'prefix': {
        const prefix = this.#readPrefix(operand, operandAt);
        return prefix === undefined ? undefined : { type: 'prefix', prefix };
      }
      case 'exists':
        if (typeof operand === 'boolean') return { type: 'exists', exists: operand };
        return this.fault(operandAt, 'Must be true or false.');
      case 'numeric': {
        const bounds = readBounds(operand);
        if (bounds) return { type: 'numeric', bounds };
        return this.fault(operandAt, 'Must be like [">=", 10], ["=", 7], or [">", 0, "<=", 5] with a lower and an upper bound.');
      }
      case 'anything-but':
        return this.#readAnythingBut(operand, operandAt);
      default:
        return this.fault(pointer, 'Must be a value, or one of {"prefix"}, {"numeric"}, {"anything-but"} and {"exists"}.');
    }
  }

  #readAnythingBut(operand: unknown, pointer: string): Condition | undefined {
    if (isObject(operand)) {
      const { prefix: given, ...others } = Object.fromEntries(Object.entries(operand));
      const isPrefix = Object.keys(others).length === 0;
      const prefix = isPrefix ? this.#readPrefix(given, pointerTo(pointer, 'prefix')) : undefined;
      if (prefix !== undefined) return { type: 'anything-but-prefix', prefix };
    }
    const values: readonly unknown[] = Array.isArray(operand) ? operand : [operand];
    const texts = values.filter((value) => typeof value === 'string');
    const numbers = values.filter((value) => typeof value === 'number');
    this.conditions += values.length - 1;
    const areOfOneType = values.length > 0 && (texts.length === values.length || numbers.length === values.length);
    if (areOfOneType) return { type: 'anything-but', values: new Set([...texts.map((text) => comparedForm(text)), ...numbers]) };
    return this.fault(pointer, 'Must be a string, a number, a list of either, or {"prefix": …}.');
  }

  #readPrefix(operand: unknown, pointer: string): string | undefined {
    if (typeof operand === 'string' && operand !== '') return operand.normalize('NFC');
    return this.fault(pointer, 'Must be a string that is not empty.');
  }
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
  return given.flatMap((_, index) => (index % 2 === 0 ? [given.slice(index, index + 2)] : []));
}

function readBound([comparison, value]: readonly unknown[]): Bound | undefined {
  return isComparison(comparison) && typeof value === 'number' ? { comparison, value } : undefined;
}

function isComparison(given: unknown): given is Comparison {
  return COMPARISONS.some((known) => known === given);
}

/** True for an object of JSON, which is no list and not null. */
export function isObject(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
