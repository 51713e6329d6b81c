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

/** All fields have to fit, and of a field's conditions one. */
export type Pattern =
  | { readonly type: 'fields'; readonly fields: ReadonlyMap<string, Pattern> }
  | { readonly type: 'conditions'; readonly conditions: readonly Condition[] };

/** Members of an event that a filter may look at. */
export const FILTER_ROOTS = ['data', 'previous', 'changed', 'reason', 'reference'] as const;

/** What a filter may be at most: its JSON in bytes of UTF-8, its conditions, and fields inside one another. */
export const FILTER_BOUNDS = { bytes: 4_096, conditions: 100, depth: 8 } as const;
