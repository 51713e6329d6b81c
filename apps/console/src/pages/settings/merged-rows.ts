import type { Rows } from '../../parts/data-table.tsx';

/** A record of a list that is read newest first. */
interface Dated {
  readonly id: string;
  readonly created_at: string;
}

/** The end of a list whose page had nothing while there is more: its next row may be as new as any. */
const UNKNOWN = '\u{FFFF}';

/**
 * Lists that are read newest first, page by page, as one of their kind. Rows that are older than the end of what one list has read are
 * left out until it is read on, so that none comes in between later.
 */
export function mergedRows<Row extends Dated>(lists: ReadonlyArray<Rows<Row>>): Rows<Row> {
  const read = lists.map((list) => list.rows ?? (list.error ? [] : undefined));
  const ends = lists.map(({ rows, hasMore }) => (hasMore ? (rows?.at(-1)?.created_at ?? UNKNOWN) : ''));
  const horizon = ends.toSorted().at(-1) ?? '';
  const all = read.includes(undefined) ? undefined : read.flatMap((rows) => rows ?? []);
  return {
    rows: all?.filter(({ created_at: at }) => at >= horizon).toSorted(newestFirst),
    error: lists.find(({ error }) => error)?.error,
    isOutdated: lists.some(({ isOutdated = false }) => isOutdated),
    hasMore: lists.some(({ hasMore }) => hasMore),
    isLoadingMore: lists.some(({ isLoadingMore }) => isLoadingMore),
    loadMore: () => {
      for (const [index, list] of lists.entries()) if (list.hasMore && ends[index] === horizon) list.loadMore();
    },
    reload: () => {
      for (const list of lists) list.reload();
    },
  };
}

/** Of one moment, by their ids. */
export function newestFirst(one: Dated, other: Dated): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}
