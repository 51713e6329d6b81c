import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { keyOf } from '../../api/call.ts';
import { operations } from '../../api/operations.ts';
import { useEnvironment } from '../../api/session.ts';
import type { OrderHistoryEntry, OrderRecord } from '../../api/types.ts';
import { Actor } from '../../parts/actor.tsx';
import { Button } from '../../parts/button.tsx';
import { useRows } from '../../parts/data-table.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Time } from '../../parts/time.tsx';
import { strings } from '../../strings.ts';
import { dailyWork } from '../../strings-operations.ts';
import { ReturnLink } from './returns/return-states.tsx';
import { returnWords } from './returns/return-strings.ts';
import { fulfilmentWords } from './fulfilments/fulfilment-strings.ts';

const { orders: words } = dailyWork;

interface OrderHistoryProps {
  readonly order: OrderRecord;
  /** Of this return alone, where it is given. */
  readonly returnId?: string;
}

/** The history of an order, step by step, with who took each. */
export function OrderHistory({ order: { id, version, fulfilments }, returnId }: OrderHistoryProps): ReactNode {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const list = useRows(operations.getOrderHistory, {
    params: { id },
    query: { environment, limit: returnId === undefined ? undefined : 200 },
  });
  // A new version has new entries.
  useEffect(
    () => void queries.invalidateQueries({ queryKey: keyOf(operations.getOrderHistory, { id }) }),
    [queries, id, version],
  );
  if (list.rows === undefined)
    return list.error ? (
      <ProblemNotice error={list.error} onRetry={list.reload} />
    ) : (
      <p className="quiet">{strings.table.loading}</p>
    );
  const entries = list.rows.filter((entry) => returnId === undefined || entry.return_id === returnId);
  if (entries.length === 0 && !list.hasMore) return <p className="quiet">{words.historyEmpty}</p>;
  return (
    <>
      <ol className="timeline">
        {entries.map((entry) => (
          <HistoryEntry
            key={`${entry.request_id} ${entry.version} ${entry.transition} ${entry.at}`}
            entry={entry}
            hasLink={returnId === undefined}
            place={fulfilments.findIndex((each) => each.id === entry.fulfilment_id) + 1}
          />
        ))}
      </ol>
      {list.hasMore && (
        <Button size="small" onPress={list.loadMore} isDisabled={list.isLoadingMore}>
          {strings.table.more}
        </Button>
      )}
    </>
  );
}

interface HistoryEntryProps {
  readonly entry: OrderHistoryEntry;
  /** The place among the order's fulfilments of the one that the entry is about, from 1; 0 for an entry of the whole order. */
  readonly place: number;
  /** True where an entry about a return leads to it. */
  readonly hasLink: boolean;
}

function HistoryEntry({ entry, place, hasLink }: HistoryEntryProps): ReactNode {
  const { refused, code, reason, actor, at, version, return_id: returnId } = entry;
  return (
    <li data-refused={refused}>
      <strong>{titleOf(entry)}</strong>
      {hasLink && returnId !== null && (
        <span>
          <ReturnLink id={returnId} />
        </span>
      )}
      {place > 0 && <span>{fulfilmentWords.one(place)}</span>}
      <span className="quiet">
        <Time at={at} /> · <Actor id={actor} /> · {words.version(version)}
      </span>
      {code !== null && <code>{code}</code>}
      {reason !== null && <span>{reason}</span>}
    </li>
  );
}

/** The words for a step; some are others where it is one of a return. */
function titleOf({ transition, refused, return_id: returnId }: OrderHistoryEntry): string {
  const ofOrder = refused ? words.refusedSteps : words.steps;
  const ofReturn: Readonly<Record<string, string>> = refused ? returnWords.refusedSteps : returnWords.historySteps;
  return (returnId === null ? undefined : ofReturn[transition]) ?? ofOrder[transition];
}
