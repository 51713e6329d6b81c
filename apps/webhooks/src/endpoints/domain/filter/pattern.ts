/** A value that stands at the end of a path. */
export type Scalar = string | number | boolean | null;

/** How a value may be. */
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

/** Numbers next to one another. */
export interface Range {
  readonly from: Cut;
  readonly to: Cut;
}

/** A place between two numbers: right before one, or right after it. */
export interface Cut {
  readonly value: number;
  readonly isAfter: boolean;
}

/** The conditions of one path, kept so that a value is held against all of them at once: it costs little more than one does. */
export interface AnyOf {
  readonly exists: ReadonlySet<boolean>;
  readonly equals: ReadonlySet<Scalar>;
  /** Sorted; none begins with another. */
  readonly prefixes: readonly string[];
  /** Sorted; none touches another. */
  readonly ranges: readonly Range[];
  /** What every anything-but takes out; undefined where there is none. */
  readonly exceptions: ReadonlySet<Scalar> | undefined;
  /** What every anything-but with a prefix takes out; undefined where there is none. */
  readonly exceptPrefix: string | undefined;
}

/** All fields have to fit, and of a field's conditions one. */
export type Pattern =
  | { readonly type: 'fields'; readonly fields: ReadonlyMap<string, Pattern> }
  | { readonly type: 'conditions'; readonly conditions: AnyOf };

/** Members of an event that a filter may look at. */
export const FILTER_ROOTS = ['data', 'previous', 'changed', 'reason', 'reference'] as const;

/** What a filter may be at most: its JSON in bytes of UTF-8, its conditions, and fields inside one another. */
export const FILTER_BOUNDS = { bytes: 4_096, conditions: 100, depth: 8 } as const;

/** Values of one event that a filter looks at. An event with more than it would have to look at is rather sent. */
export const MOST_LOOKS = 5_000;

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

/** The ranges that several conditions make together: sorted, and none touches another. */
function rangesOf(conditions: readonly (readonly Bound[])[]): readonly Range[] {
  const sorted = conditions
    .map(rangeOf)
    .filter(({ from, to }) => !isAtMost(to, from))
    .toSorted((a, b) => (isAtMost(a.from, b.from) ? -1 : 1));
  const joined: Range[] = [];
  for (const range of sorted) {
    const last = joined.at(-1);
    if (!last || !isAtMost(range.from, last.to)) joined.push(range);
    else if (!isAtMost(range.to, last.to)) joined.splice(-1, 1, { from: last.from, to: range.to });
  }
  return joined;
}

/** Whether one of them has the number. */
function isInRanges(ranges: readonly Range[], value: number): boolean {
  const before = { value, isAfter: false };
  const range = lastWhere(ranges, ({ from }) => isAtMost(from, before));
  return range !== undefined && isAtMost({ value, isAfter: true }, range.to);
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

function isAtMost(a: Cut, b: Cut): boolean {
  return a.value < b.value || (a.value === b.value && (b.isAfter || !a.isAfter));
}

/** The last that it holds for, of those that it holds for first and then no more; found by halves. */
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
