import type { Callable, CallOf } from '@fulfilment/contracts';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { type ListPage, listing, type ListRead, type ReadOperation, type RowOf } from '../api/call.ts';
import { numberText } from '../language/formats.ts';
import { strings } from '../strings.ts';
import { Button } from './button.tsx';
import { withNewest } from '../api/newest-page.ts';
import { ProblemNotice } from './problem-notice.tsx';

const { table: words } = strings;

type SortDirection = 'ascending' | 'descending';

/**
 * In the first line what was done, where, and how much of it, or a record and its state; in the second who did it, and when; in a third
 * one what else is to be known of some rows. The menu of a row stands beside its lines.
 */
type BriefPart = 'what' | 'where' | 'amount' | 'who' | 'when' | 'note' | 'menu';

/** One column: its head, and the cell of each row. */
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end';
  /** Left out on narrow screens. */
  readonly priority?: 'high' | 'low';
  /** The sort orders of the list by this column, as the API names them; without one its head is no button. */
  readonly sorts?: Partial<Readonly<Record<SortDirection, string>>>;
  /** Of the cell that names the row: what narrow screens show below it, where the column of that is left out. */
  readonly detail?: (row: Row) => string | undefined;
  /** True where its cells have buttons alone, which say what they do. */
  readonly hasHiddenTitle?: boolean;
  /** True for the cell that names the row, the first by default. */
  readonly isHead?: boolean;
  /** Where the cell stands in a list of two lines or three on narrow screens; cells without one are left out there. */
  readonly brief?: BriefPart;
}

/** The rows of a list that have been read so far. */
export interface Rows<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly error: unknown;
  /** True while the rows are those of the view before, and the next one loads. */
  readonly isOutdated?: boolean;
  readonly hasMore: boolean;
  /** True for what belongs to one record, such as its lines: their number is told by looking, and not below them. */
  readonly isPartOfRecord?: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
  readonly reload: () => void;
}

/** Rows that are all there, as a list. */
export function fixedRows<Row>(rows: readonly Row[]): Rows<Row> {
  return { rows, error: undefined, hasMore: false, isLoadingMore: false, loadMore: () => undefined, reload: () => undefined };
}

/** The rows of a part of one record, as a list. */
export function rowsOfRecord<Row>(rows: readonly Row[]): Rows<Row> {
  return { ...fixedRows(rows), isPartOfRecord: true };
}

/** How a list is followed while it is shown. */
interface Following<Row> {
  readonly everyMs: number;
  readonly keyOf: (row: Row) => string;
}

/**
 * Reads a list of the API page by page.
 *
 * @param following reads its newest page again and again, and no other, however many were read.
 */
export function useRows<Op extends ReadOperation>(
  operation: Callable<Op>,
  request: CallOf<Op>,
  following?: Following<RowOf<Op>>,
): Rows<RowOf<Op>> {
  const queries = useQueryClient();
  const read = listing(operation, request);
  const list = useInfiniteQuery({
    ...read,
    initialPageParam: firstPage,
    getNextPageParam: ({ next_cursor: cursor }: ListPage<RowOf<Op>>) => cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: following === undefined,
  });
  const newest = useNewest(read, list, following?.everyMs);
  const loaded = list.data?.pages.flatMap(({ data: rows }) => rows);
  const rows = newest && loaded && following ? withNewest(loaded, newest, following.keyOf) : loaded;
  const isTornOff = newest !== undefined && rows === undefined;
  useEffect(() => {
    if (isTornOff) queries.setQueryData(read.queryKey, { pages: [newest], pageParams: [firstPage] });
    // The key is another array each time.
  }, [isTornOff, newest, queries]);
  return {
    rows: rows ?? newest?.data,
    error: list.error,
    isOutdated: list.isPlaceholderData,
    hasMore: list.hasNextPage && newest?.next_cursor !== null,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => void list.fetchNextPage(),
    reload: () => void list.refetch(),
  };
}

/** The pages of a list that have been read. */
interface ReadPages<Row> {
  readonly data: { readonly pages: ReadonlyArray<ListPage<Row>> } | undefined;
  readonly isPlaceholderData: boolean;
  readonly dataUpdatedAt: number;
}

/** The newest page of a list that is followed, where it was read after the list was. */
function useNewest<Row>(read: ListRead<Row>, { data, ...list }: ReadPages<Row>, everyMs?: number): ListPage<Row> | undefined {
  const [first] = data?.pages ?? [];
  const isFollowed = everyMs !== undefined && first !== undefined && !list.isPlaceholderData;
  const newest = useQuery({
    queryKey: [...read.queryKey, 'newest'],
    queryFn: ({ signal }) => read.queryFn({ pageParam: firstPage, signal }),
    enabled: isFollowed,
    refetchInterval: everyMs ?? false,
    ...(isFollowed ? { initialData: first, initialDataUpdatedAt: list.dataUpdatedAt } : {}),
  });
  return isFollowed && newest.dataUpdatedAt > list.dataUpdatedAt ? newest.data : undefined;
}

const firstPage: string | undefined = undefined;

/** The rows that a member has chosen, of those that are shown. */
export interface RowSelection<Row> {
  readonly has: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
  /** Chooses all that are shown, or none of them where all are chosen. */
  readonly toggleAll: () => void;
  /** The name of the box of a row. */
  readonly labelOf: (row: Row) => string;
}

