import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { errors } from '@fulfilment/contracts';
import { firstIdAt, type IdPrefix, type Page } from '@fulfilment/kernel';
import type { ClientSession, Collection, Document, Filter, FindCursor } from 'mongodb';
import { findAtOnce } from './find-at-once.ts';
import { merged } from './merged.ts';
import { LargeRecords, PageRows, type Picking } from './page-rows.ts';

/** A value that lists are sorted by. */
type SortValue = string | number | Date;

/**
 * The order of a list, as MongoDB writes it: `{ updated_at: 1, sku: 1 }`. The values are strings, numbers or dates, never missing,
 * and under the list's filter the last field is unique among those that are equal in the others: it breaks every tie.
 */
export type PageSort = Readonly<Record<string, 1 | -1>>;

/** A part of a list, and the index that has it in the list's order. */
export interface PagePart<Doc extends Document> {
  /** Where its records are; in the collection of the list by default. */
  readonly collection?: Collection<Doc>;
  readonly filter: Filter<Doc>;
  readonly hint: string;
}

/** The requested page of a list, and its order. */
export interface PageRequest<Doc extends Document> {
  readonly collection: Collection<Doc>;
  /** The list's filter; it begins with the tenant. */
  readonly filter: Filter<Doc>;
  readonly sort: PageSort;
  /** The index to use instead of the planner's choice. */
  readonly hint?: string | undefined;
  /** A second part of the list, by an index of its own. No record is in both at one moment; both are read at the same one. */
  readonly also?: PagePart<Doc> | undefined;
  /**
   * A part whose records all come after those of the list in its order, such as an archive: it is read where the list ends before the
   * page does, at the same moment.
   */
  readonly behind?: PagePart<Doc> | undefined;
  /** Fields that are left out of what is read, each with 0; none that the list is sorted by. */
  readonly without?: Readonly<Record<string, 0>> | undefined;
  /** Of the records of the list those that the page has, told apart once they are read; the page ends after the last that it looks at. */
  readonly picking?: Picking<Doc> | undefined;
  readonly limit: number;
  /** Bytes of its records as JSON at which it ends, about; 1 MB by default. */
  readonly maxBytes?: number | undefined;
  readonly cursor: string | undefined;
  readonly scope: CursorScope;
}

/** Records that were made from one moment on and before another, by their ids, which begin with it; all for an open window. */
export function madeWithin(prefix: IdPrefix, from: Date | undefined, before: Date | undefined) {
  if (!from && !before) return {};
  return { _id: { ...(from && { $gte: firstIdAt(prefix, from) }), ...(before && { $lt: firstIdAt(prefix, before) }) } };
}

/**
 * Reads one page by keyset: its cost is the same at any depth, and a record that exists throughout comes once, whatever is written
 * between the reads. A record whose place in the order moves ahead of the reader comes again. A page ends before its limit at 1 MB.
 *
 * @throws AppError `invalid_cursor` if the cursor is not of this list.
 */
export async function readPage<Doc extends Document, Item>(
  cursors: Cursors,
  request: PageRequest<Doc>,
  present: (doc: Doc) => Item,
): Promise<Page<Item>> {
  const { sort, limit, maxBytes, cursor, picking } = request;
  const scope = { ...request.scope, list: `${request.scope.list} by ${JSON.stringify(sort)}` };
  const after = cursor === undefined ? undefined : positionOf(cursors.open(cursor, scope));
  const page = new PageRows<Doc>(limit, maxBytes, picking);
  const listOfTenant = `${scope.tenant} ${scope.list}`;
  const rowsAtOnce = cursors.largeRecords.rowsAtOnce(listOfTenant, maxBytes);
  const fill = async (take: (range: Range, atMost: number) => Promise<void>): Promise<void> => {
    // One query for each number of fields shared with the last record: each is a plain range of an index.
    for (const range of rangesAfter(sort, after)) {
      if (page.hasMore) break;
      await take(range, page.wanted);
    }
  };
  const { also, behind } = request;
  if (also === undefined && behind === undefined)
    await fill(async (range, atMost) => {
      if (picking === undefined && rowsAtOnce > atMost) await page.take(await findRange(request, range, atMost));
      else await page.takeFrom(find(request, range, { atMost, rowsAtOnce }));
    });
  else
    await request.collection.db.client.withSession({ snapshot: true }, (session) =>
      fill(async (range, atMost) => {
        const parts = also === undefined ? [request] : [request, also];
        await page.take(
          merged(
            parts.map((part) => find({ ...request, ...part }, range, { atMost, rowsAtOnce, session })),
            orderOf(range.sort),
          ),
        );
        if (behind === undefined || page.hasMore) return;
        await page.takeFrom(find({ ...request, ...behind }, range, { atMost: page.wanted, rowsAtOnce, session }));
      }),
    );
  cursors.largeRecords.learn(listOfTenant, page);
  const { rows, last, hasMore } = page;
  return {
    data: rows.map(present),
    has_more: hasMore,
    next_cursor:
      hasMore && last
        ? cursors.seal(JSON.stringify(Object.keys(sort).map((field) => toJson(valueAt(last, field)))), scope)
        : null,
  };
}

/** Rows of one answer of the database where some of them are picked, unless the page has more. */
const PICKED_FROM = 100;

interface Batches {
  readonly atMost: number;
  /** Rows of one answer of the database, which has 16 MB at most. */
  readonly rowsAtOnce: number;
  readonly session?: ClientSession;
}

