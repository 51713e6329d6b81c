import type { Page } from '@fulfilment/kernel';
import type { Collection, Document, Filter } from 'mongodb';
import type { Cursors, CursorScope } from './cursor.ts';

export interface PageRequest<Doc extends Document> {
  readonly collection: Collection<Doc>;
  /** The list's filter; it begins with the tenant. */
  readonly filter: Filter<Doc>;
  /** A field whose values are strings and unique under the filter: paging by it neither skips nor repeats. */
  readonly by: keyof Doc & string;
  readonly direction: 'ascending' | 'descending';
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly scope: CursorScope;
}

/**
 * Reads one page by keyset: its cost is the same at any depth, and what is there throughout comes once, whatever is written meanwhile.
 *
 * @throws AppError `invalid_cursor` if the cursor is not of this list.
 */
export async function readPage<Doc extends Document, Item>(
  cursors: Cursors,
  request: PageRequest<Doc>,
  present: (doc: Doc) => Item,
): Promise<Page<Item>> {
  const { collection, filter, by, direction, limit, cursor, scope } = request;
  const ascending = direction === 'ascending';
  const after = cursor === undefined ? undefined : cursors.open(cursor, scope);
  const from = after === undefined ? {} : { [by]: { [ascending ? '$gt' : '$lt']: after } };
  const found = await collection
    .aggregate<Doc>([{ $match: { $and: [filter, from] } }, { $sort: { [by]: ascending ? 1 : -1 } }, { $limit: limit + 1 }])
    .toArray();
  const docs = found.slice(0, limit);
  const last = docs.at(-1);
  const hasMore = found.length > limit;
  return {
    data: docs.map(present),
    has_more: hasMore,
    next_cursor: hasMore && last ? cursors.seal(String(last[by]), scope) : null,
  };
}
