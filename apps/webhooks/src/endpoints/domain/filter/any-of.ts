import { lastWhere } from './last-where.ts';
import type { AnyOf, Condition, Scalar } from './pattern.ts';
import { isInRanges, rangesOf } from './ranges.ts';

/** Conditions of which one has to be met. */
export function anyOf(conditions: readonly Condition[]): AnyOf {
  const equals = conditions.flatMap((each) => (each.type === 'equals' ? [each.value] : []));
  const prefixes = conditions.flatMap((each) => (each.type === 'prefix' ? [each.prefix] : []));
  const bounds = conditions.flatMap((each) => (each.type === 'numeric' ? [each.bounds] : []));
  const exists = conditions.flatMap((each) => (each.type === 'exists' ? [each.exists] : []));
  return {
    exists: new Set(exists),
    equals: new Set(equals),
    prefixes: shortest(prefixes),
    ranges: rangesOf(bounds),
    ...exceptionsOf(conditions),
  };
}

/** Whether one of them is met by one of the values: those of a list, or the one that stands there. */
export function isMetBy(conditions: AnyOf, values: readonly unknown[]): boolean {
  return values.some((value) => isScalar(value) && scalarMeets(conditions, value));
}

function scalarMeets(conditions: AnyOf, value: Scalar): boolean {
  const { equals, exceptions, exceptPrefix } = conditions;
  if (equals.has(value)) return true;
  if (exceptions && !exceptions.has(value)) return true;
  if (exceptPrefix !== undefined && !begins(value, exceptPrefix)) return true;
  if (typeof value === 'number') return isInRanges(conditions.ranges, value);
  return typeof value === 'string' && hasPrefix(conditions.prefixes, value);
}

/** As none begins with another, only the last that does not stand behind the text can be its prefix. */
function hasPrefix(prefixes: readonly string[], text: string): boolean {
  const candidate = lastWhere(prefixes, (prefix) => prefix <= text);
  return candidate !== undefined && text.startsWith(candidate);
}

/** Sorted, without those that begin with another: what fits them fits that one. */
function shortest(prefixes: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const prefix of prefixes.toSorted(byCodeUnits)) {
    const last = kept.at(-1);
    if (last === undefined || !prefix.startsWith(last)) kept.push(prefix);
  }
  return kept;
}

/** As texts are compared in `hasPrefix`. */
function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Of several one is met unless all take the value out: only what all of them take out does not fit. */
function exceptionsOf(conditions: readonly Condition[]): Pick<AnyOf, 'exceptions' | 'exceptPrefix'> {
  const sets = conditions.flatMap((each) => (each.type === 'anything-but' ? [each.values] : []));
  const prefixes = conditions.flatMap((each) => (each.type === 'anything-but-prefix' ? [each.prefix] : []));
  const longest = prefixes.toSorted((a, b) => b.length - a.length)[0];
  const isOneInAnother = longest !== undefined && prefixes.every((each) => longest.startsWith(each));
  if (longest !== undefined && !isOneInAnother) return { exceptions: new Set(), exceptPrefix: undefined };
  const [first, ...others] = sets;
  const exceptions = first && new Set([...first].filter((value) => others.every((other) => other.has(value))));
  return { exceptions, exceptPrefix: longest };
}

function begins(value: Scalar, prefix: string): boolean {
  return typeof value === 'string' && value.startsWith(prefix);
}

function isScalar(value: unknown): value is Scalar {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
