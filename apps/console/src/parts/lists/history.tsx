import '../../styles/operations.css';
import type { ReactNode } from 'react';
import { strings } from '../../strings.ts';
import { Actor } from '../actor.tsx';
import { Button } from '../button.tsx';
import type { Rows } from '../data-table.tsx';
import { ProblemNotice } from '../problem-notice.tsx';
import { Time } from '../time.tsx';

/** One entry of a history: who did what, and when. */
export interface HistoryEntry {
  readonly id: string;
  readonly title: ReactNode;
  readonly at: string;
  /** The id of the one who did it, or the name by which a record has them; null where it is not known. */
  readonly actor: string | null;
  /** Said after time and actor, such as the version of the record after it. */
  readonly after?: string | undefined;
  readonly isRefused?: boolean;
  /** Lines that say more. */
  readonly children?: ReactNode;
}

interface HistoryProps<Row> {
  readonly list: Pick<Rows<Row>, 'rows' | 'error' | 'reload' | 'hasMore' | 'loadMore' | 'isLoadingMore'>;
  readonly entryOf: (row: Row) => HistoryEntry;
}

/** The history of a record, entry by entry as its list has them. */
export function History<Row>({ list, entryOf }: HistoryProps<Row>): ReactNode {
  const { rows, error, hasMore, isLoadingMore, loadMore, reload } = list;
  if (rows === undefined)
    return error ? <ProblemNotice error={error} onRetry={reload} /> : <p className="quiet">{strings.table.loading}</p>;
  if (rows.length === 0) return <p className="quiet">{strings.history.empty}</p>;
  return (
    <>
      <ol className="timeline">
        {rows.map(entryOf).map(({ id, title, at, actor, after, isRefused = false, children }) => (
          <li key={id} data-refused={isRefused}>
            <strong>{title}</strong>
            {children}
            <span className="quiet">
              <Time at={at} />
              {actor !== null && (
                <>
                  {' '}
                  · <Actor id={actor} />
                </>
              )}
              {after !== undefined && ` · ${after}`}
            </span>
          </li>
        ))}
      </ol>
      {hasMore && (
        <Button size="small" onPress={loadMore} isDisabled={isLoadingMore}>
          {strings.table.more}
        </Button>
      )}
    </>
  );
}
