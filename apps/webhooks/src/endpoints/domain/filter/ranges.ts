import { lastWhere } from './last-where.ts';
import type { Bound, Cut, Range } from './pattern.ts';

/** The ranges that several conditions make together: sorted, and none touches another. */
export function rangesOf(conditions: readonly (readonly Bound[])[]): readonly Range[] {
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
export function isInRanges(ranges: readonly Range[], value: number): boolean {
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
