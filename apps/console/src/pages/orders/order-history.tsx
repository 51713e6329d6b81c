import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { keyOf } from '../../api/call.ts';
import { operations } from '../../api/operations.ts';
import { useEnvironment } from '../../api/session.ts';
import type { OrderRecord, ReturnHistoryEntry, ReturnRecord } from '../../api/types.ts';
import { Actor } from '../../parts/actor.tsx';
import { Button } from '../../parts/button.tsx';
import { type Rows, useRows } from '../../parts/data-table.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Time } from '../../parts/time.tsx';
import { strings } from '../../strings.ts';
import { dailyWork } from '../../strings-operations.ts';
import { ReturnLink } from './returns/return-states.tsx';
import { returnWords } from './returns/return-strings.ts';
import { fulfilmentWords } from './fulfilments/fulfilment-strings.ts';

const { orders: words } = dailyWork;

/** The history of an order, step by step, with who took each. */
export function OrderHistory({ order: { id, version, fulfilments } }: { readonly order: OrderRecord }): ReactNode {
  const environment = useEnvironment();
  const list = useRows(operations.getOrderHistory, { params: { id }, query: { environment } });
  useEntriesOf(operations.getOrderHistory, id, version);
  return (
    <Timeline list={list}>
      {(entry) => {
        const place = fulfilments.findIndex((each) => each.id === entry.fulfilment_id) + 1;
        return (
          <HistoryEntry key={keyOfEntry(entry)} entry={entry} isOfReturn={entry.return_id !== null} version={entry.version}>
            {entry.return_id !== null && (
              <span>
                <ReturnLink id={entry.return_id} />
              </span>
            )}
            {place > 0 && <span>{fulfilmentWords.one(place)}</span>}
          </HistoryEntry>
        );
      }}
    </Timeline>
  );
}

/** The history of a return, step by step, with who took each. */
export function ReturnHistory({ of: { id, version } }: { readonly of: ReturnRecord }): ReactNode {
  const environment = useEnvironment();
  const list = useRows(operations.getReturnHistory, { params: { id }, query: { environment } });
  useEntriesOf(operations.getReturnHistory, id, version);
  return <Timeline list={list}>{(entry) => <HistoryEntry key={keyOfEntry(entry)} entry={entry} isOfReturn />}</Timeline>;
}

/** Reads entries again once the record has a new version. */
function useEntriesOf(list: typeof operations.getOrderHistory | typeof operations.getReturnHistory, id: string, version: number) {
  const queries = useQueryClient();
  useEffect(() => void queries.invalidateQueries({ queryKey: keyOf(list, { id }) }), [queries, list, id, version]);
}

const keyOfEntry = ({ request_id: request, transition, at }: ReturnHistoryEntry): string => `${request} ${transition} ${at}`;

interface TimelineProps<Entry> {
  readonly list: Pick<Rows<Entry>, 'rows' | 'error' | 'reload' | 'hasMore' | 'loadMore' | 'isLoadingMore'>;
  readonly children: (entry: Entry) => ReactNode;
}

function Timeline<Entry>({ list, children }: TimelineProps<Entry>): ReactNode {
  if (list.rows === undefined)
    return list.error ? (
      <ProblemNotice error={list.error} onRetry={list.reload} />
    ) : (
      <p className="quiet">{strings.table.loading}</p>
    );
  if (list.rows.length === 0) return <p className="quiet">{words.historyEmpty}</p>;
  return (
    <>
      <ol className="timeline">{list.rows.map(children)}</ol>
      {list.hasMore && (
        <Button size="small" onPress={list.loadMore} isDisabled={list.isLoadingMore}>
          {strings.table.more}
        </Button>
      )}
    </>
  );
}

interface HistoryEntryProps {
  readonly entry: ReturnHistoryEntry;
  readonly isOfReturn: boolean;
  /** The version of the order after it. */
  readonly version?: number;
  readonly children?: ReactNode;
}

function HistoryEntry({ entry, isOfReturn, version, children }: HistoryEntryProps): ReactNode {
  const { refused, code, reason, actor, at } = entry;
  return (
    <li data-refused={refused}>
      <strong>{titleOf(entry, isOfReturn)}</strong>
      {children}
      <span className="quiet">
        <Time at={at} /> · <Actor id={actor} />
        {version !== undefined && ` · ${words.version(version)}`}
      </span>
      {code !== null && <code>{code}</code>}
      {reason !== null && <span>{reason}</span>}
    </li>
  );
}

/** The words for a step; some are others where it is one of a return. */
function titleOf({ transition, refused }: ReturnHistoryEntry, isOfReturn: boolean): string {
  const ofOrder = refused ? words.refusedSteps : words.steps;
  const ofReturn: Readonly<Record<string, string>> = refused ? returnWords.refusedSteps : returnWords.historySteps;
  return (isOfReturn ? ofReturn[transition] : undefined) ?? ofOrder[transition];
}