function find<Doc extends Document>(
  { collection, filter, hint, without: projection, picking, limit }: PageRequest<Doc>,
  { match, sort }: Range,
  { atMost, rowsAtOnce, session }: Batches,
): FindCursor<Doc> {
  const options = {
    ...(hint === undefined ? {} : { hint }),
    ...(projection === undefined ? {} : { projection }),
    ...(session === undefined ? {} : { session, readConcern: { level: 'snapshot' as const } }),
    // One more than the limit, so that the database ends the query with its first answer. Where some are picked, they may be the first.
    batchSize: Math.min(rowsAtOnce, picking ? Math.max(limit + 1, PICKED_FROM) : atMost + 1),
    sort,
    limit: atMost,
  };
  const conditions: Filter<Document> = { $and: [filter, match] };
  return collection.find<Doc>(conditions, options);
}

/** All rows of a range, of a list that is not known for large records: they are decoded as they are taken. */
function findRange<Doc extends Document>(
  { collection, filter, hint, without: projection }: PageRequest<Doc>,
  { match, sort }: Range,
  limit: number,
): Promise<Iterable<Doc>> {
  const conditions: Filter<Document> = { $and: [filter, match] };
  const how = { ...(hint === undefined ? {} : { hint }), ...(projection === undefined ? {} : { projection }) };
  return findAtOnce<Doc>(collection, conditions, { ...how, sort, limit });
}

/** Compares records as MongoDB does. */
function orderOf(sort: PageSort): (a: Document, b: Document) => number {
  const fields = Object.entries(sort);
  return (a, b) => {
    for (const [field, direction] of fields) {
      const order = compare(valueAt(a, field), valueAt(b, field));
      if (order !== 0) return direction * order;
    }
    return 0;
  };
}

/** Strings by their bytes, which are not always in the order of their UTF-16 units. */
function compare(a: SortValue, b: SortValue): number {
  return typeof a === 'string' && typeof b === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : Number(a) - Number(b);
}

/** A part of a list. */
interface Range {
  readonly match: Document;
  /** Without the fields that are equal in it: with them, MongoDB 6.0 sorts all of it where it merges several ranges of an index. */
  readonly sort: PageSort;
}

/** The records after a position, in parts: equal in all fields but the last, in all but the last two, and so on. */
function rangesAfter(sort: PageSort, after: readonly SortValue[] | undefined): Range[] {
  if (!after) return [{ match: {}, sort }];
  const fields = Object.entries(sort);
  return fields
    .map(([field, direction], place) => ({
      match: {
        ...Object.fromEntries(fields.slice(0, place).map(([equal], at) => [equal, after[at]])),
        [field]: { [direction === 1 ? '$gt' : '$lt']: after[place] },
      },
      sort: Object.fromEntries(fields.slice(place)),
    }))
    .toReversed();
}

function valueAt(doc: Document, field: string): SortValue {
  const value: unknown = field.split('.').reduce((inner: unknown, name) => memberOf(inner, name), doc);
  if (typeof value === 'string' || typeof value === 'number' || value instanceof Date) return value;
  throw new Error(`A list cannot be sorted by ${field}: a record lacks it`);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}

const toJson = (value: SortValue): unknown => (value instanceof Date ? { ms: value.getTime() } : value);

/** Only what {@link toJson} wrote: the cursor's signature is checked before. */
function positionOf(text: string): SortValue[] {
  const values: readonly (string | number | { readonly ms: number })[] = JSON.parse(text);
  return values.map((value) => (typeof value === 'object' ? new Date(value.ms) : value));
}

/** The list a cursor belongs to: on any other it is refused. */
export interface CursorScope {
  readonly tenant: string;
  readonly list: string;
  /** The list's filters, without `limit` and `cursor`. */
  readonly filter: Readonly<Record<string, unknown>>;
}

/**
 * The values of a filter in a scope: one alone as it is, so that cursors which were given out while the filter took a single value stay
 * good.
 */
export function scopeOf<Value>(values: readonly Value[] | undefined): Value | readonly Value[] | undefined {
  return values?.length === 1 ? values[0] : values;
}

const MAC_BYTES = 16;

/** Makes and reads the opaque cursors of lists: the end of a page, signed (HMAC-SHA-256) over list, tenant and filters. */
export interface Cursors {
  seal(position: string, scope: CursorScope): string;
  /** @throws AppError `invalid_cursor` if it was altered or belongs to another list, tenant or filter. */
  open(cursor: string, scope: CursorScope): string;
  /** Sizes of records, as the lists of a process have shown them. */
  readonly largeRecords: LargeRecords;
}

/** @param secret at least 32 characters, the same in every instance of the service. */
export function makeCursors(secret: string): Cursors {
  // A key of bytes would be made into such an object for each cursor, which takes five times as long as the rest of it.
  const key = createSecretKey(createHash('sha256').update(`cursor:${secret}`).digest());
  const mac = (position: string, scope: CursorScope): Buffer => {
    const filter = Object.entries(scope.filter)
      .filter(([, value]) => value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    const signed = JSON.stringify([scope.tenant, scope.list, filter, position]);
    return createHmac('sha256', key).update(signed).digest().subarray(0, MAC_BYTES);
  };
  return {
    largeRecords: new LargeRecords(),
    seal: (position, scope) => Buffer.concat([mac(position, scope), Buffer.from(position)]).toString('base64url'),
    open: (cursor, scope) => {
      const bytes = Buffer.from(cursor, 'base64url');
      const position = bytes.subarray(MAC_BYTES).toString();
      const isGenuine = bytes.length > MAC_BYTES && timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(position, scope));
      if (!isGenuine)
        throw errors.invalidCursor(
          'The cursor was altered, or belongs to another list or filter. Start again from the first page.',
        );
      return position;
    },
  };
}
