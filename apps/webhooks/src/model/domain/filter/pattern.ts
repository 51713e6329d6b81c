import { comparedForm } from '@fulfilment/kernel';

/** Members of an event that a filter may refer to. */
export const FILTER_ROOTS = ['data', 'previous', 'changed', 'reason', 'reference'] as const;

/** Limits of a filter: bytes of its JSON in UTF-8, number of conditions, and nesting of fields. */
export const FILTER_BOUNDS = { bytes: 4_096, conditions: 100, depth: 8 } as const;

/** A parsed filter: all fields must match, and of the conditions of a field one. */
export type Pattern =
  | { readonly type: 'fields'; readonly fields: ReadonlyMap<string, Pattern> }
  | { readonly type: 'conditions'; readonly conditions: AnyOf };

/** A value at the end of a path. */
export type Scalar = string | number | boolean | null;

/** One condition as it is written in a filter. */
export type Condition =
  | { readonly type: 'equals'; readonly value: Scalar }
  | { readonly type: 'prefix'; readonly prefix: string }
  | { readonly type: 'numeric'; readonly bounds: readonly Bound[] }
  | { readonly type: 'anything-but'; readonly values: ReadonlySet<Scalar> }
  | { readonly type: 'anything-but-prefix'; readonly prefix: string }
  | { readonly type: 'exists'; readonly exists: boolean };

export interface Bound {
  readonly comparison: Comparison;
  readonly value: number;
}

export const COMPARISONS = ['=', '<', '<=', '>', '>='] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** The conditions of one path, indexed so that testing a value against a hundred of them costs little more than against one. */
export interface AnyOf {
  readonly exists: ReadonlySet<boolean>;
  readonly equals: ReadonlySet<Scalar>;
  /** Sorted; none begins with another. */
  readonly prefixes: readonly string[];
  /** Sorted and disjoint. */
  readonly ranges: readonly Range[];
  /** Values that every anything-but excludes; undefined if there is no anything-but. */
  readonly exceptions: ReadonlySet<Scalar> | undefined;
  /** The prefix that every anything-but with a prefix excludes; undefined if there is none. */
  readonly exceptPrefix: string | undefined;
}

/** An interval of numbers. */
interface Range {
  readonly from: Cut;
  readonly to: Cut;
}

/** An end of an interval: right before a number, or right after it. */
interface Cut {
  readonly value: number;
  readonly isAfter: boolean;
}

/** Indexes conditions of which one has to hold. */
export function anyOf(conditions: readonly Condition[]): AnyOf {
  const equals = conditions.flatMap((each) => (each.type === 'equals' ? [each.value] : []));
  const prefixes = conditions.flatMap((each) => (each.type === 'prefix' ? [each.prefix] : []));
  const bounds = conditions.flatMap((each) => (each.type === 'numeric' ? [each.bounds] : []));
  const exists = conditions.flatMap((each) => (each.type === 'exists' ? [each.exists] : []));
  return {
    exists: new Set(exists),
    equals: new Set(equals),
    prefixes: shortestPrefixes(prefixes),
    ranges: unionOf(bounds.map(rangeOf)),
    ...exceptionsOf(conditions),
  };
}

/** True if one of the conditions holds for one of the values: the elements of a list, or a single value. */
export function matchesAny(conditions: AnyOf, values: readonly unknown[]): boolean {
  return values.some((value) => isScalar(value) && matchesScalar(conditions, value));
}

