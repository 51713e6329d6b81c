import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { strings } from '../strings.ts';
import { BodyCell, type Column, HeadCell, isBrief } from './data-table.tsx';

const { table: words } = strings;

/** Rows beyond the visible ones that are there too, above and below. */
const OVERSCAN = 12;
/** Rows from the end at which older ones are read. */
const AHEAD = 60;
/** Before the first row was measured. */
const USUAL_ROW = 38;

interface VirtualTableProps<Row> {
  /** The accessible name of the table. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Called near the end of the rows where there are more. */
  readonly onEnd: () => void;
  /** Called when the reader leaves the top of the table, and comes back to it. */
  readonly onReading: (isReading: boolean) => void;
}

/**
 * A long list as a table of which the rows in view are drawn: 100 000 rows scroll like 30. Rows have one height, and cells one line, also
 * where `brief` of its columns gives a row two on narrow screens. The
 * height of what is not drawn is a property that a script sets, which the policy of the page permits.
 */
export function VirtualTable<Row>({ label, columns, rows, keyOf, ...list }: VirtualTableProps<Row>): ReactNode {
  const { hasMore, isLoadingMore, onEnd, onReading } = list;
  const scroll = useRef<HTMLElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const [rowHeight, setRowHeight] = useState(USUAL_ROW);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  useLayoutEffect(() => {
    const height = body.current?.querySelector('tr[aria-rowindex]')?.getBoundingClientRect().height ?? 0;
    if (height > 0 && height !== rowHeight) setRowHeight(height);
  });
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight]);
  const drawn = virtual.getVirtualItems();
  const last = drawn.at(-1)?.index ?? -1;
  const isNearEnd = hasMore && !isLoadingMore && last >= rows.length - AHEAD;
  useEffect(() => {
    if (isNearEnd) onEnd();
    // Once for each stretch of rows.
  }, [isNearEnd, rows.length]);
  const above = drawn[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  return (
    <>
      <section
        className="table-scroll virtual"
        tabIndex={0}
        aria-label={label}
        ref={scroll}
        onScroll={({ currentTarget }) => onReading(currentTarget.scrollTop > rowHeight)}
      >
        <table
          className="table"
          aria-label={label}
          data-brief={columns.some(isBrief)}
          aria-rowcount={hasMore ? -1 : rows.length + 1}
        >
          <thead>
            <tr aria-rowindex={1}>
              {columns.map((column) => (
                <HeadCell key={column.id} column={column} />
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            <Gap height={above} columns={columns.length} />
            {drawn.map(({ index }) => {
              const row = rows[index];
              return row === undefined ? null : <BodyRow key={keyOf(row)} row={row} index={index} columns={columns} />;
            })}
            <Gap height={below} columns={columns.length} />
          </tbody>
        </table>
      </section>
      <div className="table-foot">
        <span role="status">{isLoadingMore ? words.loading : words.rows(rows.length, !hasMore)}</span>
      </div>
    </>
  );
}

/** Stands for rows that are not drawn. */
function Gap({ height, columns }: { readonly height: number; readonly columns: number }): ReactNode {
  if (height <= 0) return null;
  return (
    <tr className="gap" aria-hidden="true">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

interface BodyRowProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
}

function BodyRow<Row>({ row, index, columns }: BodyRowProps<Row>): ReactNode {
  return (
    // The head is the first row.
    <tr aria-rowindex={index + 2}>
      {columns.map((column, at) => (
        <BodyCell key={column.id} column={column} row={row} isFirst={at === 0} />
      ))}
    </tr>
  );
}
