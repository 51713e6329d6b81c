import { isObject, pointerTo } from './parse-filter.ts';
import { matchesAny, type Pattern } from './pattern.ts';

/** Values of one event that a filter examines. An event with more than that to examine matches: it is rather sent. */
const MAX_EXAMINED = 5_000;

/** Stands for a missing value, which JSON cannot express. */
const ABSENT = Symbol('absent');

/** The number of values that may still be examined. */
interface Budget {
  left: number;
}

/**
 * True if a value matches a pattern. A path that does not exist matches `exists: false` only, as in EventBridge: "the event must
 * contain all the field names listed in the pattern". Of a list one element has to match; of a list of objects, one object in all
 * fields. An event with more values than a filter examines matches.
 *
 * @param value as `JSON.parse` returns it.
 */
export function matchesFilter(pattern: Pattern, value: unknown): boolean {
  return matches(pattern, value, { left: MAX_EXAMINED });
}

/** The result of a filter for one field. */
export interface FieldFinding {
  /** JSON pointer into the event (RFC 6901). */
  readonly pointer: string;
  readonly matches: boolean;
  /** The value of the field; undefined if it does not exist. */
  readonly found: unknown;
}

/** Evaluates a filter field by field. A list of objects gives one finding, since one object has to match in all fields. */
export function explainMatch(pattern: Pattern, event: unknown): readonly FieldFinding[] {
  const budget = { left: MAX_EXAMINED };
  const findingsAt = (inner: Pattern, value: unknown, pointer: string): readonly FieldFinding[] => {
    if (inner.type === 'fields' && !Array.isArray(value)) {
      return [...inner.fields].flatMap(([name, field]) => findingsAt(field, memberOf(value, name), pointerTo(pointer, name)));
    }
    return [{ pointer, matches: matches(inner, value, budget), found: value === ABSENT ? undefined : value }];
  };
  return findingsAt(pattern, event, '');
}

function matches(pattern: Pattern, value: unknown, budget: Budget): boolean {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  budget.left -= Math.max(1, values.length);
  if (budget.left < 0) return true;
  if (pattern.type === 'fields') return matchesFields(pattern.fields, value, budget);
  return pattern.conditions.exists.has(value !== ABSENT) || matchesAny(pattern.conditions, values);
}

function matchesFields(fields: ReadonlyMap<string, Pattern>, value: unknown, budget: Budget): boolean {
  if (Array.isArray(value)) {
    const objects = value.filter(isObject);
    if (objects.length === 0) return matchesFields(fields, ABSENT, budget);
    return objects.some((each) => matchesFields(fields, each, budget));
  }
  for (const [name, inner] of fields) {
    if (!matches(inner, memberOf(value, name), budget)) return false;
  }
  return true;
}

/** The own property of that name; {@link ABSENT} if there is none. */
function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : ABSENT;
}
