import { isMetBy } from './any-of.ts';
import { MOST_LOOKS, type Pattern } from './pattern.ts';

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