interface DataTableProps<Row> {
  /** The accessible name of the table. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly list: Rows<Row>;
  readonly keyOf: (row: Row) => string;
  /** Shown in place of rows where there is none. */
  readonly empty: { readonly title: string; readonly text: string; readonly action?: ReactNode };
  /** The sort order of the list, one of a column's. */
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  /** On narrow screens: each row as a card with all of its cells, in place of a table without columns of low priority. */
  readonly hasCards?: boolean;
  /** Gives each row a box to choose it by. */
  readonly selection?: RowSelection<Row> | undefined;
}

/** A list as a table: rows that scan, with links in their cells, read page by page. */
export function DataTable<Row>({
  label,
  columns,
  list,
  keyOf,
  empty,
  sort,
  onSort,
  hasCards = false,
  selection,
}: DataTableProps<Row>): ReactNode {
  const { rows, error, isOutdated = false, reload } = list;
  if (rows === undefined)
    return error ? <ProblemNotice error={error} onRetry={reload} /> : <p className="table-frame loading">{words.loading}</p>;
  return (
    <div className="stack">
      {error ? <ProblemNotice error={error} onRetry={reload} /> : null}
      <div className="table-frame" aria-busy={isOutdated}>
        {rows.length === 0 ? (
          <div className="table-empty">
            <h2>{empty.title}</h2>
            <p>{empty.text}</p>
            {empty.action}
          </div>
        ) : (
          <>
            <section className="table-scroll" tabIndex={0} aria-label={label}>
              <table className="table" aria-label={label} data-cards={hasCards} data-brief={columns.some(isBrief)}>
                <thead>
                  <tr>
                    {selection && <AllBox rows={rows} selection={selection} />}
                    {columns.map((column) => (
                      <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={keyOf(row)} aria-selected={selection?.has(row)}>
                      {selection && (
                        <td className="chosen">
                          <input
                            type="checkbox"
                            aria-label={selection.labelOf(row)}
                            checked={selection.has(row)}
                            onChange={() => selection.toggle(row)}
                          />
                        </td>
                      )}
                      {columns.map((column, index) => (
                        <BodyCell key={column.id} column={column} row={row} isFirst={index === 0} />
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
            {!list.isPartOfRecord && <TableFoot list={list} count={rows.length} />}
          </>
        )}
      </div>
    </div>
  );
}

/** True of a column that has its place in the lines that rows are on narrow screens. */
export const isBrief = ({ brief }: { readonly brief?: BriefPart }): boolean => brief !== undefined;

function AllBox<Row>({ rows, selection }: { readonly rows: readonly Row[]; readonly selection: RowSelection<Row> }): ReactNode {
  const chosen = rows.filter(selection.has).length;
  const isAll = chosen === rows.length;
  return (
    <td className="chosen">
      <input
        type="checkbox"
        aria-label={words.chooseAll}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && !isAll;
        }}
        onChange={selection.toggleAll}
      />
    </td>
  );
}

function TableFoot<Row>({
  list: { hasMore, isLoadingMore, loadMore },
  count,
}: {
  readonly list: Rows<Row>;
  readonly count: number;
}): ReactNode {
  return (
    <div className="table-foot">
      <span role="status">{words.rows(count, !hasMore)}</span>
      {hasMore && (
        <Button size="small" onPress={loadMore} isDisabled={isLoadingMore}>
          {isLoadingMore ? words.loading : words.more}
        </Button>
      )}
    </div>
  );
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>;
  readonly sort?: string | undefined;
  readonly onSort?: ((sort: string) => void) | undefined;
}

/** The head of a column; a button where the list can be sorted by it in another way. */
export function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>): ReactNode {
  const { title, sorts = {} } = column;
  const direction = DIRECTIONS.find((each) => sorts[each] !== undefined && sorts[each] === sort);
  const next = sorts[direction === 'ascending' ? 'descending' : 'ascending'] ?? sorts.ascending ?? sorts.descending;
  const mark = <span aria-hidden="true">{direction && SORT_MARKS[direction]}</span>;
  if (next === undefined || onSort === undefined)
    return (
      <th scope="col" {...looksOf(column)}>
        {column.hasHiddenTitle ? <span className="visually-hidden">{title}</span> : title}
      </th>
    );
  if (next === sort)
    return (
      <th scope="col" aria-sort={direction} {...looksOf(column)}>
        {title} {mark}
      </th>
    );
  return (
    <th scope="col" aria-sort={direction ?? 'none'} {...looksOf(column)}>
      <button type="button" title={words.sortBy(title)} onClick={() => onSort(next)}>
        {title}
        {mark}
      </button>
    </th>
  );
}

const DIRECTIONS = ['ascending', 'descending'] as const satisfies readonly SortDirection[];
const SORT_MARKS = { ascending: '↑', descending: '↓' } as const;

/** The cell of a row in a column. */
export function BodyCell<Row>({
  column,
  row,
  isFirst,
}: {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly isFirst: boolean;
}): ReactNode {
  const cell = column.cell(row);
  const content = typeof cell === 'number' ? numberText(cell) : cell;
  if (column.isHead ?? isFirst)
    return (
      <th scope="row" data-detail={column.detail?.(row)} {...looksOf(column)}>
        {content}
      </th>
    );
  return <td {...looksOf(column)}>{content}</td>;
}

function looksOf<Row>({ align = 'start', priority = 'high', id, title, brief }: Column<Row>) {
  return {
    ...(brief === undefined ? {} : { 'data-part': brief }),
    'data-title': title,
    'data-align': align,
    'data-priority': priority,
    'data-column': id,
    ...(id === 'actions' ? { className: 'actions' } : {}),
  };
}
