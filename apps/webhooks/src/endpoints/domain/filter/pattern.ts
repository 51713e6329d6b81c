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
