import type { Bound, Condition, Pattern, Scalar } from './pattern.ts';

/** Where there is no value: JSON itself has no word for it. */
export const ABSENT = Symbol('absent');

/**
 * Whether a value fits a pattern. A path that is not there fits `exists: false` alone, as in EventBridge: "the event must contain
 * all the field names listed in the pattern". Of a list, one element has to fit; of a list of objects, one in all its fields.
 *
 * @param value as `JSON.parse` gives it, or {@link ABSENT}.
 */
export function fits(pattern: Pattern, value: unknown): boolean {
  if (pattern.type === 'conditions') return pattern.conditions.some((condition) => meets(condition, value));
  if (Array.isArray(value)) {
    const objects = value.filter(isObject);
    return objects.length > 0 ? objects.some((each) => fits(pattern, each)) : fits(pattern, ABSENT);
  }
  for (const [name, inner] of pattern.fields) {
    if (!fits(inner, memberOf(value, name))) return false;
  }
  return true;
}

/** The member of that name of its own; {@link ABSENT} where there is none, or the value has no members. */
export function memberOf(value: unknown, name: string): unknown {
  if (!isObject(value)) return ABSENT;
  const own = Object.getOwnPropertyDescriptor(value, name);
  return own ? own.value : ABSENT;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function meets(condition: Condition, value: unknown): boolean {
  if (condition.type === 'exists') return condition.exists === (value !== ABSENT);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.some((each) => isScalar(each) && scalarMeets(condition, each));
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function scalarMeets(condition: Exclude<Condition, { type: 'exists' }>, value: Scalar): boolean {
  switch (condition.type) {
    case 'equals':
      return value === condition.value;
    case 'prefix':
      return begins(value, condition.prefix);
    case 'numeric':
      return typeof value === 'number' && condition.bounds.every((bound) => isWithin(bound, value));
    case 'anything-but':
      return !condition.values.has(value);
    case 'anything-but-prefix':
      return !begins(value, condition.prefix);
  }
}

function begins(value: Scalar, prefix: string): boolean {
  return typeof value === 'string' && value.startsWith(prefix);
}

function isWithin({ comparison, value: bound }: Bound, value: number): boolean {
  switch (comparison) {
    case '=':
      return value === bound;
    case '<':
      return value < bound;
    case '<=':
      return value <= bound;
    case '>':
      return value > bound;
    case '>=':
      return value >= bound;
  }
}
