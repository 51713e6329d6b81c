import { at } from './parse-filter.ts';
import { isMetBy, MOST_LOOKS, type Pattern } from './pattern.ts';

/** Where there is no value: JSON itself has no word for it. */
export const ABSENT = Symbol('absent');

/** How many values may still be looked at. */
export interface Looks {
  left: number;
}

/** Those of one event. */
export const newLooks = (): Looks => ({ left: MOST_LOOKS });

/**
 * Whether a value fits a pattern. A path that is not there fits `exists: false` alone, as in EventBridge: "the event must contain
 * all the field names listed in the pattern". Of a list, one element has to fit; of a list of objects, one in all its fields.
 * Where more would have to be looked at than may be, it fits.
 *
 * @param value as `JSON.parse` gives it, or {@link ABSENT}.
 */
export function fits(pattern: Pattern, value: unknown, looks: Looks = newLooks()): boolean {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  looks.left -= Math.max(1, values.length);
  if (looks.left < 0) return true;
  if (pattern.type === 'fields') return fitsFields(pattern.fields, value, looks);
  return pattern.conditions.exists.has(value !== ABSENT) || isMetBy(pattern.conditions, values);
}

function fitsFields(fields: ReadonlyMap<string, Pattern>, value: unknown, looks: Looks): boolean {
  if (Array.isArray(value)) {
    const objects = value.filter(isObject);
    return objects.length > 0 ? objects.some((each) => fitsFields(fields, each, looks)) : fitsFields(fields, ABSENT, looks);
  }
  for (const [name, inner] of fields) {
    if (!fits(inner, memberOf(value, name), looks)) return false;
  }
  return true;
}

/** The member of that name of its own; {@link ABSENT} where there is none, or the value has no members. */
export function memberOf(value: unknown, name: string): unknown {
  if (!isObject(value)) return ABSENT;
  return Object.hasOwn(value, name) ? value[name] : ABSENT;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a filter makes of one field. */
export interface FieldFinding {
  /** JSON pointer into the event (RFC 6901). */
  readonly pointer: string;
  readonly fits: boolean;
  /** The value there; undefined where there is none. */
  readonly found: unknown;
}

/** What a filter makes of each field that it looks at. A list of objects is one finding: one of them has to fit in all fields. */
export function explainMatch(pattern: Pattern, value: unknown): readonly FieldFinding[] {
  return findingsAt({ pattern, value, pointer: '' }, newLooks());
}

interface Place {
  readonly pattern: Pattern;
  readonly value: unknown;
  readonly pointer: string;
}

function findingsAt({ pattern, value, pointer }: Place, looks: Looks): readonly FieldFinding[] {
  if (pattern.type === 'fields' && !Array.isArray(value)) {
    return [...pattern.fields].flatMap(([name, inner]) =>
      findingsAt({ pattern: inner, value: memberOf(value, name), pointer: at(pointer, name) }, looks),
    );
  }
  return [{ pointer, fits: fits(pattern, value, looks), found: value === ABSENT ? undefined : value }];
}