export function isScalar(value: unknown): value is Scalar {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Texts are compared in one form, however a filter and an event have them. */
export const comparedScalar = (value: Scalar): Scalar => (typeof value === 'string' ? comparedForm(value) : value);

function matchesScalar(conditions: AnyOf, given: Scalar): boolean {
  const { equals, exceptions, exceptPrefix } = conditions;
  const value = comparedScalar(given);
  if (equals.has(value)) return true;
  if (exceptions && !exceptions.has(value)) return true;
  // A blank at the end of a prefix means one.
  const beginning = typeof given === 'string' ? given.normalize('NFC') : undefined;
  if (exceptPrefix !== undefined && !beginning?.startsWith(exceptPrefix)) return true;
  if (typeof value === 'number') return isInRanges(conditions.ranges, value);
  return beginning !== undefined && hasPrefix(conditions.prefixes, beginning);
}

/** None of the prefixes begins with another, so only the greatest one that is not above the text can be its prefix. */
function hasPrefix(prefixes: readonly string[], text: string): boolean {
  const candidate = lastWhere(prefixes, (prefix) => prefix <= text);
  return candidate !== undefined && text.startsWith(candidate);
}

function isInRanges(ranges: readonly Range[], value: number): boolean {
  const before = { value, isAfter: false };
  const range = lastWhere(ranges, ({ from }) => isAtMost(from, before));
  return range !== undefined && isAtMost({ value, isAfter: true }, range.to);
}

/** Binary search for the last item that satisfies the predicate; the items that satisfy it come first. */
function lastWhere<Item>(items: readonly Item[], holds: (item: Item) => boolean): Item | undefined {
  let from = 0;
  let to = items.length;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const item = items[middle];
    if (item !== undefined && holds(item)) from = middle + 1;
    else to = middle;
  }
  return items[from - 1];
}

/** Sorts prefixes and leaves out those that begin with another one, which matches all that they match. */
function shortestPrefixes(prefixes: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const prefix of prefixes.toSorted(byCodeUnits)) {
    const last = kept.at(-1);
    if (last === undefined || !prefix.startsWith(last)) kept.push(prefix);
  }
  return kept;
}

/** The order of the comparison in `hasPrefix`. */
function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function rangeOf(bounds: readonly Bound[]): Range {
  let from: Cut = { value: -Infinity, isAfter: false };
  let to: Cut = { value: Infinity, isAfter: true };
  for (const { comparison, value } of bounds) {
    if (comparison !== '<' && comparison !== '<=') from = { value, isAfter: comparison === '>' };
    if (comparison !== '>' && comparison !== '>=') to = { value, isAfter: comparison !== '<' };
  }
  return { from, to };
}

/** Joins ranges that overlap or touch; the result is sorted. */
function unionOf(ranges: readonly Range[]): readonly Range[] {
  const sorted = ranges.filter(({ from, to }) => !isAtMost(to, from)).toSorted((a, b) => (isAtMost(a.from, b.from) ? -1 : 1));
  const joined: Range[] = [];
  for (const range of sorted) {
    const last = joined.at(-1);
    if (!last || !isAtMost(range.from, last.to)) joined.push(range);
    else if (!isAtMost(range.to, last.to)) joined.splice(-1, 1, { from: last.from, to: range.to });
  }
  return joined;
}

function isAtMost(a: Cut, b: Cut): boolean {
  return a.value < b.value || (a.value === b.value && (b.isAfter || !a.isAfter));
}

/** One of several anything-but conditions holds unless all of them exclude the value, so only their intersection is excluded. */
function exceptionsOf(conditions: readonly Condition[]): Pick<AnyOf, 'exceptions' | 'exceptPrefix'> {
  const sets = conditions.flatMap((each) => (each.type === 'anything-but' ? [each.values] : []));
  const prefixes = conditions.flatMap((each) => (each.type === 'anything-but-prefix' ? [each.prefix] : []));
  const longest = prefixes.toSorted((a, b) => b.length - a.length)[0];
  const areNested = longest !== undefined && prefixes.every((each) => longest.startsWith(each));
  if (longest !== undefined && !areNested) return { exceptions: new Set(), exceptPrefix: undefined };
  const [first, ...others] = sets;
  const exceptions = first && new Set([...first].filter((value) => others.every((other) => other.has(value))));
  return { exceptions, exceptPrefix: longest };
}
